/** @database both */
import { expect, test } from "@jest/globals";
import { openDatabase } from "../../src/database/open.ts";
import { createWithPgClient } from "../../src/database/request-adaptor.ts";
import { LoggedRequest } from "../../src/ops/logged-request.ts";
import { runClone } from "../helpers/database.ts";

const database = runClone(openDatabase);

test("PostgreSQL knows a request's id as the portal name of each of its statements", async () => {
  const withPgClient = createWithPgClient({ pool: database.hostPool });
  const text = "select name, pg_backend_pid() as pid from pg_cursors where name <> ''";
  const log = new LoggedRequest("request-1");
  const request = { identity: { userId: 1, sessionId: 1 }, log };
  const rows = await withPgClient(request, async (client) => {
    const first = await client.query<{ name: string; pid: number }>({ text });
    const second = await client.query<{ name: string; pid: number }>({ text });
    return [...first.rows, ...second.rows];
  });
  expect(rows.map(({ name }) => name)).toEqual(["request-1", "request-1"]);
  expect(rows.map(({ pid }) => pid)).toEqual([log.backend, log.backend]);
});
