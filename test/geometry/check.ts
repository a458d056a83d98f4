import fc from "fast-check";
import { SEED } from "../helpers/seed.ts";

/** Checks a property; a failure prints its seed and its smallest example, and SEED=… replays it. */
export async function check<T>(
  property: fc.IAsyncProperty<T> | fc.IAsyncPropertyWithHooks<T>,
  runs: number,
): Promise<void> {
  await fc.assert(property, { numRuns: runs, seed: SEED });
}
