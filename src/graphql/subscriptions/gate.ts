import type { ExecutionResult } from "postgraphile/graphql";
import type { Feed } from "../../live/feed.ts";

const DONE = { value: undefined, done: true } as const;

/** The stream that Grafast executes: it gives an event only when `open` lets one through. */
export class Gate<T = unknown> implements AsyncIterableIterator<T, undefined> {
  readonly feed: Feed<T>;
  readonly #events: T[] = [];
  #next: ((result: IteratorResult<T, undefined>) => void) | undefined;

  constructor(feed: Feed<T>) {
    this.feed = feed;
  }

  /** Lets one event through. */
  open(event: T): void {
    if (this.#next) this.#next({ value: event, done: false });
    else this.#events.push(event);
    this.#next = undefined;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#events.length > 0) {
      return Promise.resolve({ value: this.#events.shift() as T, done: false });
    }
    if (this.feed.isEnded) return Promise.resolve(DONE);
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

  [Symbol.asyncIterator]() {
    return this;
  }
}

/** Makes the `return` of results cancel the feed first, so that it never waits for an event that does not come. */
export function endingWith(
  feed: Feed,
  results: AsyncGenerator<ExecutionResult, undefined>,
): AsyncGenerator<ExecutionResult, undefined> {
  const finish = results.return.bind(results);
  return Object.assign(results, {
    return(value: undefined) {
      feed.cancel();
      return finish(value);
    },
  });
}

/**
 * The results of a subscription's plan, one event after another: the next event goes in when its
 * subscriber asks for the next result. Grafast alone would execute events as they come, and keep
 * the results for a client that does not read them.
 */
export async function* paced(
  gate: Gate,
  planned: AsyncIterable<ExecutionResult>,
  beginAnswer: () => void,
): AsyncGenerator<ExecutionResult, undefined> {
  const results = planned[Symbol.asyncIterator]();
  try {
    for (;;) {
      const events = await gate.feed.take();
      if (events.length === 0) return;
      for (const event of events) {
        beginAnswer();
        gate.open(event);
        const { value, done } = await results.next();
        if (done) return;
        // Settles before the client reads the result, which may take long.
        if (event === events.at(-1)) gate.feed.settle();
        yield value;
      }
    }
  } finally {
    gate.feed.end();
    await results.return?.();
  }
}
