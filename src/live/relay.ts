import type { Feed } from "./feed.ts";

const DONE = { value: undefined, done: true } as const;

/** Hands on, one after another, those events of a feed that are to be executed by the subscription's plan. */
export class Relay<T = unknown> implements AsyncIterableIterator<T, undefined> {
  readonly feed: Feed<T>;
  readonly #events: T[] = [];
  #next: ((result: IteratorResult<T, undefined>) => void) | undefined;

  constructor(feed: Feed<T>) {
    this.feed = feed;
  }

  push(event: T): void {
    if (this.#next) this.#next({ value: event, done: false });
    else this.#events.push(event);
    this.#next = undefined;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#events.length > 0) {
      return Promise.resolve({ value: this.#events.shift() as T, done: false });
    }
    return new Promise((resolve) => {
      this.#next = resolve;
    });
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.feed.end();
    this.#events.length = 0;
    this.#next?.(DONE);
    this.#next = undefined;
    return DONE;
  }

  throw(): Promise<IteratorResult<T, undefined>> {
    return this.return();
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}
