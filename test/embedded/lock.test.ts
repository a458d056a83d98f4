/** @database embedded */
import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { cloneEmbedded } from "../../embedded/clone.ts";
import { DirectoryLock } from "../../embedded/directory-lock.ts";
import { openEmbedded } from "../../embedded/index.ts";
import { openDatabase } from "../../src/database/open.ts";
import { ConfigError } from "../../src/ops/config-error.ts";
import { readConfig } from "../../src/settings/config.ts";
import { inFull } from "../helpers/full.ts";
import { withPostgis } from "../helpers/with-postgis.ts";
import { Child } from "./helpers/child.ts";
import { scratch, scratchClone } from "./helpers/prepared.ts";

let directory: string;
beforeAll(async () => {
  directory = await scratchClone();
});

/** Waits until every process says whether it opened the database. Returns the one that did. */
async function winner(starters: Child[]): Promise<Child> {
  const answers = await Promise.all(starters.map(async (starter) => (await starter.until(1))[0]));
  const open = starters.filter((_, i) => answers[i]?.startsWith("open"));
  expect(open).toHaveLength(1);
  for (const answer of answers) {
    if (!answer?.startsWith("open")) expect(answer).toContain("is in use by another process");
  }
  return open[0] as Child;
}

it("the directory lock refuses a second process under any name of the directory, and the same process", async () => {
  const link = join(scratch(), "link");
  symlinkSync(directory, link);
  const database = await openEmbedded({ dataDir: link });
  expect(database.created).toBe(false);
  // Commands look for the socket in this directory.
  expect(database.connectionString).toContain(`host=${encodeURIComponent(directory)}`);
  const socket = join(directory, ".s.PGSQL.5432");
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  const relative = `./${basename(directory)}/../${basename(directory)}`;
  const other = new Child("starter", [directory, relative, link], { cwd: dirname(directory) });
  for (const answer of await other.until(3)) {
    expect(answer).toContain(`is in use by another process (process ${process.pid})`);
  }
  await other.exited;
  const refused = openDatabase(readConfig({ DATA_DIR: directory }), () => {});
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(`is in use by another process (process ${process.pid})`);
  const pool = new pg.Pool(database.poolConfig);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
  await database.close();
  expect(existsSync(socket)).toBe(false);
});

it("the directory lock has one holder while many processes try and holders are killed", async () => {
  const contested = scratch();
  let holder: Child | undefined;
  for (let round = 0; round < inFull(4, 2); round += 1) {
    const lockers = Array.from({ length: inFull(8, 4) }, () => new Child("locker", [contested]));
    await holder?.kill();
    holder = await winner(lockers);
  }
  await holder?.kill();
});

it("the directory lock outlives the collection of garbage in its process", async () => {
  const contested = scratch();
  const holder = new Child("locker", [contested], { nodeOptions: ["--expose-gc"] });
  expect(await holder.until(1)).toEqual(["open"]);
  const other = new Child("locker", [contested]);
  expect((await other.until(1))[0]).toContain("is in use by another process");
  await holder.kill();
});

it("a broken lock file is not mistaken for a lock of another process", () => {
  const broken = scratch();
  writeFileSync(join(broken, "embedded.lock"), "no database".repeat(100));
  expect(() => DirectoryLock.take(broken)).toThrow("file is not a database");
  expect(existsSync(join(broken, "embedded.pid"))).toBe(false);
});

it("the directory lock is released if the database cannot be opened, and its path may be long", async () => {
  // Too long for a socket, which is elsewhere then.
  const broken = join(scratch(), "d".repeat(60), "e".repeat(60));
  mkdirSync(join(broken, "pgdata"), { recursive: true });
  writeFileSync(join(broken, "pgdata", "PG_VERSION"), "9.1\n");
  await expect(openEmbedded({ dataDir: broken })).rejects.toThrow();
  rmSync(join(broken, "pgdata"), { recursive: true });
  cloneEmbedded(await withPostgis(), join(broken, "clone"));
  renameSync(join(broken, "clone", "pgdata"), join(broken, "pgdata"));
  const database = await openEmbedded({ dataDir: broken });
  const client = new pg.Client(database.connectionString);
  await client.connect();
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.end();
  await database.close();
});

it("one of many processes recreates a database whose creation was killed, keeps other files, and frees no code", async () => {
  const unfinished = scratch();
  mkdirSync(join(unfinished, "pgdata.new"));
  writeFileSync(join(unfinished, "pgdata.new", "PG_VERSION"), "18\n");
  writeFileSync(join(unfinished, "secret"), "kept");
  // Node 24 can crash when V8 frees WebAssembly code. It prints a line for each time, and a new database leaves enough.
  const nodeOptions = ["--trace-wasm-code-gc", "--no-liftoff-only"];
  const starters = Array.from(
    { length: inFull(4, 2) },
    () => new Child("starter", [unfinished], { nodeOptions }),
  );
  const holder = await winner(starters);
  await holder.end();
  expect(holder.lines).toEqual([
    "open created",
    `creating the embedded database in ${unfinished} (about ten seconds) …`,
    expect.stringMatching(/^created the embedded database in \d{1,3}\.\d s$/),
  ]);
  expect(existsSync(join(unfinished, "pgdata.new"))).toBe(false);
  expect(existsSync(join(unfinished, "secret"))).toBe(true);
});
