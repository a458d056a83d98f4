import { availableParallelism } from "node:os";
import { AppError } from "../errors/app-error.ts";
import { hostNumber } from "../hosts/parent.ts";
import { SharedQueue } from "../hosts/turns.ts";
import { FairQueue } from "../limits/fair-queue.ts";

/** How many hashes run at once. Each keeps a core busy for its whole time, and libuv has four threads. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Seconds until a full queue has room again. */
const RETRY_AFTER = 3;

const tooManyLogins = () =>
  new AppError("RATE_LIMITED", "Too many logins at once: try again in a moment.", RETRY_AFTER);

/** The queue of password hashes, fair by address, and by account where it is known. */
export class HashQueue extends FairQueue {
  constructor() {
    super({
      atOnce: AT_ONCE,
      mostWaiting: 64,
      mostInLane: 16,
      refusal: tooManyLogins,
    });
  }
}

/** Makes the queue of this process. Hosts of one machine have one queue, because they share its cores. */
export const makeHashQueue = (): Pick<FairQueue, "run" | "idle"> =>
  hostNumber === undefined ? new HashQueue() : new SharedQueue(tooManyLogins);
