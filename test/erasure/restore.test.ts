/** @database server */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { cloneEmbedded } from "location-alert-embedded";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { ErasureList, Erasures } from "../../src/people/erasures.ts";
import type { Config } from "../../src/settings/config.ts";
import { loadService } from "../helpers/code.ts";
import {
  cloneDatabase,
  insertUser,
  isNative,
  type TestDatabase,
  template,
} from "../helpers/database.ts";

/** Tests that an erasure outlives a restore of the database to an earlier moment. */

let directory: string;
let file: string;
const copies: TestDatabase[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(template().directory, "restore-"));
  file = join(directory, "erasures");
});
afterAll(async () => {
  for (const copy of copies) await copy.drop();
  await rm(directory, { recursive: true });
});

/** Copies a closed database, as a backup or as a restore of one. */
async function copyOf({ config }: TestDatabase): Promise<TestDatabase> {
  let copy: TestDatabase;
  if (isNative) {
    const name = new URL(config.databaseUrl as string).pathname.slice(1);
    copy = await cloneDatabase({}, { ...template(), name });
  } else {
    const dataDir = join(directory, randomUUID());
    cloneEmbedded(config.dataDir, dataDir);
    copy = {
      config: { ...config, dataDir },
      drop: () => rm(dataDir, { recursive: true, force: true }),
    };
  }
  copies.push(copy);
  return copy;
}

async function open<T>({ config }: TestDatabase, run: (database: Database) => Promise<T>) {
  const database = await openDatabase(config, console.error);
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

const configured = ({ config }: TestDatabase): Config => ({ ...config, erasures: file });

const names = async ({ ownerPool }: Pick<Database, "ownerPool">) =>
  (
    await ownerPool.query(
      "select id, email from app_public.users where email like '%@restore.org' order by id",
    )
  ).rows;

test("after a restore, only erased users are erased again, even if another user has the id of one", async () => {
  const { startService } = await loadService();
  const original = await cloneDatabase();
  copies.push(original);
  const early = await open(original, (database) =>
    insertUser(database, { email: "early@restore.org" }),
  );
  await open(original, (database) => insertUser(database, { email: "stays@restore.org" }));
  const backup = await copyOf(original);

  // Two users are erased after the backup. One of them was created after it.
  const late = await open(original, async (database) => {
    const id = await insertUser(database, { email: "late@restore.org" });
    const erasures = new Erasures(database.ownerPool, file, console.error);
    await erasures.start();
    for (const one of [early, id]) {
      await database.ownerPool.query("select app_private.erase_person($1)", [one]);
    }
    await erasures.list();
    expect((await names(database)).map(({ email }) => email)).toEqual(["stays@restore.org"]);
    return id;
  });
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  expect(lines).toHaveLength(2);
  // A full disk has cut a line in the middle.
  await writeFile(file, `${lines[0]}\n2026-01-01T00:00:00.000Z 0b2c8f4e-${lines[1]}\n`);

  const restored = await copyOf(backup);
  await open(restored, async (database) => {
    const id = await insertUser(database, { email: "new@restore.org" });
    expect(id).toBe(late);
    expect((await names(database)).map(({ email }) => email)).toContain("early@restore.org");
  });
  const logged: string[] = [];
  const service = await startService(configured(restored), (message) => void logged.push(message));
  try {
    expect(await names(service.database)).toEqual([
      { id: expect.any(Number), email: "stays@restore.org" },
      { id: late, email: "new@restore.org" },
    ]);
    expect(logged).toContain(
      `User ${early} was erased before the database was restored, and is erased again.`,
    );
  } finally {
    await service.stop();
  }
});

test("an erased user who is the last administrator after a restore stays, and the log says so", async () => {
  const database = await cloneDatabase();
  copies.push(database);
  const list = join(directory, "of-an-administrator");
  const logged: unknown[] = [];
  await open(database, async ({ ownerPool }) => {
    const erasures = new Erasures(ownerPool, list, (...event) => void logged.push(event));
    const id = await insertUser({ ownerPool } as Database, { isAdmin: true });
    await ownerPool.query("update app_public.users set is_admin = id = $1", [id]);
    const { rows } = await ownerPool.query(
      "select erasure_key as key from app_public.users where id = $1",
      [id],
    );
    await writeFile(list, `2026-01-01T00:00:00.000Z ${rows[0].key}\n`);
    await erasures.start();
    expect(logged).toEqual([
      [expect.stringContaining(`User ${id} was erased before, and cannot be`), "error"],
    ]);
    expect(
      (await ownerPool.query("select from app_public.users where id = $1", [id])).rowCount,
    ).toBe(1);
  });
});

test("an erasure that could not be listed is listed later, and the service starts meanwhile", async () => {
  const database = await cloneDatabase();
  copies.push(database);
  const list = join(directory, "full");
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  await open(database, async ({ ownerPool }) => {
    const id = await insertUser({ ownerPool } as Database);
    await ownerPool.query("select app_private.erase_person($1)", [id]);
    // Every write to /dev/full fails, as on a full disk.
    const { rows } = await ownerPool.query(
      "select erasure_key as key from app_private.erased_users",
    );
    await new Erasures(ownerPool, "/dev/full", log).list().catch(log);
    expect(String(logged[0])).toMatch(/ENOSPC/);
    await new Erasures(ownerPool, list, log).start();
    expect(await readFile(list, "utf8")).toContain(rows[0].key);
    // The erasure is listed only once.
    await new Erasures(ownerPool, list, log).list();
    expect((await readFile(list, "utf8")).trim().split("\n")).toHaveLength(1);
  });
});

test("a list of erasures that is missing, empty or outdated is an error in the log, and the service starts", async () => {
  const database = await cloneDatabase();
  copies.push(database);
  const list = join(directory, "lost");
  const logged: unknown[] = [];
  await open(database, async ({ ownerPool }) => {
    const log = (message: string, level?: string) => void logged.push([level, message]);
    const start = () => new Erasures(ownerPool, list, log).start();
    await start();
    for (let times = 0; times < 2; times += 1) {
      const id = await insertUser({ ownerPool } as Database);
      await ownerPool.query("select app_private.erase_person($1)", [id]);
    }
    await start();
    await start();
    expect(logged).toEqual([]);
    const [older = ""] = (await readFile(list, "utf8")).split("\n");
    for (const [text, keys] of [
      [undefined, 0],
      ["", 0],
      [`${older}\n`, 1],
    ] as const) {
      await rm(list);
      if (text !== undefined) await writeFile(list, text);
      await start();
      expect(logged.splice(0)).toEqual([
        [
          "error",
          expect.stringContaining(
            `ERASURES_FILE (${list}) lists ${keys} erasures, but 2 are known`,
          ),
        ],
      ]);
      await writeFile(list, text ?? "");
    }
  });
});

test("the list of erasures returns only whole keys, and only its owner may read it", async () => {
  const path = join(directory, "folder", "keys");
  const list = new ErasureList(path);
  expect(await list.keys()).toEqual([]);
  const [one, other] = [randomUUID(), randomUUID()];
  const at = new Date("2026-01-01T00:00:00Z");
  await list.add([{ key: one, at }]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await list.add([
    { key: other, at },
    { key: one, at },
  ]);
  expect(await list.keys()).toEqual([one, other]);
  // An id that contains a key belongs to somebody else.
  await writeFile(path, `a${one}\n${one}a\n${one}-${other}\n`);
  expect(await list.keys()).toEqual([]);
});

test("checking the list of erasures creates an empty file that only its owner may read", async () => {
  const path = join(directory, "asked", "for", "erasures");
  const list = new ErasureList(path);
  await list.requireWritable();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const key = randomUUID();
  await list.add([{ key, at: new Date() }]);
  await list.requireWritable();
  expect(await list.keys()).toEqual([key]);
});

test("reading and checking a list of erasures fail if its file cannot be used", async () => {
  const list = new ErasureList(directory);
  await expect(list.keys()).rejects.toThrow("EISDIR");
  await expect(list.requireWritable()).rejects.toThrow("EISDIR");
});

describe("when several hosts start at once,", () => {
  /** Starts on a database that gives keys in `steps` steps, and fails with `code` to erase the listed person. */
  async function start(code: string, steps = 1) {
    const path = join(directory, code);
    const logged: string[] = [];
    let given = 0;
    await writeFile(path, `2026-01-01T00:00:00.000Z ${randomUUID()}\n`);
    const query = async (text: string) => {
      if (text.includes("give_erasure_keys")) {
        given += 1;
        return { rows: [{ given: given < steps ? 10_000 : 1 }] };
      }
      if (text.includes("erase_person")) throw Object.assign(new Error("no"), { code });
      return { rows: text.includes("app_public.users") ? [{ id: 7 }] : [] };
    };
    const log = (line: string) => void logged.push(line);
    await new Erasures({ query } as unknown as Database["ownerPool"], path, log).start();
    return { given, logged };
  }

  test("a host goes on if another one has erased the person", async () => {
    expect((await start("LA404")).logged).toEqual([]);
  });

  test("a host fails if the database does", async () => {
    await expect(start("57P01")).rejects.toThrow("no");
  });

  test("a host gives erasure keys until all users have one", async () => {
    expect((await start("LA409", 3)).given).toBe(3);
  });
});

test("10,001 erasures are all listed, and are looked up ten thousand at a time", async () => {
  const path = join(directory, "many");
  const keys = Array.from({ length: 10_001 }, () => randomUUID());
  const at = new Date("2026-01-01T00:00:00Z");
  const waiting = keys.map((key, userId) => ({ userId, key, at }));
  const sizes: number[] = [];
  const erased: number[] = [];
  const query = async (text: string, [first, second]: unknown[] = []) => {
    if (text.includes("give_erasure_keys")) return { rows: [{ given: 0 }] };
    if (text.includes("app_public.users")) {
      const asked = first as string[];
      sizes.push(asked.length);
      return { rows: asked.includes(keys.at(-1) as string) ? [{ id: 7 }] : [] };
    }
    if (text.includes("erase_person")) erased.push(first as number);
    if (!text.includes("erased_users")) return { rows: [] };
    if (text.includes("count")) return { rows: [{ listed: keys.length }] };
    if (text.includes("limit")) return { rows: waiting.slice(0, first as number) };
    // Listed users no longer wait.
    expect((first as number[]).length).toBe((second as string[]).length);
    waiting.splice(0, (first as number[]).length);
    return { rows: [] };
  };
  const erasures = new Erasures({ query } as unknown as Database["ownerPool"], path, () => {});
  await erasures.list();
  expect(waiting).toEqual([]);
  expect(await new ErasureList(path).keys()).toEqual(keys);
  expect((await readFile(path, "utf8")).split("\n", 1)).toEqual([
    `2026-01-01T00:00:00.000Z ${keys[0]}`,
  ]);
  await erasures.start();
  expect([sizes, erased]).toEqual([[10_000, 1], [7]]);
});

test("a host whose list of erasures cannot be written starts, logs it, and keeps the erasure to list later", async () => {
  const path = join(directory, "of-a-missing-disk");
  await symlink(join(directory, "missing", "list"), path);
  const logged: unknown[] = [];
  const updates: string[] = [];
  const query = async (text: string) => {
    if (text.includes("update")) updates.push(text);
    if (text.includes("give_erasure_keys")) return { rows: [{ given: 0 }] };
    return { rows: [{ userId: 7, key: randomUUID(), at: new Date() }] };
  };
  const log = (...event: unknown[]) => void logged.push(event);
  await new Erasures({ query } as unknown as Database["ownerPool"], path, log).start();
  expect(logged).toEqual([
    [expect.stringMatching(/^Erasures could not be listed: ENOENT/), "error"],
  ]);
  expect(updates).toEqual([]);
});
