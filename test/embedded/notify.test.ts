/** @database embedded */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { openPrepared, type Prepared } from "./helpers/prepared.ts";

let database: Prepared;
beforeAll(async () => {
  database = await openPrepared();
});
afterAll(() => database.close());

/** A listening client, and the notifications it received. */
async function listener(config: pg.ClientConfig, channel: string) {
  const client = new pg.Client(config);
  await client.connect();
  const heard: string[] = [];
  let wake: () => void = () => {};
  client.on("notification", ({ channel: on, payload }) => {
    if (on === channel) heard.push(payload ?? "");
    wake();
  });
  await client.query(`listen "${channel}"`);
  const until = async (length: number): Promise<string[]> => {
    while (heard.length < length) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return heard;
  };
  return { client, heard, until };
}

it("a notification reaches idle clients of the pool and the socket from any client", async () => {
  const one = await listener(database.poolConfig, "news");
  const two = await listener({ connectionString: database.connectionString }, "news");
  await database.pool.query("notify news, 'a'");
  await one.client.query("select pg_notify('news', 'b')");
  await database.pool.query("notify news, 'c'");
  expect(await one.until(3)).toEqual(["a", "b", "c"]);
  expect(await two.until(3)).toEqual(["a", "b", "c"]);
  await one.client.end();
  await two.client.end();
});

it("a notification is delivered on commit, and not after a rollback", async () => {
  const { client, until } = await listener(database.poolConfig, "commits");
  const other = await database.pool.connect();
  await other.query("begin");
  await other.query("notify commits, 'never'");
  await other.query("rollback");
  await other.query("begin");
  await other.query("notify commits, 'committed'");
  const after = database.pool.query("notify commits, 'later'");
  await other.query("commit");
  await after;
  expect(await until(2)).toEqual(["committed", "later"]);
  other.release();
  await client.end();
});

it("notifications continue for one client when another stops listening or leaves", async () => {
  const one = await listener(database.poolConfig, "shared");
  const two = await listener(database.poolConfig, "shared");
  const three = await listener(database.poolConfig, "shared");
  await one.client.query('unlisten "shared"');
  await database.pool.query("notify shared, 'a'");
  await three.client.end();
  await database.pool.query("notify shared, 'b'");
  await one.client.query("unlisten *");
  await database.pool.query("notify shared, 'c'");
  expect(await two.until(3)).toEqual(["a", "b", "c"]);
  await one.client.end();
  await two.client.end();
  const { rows } = await database.pool.query("select pg_listening_channels()");
  expect(rows).toEqual([]);
});

it("notifications arrive in order during other work", async () => {
  const { client, until } = await listener(database.poolConfig, "busy");
  const sent = Array.from({ length: 500 }, (_, i) => String(i));
  const work = Array.from({ length: 500 }, () =>
    database.pool.query("select count(*) from generate_series(1, 1000)"),
  );
  const talker = await database.pool.connect();
  for (const payload of sent) await talker.query("select pg_notify('busy', $1)", [payload]);
  talker.release();
  await Promise.all(work);
  expect(await until(500)).toEqual(sent);
  await client.end();
});
