import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../process/log.ts";

/** Between two looks, in milliseconds. */
const INTERVAL = 1000;
/** What part of the time the looking itself may take. */
export const SHARE = 1 / 5;

/**
 * Looks once a second until the signal, or as much less often as a look takes longer than a part of
 * that. One that fails is logged, and tried again.
 */
export async function poll(
  look: () => Promise<unknown>,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  let took = 0;
  for (;;) {
    const pause = Math.max(INTERVAL, took / SHARE) - took;
    await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const began = performance.now();
    try {
      await look();
    } catch (error) {
      if (!signal.aborted) log(`live: ${(error as Error).message}`);
    }
    took = performance.now() - began;
  }
}
