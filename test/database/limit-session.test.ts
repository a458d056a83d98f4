import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { limitSession } from "../../src/database/limit-session.ts";
import type { Database } from "../../src/database/open.ts";
import { isNative, openClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";

// The embedded database has one session for all.
const natively = isNative ? test : test.skip;

let database: Database;
beforeAll(async () => {
  database = await openClone();
});
afterAll(() => database.close());

const SETTINGS = `select current_setting('idle_session_timeout') as idle, current_setting('tcp_user_timeout') as unanswered,
  concat_ws(' ', current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval'), current_setting('tcp_keepalives_count')) as keepalives`;

natively("the database session of a host that hangs ends, and its locks are free", async () => {
  const client = await database.hostPool.connect();
  limitSession(client, 300);
  const asked = client.query(SETTINGS);
  const locked = client.query("select pg_advisory_lock(1)");
  expect((await asked).rows).toEqual([{ idle: "300ms", unanswered: "10000", keepalives: "5 2 3" }]);
  await locked;
  const free = "select pg_try_advisory_xact_lock(1) as free";
  await until(async () => (await database.ownerPool.query(free)).rows[0].free);
  client.release();
  // The pool gives the ended session to nobody else.
  expect((await database.hostPool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a database session is limited once, and again only if that failed", async () => {
  const asked: unknown[] = [];
  const answers = [Promise.reject(new Error("away")), Promise.resolve()];
  const client = {
    query: ({ values }: { values: unknown[] }) => {
      asked.push(...values);
      return answers.shift();
    },
  } as never;
  limitSession(client, 1);
  await new Promise(setImmediate);
  limitSession(client, 2);
  limitSession(client, 3);
  expect(asked).toEqual([1, 2]);
});
