import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { moveIds } from "../../src/commands/restored/move-ids.ts";
import { CommandError } from "../../src/commands/run-command.ts";
import type { Database } from "../../src/database/open.ts";
import { cloneDatabase, insertUser, openClone } from "../helpers/database.ts";
import { environmentOf, run } from "./run.ts";

let database: Database;
beforeAll(async () => {
  database = await openClone();
});
afterAll(() => database.close());

const query = (sql: string) => database.ownerPool.query(sql);
const nextOf = async (table: string) =>
  Number((await query(`select nextval(pg_get_serial_sequence('${table}', 'id'))`)).rows[0].nextval);

test("no id is given again that a client knows from after the backup", async () => {
  const first = await insertUser(database);
  const moved = await moveIds(database.ownerPool);
  expect(moved).toEqual(
    expect.arrayContaining([
      { table: "app_public.users", before: String(first), after: String(first + 100_000) },
      { table: "app_public.alerts", before: "0", after: "100000" },
      { table: "app_public.notifications", before: "0", after: "10000000" },
      { table: "app_public.sessions", before: "0", after: "10000000" },
      { table: "app_private.devices", before: "0", after: "10000000" },
    ]),
  );
  expect(await insertUser(database)).toBe(first + 100_001);
  expect(await nextOf("app_public.alerts")).toBe(100_001);
  expect(await nextOf("app_public.notifications")).toBe(10_000_001);
  await moveIds(database.ownerPool);
  expect(await nextOf("app_public.notifications")).toBe(20_000_002);
});

test.each([
  ["app_public.notifications", 2 ** 31 - 10_000_000],
  ["app_public.alerts", 2 ** 31 - 100_000],
])("the ids of %s do not pass the end of Int, and then none moves", async (table, last) => {
  await query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${last})`);
  const users = await nextOf("app_public.users");
  const refused = moveIds(database.ownerPool);
  await expect(refused).rejects.toThrow(
    `The ids of ${table} are at ${last}, too near to their end. Nothing was changed.`,
  );
  await expect(refused).rejects.toBeInstanceOf(CommandError);
  expect(await nextOf("app_public.users")).toBe(users + 1);
  await query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${last - 1})`);
  await moveIds(database.ownerPool);
  await query(`select setval(pg_get_serial_sequence('${table}', 'id'), 1)`);
});

test("the command says how far ids moved", async () => {
  const clone = await cloneDatabase();
  try {
    const { code, stdout, stderr } = await run("restored", [], environmentOf(clone.config));
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^table +last id +now\n/);
    expect(stdout).toMatch(/^app_public\.notifications +0 +10000000$/m);
    expect(stdout).toMatch(
      /\n\nThe next ids of the (PostgreSQL|embedded) database .+ are above these\.\n$/,
    );
    expect(code).toBe(0);
  } finally {
    await clone.drop();
  }
});
