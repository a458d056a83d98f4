/** The events of one subscriber. Until the subscriber takes them, only the newest of each key waits. */
export class Feed<T = unknown> {
  isEnded = false;
  readonly #keyOf: (event: T) => number;
  readonly #onEnd: (feed: Feed<T>) => void;
  /** What part of the time the reading of events may take; 1 if none has to wait. */
  readonly #share: number;
  #waiting = new Map<number, T>();
  /** Ends the wait of `take`. */
  #wake: () => void = () => {};
  #rest: NodeJS.Timeout | undefined;
  /** When the last events were taken, in milliseconds; undefined before the first. */
  #taken: number | undefined;

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

  /**
   * Waits for events and takes them all; none after the end. The time since the last call counts as
   * their reading: the feed rests before it gives more, so that reading keeps to its share.
   */
  async take(): Promise<T[]> {
    if (this.#taken !== undefined && this.#share < 1) {
      const took = performance.now() - this.#taken;
      this.#rest = setTimeout(
        () => {
          this.#rest = undefined;
          this.#wake();
        },
        took / this.#share - took,
      );
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
