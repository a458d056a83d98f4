/** @database both */
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type pg from "pg";
import { AnswerBudget } from "../../src/database/answer-budget.ts";
import type { DatabaseRequest } from "../../src/database/database-request.ts";
import { openDatabase } from "../../src/database/open.ts";
import { createWithPgClient } from "../../src/database/request-adaptor.ts";
import { insertUser, runClone } from "../helpers/database.ts";

const database = runClone(openDatabase);
let userId: number;
let adminId: number;
beforeAll(async () => {
  userId = await insertUser(database);
  adminId = await insertUser(database, { isAdmin: true });
  await database.ownerPool.query(
    `insert into app_public.sessions (user_id, id, expires_at, is_admin) overriding system value
      values ($1, 1, now() + interval '1 day', false), ($2, 2, now() + interval '1 day', true)`,
    [userId, adminId],
  );
});

/** The pools that gave a connection, and the ids of sessions that turned out to be over. */
let used: string[];
let over: number[];
beforeEach(() => {
  used = [];
  over = [];
});
const named = (name: string) =>
  ({
    connect: async () => {
      used.push(name);
      return await database.hostPool.connect();
    },
  }) as unknown as pg.Pool;
const withPgClient = createWithPgClient({
  pool: named("host"),
  publicationPool: named("publication"),
  onSessionEnd: (sessionId) => over.push(sessionId),
});

const ofUser = (sessionId = 1) => ({ identity: { userId, sessionId } });
const ofAdmin = (sessionId = 2) => ({
  identity: { userId: adminId, sessionId },
  pool: "publication" as const,
});
const ask = async (request: DatabaseRequest | null) => {
  const query = { text: "select current_user::text as role" };
  const { rows } = await withPgClient(request, (client) => client.query(query));
  return (rows as { role: string }[])[0]?.role;
};

test("requests and publications run on separate pools, under their user's role", async () => {
  expect(await ask(ofUser())).toBe("app_user");
  expect(await ask(ofAdmin())).toBe("app_admin");
  expect(used).toEqual(["host", "publication"]);
});

test("without a user no connection is taken", async () => {
  await expect(ask({ identity: undefined })).rejects.toThrow("Log in");
  expect(used).toEqual([]);
});

test("a token of an unknown session is anonymous", async () => {
  expect(await ask(ofUser(9))).toBe("app_anonymous");
});

test("more statements than there are statement names can run, also repeatedly and in a transaction", async () => {
  const numbers = [...Array(201).keys(), 0, 1];
  const rows = await withPgClient(ofUser(), (client) =>
    client.withTransaction(async (inside) => {
      const found = [];
      for (const number of numbers) {
        found.push(...(await inside.query({ text: `select ${number} as number` })).rows);
      }
      return found;
    }),
  );
  expect(rows).toEqual(numbers.map((number) => ({ number })));
});

describe("a publication", () => {
  const ofEnded = () => ofAdmin(3);

  test("reports that its session has ended, whatever else is wrong with the request", async () => {
    const send = (text: string, values: string[] = []) =>
      withPgClient(ofEnded(), (client) => client.query({ text, values }));
    await expect(send("select app_private.cancel_alert(1, '')")).rejects.toThrow("Log in");
    // PostgreSQL refuses the value before it looks at rights.
    await expect(send("select $1::text", ["\0"])).rejects.toThrow("invalid byte");
    await withPgClient(ofEnded(), (client) =>
      client.withTransaction((inside) => inside.query({ text: "select 1" })),
    );
    expect(over).toEqual([3, 3, 3]);
  });

  test("does not report a valid session as ended if it is refused or fails", async () => {
    const fails = async (text: string) =>
      await expect(withPgClient(ofAdmin(), (client) => client.query({ text }))).rejects.toThrow();
    await fails("select app_private.begin_session(1, '', '1 day')");
    await fails("no statement");
    expect(over).toEqual([]);
  });

  test("does not report its session as ended if the database is away", async () => {
    const lost = new Error("Connection terminated");
    const query = ({ callback }: { callback?: (error: Error) => void }) =>
      callback ? callback(lost) : Promise.reject(lost);
    const away = { connect: async () => ({ query, release() {} }) } as unknown as pg.Pool;
    const onSessionEnd = (sessionId: number) => over.push(sessionId);
    const publish = createWithPgClient({ pool: away, onSessionEnd });
    await expect(publish(ofEnded(), (client) => client.query({ text: "" }))).rejects.toThrow(lost);
    await expect(
      publish(ofEnded(), (client) => client.withTransaction(async () => {})),
    ).rejects.toThrow(lost);
    expect(over).toEqual([]);
  });

  test("is the only request that reports an ended session", async () => {
    expect(await ask({ ...ofEnded(), pool: "public" })).toBe("app_anonymous");
    expect(over).toEqual([]);
  });
});

test("a request whose answer is already too large takes no connection", async () => {
  const budget = new AnswerBudget(1);
  budget.payForBytes(2);
  await expect(ask({ ...ofUser(), budget })).rejects.toThrow("larger than 1 bytes");
  expect(used).toEqual([]);
});
