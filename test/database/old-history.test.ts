/** @database server */
import { appendFile, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Pool } from "pg";
import { checkHistory, MIGRATIONS_FOLDER } from "../../src/database/check-history.ts";
import { migrate } from "../../src/database/run-migrations.ts";
import { ConfigError } from "../../src/ops/config-error.ts";
import { environmentOf, run } from "../commands/run.ts";
import { isNative, openClone } from "../helpers/database.ts";
import { committed } from "../helpers/migrations-folder.ts";
import { startChild } from "../http/child.ts";
import { type EmptyDatabase, emptyDatabase } from "./empty-database.ts";
import { makeOldDatabase } from "./old-history.ts";

const REFUSED = /^This database was made by other migrations .*Start with an empty database: set /m;

/** Returns all objects of a database, and its old rows. */
async function everything(pool: Pool): Promise<unknown> {
  const { rows } = await pool.query(`
    select
      (select jsonb_agg(n.nspname order by n.nspname) from pg_namespace n where n.nspname !~ '^pg_') as schemas,
      (select jsonb_agg(format('%s %s %s', c.oid, c.xmin, c.relname) order by c.oid) from pg_class c) as relations,
      (select jsonb_agg(p.oid order by p.oid) from pg_proc p) as functions,
      (select jsonb_agg(format('%s %s', m.xmin, m) order by m.filename) from graphile_migrate.migrations m) as migrations,
      (select jsonb_agg(format('%s %s', u.xmin, u)) from app_public.users u) as users`);
  return rows[0];
}

// The service and the commands open this database in their own processes, so it is closed here while they run.
let old: EmptyDatabase;
let before: unknown;
beforeAll(async () => {
  old = await emptyDatabase();
  const database = await old.open();
  await makeOldDatabase(database.ownerPool);
  before = await everything(database.ownerPool);
  await expect(migrate(database, console.error)).rejects.toThrow(ConfigError);
  await expect(migrate(database, console.error)).rejects.toThrow(REFUSED);
  expect(await everything(database.ownerPool)).toEqual(before);
  await old.close();
});
afterAll(() => old.drop());

test("npm start refuses a database made by the replaced migrations, with exit code 1 and an explanation", async () => {
  const { databaseUrl, dataDir, jwtSecret } = old.config;
  const child = startChild({
    PORT: "0",
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret }),
  });
  expect(await child.ended).toBe(1);
  expect(child.output()).toMatch(REFUSED);
  expect(child.output()).not.toMatch(/\bat .+:\d+/);
});

// On the embedded database, each command takes seconds.
const VERBS = isNative
  ? ["migrate", "watch", "current", "status", "commit", "uncommit"]
  : ["migrate"];
test.each(VERBS)(
  "npm run migrate -- %s refuses a database made by the replaced migrations",
  async (verb) => {
    const env = {
      ...environmentOf(old.config),
      SHADOW_DATABASE_URL: "postgres:///none",
      ROOT_DATABASE_URL: "postgres:///none",
    };
    const { code, stdout, stderr } = await run("migrate", [verb], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(REFUSED);
  },
);

(isNative ? test : test.skip).each([
  ["restored", []],
  ["export-data", [join(tmpdir(), "las-never.data.gz")]],
])("npm run %s refuses a database that replaced migrations made", async (command, args) => {
  const { code, stdout, stderr } = await run(command, args, environmentOf(old.config));
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(REFUSED);
});

test("none of these commands changes a database made by the replaced migrations", async () => {
  const database = await old.open();
  expect(await everything(database.ownerPool)).toEqual(before);
});

test("a database that lacks a migration is not current", async () => {
  const database = await openClone();
  const pool = database.ownerPool;
  await expect(checkHistory(pool)).resolves.toEqual([]);
  await pool.query(
    "delete from graphile_migrate.migrations where filename = (select max(filename) from graphile_migrate.migrations)",
  );
  await expect(checkHistory(pool)).resolves.toHaveLength(1);
  await pool.query("truncate graphile_migrate.migrations");
  await expect(checkHistory(pool)).resolves.toHaveLength(committed.length);
  await pool.query("drop schema graphile_migrate cascade");
  await expect(checkHistory(pool)).resolves.toHaveLength(committed.length);
  await database.close();
});

test("a database is refused if a migration was edited after it ran, but not if it has one of a newer release", async () => {
  const database = await openClone();
  const pool = database.ownerPool;
  const edited = await mkdtemp(join(tmpdir(), "las-history-"));
  try {
    const add =
      "insert into graphile_migrate.migrations (hash, filename) values ('sha1:newer', '999999.sql')";
    await pool.query(add);
    await expect(checkHistory(pool)).resolves.toEqual([]);
    await cp(MIGRATIONS_FOLDER, edited, { recursive: true });
    await appendFile(join(edited, "committed/000003-users.sql"), "-- A line more.\n");
    await expect(checkHistory(pool, edited)).rejects.toThrow(/000003-users\.sql is not the migr/);
    // The last migration is checked too if it was edited alone.
    await pool.query("delete from graphile_migrate.migrations where filename = '999999.sql'");
    const last = (await readdir(join(edited, "committed"))).sort().at(-1) as string;
    await cp(MIGRATIONS_FOLDER, edited, { recursive: true });
    await appendFile(join(edited, "committed", last), "-- A line more.\n");
    await expect(checkHistory(pool, edited)).rejects.toThrow(`${last} is not the migration`);
    await pool.query("update graphile_migrate.migrations set previous_hash = null");
    await pool.query(
      "update graphile_migrate.migrations set hash = 'sha1:other' where filename = '000002.sql'",
    );
    // Stores the changed row first, so that PostgreSQL reads it first.
    await pool.query(
      `create temp table others as table graphile_migrate.migrations; truncate graphile_migrate.migrations;
        insert into graphile_migrate.migrations select * from others order by filename <> '000002.sql', filename`,
    );
    await expect(checkHistory(pool)).rejects.toThrow(
      /^migrations\/committed\/000002-settings\.sql is not the migration that ran/,
    );
    await expect(migrate(database, console.error)).rejects.toThrow(ConfigError);
  } finally {
    await rm(edited, { recursive: true });
    await database.close();
  }
});
