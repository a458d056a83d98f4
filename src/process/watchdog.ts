import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** Milliseconds in which the service has to hear that it should end. */
const HEARING = 3_000;
/** Milliseconds in which it has to end after its drain. It gives running requests ten seconds, then closes the database. */
const ENDING = 25_000;

/**
 * Watches a service that was told to end.
 * @param heard Resolves when it has heard of that.
 * @param drain For how many milliseconds it still takes requests.
 * @param endAtOnce Ends it if it does not hear, or does not end.
 */
export async function watchEnd(
  reason: string,
  heard: Promise<unknown>,
  drain: number,
  endAtOnce: (why: string) => void,
): Promise<void> {
  const isHeard = await Promise.race([heard.then(() => true), sleep(HEARING)]);
  if (!isHeard) {
    endAtOnce(`${reason}: the service has been too busy to hear it for ${HEARING / 1000} s.`);
    return;
  }
  await sleep(drain + ENDING);
  const most = (HEARING + drain + ENDING) / 1000;
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
