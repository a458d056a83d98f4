/** The events of one subscriber. Until the subscriber takes them, only the newest of each key waits. */
export class Feed<T = unknown> {
  isEnded = false;
  readonly #keyOf: (event: T) => number;
  readonly #onEnd: (feed: Feed<T>) => void;
  /** The share of the time that reading events may take; 1 if no event has to wait. */
  readonly #share: number;
  #waiting = new Map<number, T>();
  /** Ends the wait of `take`. */
  #wake: () => void = () => {};
  #rest: NodeJS.Timeout | undefined;
  /** When the last events were taken, and until when the feed rests after them, in milliseconds. */
  #taken = 0;
  #restsUntil = 0;

  constructor(parts: {
    keyOf(event: T): number;
    share?: number;
    onEnd(feed: Feed<T>): void;
  }) {
    this.#keyOf = parts.keyOf;
    this.#share = parts.share ?? 1;
    this.#onEnd = parts.onEnd;
  }

  push(event: T): void {
    if (this.isEnded) return;
    this.#waiting.set(this.#keyOf(event), event);
    this.#wake();
  }

  /** Waits until the feed has rested, then for events, and takes them all. Returns none after the end of the feed. */
  async take(): Promise<T[]> {
    const rest = this.#restsUntil - performance.now();
    if (rest > 0 && !this.isEnded) {
      this.#rest = setTimeout(() => {
        this.#rest = undefined;
        this.#wake();
      }, rest);
    }
    while ((this.#rest || this.#waiting.size === 0) && !this.isEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#taken = performance.now();
    const events = [...this.#waiting.values()];
    this.#waiting = new Map();
    return events;
  }

  /** Says that the events taken are read. The feed then rests, so that reading keeps to its share. */
  settle(): void {
    const took = performance.now() - this.#taken;
    if (this.#share < 1) this.#restsUntil = this.#taken + took / this.#share;
  }

  /** Ends the feed for a subscriber who has left: what waits is dropped. */
  cancel(): void {
    this.#waiting.clear();
    this.end();
  }

  /** Ends the feed: no event comes after those that wait. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.#rest);
    this.#onEnd(this);
    this.#wake();
  }
}
