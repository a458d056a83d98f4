import { EventEmitter } from "node:events";
import { expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { readConfig } from "../../src/settings/config.ts";

/** The options that a standby is made with. */
interface Options {
  pool: pg.Pool;
  watcher: pg.Pool;
  primary: pg.Pool;
  maxLag: number;
  longestReport: number;
  cutOff(): void;
}

jest.unstable_mockModule("../../src/database/replica.ts", () => ({
  Replica: class {
    readonly options: Options;
    constructor(options: Options) {
      this.options = options;
    }
  },
}));
const { openReplica } = await import("../../src/database/open-replica.ts");

test("a standby gets POOL_SIZE connections and one that watches its lag, and all are cut off together", async () => {
  const config = readConfig({
    DATABASE_URL: "postgres://owner@localhost/las",
    REPLICA_DATABASE_URL: "postgres://owner@standby/las",
    JWT_SECRET: "x".repeat(32),
    POOL_SIZE: "5",
  });
  const readinessPool = {} as pg.Pool;
  const { options } = openReplica(config, { readinessPool }, () => {}) as unknown as {
    options: Options;
  };
  const { pool, watcher, maxLag, longestReport } = options;
  expect([maxLag, longestReport]).toEqual([config.replica?.maxLag, 30_000]);
  expect(options.primary).toBe(readinessPool);
  expect(pool.options).toMatchObject({
    max: 5,
    idle_in_transaction_session_timeout: 30_000,
    application_name: "location-alert replica",
  });
  expect(watcher.options).toMatchObject({
    options: "-c role=app_host -c jit=off",
    max: 1,
    query_timeout: 800,
  });
  const ended = [pool, watcher].map((each) => {
    const destroy = jest.fn();
    const client = Object.assign(new EventEmitter(), { connection: { stream: { destroy } } });
    each.emit("connect", client as unknown as pg.PoolClient);
    return destroy;
  });
  options.cutOff();
  expect(ended.map((destroy) => destroy.mock.calls.length)).toEqual([1, 1]);
  await Promise.all([pool.end(), watcher.end()]);
});
