/** @database server only */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { cloneEmbedded } from "location-alert-embedded";
import { openDatabase } from "../../src/database/open.ts";
import { emptyDatabase } from "../database/empty-database.ts";
import { cloneDatabase, insertUser } from "../helpers/database.ts";
import { withPostgis } from "../helpers/with-postgis.ts";
import { environmentOf, run } from "./run.ts";
import { linesOf } from "./transferred.ts";

test("data moves from a server to the embedded database, and back", async () => {
  await using cleanups = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), "las-transfer-"));
  cleanups.defer(() => rm(directory, { recursive: true, force: true }));
  const clone = await cloneDatabase();
  cleanups.defer(() => clone.drop());
  const database = await openDatabase(clone.config, () => {});
  for (let i = 0; i < 10; i += 1) await insertUser(database);
  await database.ownerPool.query(`
    select app_private.make_position_partitions();
    insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select id, id, now(), now(), public.st_setsrid(public.st_makepoint(pi(), exp(1)), 4326), 0.1, 'STILL' from app_public.users;
    select app_private.queue_publication(1)`);
  await database.close();

  const embedded = { DATABASE_URL: "", DATA_DIR: join(directory, "data") };
  cloneEmbedded(await withPostgis(), embedded.DATA_DIR);
  const empty = await emptyDatabase();
  cleanups.defer(() => empty.drop());
  await writeFile(join(embedded.DATA_DIR, "audit-key"), "a key");
  const files = ["first", "second", "third"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  for (const [command, file, place] of [
    ["export-data", files[0], environmentOf(clone.config)],
    ["import-data", files[0], embedded],
    ["export-data", files[1], embedded],
    ["import-data", files[1], environmentOf(empty.config)],
    ["export-data", files[2], environmentOf(empty.config)],
  ] as const) {
    const { code, stderr } = await run(command, [file], place);
    expect(code).toBe(0);
    // Only an export of the embedded database leaves files behind.
    const leaves = command === "export-data" && place === embedded;
    expect(/these files of .*: audit-key\./.test(stderr)).toBe(leaves);
  }
  const lines = await linesOf(files[0]);
  expect(lines.filter((line) => line.includes("@example.org"))).toHaveLength(10);
  expect(await linesOf(files[1])).toEqual(lines);
  expect(await linesOf(files[2])).toEqual(lines);
});
