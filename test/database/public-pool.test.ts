/** @database server */
import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type pg from "pg";
import { PublicPool } from "../../src/database/public-pool.ts";
import { Publication } from "../../src/database/publication.ts";
import { BusyError } from "../../src/ops/app-error.ts";
import { poolWait } from "../../src/ops/instruments.ts";
import { runClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";

const database = runClone();
let pool: PublicPool;
/** The connections that a test holds. They are given back after it, even if it fails. */
const held = new Set<pg.PoolClient>();
/** Makes a pool whose callers wait for at most `patience` milliseconds. */
const makePool = (patience: number, options: object = {}) =>
  new PublicPool({ ...database.hostPool.options, max: 3, ...options }, patience)
    .on("acquire", (client) => held.add(client))
    .on("release", (_error, client) => held.delete(client));
beforeEach(() => {
  pool = makePool(60_000);
});
afterEach(async () => {
  // The end of the pool waits for connections that are in use.
  for (const client of held) client.release();
  await pool.end();
});

/** Asks for connections. The lists grow as each request is given one or refused. */
function taking(count: number) {
  const given: pg.PoolClient[] = [];
  const refused: unknown[] = [];
  for (let n = 0; n < count; n += 1) {
    pool.connect().then(
      (client) => given.push(client),
      (error) => refused.push(error),
    );
  }
  return { given, refused };
}
const release = (clients: pg.PoolClient[]) => {
  for (const client of clients.splice(0)) client.release();
};

/** Returns how many requests have waited for a connection or, for `_sum`, for how many seconds in total. */
const waits = async (series = "_count") =>
  (await poolWait.get()).values.find(({ metricName }) => metricName?.endsWith(series))?.value ?? 0;

test("a request beyond the limit of connections waits, and is refused when its time is over", async () => {
  const before = await waits();
  const seconds = await waits("_sum");
  await pool.end();
  // Long enough to open three connections on a busy machine.
  pool = makePool(3_000);
  const { given, refused } = taking(4);
  await until(() => refused.length === 1);
  expect(given).toHaveLength(3);
  expect(refused).toEqual([expect.any(BusyError)]);
  expect([pool.waiting, (await waits()) - before]).toEqual([0, 1]);
  // The unit is seconds: milliseconds would be thousands.
  expect((await waits("_sum")) - seconds).toBeLessThan(1000);
});

test("a waiting request gets a connection when one is released", async () => {
  const before = await waits();
  const first = taking(3);
  await until(() => first.given.length === 3);
  const { given, refused } = taking(2);
  expect([pool.waiting, await waits()]).toEqual([2, before]);
  release(first.given);
  await until(() => given.length === 2);
  expect(refused).toEqual([]);
  expect([pool.waiting, (await waits()) - before]).toEqual([0, 2]);
});

test("waiting requests get connections in the order in which they came", async () => {
  const first = taking(3);
  await until(() => first.given.length === 3);
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (place) => {
    const client = await pool.connect();
    order.push(place);
    return client;
  });
  release(first.given);
  release(await Promise.all(waiting));
  expect(order).toEqual([1, 2, 3]);
});

test("a request whose connection gets no answer is refused in time", async () => {
  await pool.end();
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  pool = new PublicPool({ host: "127.0.0.1", port, user: "anyone", database: "any" }, 300);
  await expect(pool.connect()).rejects.toThrow(BusyError);
  silent.close();
});

test("a request that is refused while its connection is made gives the connection back", async () => {
  await pool.end();
  const made: (() => void)[] = [];
  // pg-pool asks this before it gives a new connection to its caller.
  const verify = (_client: pg.PoolClient, done: () => void) => void made.push(done);
  pool = makePool(3_000, { max: 1, verify });
  const first = taking(1);
  await until(() => made.length === 1);
  made.pop()?.();
  await until(() => first.given.length === 1);
  const second = taking(1);
  first.given[0]?.release(true);
  await until(() => made.length === 1);
  await until(() => second.refused.length === 1);
  made.pop()?.();
  const third = taking(1);
  await until(() => third.given.length + third.refused.length === 1);
  expect(third.refused).toEqual([]);
});

test("a connection that cannot be made frees its place", async () => {
  await pool.end();
  const { refused } = taking(5);
  await until(() => refused.length === 5);
  expect(refused.some((error) => error instanceof BusyError)).toBe(false);
  pool = makePool(60_000);
});

test("a publication runs while public requests have all connections", async () => {
  const { given } = taking(3);
  await until(() => given.length === 3);
  const { rows } = await database.ownerPool.query<{ id: number }>(
    `with admin as (select id from app_public.new_user('a@example.org', '$2b$11$${"x".repeat(53)}', 'A', '', true))
    insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select admin.id, now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3'
        from admin, public.st_makeenvelope(1, 0, 3, 2, 4326) z
      returning id`,
  );
  const id = rows[0]?.id as number;
  await database.ownerPool.query("insert into app_private.publications (alert_id) values ($1)", [
    id,
  ]);
  const publication = new Publication(database);
  expect(await publication.publish(async () => id)).toBe(id);
  const completed = "select from app_private.publications where completed_at is not null";
  expect((await database.ownerPool.query(completed)).rowCount).toBe(1);
});
