/** @database server */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { fcmError } from "../push/servers/fcm.ts";
import { type PushServices, startPushServices } from "./providers.ts";

let push: PushServices;
let service: TestService;
beforeAll(async () => {
  push = await startPushServices();
  service = await startTestService({ ...push.env, JOBS: "true" });
});
afterEach(() => push.behave());
afterAll(async () => {
  await service.stop();
  await push.close();
});

const TEXTS = {
  text1: "Leave the centre now.",
  text2: "Do not enter.",
  text3: "Expect closed roads.",
};
let nextPlace = 0;

/** Returns a new place for each test, far from all others. */
function place() {
  const longitude = 5 + nextPlace++;
  const corner = (latitude: number, east: number) => ({ latitude, longitude: longitude + east });
  const points = [corner(45, 0), corner(45, 0.01), corner(45.01, 0.01), corner(45.01, 0)];
  return {
    points,
    /** Returns a position this many metres east of the area, or inside it by default. */
    at: (metres = -300) => ({ latitude: 45.005, longitude: longitude + 0.01 + metres / 78_600 }),
  };
}

async function ok(query: string, variables: object, as: { token: string }) {
  const { data, errors } = await service.graphql(query, variables, as);
  expect(errors).toBeUndefined();
  return data;
}

async function userAt(where: { latitude: number; longitude: number }, tokens: string[]) {
  const user = await service.newUser();
  for (const token of tokens) {
    await ok(
      `mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }`,
      { input: { token } },
      user,
    );
  }
  await ok(
    `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`,
    { input: { ...where, movingActivity: "STILL" } },
    user,
  );
  return user;
}

async function publish(points: object[]): Promise<number> {
  const { newAlert } = await ok(
    `mutation ($input: AlertInput!) { newAlert(input: $input) { id } }`,
    { input: { points, ...TEXTS, idempotencyKey: randomUUID() } },
    service.admin,
  );
  return newAlert.id;
}

interface Delivery {
  token: string | null;
  state: string;
  attempts: number;
  why: string | null;
  failures: string[];
}

async function deliveries(alert: number): Promise<Delivery[]> {
  const { rows } = await service.owner.query<Delivery>(
    `select d.state, d.attempts, d.why, d.failures, v.token
      from app_private.deliveries d left join app_private.devices v on v.id = d.device_id
      where d.alert_id = $1 order by d.device_id`,
    [alert],
  );
  return rows;
}

const settled = (alert: number, count: number, state = "accepted") =>
  until(
    () => deliveries(alert),
    (rows) => rows.length === count && rows.every((row) => row.state === state),
  );

async function delivery(alert: number, as: { token: string } = service.admin) {
  const { data } = await service.graphql(
    `query ($id: Int) { alerts(id: $id) { delivery { level targeted sent accepted failed seen acceptedAfterMedian acceptedAfterP95 } } }`,
    { id: alert },
    as,
  );
  return data.alerts[0].delivery;
}

const notificationsOf = async (user: TestUser) =>
  (await ok(`query { notifications { id level } }`, {}, user)).notifications;

const fcmToken = (name: string) => `${name}:APA91b${"x".repeat(130)}`;

test("every device of a recipient gets the text of their level, and no other device gets a push", async () => {
  const { points, at } = place();
  const browser = push.webPush.subscribe();
  const [one, two] = [
    await userAt(at(), ["one", fcmToken("one"), browser]),
    await userAt(at(500), ["ExponentPushToken[two]"]),
  ];
  await userAt(at(5000), ["far", fcmToken("far")]);
  await userAt(at(), []);
  const alert = await publish(points);
  await settled(alert, 4);

  const [{ id }] = await notificationsOf(one);
  const toOne = push.expo.received.all.find(({ to }) => to === "ExponentPushToken[one]");
  // The text is short: a title would only repeat it.
  expect(toOne).not.toHaveProperty("title");
  expect(toOne).toMatchObject({
    body: TEXTS.text1,
    data: {
      notificationId: id,
      alertId: alert,
      level: "ONE",
      kind: "ALERT",
      status: "ACTUAL",
      language: "en",
    },
    priority: "high",
  });
  const toTwo = push.expo.received.all.find(({ to }) => to === "ExponentPushToken[two]");
  expect(toTwo).toMatchObject({ body: TEXTS.text2, data: { level: "TWO" } });
  expect(toTwo?.data?.notificationId).toBe((await notificationsOf(two))[0].id);
  expect(push.fcm.received.all.map(({ notification }) => notification.body)).toEqual([TEXTS.text1]);
  // Browsers show nothing without a title.
  expect(push.webPush.received.all.map((message) => message.read())).toEqual([
    expect.objectContaining({
      title: TEXTS.text1,
      body: "",
      data: {
        notificationId: id,
        alertId: alert,
        level: "ONE",
        kind: "ALERT",
        status: "ACTUAL",
        language: "en",
      },
    }),
  ]);
  for (const { received } of [push.expo, push.fcm, push.webPush]) {
    expect([...received.counts.keys()].filter((token) => token.includes("far"))).toEqual([]);
  }

  const [first, second, third] = await delivery(alert);
  expect(first).toMatchObject({
    level: "ONE",
    targeted: 2,
    sent: 1,
    accepted: 1,
    failed: 0,
    seen: 0,
  });
  expect(first.acceptedAfterMedian).toBeGreaterThan(0);
  expect(second).toMatchObject({ level: "TWO", targeted: 1, accepted: 1 });
  expect(third).toMatchObject({ level: "THREE", targeted: 0, acceptedAfterP95: null });
});

test("pushes without texts tell neither what to do nor how urgent it is", async () => {
  await service.owner.query("update app_private.settings set push_text = false");
  const { points, at } = place();
  const browser = push.webPush.subscribe();
  const user = await userAt(at(500), ["silent", fcmToken("silent"), browser]);
  await settled(await publish(points), 3);
  await service.owner.query("update app_private.settings set push_text = true");

  const [{ id }] = await notificationsOf(user);
  const sentence = "There is news of an alert that concerns you. Open the app.";
  const expo = push.expo.received.all.find(({ to }) => to === "ExponentPushToken[silent]");
  expect(expo).toMatchObject({ body: sentence, priority: "high" });
  expect(Object.keys(expo?.data ?? {})).toEqual(["notificationId", "alertId"]);
  const fcm = push.fcm.received.all.at(-1);
  expect(fcm?.notification.body).toBe(sentence);
  expect(fcm?.data).toEqual({ notificationId: String(id), alertId: expect.any(String) });
  expect(push.webPush.received.all.at(-1)?.read()).toMatchObject({
    title: sentence,
    data: { notificationId: id, alertId: expect.any(Number) },
  });
  for (const { received } of [push.expo, push.fcm]) {
    const message = received.all.at(-1);
    expect(JSON.stringify(message)).not.toMatch(/TWO|ALERT|ACTUAL|text2/);
  }
});

test("a push and the all-clear are in the language in which their recipient was told", async () => {
  const { points, at } = place();
  const user = await userAt(at(), []);
  await ok(
    `mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }`,
    { input: { token: "speaker", language: "es-MX" } },
    user,
  );
  push.expo.misbehave({ status: 500, body: "oops" });
  const es = {
    language: "es",
    title: "Fuga",
    text1: "Salga.",
    text2: "No entre.",
    text3: "Espere.",
  };
  const { newAlert } = await ok(
    `mutation ($input: AlertInput!) { newAlert(input: $input) { id languages texts { text1 isOld allClear } } }`,
    { input: { points, ...TEXTS, texts: [es] } },
    service.admin,
  );
  const { id, ...written } = newAlert;
  expect(written).toEqual({
    languages: ["en", "es"],
    texts: [{ text1: "Salga.", isOld: false, allClear: null }],
  });
  // A choice between the notification and its push changes the next one only.
  await ok(
    `mutation ($id: Int!) { userEdit(id: $id, input: { languages: ["en"] }) { id } }`,
    user,
    user,
  );
  await settled(id, 1);
  const { alertUpdate } = await ok(
    `mutation ($id: Int!, $input: AlertUpdateInput!) { alertUpdate(id: $id, input: $input) { texts { isOld } } }`,
    { id, input: { text1: "Run.", texts: [{ ...es, isOld: true }] } },
    service.admin,
  );
  expect(alertUpdate).toEqual({ texts: [{ isOld: true }] });
  await ok(
    `mutation ($id: Int!) { userEdit(id: $id, input: { languages: [] }) { id } }`,
    user,
    user,
  );
  await ok(
    `mutation ($id: Int!, $texts: [AlertTextInput!]) { alertCancel(id: $id, text: "It is over.", texts: $texts) { id } }`,
    { id, texts: [{ language: "es", allClear: "Ha terminado." }] },
    service.admin,
  );
  await settled(id, 2);
  const pushed = push.expo.received.all.filter(({ to }) => to === "ExponentPushToken[speaker]");
  expect(pushed.map(({ title, body, data }) => [title, body, data?.language])).toEqual([
    ["Fuga", "Salga.", "es"],
    [undefined, "Ha terminado.", "es"],
  ]);
  const { notifications } = await ok(
    `query { notifications { text title language toldLanguage } }`,
    {},
    user,
  );
  expect(notifications.map((one: object) => Object.values(one))).toEqual([
    ["Ha terminado.", "Fuga", "es", "es"],
    ["Salga.", "Fuga", "es", "es"],
  ]);
});

test("a late entry gets a push too", async () => {
  const { points, at } = place();
  const walker = await userAt(at(5000), ["walker"]);
  const alert = await publish(points);
  await ok(
    `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`,
    { input: { ...at(), movingActivity: "WALKING" } },
    walker,
  );
  await settled(alert, 1);
});

test("a push to a provider that failed for a while is sent once later, and its error is stored", async () => {
  const { points, at } = place();
  await userAt(at(), ["patient", fcmToken("patient"), push.webPush.subscribe()]);
  push.expo.misbehave({ status: 500, body: "oops" });
  push.fcm.misbehave({ drop: "before" });
  push.webPush.misbehave({ status: 429, headers: { "retry-after": "1" } });
  const alert = await publish(points);
  const rows = await settled(alert, 3);
  expect(rows.map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
  for (const { failures } of rows) expect(failures).toHaveLength(1);
  expect(push.expo.received.counts.get("ExponentPushToken[patient]")).toBe(1);
  expect(push.fcm.received.counts.get(fcmToken("patient"))).toBe(1);
});

test("a provider that does not answer delays neither the others nor publication", async () => {
  const { points, at } = place();
  await userAt(at(), ["away", fcmToken("away")]);
  push.expo.misbehave({ slow: 600_000 }, Number.POSITIVE_INFINITY);
  const alerts = [await publish(points), await publish(points), await publish(points)];
  for (const alert of alerts) {
    await until(
      () => deliveries(alert),
      (rows) => rows.some(({ token, state }) => token === fcmToken("away") && state === "accepted"),
    );
  }
  expect(push.expo.received.counts.has("ExponentPushToken[away]")).toBe(false);
  push.expo.behave();
  for (const alert of alerts) await settled(alert, 2);
  expect(push.expo.received.counts.get("ExponentPushToken[away]")).toBe(3);
});

test("a device that no longer exists is removed, at once or after its receipt", async () => {
  const { points, at } = place();
  const browser = push.webPush.subscribe();
  await userAt(at(), ["gone", fcmToken("gone"), browser, "later", "stays"]);
  push.expo.refuse("ExponentPushToken[gone]", "DeviceNotRegistered");
  push.expo.failLater("ExponentPushToken[later]", "DeviceNotRegistered");
  push.fcm.refuse(fcmToken("gone"), fcmError("UNREGISTERED"));
  push.webPush.refuse(browser, 410);
  await service.owner.query("update app_private.settings set receipt_delay = '0'");
  const alert = await publish(points);
  const rows = await until(
    () => deliveries(alert),
    (all) => all.filter(({ state }) => state === "dead").length === 4,
  );
  expect(rows.filter(({ token }) => token)).toEqual([
    expect.objectContaining({ token: "stays", state: "accepted" }),
  ]);
  const [one] = await delivery(alert);
  expect(one).toMatchObject({ targeted: 1, accepted: 1, failed: 0 });
});

test("quiet hours delay a push of level TWO, and removing them sends it at once", async () => {
  const { points, at } = place();
  const sleeper = await userAt(at(500), ["sleeper"]);
  const clock = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  const quietHours = { from: clock(-60), to: clock(60), timeZone: "UTC" };
  const { quietHoursEdit } = await ok(
    `mutation ($input: QuietHoursInput!) { quietHoursEdit(input: $input) { id quietHours { from to timeZone } } }`,
    { input: quietHours },
    sleeper,
  );
  expect(quietHoursEdit).toEqual({ id: sleeper.id, quietHours });
  const alert = await publish(points);
  await until(
    () => deliveries(alert),
    ([row]) => row?.state === "queued" && row.attempts === 0,
  );
  expect(await notificationsOf(sleeper)).toHaveLength(1);
  await ok(`mutation { quietHoursRemove { id quietHours { from } } }`, {}, sleeper);
  await settled(alert, 1);
});

test("the all-clear of a cancelled alert is pushed to its recipients, and to no others", async () => {
  const { points, at } = place();
  await userAt(at(), ["cleared"]);
  const alert = await publish(points);
  await settled(alert, 1);
  await userAt(at(5000), ["bystander"]);
  await ok(
    `mutation ($id: Int!) { alertCancel(id: $id, text: "It is over.") { id } }`,
    { id: alert },
    service.admin,
  );
  await settled(alert, 2);
  const pushed = (name: string) =>
    push.expo.received.all
      .filter(({ to }) => to === `ExponentPushToken[${name}]`)
      .map(({ body, data }) => [data?.kind, body]);
  expect(pushed("cleared")).toEqual([
    ["ALERT", TEXTS.text1],
    ["ALL_CLEAR", "It is over."],
  ]);
  expect(pushed("bystander")).toEqual([]);
  // The all-clear lives for a day. A phone that is off for longer does not show it.
  const [clear] = push.expo.received.all.filter(({ data }) => data?.kind === "ALL_CLEAR");
  expect(clear?.ttl).toBeLessThanOrEqual(86_400);
  expect(clear?.ttl).toBeGreaterThan(82_800);
  expect((await delivery(alert))[0]).toMatchObject({ targeted: 1, accepted: 1 });
});

test.each([
  ["EXERCISE", "it-IT", "ESERCITAZIONE – "],
  ["TEST", "en", "TEST – "],
  ["EXERCISE", "nl", "EXERCISE – "],
])(
  "each push of an alert with the status %s and the language %s begins with %s",
  async (status, language, mark) => {
    const { points, at } = place();
    const browser = push.webPush.subscribe();
    const { id: tester } = await userAt(at(), [fcmToken(`${status}-${language}`), browser]);
    await service.owner.query("update app_public.users set is_tester = true where id = $1", [
      tester,
    ]);
    const { newAlert } = await ok(
      `mutation ($input: AlertInput!) { newAlert(input: $input) { id } }`,
      { input: { points, ...TEXTS, title: "Flood", status, language } },
      service.admin,
    );
    const { id } = newAlert;
    await settled(id, 2);
    await ok(
      `mutation ($id: Int!) { alertUpdate(id: $id, input: {text1: "Leave on foot.", renotify: true}) { id } }`,
      { id },
      service.admin,
    );
    await settled(id, 4);
    await ok(
      `mutation ($id: Int!) { alertCancel(id: $id, text: "It is over.") { id } }`,
      { id },
      service.admin,
    );
    await settled(id, 6);
    const texts = [TEXTS.text1, "Leave on foot."].map((text) => ({
      title: `${mark}Flood`,
      body: mark + text,
    }));
    const over = `${mark}It is over.`;
    const toPhone = push.fcm.received.all.filter(({ data }) => data.alertId === String(id));
    expect(toPhone.map(({ notification }) => notification)).toEqual([...texts, { body: over }]);
    expect(toPhone.map(({ data }) => data.status)).toEqual([status, status, status]);
    const toBrowser = push.webPush.received.all.filter(({ token }) => token === browser);
    expect(toBrowser.map((message) => message.read())).toMatchObject(
      [...texts, { title: over, body: "" }].map((text) => ({ ...text, data: { status } })),
    );
  },
);

test("webPushPublicKey is the key that browsers subscribe with", async () => {
  const { webPushPublicKey } = await ok(`query { webPushPublicKey }`, {}, service.admin);
  expect(webPushPublicKey).toBe(push.env.VAPID_PUBLIC_KEY);
});
