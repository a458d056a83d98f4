import type { Log } from "../ops/log.ts";
import type { Database } from "./open.ts";

const CHECK_INTERVAL_MS = 60_000;
const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/**
 * Logs when this host's clock and the database's begin to differ by more than five seconds, and when they agree again.
 * The dates of tokens and of signatures of pushes come from the host's clock, all others from the database's.
 */
export function watchClock(
  { kind, ownerPool }: Pick<Database, "kind" | "ownerPool">,
  log: Log,
): { stop(): void } {
  if (kind !== "postgresql") return { stop() {} };
  let differs = false;
  const look = async () => {
    const before = Date.now();
    const { rows } = await ownerPool.query<{ now: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
    );
    // The answer may have been under way for long.
    const now = rows[0]?.now ?? before;
    const ahead = now < before ? before - now : Math.min(0, Date.now() - now);
    if (Math.abs(ahead) > MAX_CLOCK_DIFFERENCE_MS === differs) return;
    differs = !differs;
    const seconds = Math.round(Math.abs(ahead) / 1000);
    const message = differs
      ? `clock: this host is ${seconds} s ${ahead > 0 ? "ahead of" : "behind"} the database: run NTP on both`
      : "clock: this host and the database agree again";
    log(message, differs ? "warn" : "info");
  };
  // A database that is away is told by others.
  const lookQuietly = () => void look().catch(() => {});
  lookQuietly();
  const timer = setInterval(lookQuietly, CHECK_INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}
