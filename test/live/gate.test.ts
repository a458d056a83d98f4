/** @database server */
import { describe, expect, test } from "@jest/globals";
import type { ExecutionResult } from "postgraphile/graphql";
import { Gate, paced } from "../../src/graphql/subscriptions/gate.ts";
import { Feed } from "../../src/live/feed.ts";

function gateOfFeed() {
  const feed = new Feed<number>({ keyOf: (event) => event, onEnd: () => {} });
  return { feed, gate: new Gate<unknown>(feed as Feed) };
}
const DONE = { value: undefined, done: true };
const event = (value: number) => ({ value, done: false });

describe("a gate", () => {
  test("gives each event once, whether its reader waits already or comes later", async () => {
    const { gate } = gateOfFeed();
    const waiting = gate.next();
    for (const value of [1, 2, 3]) gate.open(value);
    expect([await waiting, await gate.next(), await gate.next()]).toEqual([1, 2, 3].map(event));
  });

  test("gives the events from before the feed's end, and then ends", async () => {
    const { feed, gate } = gateOfFeed();
    gate.open(1);
    feed.end();
    expect([await gate.next(), await gate.next()]).toEqual([event(1), DONE]);
  });

  test("whose reader leaves ends the feed and the wait for an event, and gives no more", async () => {
    const { feed, gate } = gateOfFeed();
    const waiting = gate.next();
    expect(await gate.return()).toEqual(DONE);
    expect(await waiting).toEqual(DONE);
    expect(feed.isEnded).toBe(true);
    const other = gateOfFeed().gate;
    other.open(1);
    await other.return();
    expect(await other.next()).toEqual(DONE);
  });
});

describe("the results of a subscription", () => {
  const results = (gate: Gate, planned: AsyncIterable<ExecutionResult>) =>
    paced(gate, planned, () => {});

  test("end with the feed", async () => {
    const { feed, gate } = gateOfFeed();
    async function* planned(): AsyncGenerator<ExecutionResult> {
      for await (const value of gate) yield { data: { value } };
    }
    const got = results(gate, planned());
    feed.push(1);
    feed.end();
    expect([await got.next(), await got.next()]).toEqual([
      { value: { data: { value: 1 } }, done: false },
      DONE,
    ]);
  });

  test("end with the plan, which ends the feed", async () => {
    const { feed, gate } = gateOfFeed();
    async function* planned(): AsyncGenerator<ExecutionResult> {
      yield { data: {} };
    }
    const got = results(gate, planned());
    for (const value of [1, 2]) feed.push(value);
    expect([await got.next(), await got.next()]).toEqual([
      { value: { data: {} }, done: false },
      DONE,
    ]);
    expect(feed.isEnded).toBe(true);
  });
});
