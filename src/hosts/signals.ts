import { parentPort } from "node:worker_threads";
import type { Ending } from "./host-messages.ts";
import { hostNumber, onParent, tellParent } from "./parent.ts";

/**
 * Resolves with the signal that ends the service, or with "restart" if another host takes its place. A signal during
 * the start is not lost: it ends the service as soon as that has started. A thread gets its signals from the main
 * thread (`watchdog.ts`). One of several hosts also gets them from its parent. The main thread and the parent get a
 * confirmation.
 */
export const endSignal = new Promise<Ending>((resolve) => {
  if (parentPort) {
    parentPort.once("message", (signal: NodeJS.Signals) => {
      parentPort?.postMessage("heard");
      resolve(signal);
    });
    return;
  }
  if (hostNumber !== undefined) {
    onParent("end", ({ reason }) => {
      tellParent({ kind: "heard" });
      resolve(reason);
    });
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => resolve(signal));
  }
});
