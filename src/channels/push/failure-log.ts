import type { Fields, Level, Log } from "../../process/log.ts";
import type { Outcome } from "./provider.ts";

/** Milliseconds between two warnings. */
const INTERVAL = 60_000;

/** A provider's own text may name the device, or an address that is as good as a key. */
function withoutKeys(why: string, token = ""): string {
  return (token ? why.replaceAll(token, "…") : why)
    .replaceAll(/(https?:\/\/[^/\s"]+)\/[^\s"]*/g, "$1/…")
    .replaceAll(/Expo(nent)?PushToken\[[^\]]*\]/g, "…");
}

/** A push that was kept back at the end of a host, or whose device is gone, is no fault of the provider. */
const isFailure = (outcome: Outcome): outcome is Extract<Outcome, { state: "retry" | "failed" }> =>
  outcome.state === "failed" ||
  (outcome.state === "retry" && !(outcome.unsent && !outcome.everyone));

/** Warns of a provider whose pushes fail, once a minute, and tells when it works again. */
export class FailureLog {
  readonly #name: string;
  readonly #log: Log;
  /** Failures that no line has told yet, and why the last one failed. */
  #failures = 0;
  #why = "";
  /** Runs for a minute after each warning. */
  #timer: NodeJS.Timeout | undefined;
  #hasWarned = false;

  constructor(name: string, log: Log) {
    this.#name = name;
    this.#log = log;
  }

  /** Notes what became of some pushes. The token is not known of a push that a receipt is about. */
  note(settled: readonly { token?: string; outcome: Outcome }[]): void {
    let failures = 0;
    for (const { token, outcome } of settled) {
      if (!isFailure(outcome)) continue;
      failures += 1;
      this.#why = withoutKeys(outcome.why, token);
    }
    this.#failures += failures;
    if (failures > 0) this.#warn();
    else if (settled.some(({ outcome }) => outcome.state === "accepted")) this.#recover();
  }

  #warn(): void {
    if (this.#failures === 0 || this.#timer) return;
    this.#tell("fails", "warn", { why: this.#why });
    this.#hasWarned = true;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#warn();
    }, INTERVAL).unref();
  }

  #recover(): void {
    if (this.#hasWarned) this.#tell("works again", "info", {});
    this.#hasWarned = false;
  }

  #tell(what: string, level: Level, fields: Fields): void {
    this.#log(`push: ${this.#name} ${what}`, level, { failures: this.#failures, ...fields });
    this.#failures = 0;
  }
}
