import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { createWithPgClient } from "../../src/database/request-adaptor.ts";
import { LoggedRequest, setRequest } from "../../src/ops/logged-request.ts";
import { openClone } from "../helpers/database.ts";

let database: Database;
beforeAll(async () => {
  database = await openClone(openDatabase);
});
afterAll(() => database.close());

test("PostgreSQL knows a request's id as the portal name of each of its statements", async () => {
  const withPgClient = createWithPgClient({ pool: database.hostPool });
  const settings = { "token.user_id": "1", "token.session_id": "1" };
  const text = "select name, pg_backend_pid() as pid from pg_cursors where name <> ''";
  const logged = new LoggedRequest("request-1");
  setRequest(settings, logged);
  const rows = await withPgClient(settings as never, async (client) => {
    const first = await client.query<{ name: string; pid: number }>({ text });
    const second = await client.query<{ name: string; pid: number }>({ text });
    return [...first.rows, ...second.rows];
  });
  expect(rows.map(({ name }) => name)).toEqual(["request-1", "request-1"]);
  expect(rows.map(({ pid }) => pid)).toEqual([logged.backend, logged.backend]);
});
