import { hostNumber } from "../hosts/parent.ts";
import { SharedQueue } from "../hosts/turns.ts";
import { FairQueue } from "../limits/fair-queue.ts";
import { AppError } from "../ops/app-error.ts";
import { HASH_TURNS } from "./hash-turns.ts";

/** Seconds until a full queue has room again. */
const RETRY_AFTER = 3;

const refusal = () =>
  new AppError("RATE_LIMITED", "Too many logins at once: try again in a moment.", RETRY_AFTER);

/** The queue of password hashes, fair by address, and by account if it is known at the address. */
export class HashQueue extends FairQueue {
  constructor() {
    super({ ...HASH_TURNS, refusal });
  }
}

/** Makes the queue of this process. Hosts of one machine have one queue, because they share its cores. */
export const makeHashQueue = (): Pick<FairQueue, "run" | "idle"> =>
  hostNumber === undefined ? new HashQueue() : new SharedQueue(refusal);
