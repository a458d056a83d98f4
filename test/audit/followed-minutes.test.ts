import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { buildSchema, parse } from "postgraphile/graphql";
import { AuditedReadsPlugin } from "../../src/graphql/audit/audited-reads.ts";

/** What a subscription to positions leaves in the audit log, minute by minute, without a database. */

const MINUTE = 60_000;
const NOON = Date.parse("2026-10-21T12:00:00Z");
beforeEach(() => void jest.useFakeTimers({ now: NOON }));
afterEach(() => void jest.useRealTimers());

interface Hooks {
  subscribe(next: () => unknown, event: { args: object }): Promise<AsyncGenerator<number>>;
}
const { subscribe } = (AuditedReadsPlugin.grafast?.middleware ?? {}) as unknown as Hooks;

/** Follows positions. The entries are those that were written when `next` settles. */
async function follow() {
  const entries: unknown[] = [];
  const state = { entries, failure: undefined as Error | undefined, isOver: false };
  async function* numbers() {
    try {
      for (let number = 1; number <= 5; number += 1) yield number;
    } finally {
      state.isOver = true;
    }
  }
  const client = {
    async query({ values }: { values: unknown[] }) {
      if (state.failure) throw state.failure;
      entries.push(values);
    },
  };
  const results = await subscribe(numbers, {
    args: {
      schema: buildSchema("type Query { a: Int } type Subscription { positionAdded: Int }"),
      document: parse("subscription { positionAdded }"),
      contextValue: {
        identity: { userId: 1, sessionId: 2 },
        pgSettings: { "token.user_id": "1", "token.session_id": "2" },
        withPgClient: (_settings: object, use: (one: typeof client) => unknown) => use(client),
      },
    },
  });
  return { results, state };
}
const ENTRY = [["Subscription.positionAdded"], [], null, true];

test("the first result of each minute is recorded", async () => {
  const { results, state } = await follow();
  expect(state.entries).toEqual([]);
  for (const [after, count] of [
    [0, 1],
    [MINUTE - 1, 1],
    [1, 2],
    [0, 2],
    [90 * MINUTE, 3],
  ] as const) {
    jest.advanceTimersByTime(after);
    expect((await results.next()).done).toBe(false);
    expect(state.entries).toEqual(Array(count).fill(ENTRY));
  }
  jest.advanceTimersByTime(MINUTE);
  expect((await results.next()).done).toBe(true);
  expect(state.entries).toHaveLength(3);
});

test("a result that cannot be recorded is kept back, and ends the subscription", async () => {
  const { results, state } = await follow();
  await results.next();
  state.failure = new Error("no space");
  jest.advanceTimersByTime(MINUTE);
  await expect(results.next()).rejects.toThrow("no space");
  expect(state.isOver).toBe(true);
  expect((await results.next()).done).toBe(true);
});
