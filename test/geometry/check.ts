import fc from "fast-check";
import { SEED } from "../helpers/seed.ts";

/** Checks a property. A failure prints its seed and its smallest example; SEED=… replays it. */
export async function check<T>(
  property: fc.IAsyncProperty<T> | fc.IAsyncPropertyWithHooks<T>,
  runs: number,
): Promise<void> {
  await fc.assert(property, { numRuns: runs, seed: SEED });
}
