import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { buildSchema, type ExecutionResult, parse } from "postgraphile/graphql";
import { AuditedReadsPlugin } from "../../src/graphql/audit/audited-reads.ts";
import { knownDocument } from "../../src/graphql/requests/known-documents.ts";
import { BusyError } from "../../src/ops/app-error.ts";

/** Tests what a subscription to positions leaves in the audit log, minute by minute, without a database. */

const MINUTE = 60_000;
const NOON = Date.parse("2026-10-21T12:00:00Z");
beforeEach(() => void jest.useFakeTimers({ now: NOON }));
afterEach(() => void jest.useRealTimers());

interface Hooks {
  subscribe(
    next: () => unknown,
    event: { args: object },
  ): Promise<AsyncGenerator<number | ExecutionResult>>;
}
const { subscribe } = (AuditedReadsPlugin.grafast?.middleware ?? {}) as unknown as Hooks;

/** Follows positions. The entries are those that were written when `next` settles. */
async function follow(role = "app_admin") {
  const entries: unknown[] = [];
  const asked: unknown[] = [];
  const state = { entries, asked, failure: undefined as Error | undefined };
  async function* numbers() {
    for (let number = 1; number <= 5; number += 1) yield number;
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
      contextValue: {
        request: REQUEST,
        live: {
          reader: {
            async read(...question: unknown[]) {
              asked.push(question);
              return [[role]];
            },
          },
        },
        withPgClient: (_request: object, use: (one: typeof client) => unknown) => use(client),
      },
    },
  });
  return { results, state };
}
const REQUEST = {
  identity: { userId: 1, sessionId: 2 },
  asked: knownDocument(parse("subscription { positionAdded }")),
};
const ENTRY = [["Subscription.positionAdded"], [], null, true];

test("the first result of each minute of a subscription is recorded", async () => {
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

test("a subscriber gets an error instead of a result that cannot be recorded, and the next one is recorded", async () => {
  const { results, state } = await follow();
  await results.next();
  state.failure = new BusyError();
  jest.advanceTimersByTime(MINUTE);
  for (let turn = 0; turn < 2; turn += 1) {
    const { value, done } = await results.next();
    expect({ done, value }).toEqual({ done: false, value: { errors: [expect.anything()] } });
    expect((value as ExecutionResult).errors?.[0]?.originalError).toBe(state.failure);
  }
  state.failure = undefined;
  expect(await results.next()).toEqual({ done: false, value: 4 });
  expect(state.entries).toEqual([ENTRY, ENTRY]);
});

test("nothing is recorded for a subscriber who is not an administrator, whose role is read once a minute", async () => {
  const { results, state } = await follow("app_user");
  state.failure = new BusyError();
  for (const after of [0, 0, MINUTE]) {
    jest.advanceTimersByTime(after);
    expect((await results.next()).value).toEqual(expect.any(Number));
  }
  expect(state.asked).toEqual(Array(2).fill([REQUEST, "select current_user", []]));
  expect(state.entries).toEqual([]);
});
