import cluster from "node:cluster";

/** The variable by which one of several hosts gets its number. */
export const HOST_NUMBER = "HOST_NUMBER";

/** The number of this host among those of the machine, from 1 on. Undefined if it is the only one, or their parent. */
export const hostNumber = cluster.isWorker ? Number(process.env[HOST_NUMBER]) : undefined;

/** Tells the parent of several hosts something. If the parent is gone, this process ends anyway. */
export function tellParent(message: unknown): void {
  process.send?.(message, undefined, undefined, () => {});
}

/**
 * Resolves with the signal that ends the process, or with "replaced" if another host has taken its place. A signal
 * during the start is not lost: it ends the service as soon as that has started.
 */
export const endSignal = new Promise<NodeJS.Signals | "replaced">((resolve) => {
  // A second signal ends the process as usual. One of several hosts gets the signal of its process group, and its parent's.
  const listen = cluster.isWorker ? "on" : "once";
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process[listen](signal, () => resolve(signal));
  }
  if (cluster.isWorker) {
    process.on("message", (message) => {
      if (message === "replaced") resolve(message);
    });
  }
});
