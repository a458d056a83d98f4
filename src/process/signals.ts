/**
 * Resolves with the signal that ends the service. One that comes while it starts is not lost: it
 * ends the service as soon as it has begun.
 */
export const signalled = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => resolve(signal));
  }
});
