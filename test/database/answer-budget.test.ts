import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import type pg from "pg";
import { AnswerBudget, type AnswerShape } from "../../src/database/answer-budget.ts";
import { isUsuallyLarge } from "../../src/database/large-answers.ts";
import { onConnection } from "../../src/database/request-adaptor.ts";

/** Returns a fake connection that receives as many bytes as the test says. */
function fakeConnection() {
  const stream = Object.assign(new EventEmitter(), {
    destroyed: 0,
    destroy() {
      this.destroyed += 1;
    },
  });
  return {
    client: { connection: { stream } } as unknown as pg.PoolClient,
    stream,
    receive: (bytes: number) => stream.emit("data", Buffer.alloc(bytes)),
  };
}

const TOO_LARGE = "The answer is larger than 1000 bytes: ask for fewer rows or fields at once.";

test("an answer larger than its budget is refused, and its connection is closed", () => {
  const budget = new AnswerBudget(1000);
  const { client, stream, receive } = fakeConnection();
  budget.watch(client);
  receive(1000);
  budget.check();
  expect(stream.destroyed).toBe(0);
  receive(1);
  expect(() => budget.check()).toThrow(TOO_LARGE);
  expect(stream.destroyed).toBe(1);
});

test("the bytes that a connection receives count for the answer that uses it", () => {
  const [one, other] = [new AnswerBudget(1000), new AnswerBudget(1000)];
  const { client, stream, receive } = fakeConnection();
  one.watch(client).end();
  receive(2000);
  expect(one.isSpent).toBe(false);
  other.watch(client);
  receive(600);
  one.payForBytes(2000);
  expect([one.isSpent, other.isSpent, stream.destroyed]).toEqual([true, false, 0]);
  expect(stream.listenerCount("data")).toBe(1);
});

test("received bytes count for each key that shows them, and each row counts the bytes of its keys", () => {
  const budget = new AnswerBudget(1000, { keysOfRow: 100, copies: 3 });
  budget.payForBytes(100);
  budget.payForRow(["a", 1, null]);
  // PostgreSQL writes a brace for each row inside a column, and one for their list.
  budget.payForRow(['{"{a,b}","{c,d}"}']);
  budget.check();
  budget.payForRow([]);
  budget.payForRow([]);
  budget.check();
  budget.payForBytes(1);
  expect(() => budget.check()).toThrow(TOO_LARGE);
});

test("braces count as rows only in a text that begins with one, and only if columns may hold rows", () => {
  const shape: AnswerShape = { keysOfRow: 100, copies: 1 };
  const flat = new AnswerBudget(1000, shape, true);
  for (let row = 0; row < 10; row += 1) flat.payForRow(["{{{{"]);
  flat.check();
  const nested = new AnswerBudget(1000, shape);
  for (let row = 0; row < 10; row += 1) nested.payForRow(["a {{{{"]);
  nested.check();
});

test("each event of a subscription has a full budget, and the size of an answer is remembered", () => {
  const shape: AnswerShape = { keysOfRow: 0, copies: 1 };
  const budget = new AnswerBudget(200_000, shape);
  budget.payForBytes(1000);
  budget.note();
  expect(isUsuallyLarge(shape)).toBe(false);
  budget.payForBytes(199_000);
  budget.refill();
  budget.payForBytes(200_000);
  budget.check();
  budget.note();
  expect(isUsuallyLarge(shape)).toBe(true);
});

/** Uses a connection for a request with this budget. Returns what the pool is told when it gets the connection back. */
async function use(budget: AnswerBudget, run: (receive: (bytes: number) => void) => void) {
  const { client, receive } = fakeConnection();
  const released: unknown[] = [];
  const pool = {
    connect: async () => Object.assign(client, { release: (end: unknown) => released.push(end) }),
  };
  const request = { identity: { userId: 1, sessionId: 1 }, budget };
  const answer = onConnection(pool as unknown as pg.Pool, request, async () => run(receive));
  const error: unknown = await answer.catch((failure: unknown) => failure);
  return { released, receive, error: (error as Error | undefined)?.message };
}

test.each([
  ["is whole", () => {}],
  [
    "breaks off",
    () => {
      throw new Error("Connection terminated");
    },
  ],
])(
  "an answer that is too large and %s is refused, and its connection is not used again",
  async (_how, end) => {
    const { released, error } = await use(new AnswerBudget(1000), (receive) => {
      receive(1001);
      end();
    });
    expect([error, released]).toEqual([TOO_LARGE, [true]]);
  },
);

test("after an answer its size is noted, and later bytes of the returned connection do not count for it", async () => {
  const shape: AnswerShape = { keysOfRow: 0, copies: 1 };
  const budget = new AnswerBudget(1000, shape);
  const { released, receive, error } = await use(budget, (receive) => void receive(1000));
  receive(1000);
  expect([error, released, budget.isSpent]).toEqual([undefined, [false], false]);
  expect(isUsuallyLarge(shape)).toBe(false);
});
