import { mulberry32 } from "../../examples/demo/travellers.ts";

/**
 * The seed of random test cases. Each run has the same cases, so that a new failure is due to the current change.
 * SEED=… tries other cases, or replays the seed that a failure names.
 */
export const SEED = Number(process.env.SEED ?? 4154);

/** Makes random numbers from 0 up to 1 by the seed, and prints it: what is killed meanwhile can fail in one run only. */
export function seededRandom(): () => number {
  process.stdout.write(`SEED=${SEED}\n`);
  return mulberry32(SEED);
}
