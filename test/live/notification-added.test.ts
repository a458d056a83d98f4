/** @database both */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { loadService } from "../helpers/code.ts";
import { isNative } from "../helpers/database.ts";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { type Operation, open } from "./client.ts";
import { FAR, publish, report } from "./scene.ts";

const service = runTestService();
let rita: TestUser;
let otto: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
  otto = await service.newUser();
});

const ADDED = "subscription { notificationAdded { id userId alertId level } }";

/** Returns the next notification, which must be of this alert. */
async function notificationOf(alertId: number, follows: Operation): Promise<{ id: number }> {
  const { data } = await follows.next();
  expect(data.notificationAdded.alertId).toBe(alertId);
  return data.notificationAdded;
}

test("sends new notifications to their recipients, and to nobody else", async () => {
  const [hers, his] = await Promise.all([open(service.url, rita), open(service.url, otto)]);
  const [toRita, toOtto] = [await hers.subscribe(ADDED), await his.subscribe(ADDED)];
  const admins = await (await open(service.url, service.admin)).subscribe(ADDED);
  await report(service, rita);
  await report(service, otto, { north: FAR });
  const first = await publish(service);
  expect((await toRita.next()).data.notificationAdded).toEqual({
    id: expect.any(Number),
    userId: rita.id,
    alertId: first,
    level: "ONE",
  });
  // The first message of each client is its own notification.
  await report(service, otto, { north: 0.01 });
  expect((await toOtto.next()).data.notificationAdded).toMatchObject({
    userId: otto.id,
    alertId: first,
    level: "TWO",
  });
  await report(service, service.admin);
  expect((await admins.next()).data.notificationAdded).toMatchObject({
    userId: service.admin.id,
    alertId: first,
  });
  const second = await publish(service);
  for (const [follows, userId] of [
    [toRita, rita.id],
    [toOtto, otto.id],
    [admins, service.admin.id],
  ] as const) {
    const { data } = await follows.next();
    expect(data.notificationAdded).toMatchObject({ userId, alertId: second });
  }
  for (const client of [hers, his]) client.socket.close();
});

test("sends to each of a user's subscriptions", async () => {
  const one = await open(service.url, rita);
  const other = await open(service.url, rita);
  const all = [
    await one.subscribe(ADDED),
    await one.subscribe(ADDED),
    await other.subscribe(ADDED),
  ];
  await report(service, rita);
  const alertId = await publish(service);
  for (const follows of all) {
    expect((await follows.next()).data.notificationAdded).toMatchObject({ alertId });
  }
});

test("stops when the client completes it, while another subscription continues", async () => {
  const client = await open(service.url, rita);
  const [stopped, going] = [await client.subscribe(ADDED), await client.subscribe(ADDED)];
  await report(service, rita);
  await publish(service);
  await Promise.all([stopped.next(), going.next()]);
  stopped.stop();
  // The host handles messages in order, so it has handled the stop when this is answered.
  await client.ask("{ apiVersion }");
  await publish(service);
  await going.next();
  await publish(service);
  await going.next();
  expect(client.messages.filter(({ id }) => id === stopped.id)).toHaveLength(1);
});

test("misses and repeats nothing if a client subscribes during a publication", async () => {
  await report(service, rita);
  await report(service, otto);
  for (let round = 0; round < 25; round += 1) {
    const client = await open(service.url, round % 2 ? rita : otto);
    const published = publish(service);
    // Subscribes later in each round.
    for (let turn = 0; turn < round; turn += 1) await client.ask("{ apiVersion }");
    client.begin(ADDED);
    const { data } = await client.ask("{ notifications(limit: 1000) { id alertId } }");
    const alertId = await published;
    const isOfThis = (notification: { alertId: number }) => notification.alertId === alertId;
    const found = data.notifications.filter(isOfThis).length;
    // A last notification: when it has arrived, all before it have.
    const last = await publish(service);
    await client.message(
      ({ type, payload }) => type === "next" && payload.data.notificationAdded?.alertId === last,
    );
    const told = client.messages
      .filter(({ type }) => type === "next")
      .flatMap(({ payload }) => payload.data.notificationAdded ?? []);
    const ids = told.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(found + told.filter(isOfThis).length).toBeGreaterThanOrEqual(1);
    expect(told.filter(isOfThis).length).toBeLessThanOrEqual(1);
    client.socket.close();
  }
});

test("does not repeat a notification whose id is between those of another announcement", async () => {
  const client = await open(service.url, rita);
  const follows = await client.subscribe(ADDED);
  await report(service, rita);
  const alertId = await publish(service);
  const { id } = await notificationOf(alertId, follows);
  await service.owner.query("select app_private.announce_notifications($1, $2, $3)", [
    alertId,
    id - 5,
    id + 5,
  ]);
  const next = await publish(service);
  await notificationOf(next, follows);
});

describe("notificationAdded is refused", () => {
  test("without a token", async () => {
    const client = await open(service.url);
    const answer = await client.begin(ADDED).next();
    expect(refusals(answer)).toEqual(["UNAUTHENTICATED"]);
  });

  test("with a revoked token", async () => {
    const leaving = await service.newUser();
    const before = await open(service.url, leaving);
    await service.owner.query("select app_private.end_sessions($1)", [leaving.id]);
    // Waits until the host knows. Otherwise it would close the next connection.
    expect(await before.closed).toEqual([4403, "The token was revoked."]);
    const client = await open(service.url, leaving);
    expect(refusals(await client.begin(ADDED).next())).toEqual(["UNAUTHENTICATED"]);
  });

  test("over HTTP: subscriptions need a websocket", async () => {
    expect(refusals(await service.graphql(ADDED, {}, rita))).toEqual(["BAD_USER_INPUT"]);
  });
});

// The embedded database serves one process only.
(isNative ? test : test.skip)("tells at one host what was published at another", async () => {
  const logged: string[] = [];
  const { startService } = await loadService();
  const other = await startService(service.config, (line) => logged.push(line));
  try {
    const client = await open(other.url, rita);
    const follows = await client.subscribe(ADDED);
    await report(service, rita);
    const alertId = await publish(service);
    expect((await follows.next()).data.notificationAdded).toMatchObject({ alertId });
  } finally {
    await other.stop();
  }
  expect(logged.filter((line) => /^(live:|websocket:|error)/.test(line))).toEqual([]);
});
