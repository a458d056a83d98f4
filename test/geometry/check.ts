import fc from "fast-check";

/** Checks a property; a failure prints its seed and its smallest example, and SEED=… replays it. */
export async function check<T>(
  property: fc.IAsyncProperty<T> | fc.IAsyncPropertyWithHooks<T>,
  runs: number,
): Promise<void> {
  const { SEED } = process.env;
  await fc.assert(property, {
    numRuns: runs,
    ...(SEED !== undefined && { seed: Number(SEED) }),
  });
}
