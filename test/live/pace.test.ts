/** @database server */
import { describe, expect, jest, test } from "@jest/globals";
import type { FastOperation } from "../../src/graphql/fast-path/compile.ts";
import { subscribe } from "../../src/graphql/fast-path/subscribe.ts";
import type { Subscriber } from "../../src/graphql/subscriptions/follow.ts";
import { Gate } from "../../src/graphql/subscriptions/gate.ts";
import { PacedResultsPlugin } from "../../src/graphql/subscriptions/paced-results.ts";
import { Feed } from "../../src/live/feed.ts";

const newFeed = () =>
  new Feed<{ id: number }>({ keyOf: ({ id }) => id, share: 0.5, onEnd: () => {} });

test("on the fast path the feed rests once all its events are read", async () => {
  const feed = newFeed();
  const settle = jest.spyOn(feed, "settle");
  const operation = {
    label: '"changed"',
    declared: {
      kind: "events",
      follow: { keys: [{ property: "id" }], begin: async () => feed },
    },
    text: "select",
    write: ([row]: string[]) => row,
  } as unknown as FastOperation;
  const reads = new Map<number, (rows: string[]) => void>();
  const read = (_settings: object, _text: string, [id]: [number]) =>
    new Promise((resolve) => reads.set(id, resolve));
  const subscriber = { live: { reader: { read } }, pgSettings: {} } as unknown as Subscriber;
  const subscription = await subscribe(operation, subscriber);
  const results = subscription?.[Symbol.asyncIterator]() as AsyncIterator<unknown>;

  feed.push({ id: 1 });
  feed.push({ id: 2 });
  const first = results.next();
  // Waits until the reads of both events have begun.
  while (reads.size < 2) await new Promise(setImmediate);
  reads.get(1)?.(["10"]);
  expect(await first).toEqual({ value: { data: { changed: 10 } }, done: false });
  expect(settle).not.toHaveBeenCalled();
  reads.get(2)?.(["20"]);
  expect(await results.next()).toEqual({ value: { data: { changed: 20 } }, done: false });
  expect(settle).toHaveBeenCalledTimes(1);
  await results.return?.();
  expect(feed.isEnded).toBe(true);
});

describe("the feed of a subscription that Grafast plans", () => {
  const middleware = PacedResultsPlugin.grafast?.middleware?.subscribe as unknown as (
    next: () => Promise<unknown>,
    event: { args: { contextValue: object } },
  ) => Promise<unknown>;
  const run = (gates: Gate[], planned: unknown) =>
    middleware(async () => planned, {
      args: { contextValue: { gates, request: { beginAnswer() {} } } },
    });

  test("ends if the plan fails", async () => {
    const feed = newFeed();
    const failed = { errors: [new Error("refused")] };
    expect(await run([new Gate(feed as Feed)], failed)).toBe(failed);
    expect(feed.isEnded).toBe(true);
  });

  test("goes on if the plan succeeds, until its client leaves", async () => {
    const feed = newFeed();
    const gate = new Gate(feed as Feed);
    const planned = (async function* () {
      for await (const event of gate) yield { data: event };
    })();
    const results = (await run([gate], planned)) as AsyncGenerator<unknown>;
    feed.push({ id: 7 });
    expect(await results.next()).toEqual({ value: { data: { id: 7 } }, done: false });
    expect(feed.isEnded).toBe(false);
    await results.return(undefined);
    expect(feed.isEnded).toBe(true);
  });

  test("is not required: a result without one is passed on unchanged", async () => {
    const planned = { data: null };
    expect(await run([], planned)).toBe(planned);
  });
});
