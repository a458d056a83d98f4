import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";
import { logFailure } from "./outage.ts";

/** Of the time that what polls the database for subscribers may take. */
export const MAX_POLLING_SHARE = 1 / 5;

/**
 * Calls `check` in an interval until the signal aborts; less often if `check` would otherwise take more than
 * `maxShare` of the time. Logs an error and goes on.
 * @param about What an error in the log begins with.
 */
export async function poll(
  check: () => Promise<unknown>,
  signal: AbortSignal,
  log: Log,
  about: string,
  intervalMs = 1000,
  maxShare = MAX_POLLING_SHARE,
): Promise<void> {
  let took = 0;
  for (;;) {
    const pause = Math.max(intervalMs, took / maxShare) - took;
    await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const began = performance.now();
    try {
      await check();
    } catch (error) {
      if (!signal.aborted) logFailure(log, about, error);
    }
    took = performance.now() - began;
  }
}
