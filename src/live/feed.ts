/** What happens that one subscriber follows. Until they take it, the newest of each key waits. */
export class Feed<T = unknown> {
  /** Called when there is something to take, or nothing will come any more. */
  onChange: () => void = () => {};
  isEnded = false;
  /** The values by which the statement of the subscription's plan finds what an event is about. */
  readonly valuesOf: (event: T) => readonly unknown[];
  /** What part of the time the reading of its events may take; 1 where none is to wait. */
  readonly share: number;
  readonly #keyOf: (event: T) => number;
  readonly #onEnd: (feed: Feed<T>) => void;
  #waiting = new Map<number, T>();

  constructor(parts: {
    keyOf(event: T): number;
    valuesOf(event: T): readonly unknown[];
    share?: number;
    onEnd(feed: Feed<T>): void;
  }) {
    this.#keyOf = parts.keyOf;
    this.valuesOf = parts.valuesOf;
    this.share = parts.share ?? 1;
    this.#onEnd = parts.onEnd;
  }

  push(event: T): void {
    if (this.isEnded) return;
    this.#waiting.set(this.#keyOf(event), event);
    this.onChange();
  }

  /** All that waits. */
  take(): T[] {
    if (this.#waiting.size === 0) return [];
    const events = [...this.#waiting.values()];
    this.#waiting = new Map();
    return events;
  }

  /** Says that nothing will come any more; what waits may still be taken. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#onEnd(this);
    this.onChange();
  }
}
