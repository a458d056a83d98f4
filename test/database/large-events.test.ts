/** @database both */
import { beforeAll, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { AnswerBudget } from "../../src/database/answer-budget.ts";
import { openDatabase } from "../../src/database/open.ts";
import { type Reading, readForEach } from "../../src/database/request-adaptor.ts";
import { RequestQuery } from "../../src/database/request-query.ts";
import { insertUser, runClone } from "../helpers/database.ts";

const database = runClone(openDatabase);
let userId: number;
let adminId: number;
let otherId: number;
beforeAll(async () => {
  userId = await insertUser(database);
  await database.ownerPool.query(
    "insert into app_public.sessions (user_id, id, expires_at) overriding system value values ($1, 1, now() + interval '1 day')",
    [userId],
  );
  adminId = await insertUser(database, { isAdmin: true });
  await database.ownerPool.query(
    "insert into app_public.sessions (user_id, id, expires_at, is_admin) overriding system value values ($1, 2, now() + interval '1 day', true)",
    [adminId],
  );
  otherId = await insertUser(database);
  await database.ownerPool.query(
    "insert into app_public.sessions (user_id, id, expires_at) overriding system value values ($1, 4, now() + interval '1 day')",
    [otherId],
  );
});

/** Reads within a budget. Returns the rows of each reading, or the error message if it failed. */
async function read(
  text: string,
  readings: Reading[],
  { pool = database.hostPool as pg.Pool, budget = new AnswerBudget(16_000_000) } = {},
): Promise<unknown[]> {
  const { results } = await readForEach(pool, text, readings, budget);
  const settled = await Promise.allSettled(results);
  return settled.map((one) => (one.status === "fulfilled" ? one.value : one.reason.message));
}

test("an event that is too large fails for its subscriber alone", async () => {
  const request = { identity: { userId, sessionId: 1 } };
  const text = "select length(t)::text, t from repeat('x', $1::int) t";
  const most = 3_999_979;
  const readings = [3, most + 1, most].map((length) => ({ request, text, values: [length] }));
  const [small, tooLarge, large] = await read(text, readings);
  expect([small, tooLarge]).toEqual([
    [["3", "xxx"]],
    "An event is larger than 4000000 bytes: follow fewer fields.",
  ]);
  // Together with the lengths of the row and of its columns, the event has four million bytes.
  expect((large as [string, string][])[0]?.[0]).toBe(String(most));
});

const requestOf = (userId: number, sessionId: number) => ({ identity: { userId, sessionId } });

test("each subscriber reads in their own role, and one whose session has ended as anonymous", async () => {
  const text =
    "select current_user::text, app_public.current_user_id()::text, coalesce($1::text, 'nothing')";
  const readings = [
    { request: requestOf(adminId, 2), text, values: ["a"] },
    { request: requestOf(userId, 1), text, values: [null] },
    { request: requestOf(userId, 3), text, values: ["c"] },
    { request: requestOf(adminId, 2), text, values: ["d"] },
    { request: requestOf(userId, 1), text, values: ["e"] },
    { request: requestOf(otherId, 4), text, values: ["f"] },
  ];
  expect(await read(text, readings)).toEqual([
    [["app_admin", String(adminId), "a"]],
    [["app_user", String(userId), "nothing"]],
    [["app_anonymous", null, "c"]],
    [["app_admin", String(adminId), "d"]],
    [["app_user", String(userId), "e"]],
    [["app_user", String(otherId), "f"]],
  ]);
});

/**
 * Returns a pool of one connection. `order` records each answer to a single reading, and the return of the connection.
 */
function watchedPool(client: pg.PoolClient, order: string[]) {
  const query = (asked: RequestQuery) => {
    if (asked instanceof RequestQuery) {
      const { callback } = asked;
      asked.callback = (...outcome) => {
        order.push("answered");
        callback(...outcome);
      };
    }
    return client.query(asked);
  };
  const watched = Object.assign(Object.create(client), {
    query,
    release: () => order.push("given back"),
  });
  return { connect: async () => watched } as unknown as pg.Pool;
}

test("rows of subscribers with the same role are read together, on a new connection and the next time", async () => {
  const order: string[] = [];
  // A new connection.
  const client = await database.publicationPool.connect();
  const pool = watchedPool(client, order);
  const text = "select current_user::text, $1::text";
  const readings = [
    { request: requestOf(userId, 1), text, values: ["a"] },
    { request: requestOf(adminId, 2), text, values: ["b"] },
    { request: requestOf(otherId, 4), text, values: ["c"] },
  ];
  for (let time = 0; time < 2; time += 1) {
    expect(await read(text, readings, { pool })).toEqual([
      [["app_user", "a"]],
      [["app_admin", "b"]],
      [["app_user", "c"]],
    ]);
  }
  client.release();
  expect(order).toEqual(["given back", "given back"]);
});

test("the connection is given back after the last subscriber's rows", async () => {
  const order: string[] = [];
  const client = await database.hostPool.connect();
  // Each of these is read alone.
  const text = "select $1::text";
  const request = requestOf(userId, 3);
  const readings = ["a", "b"].map((value) => ({ request, text, values: [value] }));
  const rows = await read(text, readings, { pool: watchedPool(client, order) });
  client.release();
  expect(rows).toEqual([[["a"]], [["b"]]]);
  expect(order).toEqual(["answered", "answered", "given back"]);
});

test("a statement that fails for one subscriber fails for no other", async () => {
  const text = "select (1 / $1::int)::text";
  const readings = [1, 0, 1].map((value) => ({
    request: requestOf(userId, 1),
    text,
    values: [value],
  }));
  expect(await read(text, readings)).toEqual([[["1"]], "division by zero", [["1"]]]);
});

test("reads that are too large together are refused, and their connection is not used again", async () => {
  const text = "select repeat('x', $1::int)";
  const request = requestOf(userId, 1);
  const reading = { request, text, values: [1_000_000] };
  const client = await database.hostPool.connect();
  const released: unknown[] = [];
  const release = client.release.bind(client);
  client.release = (isBroken) => {
    released.push(isBroken);
    release(isBroken);
  };
  const pool = { connect: async () => client } as unknown as pg.Pool;
  const budget = new AnswerBudget(3_000_000);
  await expect(read(text, [reading, reading, reading, reading], { pool, budget })).rejects.toThrow(
    "follow fewer fields",
  );
  expect(released).toEqual([true]);
  const [rows] = await read(text, [reading]);
  expect(rows).toHaveLength(1);
});

test.each([
  ["longer than the round trip before it", [0, 290, 700], 120],
  ["no longer than the round trip before it", [0, 290, 500], 0],
])("a statement's time leaves out the round trip: it takes %s", async (_what, moments, took) => {
  const request = requestOf(userId, 1);
  const clock = jest.spyOn(performance, "now").mockImplementation(() => moments.shift() ?? 0);
  try {
    const readings = [{ request, text: "select 1", values: [] }];
    const budget = new AnswerBudget(1_000);
    const answer = await readForEach(database.hostPool, "select 1", readings, budget);
    expect(answer.took).toBe(took);
  } finally {
    clock.mockRestore();
  }
});
