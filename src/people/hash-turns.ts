import { availableParallelism } from "node:os";

/** How many passwords are hashed at once on this machine, and how many may wait. */
export const HASH_TURNS = {
  /** Each keeps a core busy for its whole time, and libuv has four threads. */
  atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)),
  mostWaiting: 64,
  mostInLane: 16,
};
