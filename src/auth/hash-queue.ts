import { availableParallelism } from "node:os";
import { AppError } from "../errors/app-error.ts";

/** How many hashes run at once. Each keeps a core busy for its whole time, and libuv has four threads. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism() - 1));
/** How many may wait, in all and for one lane. */
const MOST_WAITING = 64;
const MOST_IN_LANE = 16;
/** Turns are counted for so many milliseconds. */
const PERIOD = 60_000;
/** The turns by which a known lane is ahead of strangers. */
const HEAD_START = 50;
/** Seconds until a full queue has room again. */
const RETRY_AFTER = 3;

/** For whom a hash is: an address, or an account where it is known. */
export interface Lane {
  key: string;
  /** True for a user with a token, and for an account that has logged in from this address before. */
  isKnown: boolean;
}

interface Waiting {
  lane: Lane;
  begin: () => void;
  refuse: (error: AppError) => void;
}

/**
 * The queue of password hashes. The lane that has had the fewest turns comes next, so nobody gets more of the
 * processor by asking more often. If the queue is full, the lane that has had the most is refused.
 */
export class HashQueue {
  readonly #waiting: Waiting[] = [];
  readonly #turns = new Map<string, number>();
  #running = 0;
  #periodEnd = 0;

  /**
   * Runs a hash when it is the lane's turn.
   * @throws AppError RATE_LIMITED if too many wait.
   */
  async run<T>(lane: Lane, hash: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#wait(lane);
    else this.#count(lane);
    try {
      return await hash();
    } finally {
      this.#running -= 1;
      this.#beginNext();
    }
  }

  #wait(lane: Lane): Promise<void> {
    return new Promise((begin, refuse) => {
      this.#waiting.push({ lane, begin, refuse });
      const inLane = this.#waiting.filter((one) => one.lane.key === lane.key).length;
      if (inLane <= MOST_IN_LANE && this.#waiting.length <= MOST_WAITING) return;
      // The last of the lane that comes last.
      const refused = inLane > MOST_IN_LANE ? this.#waiting.length - 1 : this.#last();
      const [one] = this.#waiting.splice(refused, 1);
      one?.refuse(
        new AppError(
          "RATE_LIMITED",
          "Too many logins at once: try again in a moment.",
          RETRY_AFTER,
        ),
      );
    });
  }

  #beginNext(): void {
    const ranks = this.#ranks();
    const [next] = this.#waiting.splice(ranks.indexOf(Math.min(...ranks)), 1);
    if (!next) return;
    this.#count(next.lane);
    next.begin();
  }

  #last(): number {
    const ranks = this.#ranks();
    return ranks.lastIndexOf(Math.max(...ranks));
  }

  /** The turns that each waiting hash's lane has had, the lowest of which comes next. */
  #ranks(): number[] {
    return this.#waiting.map(
      ({ lane }) => (this.#turns.get(lane.key) ?? 0) - (lane.isKnown ? HEAD_START : 0),
    );
  }

  #count({ key }: Lane): void {
    this.#running += 1;
    if (Date.now() > this.#periodEnd) {
      this.#turns.clear();
      this.#periodEnd = Date.now() + PERIOD;
    }
    this.#turns.set(key, (this.#turns.get(key) ?? 0) + 1);
  }
}
