import { availableParallelism } from "node:os";
import { AppError } from "../errors/app-error.ts";
import { FairQueue } from "../limits/fair-queue.ts";

/** How many hashes run at once. Each keeps a core busy for its whole time, and libuv has four threads. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Seconds until a full queue has room again. */
const RETRY_AFTER = 3;

/** The queue of password hashes, fair by address, and by account where it is known. */
export class HashQueue extends FairQueue {
  constructor() {
    super({
      atOnce: AT_ONCE,
      mostWaiting: 64,
      mostInLane: 16,
      refusal: () =>
        new AppError(
          "RATE_LIMITED",
          "Too many logins at once: try again in a moment.",
          RETRY_AFTER,
        ),
    });
  }
}
