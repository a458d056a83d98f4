/** @database embedded */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import pg from "pg";
import { borrowDatabase } from "../helpers/database.ts";
import { findTables, fingerprint } from "../helpers/restore.ts";

// The tests of this process rely on this: each file finds the database that it borrows as a new clone.

async function borrow() {
  const { config, open, drop } = await borrowDatabase();
  const database = await open?.(config.dataDir, () => {});
  const pool = new pg.Pool({ ...database?.poolConfig, max: 2 });
  return { directory: config.dataDir, pool, drop };
}

test("a borrowed database has no rows, ids, settings or files of the test file before", async () => {
  const newUser = "select id from app_public.new_user('a@example.org', $1, 'A', '', false)";
  const hash = `$2b$11$${"x".repeat(53)}`;
  const first = await borrow();
  const { rows: before } = await first.pool.query(newUser, [hash]);
  await first.pool.query("select set_config('jwt.claims.user_id', '1', false)");
  writeFileSync(join(first.directory, "secret"), "of the first");
  await first.pool.end();
  await first.drop();

  const second = await borrow();
  expect(second.directory).toBe(first.directory);
  const { rows: settings } = await second.pool.query(
    "select coalesce(current_setting('jwt.claims.user_id', true), '') as user_id, count(*)::int as users from app_public.users",
  );
  expect(settings).toEqual([{ user_id: "", users: 0 }]);
  expect((await second.pool.query(newUser, [hash])).rows).toEqual(before);
  expect(existsSync(join(second.directory, "secret"))).toBe(false);
  await second.pool.end();
  await second.drop();
});

// The fingerprint decides whether a database is used again.
test.each([
  ["tables", "create table app_public.extra ()"],
  ["rights", "grant select on app_public.users to app_anonymous"],
  ["settings", "update app_private.settings set position_retention = position_retention"],
  ["statistics", "analyze app_public.users"],
])("a database with changed %s has another fingerprint", async (_what, sql) => {
  const { pool, drop } = await borrow();
  const client = await pool.connect();
  const tables = await findTables(client);
  const before = await fingerprint(client, tables);
  await client.query(
    "insert into app_public.users (email, name, address) values ('a@example.org', 'A', '')",
  );
  expect(await fingerprint(client, tables)).toBe(before);
  await client.query("begin");
  await client.query(sql);
  expect(await fingerprint(client, tables)).not.toBe(before);
  await client.query("rollback");
  client.release();
  await pool.end();
  await drop();
});

test("a database with an open transaction is not used again", async () => {
  const first = await borrow();
  const client = await first.pool.connect();
  await client.query("begin; lock table app_public.users");
  client.on("error", () => {});
  await first.drop();
  const second = await borrow();
  expect(second.directory).not.toBe(first.directory);
  await second.pool.end();
  await second.drop();
  client.release(true);
});
