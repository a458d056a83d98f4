/**
 * Where tests on random cases begin: the same cases at each run, so that a failure is of the change at hand.
 * SEED=… tries others, and replays the one that a failure names.
 */
export const SEED = Number(process.env.SEED ?? 4154);
