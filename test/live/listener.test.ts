/** @database both */
import { beforeAll, expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { runTestService, type TestUser } from "../helpers/service.ts";
import { open } from "./client.ts";
import { publish, report } from "./scene.ts";

const service = runTestService();
let rita: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
});

const ADDED = "subscription { notificationAdded { alertId } }";
const LISTENERS = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'location-alert live'`;

// The embedded database has no backend processes to kill.
const onNative = isNative ? test : test.skip;

onNative("one connection listens, whatever the number of subscribers", async () => {
  const clients = await Promise.all(Array.from({ length: 30 }, () => open(service.url, rita)));
  for (const client of clients) await client.subscribe(ADDED);
  expect((await service.owner.query(LISTENERS)).rows).toHaveLength(1);
  for (const client of clients) client.socket.close();
});

onNative(
  "a lost LISTEN connection is reconnected, and subscribers must connect again",
  async () => {
    const client = await open(service.url, rita);
    await client.subscribe(ADDED);
    await service.owner.query(`select pg_terminate_backend(pid) from (${LISTENERS}) listener`);
    expect((await client.closed)[0]).toBe(1012);
    const again = await open(service.url, rita);
    const follows = await again.subscribe(ADDED);
    await report(service, rita);
    const alertId = await publish(service);
    expect((await follows.next()).data.notificationAdded).toEqual({ alertId });
    expect(service.logged).toContain("database: the connection that listens is lost: reconnecting");
  },
);
