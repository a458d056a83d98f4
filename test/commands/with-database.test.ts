/** @database both */
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { CommandError } from "../../src/cli/run-command.ts";
import { commandConfig, placeOf, withDatabase } from "../../src/cli/with-database.ts";
import type { OpenDirectory } from "../../src/database/open.ts";
import { emptyDatabase } from "../database/empty-database.ts";
import { isNative } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";

const before = { ...process.env };
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-place-"));
  Object.assign(process.env, { DATABASE_URL: "", DATA_DIR: directory });
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.env = { ...before };
  await rm(directory, { recursive: true, force: true });
});

const silent = () => {};

test("a database is named without its password", () => {
  const dataDir = "data";
  const of = (databaseUrl?: string) => placeOf({ databaseUrl, dataDir });
  expect(of()).toBe(`the embedded database in ${resolve(dataDir)}`);
  expect(of("postgres://owner:secret@db1/alerts")).toBe(
    "the PostgreSQL database alerts on db1:5432",
  );
  expect(of("postgresql:///alerts?user=owner&password=secret&host=/run/pg&port=5433")).toBe(
    "the PostgreSQL database alerts on /run/pg:5433",
  );
});

test("a command needs no JWT_SECRET, and accepts a JWT_SECRET_FILE", async () => {
  const databaseUrl = "postgres://owner@localhost/alerts";
  expect(commandConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  const file = join(directory, "secret");
  await writeFile(file, "a secret for tests of thirty-two characters\n");
  const env = { DATABASE_URL: databaseUrl, JWT_SECRET_FILE: file };
  expect(commandConfig(env)).toMatchObject({ databaseUrl });
});

describe("the embedded database", () => {
  const inUse = new Error("It is in use by another process (process 1)");
  /** Makes a function that opens the directory: it throws each error in turn, then returns a database. */
  function opening(errors: Error[], connectionString = "postgres:///none") {
    const asked: string[] = [];
    const close = jest.fn(async () => {});
    const open: OpenDirectory = async (dataDir) => {
      asked.push(dataDir);
      const error = errors.shift();
      if (error) throw error;
      const lost = new Promise<never>(() => {});
      return { connectionString, close, created: false, poolConfig: {}, lost };
    };
    return { asked, close, open };
  }
  const named = (open: OpenDirectory, migrates = false) =>
    withDatabase(async ({ kind, connectionString }) => ({ kind, connectionString }), silent, {
      open,
      migrates,
    });

  test("is opened, and closed afterwards", async () => {
    const { asked, close, open } = opening([]);
    expect(await named(open)).toEqual({
      kind: "embedded",
      connectionString: "postgres:///none",
    });
    expect(asked).toEqual([directory]);
    expect(close).toHaveBeenCalledTimes(1);
    const place = withDatabase(async ({ place }) => place, silent, { open });
    expect(await place).toBe(`the embedded database in ${directory}`);
    const refused = withDatabase(() => Promise.reject(new Error("no")), silent, { open });
    await expect(refused).rejects.toThrow("no");
    expect(close).toHaveBeenCalledTimes(3);
  });

  test("is waited for while a service starts or ends", async () => {
    const { asked, open } = opening([inUse, inUse]);
    expect(await named(open)).toMatchObject({ kind: "embedded" });
    expect(asked).toHaveLength(3);
  });

  test("is waited for at most fifteen seconds, and not after any other error", async () => {
    const other = opening([new Error("no space left")]);
    await expect(named(other.open)).rejects.toThrow("no space left");
    const { asked, open } = opening([inUse, inUse]);
    jest
      .spyOn(performance, "now")
      .mockReturnValueOnce(0)
      .mockReturnValueOnce(15_000)
      .mockReturnValueOnce(15_001);
    await expect(named(open)).rejects.toBeInstanceOf(CommandError);
    expect(asked).toHaveLength(2);
  });

  test("is shared with the service that has it open, unless that was killed", async () => {
    const socket = join(directory, ".s.PGSQL.5432");
    const link = join(directory, "link");
    await symlink(directory, link);
    process.env.DATA_DIR = link;
    const { asked, open } = opening([]);
    const service = createServer((client) => client.destroy());
    await new Promise<void>((resolve) => service.listen(socket, resolve));
    expect(await named(open)).toEqual({
      kind: "embedded",
      connectionString: `postgresql:///postgres?user=postgres&port=5432&host=${encodeURIComponent(directory)}`,
    });
    expect(asked).toEqual([]);
    await new Promise((resolve) => service.close(resolve));
    // A killed service leaves this file.
    await writeFile(socket, "");
    await named(open);
    expect(asked).toEqual([link]);
  });

  (isNative ? test : test.skip)("is migrated if the command says so", async () => {
    const empty = await emptyDatabase();
    const url = empty.config.databaseUrl as string;
    try {
      const { ownerPool } = await empty.open();
      await ownerPool.query(`create schema graphile_migrate;
        create table graphile_migrate.migrations (filename text, hash text);
        insert into graphile_migrate.migrations values ('000001.sql', 'another')`);
      expect(await named(opening([], url).open)).toMatchObject({ connectionString: url });
      await expect(named(opening([], url).open, true)).rejects.toThrow("by other migrations");
      process.env.DATABASE_URL = url;
      expect(await named(opening([]).open, true)).toEqual({
        kind: "postgresql",
        connectionString: url,
      });
    } finally {
      await empty.drop();
    }
  });
});

(isNative ? test : test.skip)("a connection that ends fails one query at most", async () => {
  process.env.DATABASE_URL = process.env.TEST_DATABASE_URL;
  const observer = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await observer.connect();
  try {
    await withDatabase(async ({ pool }) => {
      const end = async (query: typeof pool.query) => {
        const { rows } = await query("select pg_backend_pid() as pid");
        await observer.query("select pg_terminate_backend($1::int)", [rows[0].pid]);
      };
      await end(pool.query.bind(pool));
      await until(() => pool.totalCount === 0);
      const client = await pool.connect();
      const ended = new Promise((resolve) => client.once("end", resolve));
      await end(client.query.bind(client) as never);
      await ended;
      await expect(client.query("select 1")).rejects.toThrow();
      client.release(true);
      expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    }, silent);
  } finally {
    await observer.end();
  }
});
