/** @database both */
import { EventEmitter } from "node:events";
import { expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { PrimaryClient } from "../../src/database/primary-client.ts";
import { readConfig } from "../../src/settings/config.ts";
import { isNative, runClone } from "../helpers/database.ts";

const database = runClone();

test("requests begin with the role app_host, and without JIT", async () => {
  const text = "select current_user as role, current_setting('jit') as jit";
  const { rows } = await database.hostPool.query(text);
  expect(rows).toEqual([{ role: "app_host", jit: "off" }]);
});

(isNative ? test : test.skip)("each pool has a name in pg_stat_activity, and a limit", async () => {
  const { ownerPool, hostPool, publicationPool, readinessPool } = database;
  const named = [];
  for (const pool of [ownerPool, hostPool, publicationPool, readinessPool]) {
    const { rows } = await pool.query("select current_setting('application_name') as name");
    named.push([rows[0].name, pool.options.max]);
  }
  expect(named).toEqual([
    ["location-alert jobs", 34],
    ["location-alert host", 10],
    ["location-alert publication", 7],
    ["location-alert readiness", 1],
  ]);
});

(isNative ? test : test.skip)(
  "statements of requests have time limits, and those of publications have none",
  async () => {
    const limits = async ({ hostPool, publicationPool }: Database) => {
      const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
      const sql = `select ${names.map((name) => `current_setting('${name}')`).join(" || ' ' || ")} as found`;
      return [
        (await hostPool.query(sql)).rows[0].found,
        (await publicationPool.query(sql)).rows[0].found,
      ];
    };
    expect(await limits(database)).toEqual(["30s 5s 30s", "0 0 0"]);
  },
);

test("a lost connection is logged, and the host's pools use the login of HOST_DATABASE_URL", async () => {
  const logged: unknown[] = [];
  const env = {
    DATABASE_URL: "postgres://owner@localhost/las",
    HOST_DATABASE_URL: "postgres://host@localhost/las",
    JWT_SECRET: "a secret of thirty-two characters.",
  };
  // No connection is made before it is needed.
  const own = await openDatabase(readConfig(env), (...event) => void logged.push(event));
  const { ownerPool, hostPool, publicationPool, readinessPool } = own;
  const pools = [ownerPool, hostPool, publicationPool, readinessPool];
  expect(pools.map(({ options }) => options.connectionString)).toEqual([
    env.DATABASE_URL,
    ...Array(3).fill(env.HOST_DATABASE_URL),
  ]);
  // Otherwise, a standby could be taken for the primary, and the host would wait for a lost connection.
  for (const { options } of pools) {
    const { Client, keepAlive } = options as { Client?: typeof PrimaryClient; keepAlive?: boolean };
    expect(Client === PrimaryClient || Client?.prototype instanceof PrimaryClient).toBe(true);
    expect(keepAlive).toBe(true);
  }
  expect(readinessPool.options).toMatchObject({ connectionTimeoutMillis: 800, query_timeout: 800 });
  // A statement does not wait for the answer of the one before.
  for (const { options } of [hostPool, publicationPool])
    expect(options).toHaveProperty("pipeline", true);
  hostPool.emit("error", new Error("terminated"), {} as never);
  expect(logged).toEqual([["database: lost a connection: terminated", "warn"]]);
  await own.close();
});

/** Returns a connection without a server. */
function fakeConnection() {
  const destroy = jest.fn();
  const client = Object.assign(new EventEmitter(), { connection: { stream: { destroy } } });
  return { client: client as unknown as pg.PoolClient, destroy };
}

test("a silent database has the connections of all pools cut off, and an error of one in use does no harm", async () => {
  const env = { DATABASE_URL: "postgres://owner@localhost/las", JWT_SECRET: "x".repeat(32) };
  const own = await openDatabase(readConfig(env), () => {});
  const pools = [own.ownerPool, own.hostPool, own.publicationPool, own.readinessPool];
  const gone = fakeConnection();
  own.hostPool.emit("connect", gone.client);
  gone.client.emit("error", new Error("terminated"));
  own.hostPool.emit("remove", gone.client);
  const used = pools.map((pool) => {
    const connection = fakeConnection();
    pool.emit("connect", connection.client);
    return connection;
  });
  own.cutOff();
  expect(used.map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 1, 1, 1]);
  expect(gone.destroy).not.toHaveBeenCalled();
  // New attempts to connect are short until one succeeds.
  const next = new PrimaryClient();
  expect(next).toHaveProperty("_connectionTimeoutMillis", 1_500);
  next.emit("connect");
  await own.close();
  expect(pools.map(({ ended }) => ended)).toEqual([true, true, true, true]);
});

test("statements on the embedded database have a timeout, are never cut off, and it is closed with its pools", async () => {
  const close = jest.fn(async () => {});
  const poolConfig = { user: "postgres" };
  const embedded = {
    poolConfig,
    connectionString: "postgresql:///postgres",
    created: false,
    lost: new Promise<never>(() => {}),
    close,
  };
  const config = readConfig({ POOL_SIZE: "5" });
  const own = await openDatabase(
    config,
    () => {},
    async () => embedded,
  );
  const { kind, connectionString, hostPool, publicationPool } = own;
  expect([kind, connectionString]).toEqual(["embedded", "postgresql:///postgres"]);
  expect(hostPool.options).toMatchObject({ ...poolConfig, max: 5, query_timeout: 30_000 });
  const Client = hostPool.options.Client as unknown as new () => pg.Client;
  expect(new Client()).toHaveProperty("_connectionTimeoutMillis", config.timeoutsMs.connection);
  expect(publicationPool.options.query_timeout).toBeUndefined();
  const used = fakeConnection();
  hostPool.emit("connect", used.client);
  own.cutOff();
  expect(used.destroy).not.toHaveBeenCalled();
  await own.close();
  expect(close).toHaveBeenCalledTimes(1);
});

(isNative ? test.skip : test)(
  "a silence of the embedded database ends no connection: a long statement makes all others wait",
  async () => {
    const client = await database.hostPool.connect();
    database.cutOff();
    expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    client.release();
  },
);
