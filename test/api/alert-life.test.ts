/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { wkt } from "../helpers/wkt.ts";

const service = runTestService();
let inside: TestUser;
let near: TestUser;
beforeAll(async () => {
  inside = await service.newUser();
  near = await service.newUser();
  await at(inside, 40.85);
  // 0.0135 degrees of latitude are 1,500 metres.
  await at(near, 40.9135);
});

const AREA = {
  type: "Polygon",
  coordinates: [wkt("14.2 40.8, 14.3 40.8, 14.3 40.9, 14.2 40.9, 14.2 40.8")],
};
const TEXTS = { text1: "Leave now.", text2: "Get ready.", text3: "Stay away." };

async function at(user: TestUser, latitude: number) {
  await service.graphql(
    `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`,
    { input: { latitude, longitude: 14.25, movingActivity: "STILL" } },
    user,
  );
}

const NEW = `mutation ($input: AlertInput!) { newAlert(input: $input) {
  id state version expiresAt areaGeoJson areaLevel2GeoJson level2Distance level3Distance event severity urgency certainty
  status language cancelledAt reachedUsers
} }`;
const publish = (input: object = {}, as = service.admin) =>
  service.graphql(NEW, { input: { area: AREA, ...TEXTS, ...input } }, as);
const UPDATE = `mutation ($id: Int!, $input: AlertUpdateInput!) { alertUpdate(id: $id, input: $input) {
  id version text1 reachedUsers
} }`;
const update = (id: number, input: object, as = service.admin) =>
  service.graphql(UPDATE, { id, input }, as);
const CANCEL = `mutation ($id: Int!, $text: String!) { alertCancel(id: $id, text: $text) {
  id state cancelledAt allClear version
} }`;
const cancel = (id: number, text = "It is over.", as = service.admin) =>
  service.graphql(CANCEL, { id, text }, as);

async function told(user: TestUser, alertId: number): Promise<string[]> {
  const { data } = await service.graphql(
    `query { notifications { kind level version alert { id } } }`,
    {},
    user,
  );
  return data.notifications
    .filter((one: { alert: { id: number } }) => one.alert.id === alertId)
    .map((one: { kind: string; level: string }) => `${one.kind} ${one.level}`);
}

test("newAlert returns the values of its input, and defaults for fields that were left out", async () => {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const { data, errors } = await publish({
    level2Distance: 500,
    level3Distance: 900.5,
    expiresAt,
    maxPositionAge: 600,
    severity: "EXTREME",
    urgency: "IMMEDIATE",
    event: "Eruption",
    language: "it",
  });
  expect(errors).toBeUndefined();
  expect(data.newAlert).toEqual({
    id: expect.any(Number),
    state: "ACTIVE",
    version: 1,
    expiresAt,
    areaGeoJson: AREA,
    areaLevel2GeoJson: { type: "Polygon", coordinates: expect.any(Array) },
    level2Distance: 500,
    level3Distance: 900.5,
    event: "Eruption",
    severity: "EXTREME",
    urgency: "IMMEDIATE",
    certainty: "UNKNOWN",
    status: "ACTUAL",
    language: "it",
    cancelledAt: null,
    reachedUsers: 1,
  });
  await cancel(data.newAlert.id);
});

test.each([
  ["a severity that is none", { severity: "HUGE" }],
  ["an area that is a text", { area: "POLYGON((0 0))" }],
])("newAlert refuses %s, and changes nothing", async (_, input) => {
  const before = await service.contents();
  const codes = refusals(await publish(input));
  expect(codes.map((code) => code.split(" ")[0])).toEqual(["BAD_USER_INPUT"]);
  expect(await service.contents()).toEqual(before);
});

test("an alert is published, updated and cancelled, and keeps each version", async () => {
  const { id, reachedUsers } = (await publish()).data.newAlert;
  expect(reachedUsers).toBe(2);
  const { data: updated } = await update(id, { text1: "Leave by the north.", renotify: true });
  expect(updated.alertUpdate).toMatchObject({ version: 2, text1: "Leave by the north." });
  const late = await service.newUser();
  await at(late, 40.85);
  const { data: cancelled } = await cancel(id);
  expect(cancelled.alertCancel).toEqual({
    id,
    state: "CANCELLED",
    cancelledAt: expect.any(Number),
    allClear: "It is over.",
    version: 3,
  });
  expect(await told(inside, id)).toEqual(["ALL_CLEAR ONE", "UPDATE ONE", "ALERT ONE"]);
  expect(await told(near, id)).toEqual(["ALL_CLEAR THREE", "UPDATE THREE", "ALERT THREE"]);
  expect(await told(late, id)).toEqual(["ALL_CLEAR ONE", "ALERT ONE"]);

  const { data } = await service.graphql(
    `query ($id: Int) { alerts(id: $id) { history { version text1 allClear isRenotified areaGeoJson user { id } } } }`,
    { id },
    service.admin,
  );
  const user = { id: service.admin.id };
  expect(data.alerts[0].history).toEqual([
    {
      version: 3,
      text1: "Leave by the north.",
      allClear: "It is over.",
      isRenotified: false,
      areaGeoJson: AREA,
      user,
    },
    {
      version: 2,
      text1: "Leave by the north.",
      allClear: null,
      isRenotified: true,
      areaGeoJson: AREA,
      user,
    },
    {
      version: 1,
      text1: "Leave now.",
      allClear: null,
      isRenotified: true,
      areaGeoJson: AREA,
      user,
    },
  ]);
  expect(refusals(await cancel(id))).toEqual(["CONFLICT at alertCancel"]);
  expect(refusals(await update(id, { text1: "x" }))).toEqual(["CONFLICT at alertUpdate"]);
});

test("an update that expects another version of the alert is a conflict, if two updates race", async () => {
  const { id } = (await publish()).data.newAlert;
  const answers = await Promise.all([
    update(id, { text1: "Leave by the north.", expectedVersion: 1 }),
    update(id, { text2: "Stay inside.", expectedVersion: 1 }),
  ]);
  const won = answers.filter(({ errors }) => !errors);
  expect(won.map(({ data }) => data.alertUpdate.version)).toEqual([2]);
  expect(answers.flatMap(refusals)).toEqual(["CONFLICT at alertUpdate"]);
  expect(answers.flatMap(({ errors = [] }) => errors)[0]?.message).toBe(
    "This alert is at version 2, not 1: look at what has changed, and update it again.",
  );
  await cancel(id);
});

test.each([
  ["with the same idempotencyKey", { idempotencyKey: "d0e0c1a4-double-click" }],
  ["without an idempotencyKey", {}],
])("simultaneous requests %s make one alert, and notify a user once", async (_what, input) => {
  const answers = await Promise.all([publish(input), publish(input), publish(input)]);
  const ids = answers.map(({ data }) => data.newAlert.id);
  expect(new Set(ids).size).toBe(1);
  expect(await told(inside, ids[0])).toEqual(["ALERT ONE"]);
  await cancel(ids[0]);
});

test("alertReach returns the number of users that publication then notifies, and writes nothing", async () => {
  const before = await service.contents();
  const { data } = await service.graphql(
    `query ($input: AlertInput!) { alertReach(input: $input) { one two three withDevice stale coarse area } }`,
    { input: { area: AREA, ...TEXTS } },
    service.admin,
  );
  expect(await service.contents()).toEqual(before);
  const { one, two, three } = data.alertReach;
  expect(data.alertReach.area).toBeGreaterThan(9e7);
  const { id, reachedUsers } = (await publish()).data.newAlert;
  expect(reachedUsers).toBe(one + two + three);
  const here = await service.graphql(
    `query { activeAlertsAt(latitude: 40.9135, longitude: 14.25) { alertId level distance text } }`,
    {},
    near,
  );
  expect(here.data.activeAlertsAt).toEqual([
    { alertId: id, level: "THREE", distance: expect.closeTo(1499, -1), text: TEXTS.text3 },
  ]);
  await cancel(id);
});

test("whyNotified says why someone was notified or was not", async () => {
  const { id } = (await publish()).data.newAlert;
  const late = await service.newUser();
  const why = async (userId: number, as = service.admin) =>
    await service.graphql(
      `# The age grows.
      query ($alertId: Int!, $userId: Int!) { whyNotified(alertId: $alertId, userId: $userId) {
        rule level notificationId latitude age accuracy distance1 distance3
      } }`,
      { alertId: id, userId },
      as,
    );
  expect((await why(late.id)).data.whyNotified).toMatchObject({ rule: "NO_POSITION", level: null });
  await at(late, 41.5);
  expect((await why(late.id)).data.whyNotified).toMatchObject({ rule: "OUTSIDE", latitude: 41.5 });
  await at(late, 40.9135);
  expect((await why(late.id)).data.whyNotified).toMatchObject({
    rule: "CAME_IN_LATER",
    level: "THREE",
    distance3: 0,
    distance1: expect.closeTo(1499, -1),
  });
  expect((await why(inside.id)).data.whyNotified.rule).toBe("INSIDE_WHEN_PUBLISHED");
  expect(refusals(await why(inside.id, inside))).toEqual(["FORBIDDEN at whyNotified"]);
  expect(refusals(await why(999_999))).toEqual(["NOT_FOUND at whyNotified"]);
  await cancel(id);
});

test("alertUpdateReach returns who is told again by an update, and pushProviders who takes pushes", async () => {
  const { id } = (await publish()).data.newAlert;
  const before = await service.contents();
  const { data } = await service.graphql(
    `query ($id: Int!) {
      alertUpdateReach(id: $id, input: { renotify: true }) { one againOne three againThree alreadyTold }
      pushProviders { provider state reason since }
    }`,
    { id },
    service.admin,
  );
  const { one, againOne, three, againThree, alreadyTold } = data.alertUpdateReach;
  expect([againOne, againThree, alreadyTold]).toEqual([one, three, 0]);
  expect(one + three).toBeGreaterThan(1);
  expect(data.pushProviders).toEqual([
    { provider: "expo", state: "OFF", reason: "set EXPO_ACCESS_TOKEN", since: null },
    { provider: "fcm", state: "OFF", reason: "set FCM_SERVICE_ACCOUNT", since: null },
    expect.objectContaining({ provider: "web_push" }),
    { provider: "email", state: "OFF", reason: "set ALERT_MAIL", since: null },
    { provider: "ntfy", state: "OFF", reason: "set NTFY_URL", since: null },
    { provider: "sms", state: "OFF", reason: "set SMS_URL and SMS_SECRET", since: null },
  ]);
  expect(await service.contents()).toEqual(before);
  await cancel(id);
});
