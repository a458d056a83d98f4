import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { Results } from "../../src/graphql/live-results/results.ts";
import { Feed } from "../../src/live/feed.ts";
import { Relay } from "../../src/live/relay.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A subscription whose events take a tenth of a second to be read; what it was told, as it comes. */
function subscription(share: number | undefined) {
  const feed = new Feed<number>({
    keyOf: () => 1,
    valuesOf: (event) => [event],
    ...(share && { share }),
    onEnd: () => {},
  });
  const relay = new Relay(feed);
  async function* planned() {
    for await (const event of relay) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      yield { data: { event } };
    }
  }
  const results = new Results({
    relay: relay as Relay,
    planned: planned(),
    reader: undefined as never,
    settings: {} as never,
    lesson: undefined,
  });
  const told: unknown[] = [];
  void (async () => {
    for await (const { data } of results) told.push(data?.event);
  })();
  return { feed, results, told };
}

test("an event that takes long to read is followed by a rest, and then by the newest", async () => {
  const { feed, results, told } = subscription(1 / 5);
  feed.push(1);
  await jest.advanceTimersByTimeAsync(100);
  expect(told).toEqual([1]);
  feed.push(2);
  await jest.advanceTimersByTimeAsync(300);
  feed.push(3);
  await jest.advanceTimersByTimeAsync(199);
  expect(told).toEqual([1]);
  await jest.advanceTimersByTimeAsync(1);
  expect(told).toEqual([1, 3]);
  await results.return();
});

test("but not where everyone is to be told at once", async () => {
  const { feed, results, told } = subscription(undefined);
  feed.push(1);
  await jest.advanceTimersByTimeAsync(100);
  feed.push(2);
  await jest.advanceTimersByTimeAsync(100);
  expect(told).toEqual([1, 2]);
  await results.return();
});

test("one that ends while it rests leaves nothing behind", async () => {
  const { feed, results } = subscription(1 / 5);
  feed.push(1);
  await jest.advanceTimersByTimeAsync(100);
  feed.push(2);
  await results.return();
  expect(jest.getTimerCount()).toBe(0);
});
