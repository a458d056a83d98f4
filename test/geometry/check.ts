import fc from "fast-check";
import { unlessEmbedded } from "../helpers/full.ts";
import { SEED } from "../helpers/seed.ts";

/** Returns the number of cases to run: all on a native database, a quarter on the embedded one. */
export const cases = (all: number): number => unlessEmbedded(all, Math.ceil(all / 4));

/** Checks a property in `cases(runs)` cases. A failure prints its seed and its smallest example; SEED=… replays it. */
export async function check<T>(
  property: fc.IAsyncProperty<T> | fc.IAsyncPropertyWithHooks<T>,
  runs: number,
): Promise<void> {
  await fc.assert(property, { numRuns: cases(runs), seed: SEED });
}
