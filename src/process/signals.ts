/**
 * Resolves with the signal that ends the service. A signal during the start is not lost: it ends the service as soon as
 * that has started.
 */
export const signalled = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => resolve(signal));
  }
});
