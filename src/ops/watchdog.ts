import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** The service has to confirm in this time that it was told to end. */
const CONFIRM_TIMEOUT_MS = 3_000;
/** From its drain to its end: running requests get ten seconds, then the database closes. */
const END_TIMEOUT_MS = 25_000;

/**
 * Watches a service that was told to end.
 * @param heard Resolves when the service confirms that it was told.
 * @param drain How long the service still takes requests, in milliseconds.
 * @param endAtOnce Ends the service if it does not confirm, or does not end, in time.
 */
export async function watchEnd(
  reason: string,
  heard: Promise<unknown>,
  drain: number,
  endAtOnce: (why: string) => void,
): Promise<void> {
  const isHeard = await Promise.race([heard.then(() => true), sleep(CONFIRM_TIMEOUT_MS)]);
  if (!isHeard) {
    endAtOnce(
      `${reason}: the service has been too busy to hear it for ${CONFIRM_TIMEOUT_MS / 1000} s.`,
    );
    return;
  }
  await sleep(drain + END_TIMEOUT_MS);
  const most = (CONFIRM_TIMEOUT_MS + drain + END_TIMEOUT_MS) / 1000;
  endAtOnce(`${reason}: the service has not ended after ${most} s.`);
}

/** Passes SIGTERM and SIGINT on to the service's thread. A second signal of the same kind ends the process as usual. */
export function passSignals(thread: Worker, drain: number, endAtOnce: (why: string) => void): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      thread.postMessage(signal);
      void watchEnd(signal, once(thread, "message"), drain, endAtOnce);
    });
  }
}
