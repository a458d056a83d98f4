import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";

const POLL_INTERVAL_MS = 1000;
/** Of the time. */
export const MAX_POLLING_SHARE = 1 / 5;

/**
 * Calls `check` once a second until the signal aborts; less often if `check` would otherwise take more than
 * MAX_POLLING_SHARE of the time. Logs an error and goes on.
 */
export async function poll(
  check: () => Promise<unknown>,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  let took = 0;
  for (;;) {
    const pause = Math.max(POLL_INTERVAL_MS, took / MAX_POLLING_SHARE) - took;
    await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const began = performance.now();
    try {
      await check();
    } catch (error) {
      if (!signal.aborted) logFailure(log, "live", error);
    }
    took = performance.now() - began;
  }
}
