import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MIGRATIONS_FOLDER } from "../../src/database/check-history.ts";
import { migrate } from "../../src/database/run-migrations.ts";
import { isNative } from "../helpers/database.ts";
import { type EmptyDatabase, emptyDatabase } from "./empty-database.ts";

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
  const { rows } = await first.ownerPool.query(`
    select (select count(*)::int from graphile_migrate.migrations) as migrations,
      (select count(*)::int from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and d.datname = current_database()) as locks`);
  const migrations = readdirSync(join(MIGRATIONS_FOLDER, "committed")).length;
  expect(rows).toEqual([{ migrations, locks: 0 }]);
});
