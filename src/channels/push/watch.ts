import { pushDelay, pushes } from "../../metrics/instruments.ts";
import type { Log } from "../../process/log.ts";
import { FailureLog } from "./failure-log.ts";
import type { Settled } from "./jobs/send-pushes.ts";
import type { ProviderName } from "./provider.ts";

/** Makes what counts the pushes of a provider, and warns of those that fail. */
export function watchPushes(provider: ProviderName, log: Log): (settled: Settled[]) => void {
  // A series that begins later would hide its first pushes from Prometheus.
  for (const outcome of ["accepted", "retry", "failed", "dead"])
    pushes.inc({ provider, outcome }, 0);
  const failures = new FailureLog(provider, log);
  return (settled) => {
    for (const { level, outcome, delay } of settled) {
      pushes.inc({ provider, outcome: outcome.state });
      if (outcome.state === "accepted") pushDelay.observe({ provider, level }, delay);
    }
    failures.note(settled);
  };
}
