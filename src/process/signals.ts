import { parentPort } from "node:worker_threads";

/**
 * Resolves with the signal that ends the service. A signal during the start is not lost: it ends the service as soon as
 * that has started. A thread gets its signals from the main thread (`watchdog.ts`), and confirms them.
 */
export const signalled = new Promise<NodeJS.Signals>((resolve) => {
  if (parentPort) {
    parentPort.once("message", (signal: NodeJS.Signals) => {
      parentPort?.postMessage("heard");
      resolve(signal);
    });
    return;
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => resolve(signal));
  }
});
