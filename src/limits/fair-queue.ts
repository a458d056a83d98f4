import { BusyError } from "../ops/app-error.ts";

/** Turns are counted from zero again after this. */
const COUNTING_PERIOD_MS = 60_000;

/** Whose work it is: an address, a user, or an account that is known at its address. */
export interface Lane {
  key: string;
  /** True for a user with a token, and for an account that has logged in from this address before. */
  isKnown: boolean;
}

/** The limits of a queue. */
export interface QueueSize {
  /** How much work runs at once. */
  atOnce: number;
  /** How much may wait, in all and for one lane. */
  mostWaiting?: number;
  mostInLane?: number;
  /** Makes the error for work that is refused because too much waits. */
  refusal?: () => Error;
}

interface Waiting {
  begin: () => void;
  refuse: (error: Error) => void;
}

interface LaneState extends Lane {
  /** How many turns it has had in this period. */
  turns: number;
  readonly waiting: Waiting[];
}

/**
 * A queue that is fair by lane. Known lanes and strangers take alternate turns. Of each kind, the lane that has had the
 * fewest turns comes next, so nobody gets more of the processor by asking more often. If the queue is full, the
 * stranger who has had the most turns is refused.
 */
export class FairQueue {
  readonly #size: Required<QueueSize>;
  readonly #lanes = new Map<string, LaneState>();
  /** The lanes in which something waits. */
  readonly #busy = new Set<LaneState>();
  #waiting = 0;
  #running = 0;
  #isKnownNext = true;
  #periodEnd = 0;

  constructor(size: QueueSize) {
    this.#size = { mostWaiting: 2_000, mostInLane: 200, refusal: () => new BusyError(), ...size };
  }

  /**
   * Runs work when it is the lane's turn.
   * @throws the refusal if too much waits.
   */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    const state = this.#stateOf(lane);
    if (this.#running >= this.#size.atOnce) await this.#wait(state);
    else this.#count(state);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#beginNext();
    }
  }

  #stateOf({ key, isKnown }: Lane): LaneState {
    const now = Date.now();
    if (now > this.#periodEnd) this.#beginPeriod(now);
    // An account may be known at one address and not at another.
    const name = `${isKnown} ${key}`;
    let state = this.#lanes.get(name);
    if (!state) {
      state = { key, isKnown, turns: 0, waiting: [] };
      this.#lanes.set(name, state);
    }
    return state;
  }

  #beginPeriod(now: number): void {
    this.#periodEnd = now + COUNTING_PERIOD_MS;
    for (const [name, state] of this.#lanes) {
      state.turns = 0;
      if (state.waiting.length === 0) this.#lanes.delete(name);
    }
  }

  #wait(state: LaneState): Promise<void> {
    return new Promise((begin, refuse) => {
      state.waiting.push({ begin, refuse });
      this.#busy.add(state);
      this.#waiting += 1;
      const { mostWaiting, mostInLane, refusal } = this.#size;
      const isLaneFull = state.waiting.length > mostInLane;
      if (!isLaneFull && this.#waiting <= mostWaiting) return;
      const refused = isLaneFull ? state : this.#byTurns(false).at(-1);
      refused?.waiting.pop()?.refuse(refusal());
      this.#left(refused);
    });
  }

  #beginNext(): void {
    const [next] = this.#byTurns(this.#isKnownNext);
    if (!next) return;
    const first = next.waiting.shift();
    this.#left(next);
    this.#isKnownNext = !next.isKnown;
    this.#count(next);
    first?.begin();
  }

  /** Notes that a piece of work no longer waits in a lane. */
  #left(state: LaneState | undefined): void {
    this.#waiting -= 1;
    if (state?.waiting.length === 0) this.#busy.delete(state);
  }

  /** The busy lanes of one kind, known or not; all busy lanes if that kind has none. The fewest turns come first. */
  #byTurns(isKnown: boolean): LaneState[] {
    const busy = [...this.#busy];
    const those = busy.filter((lane) => lane.isKnown === isKnown);
    return (those.length > 0 ? those : busy).toSorted((a, b) => a.turns - b.turns);
  }

  #count(state: LaneState): void {
    this.#running += 1;
    state.turns += 1;
  }
}
