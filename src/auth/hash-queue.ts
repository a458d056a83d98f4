import { availableParallelism } from "node:os";
import { AppError } from "../errors/app-error.ts";

/** How many hashes run at once. Each keeps a core busy for its whole time, and libuv has four threads. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism() - 1));
/** How many may wait, in all and for one lane. */
const MOST_WAITING = 64;
const MOST_IN_LANE = 16;
/** Turns are counted for so many milliseconds. */
const PERIOD = 60_000;
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
 * The queue of password hashes. Known lanes and strangers have every other turn, and among each the lane that has had
 * the fewest comes next, so nobody gets more of the processor by asking more often. If the queue is full, the stranger
 * who has had the most turns is refused.
 */
export class HashQueue {
  readonly #waiting: Waiting[] = [];
  readonly #turns = new Map<string, number>();
  #running = 0;
  #whenIdle: (() => void)[] = [];
  #isKnownNext = true;
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
      if (this.#running === 0) for (const settle of this.#whenIdle.splice(0)) settle();
    }
  }

  /** Settles when no hash runs and nobody waits. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((settle) => this.#whenIdle.push(settle));
  }

  #wait(lane: Lane): Promise<void> {
    return new Promise((begin, refuse) => {
      const own = { lane, begin, refuse };
      this.#waiting.push(own);
      const inLane = this.#waiting.filter((one) => one.lane.key === lane.key).length;
      if (inLane <= MOST_IN_LANE && this.#waiting.length <= MOST_WAITING) return;
      const [one] = this.#remove(inLane > MOST_IN_LANE ? own : this.#byTurns(false).at(-1));
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
    const [next] = this.#remove(this.#byTurns(this.#isKnownNext)[0]);
    if (!next) return;
    this.#isKnownNext = !next.lane.isKnown;
    this.#count(next.lane);
    next.begin();
  }

  #remove(one: Waiting | undefined): Waiting[] {
    return one ? this.#waiting.splice(this.#waiting.indexOf(one), 1) : [];
  }

  /** Those who wait, known or not; or all of them, if none is. The lane with the fewest turns comes first. */
  #byTurns(isKnown: boolean): Waiting[] {
    const those = this.#waiting.filter(({ lane }) => lane.isKnown === isKnown);
    const turns = ({ lane }: Waiting) => this.#turns.get(lane.key) ?? 0;
    return (those.length > 0 ? those : this.#waiting).toSorted((a, b) => turns(a) - turns(b));
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
