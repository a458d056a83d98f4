/**
 * The seed of random test cases. Each run has the same cases, so that a new failure is due to the current change.
 * SEED=… tries other cases, or replays the seed that a failure names.
 */
export const SEED = Number(process.env.SEED ?? 4154);
