/** @database server */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { ExecutionResult } from "postgraphile/graphql";
import { endingWith, Gate, paced } from "../../src/graphql/subscriptions/gate.ts";
import { Feed } from "../../src/live/feed.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Starts a subscription whose events each take 0.1 s to execute. Its client asks by hand. */
function manual(share?: number) {
  const feed = new Feed<number>({ keyOf: () => 1, ...(share && { share }), onEnd: () => {} });
  const gate = new Gate<unknown>(feed as Feed);
  async function* planned(): AsyncGenerator<ExecutionResult> {
    for await (const event of gate) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      yield { data: { event } };
    }
  }
  return {
    feed,
    results: endingWith(
      feed as Feed,
      paced(gate, planned(), () => {}),
    ),
  };
}

/** Like `manual`, but the client reads at once. Notes what it got. */
function subscription(share?: number) {
  const { feed, results } = manual(share);
  const got: unknown[] = [];
  void (async () => {
    for await (const { data } of results) got.push(data?.event);
  })();
  return { feed, results, got };
}

test("a feed with a share rests after slow events, then sends only the newest event", async () => {
  const { feed, results, got } = subscription(1 / 5);
  // Time in which nothing happens does not count as reading.
  await jest.advanceTimersByTimeAsync(60_000);
  feed.push(1);
  await jest.advanceTimersByTimeAsync(100);
  expect(got).toEqual([1]);
  feed.push(2);
  await jest.advanceTimersByTimeAsync(300);
  feed.push(3);
  await jest.advanceTimersByTimeAsync(99);
  expect(got).toEqual([1]);
  await jest.advanceTimersByTimeAsync(1 + 100);
  expect(got).toEqual([1, 3]);
  await results.return(undefined);
});

test("a feed without a share sends events at once", async () => {
  const { feed, results, got } = subscription();
  feed.push(1);
  await jest.advanceTimersByTimeAsync(100);
  feed.push(2);
  await jest.advanceTimersByTimeAsync(100);
  expect(got).toEqual([1, 2]);
  await results.return(undefined);
});

test("a feed that ends while it rests leaves no timer", async () => {
  const { feed, results } = subscription(1 / 5);
  feed.push(1);
  await jest.advanceTimersByTimeAsync(100);
  feed.push(2);
  const ended = results.return(undefined);
  await jest.advanceTimersByTimeAsync(0);
  await ended;
  expect(await feed.take()).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});

test("if a client does not read, only the newest event waits, and nothing is executed", async () => {
  const feed = new Feed<number>({ keyOf: () => 1, onEnd: () => {} });
  const gate = new Gate<unknown>(feed as Feed);
  let executed = 0;
  async function* planned(): AsyncGenerator<ExecutionResult> {
    for await (const event of gate) {
      executed += 1;
      yield { data: { event } };
    }
  }
  const results = endingWith(
    feed as Feed,
    paced(gate, planned(), () => {}),
  );
  for (const event of [1, 2, 3]) feed.push(event);
  await jest.advanceTimersByTimeAsync(10);
  expect(executed).toBe(0);
  expect(await results.next()).toEqual({ value: { data: { event: 3 } }, done: false });
  expect(executed).toBe(1);
  await results.return(undefined);
});

test("each event begins an answer, and a client that leaves ends the feed and its plan", async () => {
  const feed = new Feed<number>({ keyOf: (event) => event, onEnd: () => {} });
  const gate = new Gate<unknown>(feed as Feed);
  const done: string[] = [];
  async function* planned(): AsyncGenerator<ExecutionResult> {
    try {
      for await (const event of gate) {
        done.push(`event ${event}`);
        yield { data: { event } };
      }
    } finally {
      done.push("the end");
    }
  }
  const results = paced(gate, planned(), () => done.push("an answer"));
  feed.push(1);
  feed.push(2);
  await results.next();
  await results.next();
  expect(done).toEqual(["an answer", "event 1", "an answer", "event 2"]);
  await results.return(undefined);
  expect(done.at(-1)).toBe("the end");
  expect(feed.isEnded).toBe(true);
});

test("after its end, a feed gives what waited, and nothing that comes later", async () => {
  let ends = 0;
  const feed = new Feed<number>({
    keyOf: (event) => event,
    onEnd: () => {
      ends += 1;
    },
  });
  feed.push(1);
  feed.end();
  feed.end();
  feed.push(2);
  expect(ends).toBe(1);
  expect(await feed.take()).toEqual([1]);
  expect(await feed.take()).toEqual([]);
});

test("a client that takes its time does not make the feed rest longer", async () => {
  const { feed, results } = manual(1 / 5);
  feed.push(1);
  const first = results.next();
  await jest.advanceTimersByTimeAsync(100);
  expect(await first).toEqual({ value: { data: { event: 1 } }, done: false });
  // The client is busy for ten seconds: the rest of 400 ms is over by then.
  await jest.advanceTimersByTimeAsync(10_000);
  feed.push(2);
  const second = results.next();
  await jest.advanceTimersByTimeAsync(100);
  expect(await second).toEqual({ value: { data: { event: 2 } }, done: false });
  await results.return(undefined);
});
