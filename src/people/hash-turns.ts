import { availableParallelism } from "node:os";
import { hostNumber } from "../hosts/this-host.ts";

/** How many passwords a host hashes at once, and how many may wait. */
export const HASH_TURNS = {
  /** Each keeps a core busy for its whole time, and libuv has four threads. Several hosts share the cores. */
  atOnce: hostNumber === undefined ? Math.min(3, Math.max(1, availableParallelism() - 1)) : 1,
  mostWaiting: 64,
  mostInLane: 16,
};
