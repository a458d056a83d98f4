/** @database both */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type pg from "pg";
import { AnswerBudget } from "../../src/database/answer-budget.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { prepareForRequests, RequestQuery } from "../../src/database/request-query.ts";
import { openClone } from "../helpers/database.ts";

let database: Database;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await openClone(openDatabase);
  client = await database.hostPool.connect();
});
afterAll(async () => {
  client.release();
  await database.close();
});

/** Sends a statement as a request without a token does. */
function ask(
  text: string,
  {
    name = text,
    id = null,
    budget,
  }: { name?: string; id?: string | null; budget?: AnswerBudget } = {},
): Promise<unknown[]> {
  prepareForRequests(client);
  return new Promise((resolve, reject) => {
    const query = new RequestQuery({ name, text }, [null, null, id], budget);
    client.query(
      query as never,
      ((error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result.rows)) as never,
    );
  });
}

test("a connection on which a request could not take its role serves the next request", async () => {
  const functionNamed = (name: string) => `function app_private.${name}(integer, bigint)`;
  await database.ownerPool.query(`alter ${functionNamed("authenticate")} rename to gone`);
  await expect(ask("select current_user as role")).rejects.toThrow("does not exist");
  await database.ownerPool.query(`alter ${functionNamed("gone")} rename to authenticate`);
  expect(await ask("select current_user as role")).toEqual([{ role: "app_anonymous" }]);
});

test("an unnamed statement runs under the request's role too", async () => {
  const rows = await ask("select current_user as role", { name: "" });
  expect(rows).toEqual([{ role: "app_anonymous" }]);
});

test("a request's id is set for its own transaction only", async () => {
  const text = "select current_setting('app.request_id', true) as id";
  expect(await ask(text, { id: "of-the-first" })).toEqual([{ id: "of-the-first" }]);
  expect((await client.query(text)).rows).toEqual([{ id: "" }]);
});

test("the keys of each row count towards the size of the answer", async () => {
  const budget = new AnswerBudget(1_000, { keysOfRow: 100, copies: 0 });
  await ask("select from generate_series(1, 10)", { budget });
  expect(budget.isSpent).toBe(false);
  await ask("select 1", { budget });
  expect(budget.isSpent).toBe(true);
});

test("a prepared statement whose columns have changed fails once at most", async () => {
  await database.ownerPool.query(
    "create table public.changed (a int); grant select on public.changed to app_anonymous; insert into public.changed values (1)",
  );
  const text = "select * from public.changed";
  expect(await ask(text)).toEqual([{ a: 1 }]);
  await database.ownerPool.query("alter table public.changed add b int default 2");
  await ask(text).catch((error) =>
    expect(error.message).toBe("cached plan must not change result type"),
  );
  expect(await ask(text)).toEqual([{ a: 1, b: 2 }]);
});

test("a statement name can be reused for another text, also after a failure", async () => {
  for (let time = 0; time < 2; time += 1) {
    expect(await ask("select 1 as one", { name: "shared" })).toEqual([{ one: 1 }]);
    expect(await ask("select 2 as two", { name: "shared" })).toEqual([{ two: 2 }]);
    await expect(ask("select 1 / 0", { name: "shared" })).rejects.toThrow("by zero");
  }
});
