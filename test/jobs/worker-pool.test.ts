/** @database both */
import { expect, test } from "@jest/globals";
import type pg from "pg";
import { startJobs } from "../../src/delivery/jobs.ts";
import { workerPool } from "../../src/delivery/lane.ts";
import { runClone } from "../helpers/database.ts";
import { over } from "../helpers/over.ts";
import { until } from "../helpers/until.ts";

const database = runClone();

/** Wraps the owner's pool. Each LISTEN fails when the test says so. */
function answeringLate() {
  const releases: number[] = [];
  const failures: (() => void)[] = [];
  const pool = database.ownerPool;
  function late(client: pg.PoolClient): pg.PoolClient {
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    return over(client, "query", (...args: unknown[]) =>
      /^LISTEN/.test(String(args[0]))
        ? new Promise((_, reject) => {
            failures.push(() => reject(new Error("Connection terminated unexpectedly")));
          })
        : query(...args),
    );
  }
  type Connected = Parameters<pg.Pool["connect"]>[0];
  const listening = over(pool, "connect", (callback?: Connected) => {
    if (!callback) return pool.connect();
    return pool.connect((error, client, release) => {
      if (!client) return callback(error, client, release);
      const place = releases.push(0) - 1;
      callback(error, late(client), (destroy) => {
        releases[place] = (releases[place] as number) + 1;
        if (releases[place] === 1) release(destroy);
      });
    });
  });
  return { pool: listening, releases, failures };
}

test("a worker that ends while it starts to listen releases its connection once", async () => {
  const { pool, releases, failures } = answeringLate();
  const lane = { concurrency: 1, tasks: { of_a_channel: async () => {} } };
  const jobs = await startJobs(pool, [{ lanes: [lane] }], () => {});
  // There is one for each lane: publication, held publications, upkeep, retention, and the channel.
  await until(() => failures.length === 5);
  await jobs.stop();
  for (const fail of failures) fail();
  // Each lane connects once more, and sees that it has ended.
  await until(() => releases.length === 10 && releases.every(Boolean));
  expect(releases).toEqual(Array(10).fill(1));
});

test("a connection error loses its code, because of which graphile-worker would wait for minutes", async () => {
  const starting = Object.assign(new Error("the database system is starting up"), {
    code: "57P03",
  });
  const pool = { connect: () => Promise.reject(starting) } as unknown as pg.Pool;
  const error = await workerPool(pool)
    .connect()
    .catch((cause) => cause);
  expect(error.message).toBe("the database system is starting up");
  expect(error.code).toBeUndefined();
  expect(error.cause).toBe(starting);
});

test("a broken connection is released with its error", async () => {
  const released: unknown[] = [];
  const connect = (callback: (...outcome: unknown[]) => void) =>
    callback(undefined, {}, (destroy: unknown) => released.push(destroy));
  const broken = new Error("terminated");
  workerPool({ connect } as unknown as pg.Pool).connect((_error, _client, release) =>
    release(broken),
  );
  expect(released).toEqual([broken]);
});
