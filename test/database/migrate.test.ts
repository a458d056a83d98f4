/** @database server */
import { readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MIGRATIONS_FOLDER } from "../../src/database/check-history.ts";
import { migrate } from "../../src/database/run-migrations.ts";
import { isNative } from "../helpers/database.ts";
import { committed, migrationsFolder } from "../helpers/migrations-folder.ts";
import { type EmptyDatabase, emptyDatabase } from "./empty-database.ts";

const LOCKS = `select count(*)::int from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and d.datname = current_database()`;

let empty: EmptyDatabase;
beforeAll(async () => {
  empty = await emptyDatabase();
});
afterAll(() => empty.drop());

test("hosts that start together migrate an empty database once, and leave no lock", async () => {
  // Only one process at a time can open the embedded database.
  const first = await empty.open();
  const hosts = isNative ? [first, await empty.open()] : [first];
  const logged: string[] = [];
  await Promise.all(hosts.map((host) => migrate(host, (line) => logged.push(line))));
  expect(logged).toEqual([]);
  const { rows } = await first.ownerPool.query(
    `select count(*)::int as migrations, (${LOCKS}) as locks from graphile_migrate.migrations`,
  );
  const migrations = readdirSync(join(MIGRATIONS_FOLDER, "committed")).length;
  expect(rows).toEqual([{ migrations, locks: 0 }]);
});

test("a migration that fails names its file and what stays, and changes nothing", async () => {
  await empty.close();
  const host = await empty.open();
  const folder = await migrationsFolder(
    committed.length,
    "create table app_private.kept ();",
    "create table app_private.lost (); select 1 / 0;",
  );
  const number = (more: number) =>
    String(Number.parseInt(committed.at(-1) as string, 10) + more).padStart(6, "0");
  await expect(migrate(host, () => {}, folder)).rejects.toThrow(
    `The migration migrations/committed/${number(2)}-trial.sql failed: division by zero; 22012. Nothing of it was ` +
      "changed in the database, and the 1 that ran before it stay.",
  );
  const { rows } = await host.ownerPool.query(
    `select to_regclass('app_private.kept') is not null as kept, to_regclass('app_private.lost') as lost, (${LOCKS}) as locks`,
  );
  expect(rows).toEqual([{ kept: true, lost: null, locks: 0 }]);
  await rm(folder, { recursive: true });
});

test("a migration without a transaction runs, and one that was edited before it ran does not", async () => {
  await empty.close();
  const host = await empty.open();
  const folder = await migrationsFolder(
    committed.length,
    "create table app_private.kept ();",
    "--! no-transaction\ncreate index concurrently users_made_by_a_test on app_public.users (name);",
    "select 'as committed';",
  );
  const file = readdirSync(join(folder, "committed")).sort().at(-1) as string;
  const path = join(folder, "committed", file);
  await writeFile(path, (await readFile(path, "utf8")).replace("as committed", "edited"));
  await expect(migrate(host, () => {}, folder)).rejects.toThrow(`${file} was edited since`);
  const { rows } = await host.ownerPool.query(
    "select indisvalid from pg_index where indexrelid = 'app_public.users_made_by_a_test'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
  await rm(folder, { recursive: true });
});
