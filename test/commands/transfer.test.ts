/** @database server only */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import bcrypt from "bcrypt";
import type { Foot } from "../../src/cli/transfer.ts";
import { placeOf } from "../../src/cli/with-database.ts";
import { openDatabase } from "../../src/database/open.ts";
import { emptyDatabase } from "../database/empty-database.ts";
import { PROJECT } from "../docs/markdown.ts";
import { ADMINISTRATOR, publish } from "../docs/told.ts";
import { cloneDatabase, runClone } from "../helpers/database.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { environmentOf, run } from "./run.ts";
import { linesOf } from "./transferred.ts";

let service: TestService;
let directory: string;
let exported: string;
const at = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-transfer-"));
  service = await startTestService();
  await service.owner.query(`update app_private.user_credentials c set password_hash = $1`, [
    await bcrypt.hash(ADMINISTRATOR.ADMIN_PASSWORD, 4),
  ]);
  await publish(service.url);
  // Characters that end a line elsewhere, or that COPY escapes.
  await service.owner.query(
    `update app_public.users set address = E'Via\\tRoma\\\\1\\r\\n39100 \\u2028 Bolzano \\\\.'`,
  );
  await service.owner.query("update app_private.settings set level2_distance = 700");
  await service.owner.query(`select app_private.fail_login('a@example.org', '127.0.0.1')`);
  exported = at("alerts.data.gz");
  const { code, stderr } = await run("export-data", [exported], environmentOf(service.config));
  expect(stderr).toContain(
    `Wrote ${exported}: ${await summaryOf(exported)}, of ${placeOf(service.config)}.\n`,
  );
  expect(code).toBe(0);
});
afterAll(async () => {
  await service?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Reads the last record of an export: its counts and sequences. */
async function footOf(file: string): Promise<Foot> {
  const foot = (await linesOf(file)).find((line) => line.startsWith('{"rows"')) as string;
  return JSON.parse(foot);
}
/** Returns the counts that both commands print for a file. */
async function summaryOf(file: string): Promise<string> {
  const counts = Object.values((await footOf(file)).rows);
  return `${counts.reduce((sum, count) => sum + count)} rows of ${counts.length} tables`;
}

const PARTITIONS = `select c.oid::regclass::text as name, c.relrowsecurity, c.reloptions, obj_description(c.oid, 'pg_class') as comment
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'app_public.positions'::regclass order by 1`;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.reverse().splice(0)) await cleanup();
});

/** Opens a migrated database. Returns it and its environment. */
async function migratedPlace() {
  const clone = await cloneDatabase();
  const database = await openDatabase(clone.config, () => {});
  cleanups.push(clone.drop, database.close);
  return { database, env: environmentOf(clone.config) };
}

const users = async (database: { ownerPool: TestService["owner"] }) =>
  (await database.ownerPool.query("select count(*)::int from app_public.users")).rows[0].count;

test("only its owner may read an exported file", async () => {
  expect((await stat(exported)).mode & 0o777).toBe(0o600);
});

test("an export that fails leaves no partial file", async () => {
  await mkdir(at("taken"));
  const { code } = await run("export-data", [at("taken")], environmentOf(service.config));
  expect(code).toBe(1);
  expect(await readdir(directory)).not.toContain("taken.part");
});

test("an import has every row, sequence and job of the export", async () => {
  const empty = await emptyDatabase();
  cleanups.push(() => empty.drop());
  const env = environmentOf(empty.config);
  const { code, stderr } = await run("import-data", [exported], env);
  expect(stderr).toContain(
    `Imported ${exported}: ${await summaryOf(exported)}, into ${placeOf(empty.config)}.\n`,
  );
  expect(code).toBe(0);
  const again = at("again.data.gz");
  await run("export-data", [again], env);
  const lines = await linesOf(exported);
  expect(await linesOf(again)).toEqual(lines);
  expect(lines.join("\n")).toContain("\u2028");
  const { rows, sequences } = await footOf(exported);
  const one = { gave: "app_public.users_id_seq", gaveNothing: "app_private.invitations_id_seq" };
  expect(sequences).toMatchObject({ [one.gave]: ["1", true], [one.gaveNothing]: ["1", false] });
  // The list of running workers is not exported.
  expect(rows).not.toHaveProperty(["app_private.workers"]);
  expect(rows).toHaveProperty(["app_private.settings"], 1);
  expect(rows).toHaveProperty(["graphile_worker._private_jobs"]);

  const { ownerPool } = await empty.open();
  const partitions = await ownerPool.query(PARTITIONS);
  expect(partitions.rows.length).toBeGreaterThan(1);
  expect(partitions.rows).toEqual((await service.owner.query(PARTITIONS)).rows);
  // The planner has statistics of the tables.
  const known = "select from pg_stats where schemaname = 'app_public' and tablename = 'users'";
  expect((await ownerPool.query(known)).rowCount).toBeGreaterThan(0);
  await empty.close();

  const second = await run("import-data", [exported], env);
  expect(second.stderr).toMatch(/^The database is not empty: \S+ has rows\. Nothing was changed/m);
  expect(second.code).toBe(1);
});

// All cases share one database, because nothing is imported.
describe("an import of", () => {
  const database = runClone(openDatabase);

  const text = async () => gunzipSync(await readFile(exported)).toString();
  test.each([
    [
      "a file that is cut off",
      async () => (await readFile(exported)).subarray(0, -100),
      /damaged or not complete/,
    ],
    [
      "a file without its end",
      async () => gzipSync((await text()).replace(/\n\{"rows".*\n$/, "\n")),
      /not complete/,
    ],
    [
      "a file that lacks a row",
      async () => gzipSync((await text()).replace(/^[^\n]*Via\\tRoma[^\n]*\n/m, "")),
      /app_public\.users has 0 rows, and the file 1|violates foreign key/,
    ],
    [
      "a file that has a row more than it says",
      async () =>
        gzipSync((await text()).replace(/("app_private\.settings":)1\b/, (_, name) => `${name}0`)),
      /app_private\.settings has 1 rows, and the file 0/,
    ],
    [
      "a file of another release",
      async () =>
        gzipSync((await text()).replace(/"schemaVersion":"[^,]*,/, '"schemaVersion":"000001.sql,')),
      /of another release/,
    ],
    ["something else", async () => Buffer.from("users"), /damaged or not complete/],
    ["something else in gzip", async () => gzipSync('{"a":1}\n'), /did not make this file/],
  ])("%s imports nothing", async (_, content, message) => {
    const file = at("bad.data.gz");
    await writeFile(file, await content());
    const DATABASE_URL = database.connectionString;
    const { code, stderr } = await run("import-data", [file], { DATABASE_URL });
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
    expect(await users(database)).toBe(0);
  });
});

test("an import of a file that is not there migrates nothing", async () => {
  const empty = await emptyDatabase();
  cleanups.push(() => empty.drop());
  const file = at("gone.data.gz");
  const { code, stderr } = await run("import-data", [file], environmentOf(empty.config));
  expect([code, stderr]).toEqual([1, `There is no file ${file}.\n`]);
  const { ownerPool } = await empty.open();
  const { rows } = await ownerPool.query("select to_regnamespace('app_public') as made");
  expect(rows).toEqual([{ made: null }]);
});

/**
 * Starts an export, and resolves when it waits for a table that no request reads. Returns the connection that holds the
 * table's lock, the outcome of the export, and the process id of the export's connection.
 */
async function exportUntilLock(file: string) {
  const table = "app_public.saved_areas";
  const holder = await service.owner.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  const outcome = run("export-data", [file], environmentOf(service.config));
  const waiting = async () =>
    (
      await service.owner.query(
        "select pid from pg_locks where not granted and relation = $1::regclass and database = (select oid from pg_database where datname = current_database())",
        [table],
      )
    ).rows[0]?.pid;
  return { holder, outcome, pid: await until(waiting) };
}

test("an export is a snapshot of one moment, whatever is written meanwhile", async () => {
  const file = at("moment.data.gz");
  const { holder, outcome } = await exportUntilLock(file);
  // This table comes after the one for which the export waits.
  await holder.query(
    "insert into app_public.second_factors (user_id, kind, name, secret, counter) select id, 'TOTP', 'Later', 'sealed', 1 from app_public.users",
  );
  await holder.query("commit");
  holder.release();
  expect((await outcome).code).toBe(0);
  const { rows } = await footOf(file);
  expect(Object.keys(rows).join()).toMatch(/app_public\.saved_areas,.*app_public\.second_factors/);
  expect(rows).toMatchObject({ "app_public.second_factors": 0 });
});

test("an export whose connection ends says so, and leaves no file", async () => {
  const file = at("ended.data.gz");
  const { holder, outcome, pid } = await exportUntilLock(file);
  await holder.query("select pg_terminate_backend($1::int)", [pid]);
  const { code, stderr } = await outcome;
  await holder.query("rollback");
  holder.release();
  expect(code).toBe(1);
  expect(stderr).toContain("terminating connection");
  expect(await readdir(directory)).not.toContainEqual(expect.stringContaining("ended.data"));
});

test("an import that is killed half-way leaves no rows", async () => {
  const { database, env } = await migratedPlace();
  const holder = await database.ownerPool.connect();
  await holder.query("begin; lock table app_public.notifications in access exclusive mode");
  await holder.query("savepoint held");
  const child = spawn(process.execPath, [join(PROJECT, "src/cli/import-data.ts"), exported], {
    env: { ...process.env, NODE_OPTIONS: "", ...env },
    stdio: "ignore",
  });
  const waiting = async () =>
    (
      await database.ownerPool.query(
        "select from pg_locks where not granted and relation = 'app_public.notifications'::regclass and database = (select oid from pg_database where datname = current_database())",
      )
    ).rowCount;
  await until(waiting);
  child.kill("SIGKILL");
  await once(child, "exit");
  await holder.query("rollback");
  holder.release();
  await until(async () => (await waiting()) === 0);
  expect(await users(database)).toBe(0);
  expect(await run("import-data", [exported], env)).toMatchObject({ code: 0 });
  expect(await users(database)).toBe(1);
});

test("an import succeeds even if its tables cannot be analyzed", async () => {
  const { database, env } = await migratedPlace();
  const holder = await database.ownerPool.connect();
  // Only `analyze` waits for this lock.
  await holder.query("begin; lock table app_private.login_limits in share update exclusive mode");
  const impatient = new URL(env.DATABASE_URL as string);
  impatient.searchParams.set("options", "-c lock_timeout=100");
  const outcome = await run("import-data", [exported], { ...env, DATABASE_URL: impatient.href });
  await holder.query("rollback");
  holder.release();
  expect(outcome.stderr).toMatch(/^Imported .*\nThe planner does not know all tables yet: .*lock/m);
  expect(outcome.code).toBe(0);
  expect(await users(database)).toBe(1);
});
