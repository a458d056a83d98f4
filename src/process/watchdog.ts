import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** Milliseconds in which the service's thread has to hear of a signal. */
const HEARING = 3_000;
/** Milliseconds in which it has to end after its drain. It gives running requests ten seconds, then closes the database. */
const ENDING = 25_000;

/**
 * Passes SIGTERM and SIGINT on to the service's thread. A second signal of the same kind ends the process as usual.
 * @param drain For how many milliseconds the service still takes requests.
 * @param endAtOnce Ends the process if the thread does not hear of the signal, or does not end.
 */
export function passSignals(
  thread: Worker,
  drain: number,
  endAtOnce: (reason: string) => void,
): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, async () => {
      thread.postMessage(signal);
      const heard = once(thread, "message").then(() => true);
      const isHeard = await Promise.race([heard, sleep(HEARING)]);
      if (!isHeard) {
        endAtOnce(`${signal}: the service has been too busy to hear it for ${HEARING / 1000} s.`);
        return;
      }
      await sleep(drain + ENDING);
      const most = (HEARING + drain + ENDING) / 1000;
      endAtOnce(`${signal}: the service has not ended after ${most} s.`);
    });
  }
}
