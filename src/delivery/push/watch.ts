import { pushDelay, pushes } from "../../ops/instruments.ts";
import type { Log } from "../../ops/log.ts";
import { FailureLog } from "./failure-log.ts";
import type { Settled } from "./jobs/send-pushes.ts";
import type { Outcome, ProviderName } from "./provider.ts";

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
