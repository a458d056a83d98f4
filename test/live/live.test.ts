/** @database server only */
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import { type Live, openLive } from "../../src/live/index.ts";
import { openClone } from "../helpers/database.ts";
import { over } from "../helpers/over.ts";

let database: Database;
let live: Live;
const logged: unknown[] = [];
beforeAll(async () => {
  database = await openClone();
  const failing = (pool: "hostPool" | "publicationPool") =>
    over(database.publicationPool, "query", async () => {
      throw new Error(`the ${pool} is away`);
    });
  live = await openLive(
    {
      hostPool: failing("hostPool"),
      publicationPool: failing("publicationPool"),
      cutOff: () => {},
    },
    (...event) => logged.push(event),
  );
});
afterAll(async () => {
  await live.close();
  await database.close();
});

test("a revocation in the database is an event with its user", async () => {
  const told = once(live, "revocation");
  await database.ownerPool.query("select pg_notify('token_revoked', '7')");
  expect(await told).toEqual([7]);
});

test("announcements that cannot be read cause a gap, which is an event and is logged", async () => {
  const told = once(live, "gap");
  const feed = live.notifications.subscribe(7);
  live.notifications.hear(JSON.stringify({ alertId: 1, first: 1, last: 2 }));
  await told;
  expect(logged).toEqual([["live: the publicationPool is away", "warn"]]);
  feed.end();
});

test("alerts are polled on connections for requests, and positions on those for publication", async () => {
  await expect(live.alerts.subscribe(1)).rejects.toThrow("the hostPool is away");
  await expect(live.positions.followChanges()).rejects.toThrow("the publicationPool is away");
});

// The embedded database has no backend processes to kill.
test("after a gap, the notifications of ids that a restored database gives again are passed on", async () => {
  const publicationPool = over(database.publicationPool, "query", async () => ({
    rows: [[1, 7]],
  }));
  const { hostPool } = database;
  const parts = { hostPool, publicationPool, cutOff: () => {} };
  const restored = await openLive(parts, () => {});
  const feed = restored.notifications.subscribe(7);
  const announce = () =>
    restored.notifications.hear(JSON.stringify({ alertId: 1, first: 1, last: 1 }));
  announce();
  expect(await feed.take()).toEqual([{ id: 1 }]);
  const gap = once(restored, "gap");
  await database.ownerPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'location-alert live' and datname = current_database()`,
  );
  await gap;
  announce();
  expect(await feed.take()).toEqual([{ id: 1 }]);
  await restored.close();
});
