import { pushDelay, pushes } from "../../ops/instruments.ts";
import type { Fields, Level, Log } from "../../ops/log.ts";
import { lineAbout } from "../../ops/outage.ts";
import type { Outcome, ProviderName } from "./provider.ts";
import type { Settled } from "./send-pushes.ts";

/** Removes device tokens and the paths of URLs, which may be as good as keys, from a provider's own text. */
function withoutKeys(why: string, token = ""): string {
  return (token ? why.replaceAll(token, "…") : why)
    .replaceAll(/(https?:\/\/[^/\s"]+)\/[^\s"]*/g, "$1/…")
    .replaceAll(/Expo(nent)?PushToken\[[^\]]*\]/g, "…");
}

/** A push that was kept back at the end of a host, or whose device is gone, is not a failure of the provider. */
const isFailure = (outcome: Outcome): outcome is Extract<Outcome, { state: "retry" | "failed" }> =>
  outcome.state === "failed" ||
  (outcome.state === "retry" && !(outcome.unsent && !outcome.everyone));

/** Warns at most once a minute of a provider whose pushes fail, and logs when it works again. */
export class FailureLog {
  readonly #name: string;
  readonly #log: Log;
  /** Failures that have not been logged yet. */
  #failures = 0;
  #hasWarned = false;

  constructor(name: string, log: Log) {
    this.#name = name;
    this.#log = log;
  }

  /** Notes the outcomes of pushes. The outcome of a receipt has no token. */
  note(settled: readonly { token?: string; outcome: Outcome }[]): void {
    const failures = settled.flatMap(({ token, outcome }) =>
      isFailure(outcome) ? withoutKeys(outcome.why, token) : [],
    );
    this.#failures += failures.length;
    const why = failures.at(-1);
    if (why !== undefined) {
      if (!lineAbout(this.#log, `push: ${this.#name}`).isNew) return;
      this.#hasWarned = true;
      this.#tell("fails", "warn", { why });
    } else if (this.#hasWarned && settled.some(({ outcome }) => outcome.state === "accepted")) {
      this.#hasWarned = false;
      this.#tell("works again", "info", {});
    }
  }

  #tell(what: string, level: Level, fields: Fields): void {
    this.#log(`push: ${this.#name} ${what}`, level, { failures: this.#failures, ...fields });
    this.#failures = 0;
  }
}

/** Counts the pushes of a provider, and warns of those that fail. */
export interface PushWatch {
  /** Gets pushes with their outcomes after they were sent. */
  sent(settled: readonly Settled[]): void;
  /** Gets what receipts say about pushes that the provider had accepted. */
  receipts(outcomes: readonly Outcome[]): void;
}

export function watchPushes(provider: ProviderName, log: Log): PushWatch {
  // A series that begins later would hide its first pushes from Prometheus.
  for (const outcome of ["accepted", "retry", "failed", "dead"])
    pushes.inc({ provider, outcome }, 0);
  for (const level of ["ONE", "TWO", "THREE"]) pushDelay.zero({ provider, level });
  const failures = new FailureLog(provider, log);
  return {
    sent(settled) {
      for (const { level, outcome, delay } of settled) {
        pushes.inc({ provider, outcome: outcome.state });
        if (outcome.state === "accepted") pushDelay.observe({ provider, level }, delay);
      }
      failures.note(settled);
    },
    receipts(outcomes) {
      // Accepted pushes are already counted, and their receipts do not show that the provider takes pushes now.
      const others = outcomes.filter(({ state }) => state !== "accepted");
      for (const { state } of others) pushes.inc({ provider, outcome: state });
      failures.note(others.map((outcome) => ({ outcome })));
    },
  };
}
