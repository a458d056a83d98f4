/** @database both */
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
let other: TestUser;
let alertIds: number[];
beforeAll(async () => {
  user = await service.newUser();
  other = await service.newUser();
  for (const someone of [user, other, service.admin]) {
    await service.graphql(
      "mutation { newPosition(input: { latitude: 0.5, longitude: 0.5, movingActivity: ON_FOOT }) { id } }",
      {},
      someone,
    );
  }
  alertIds = [];
  for (const text of ["first", "second"]) {
    const { data } = await service.graphql(
      `mutation ($text: String!) {
        newAlert(input: {
          points: [{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }, { latitude: 1, longitude: 1 }, { latitude: 1, longitude: 0 }],
          text1: $text, text2: $text, text3: $text
        }) { id }
      }`,
      { text },
      service.admin,
    );
    alertIds.push(data.newAlert.id);
  }
});

const NOTIFICATIONS = `query ($seen: Boolean, $id: Int, $alertId: Int, $limit: Int64, $offset: Int64) {
  notifications(seen: $seen, id: $id, alertId: $alertId, limit: $limit, offset: $offset) {
    id userId level seen latitude longitude movingActivity createdAt
    alert { id text1 }
  }
}`;
type Row = { id: number; userId: number; alert: { id: number } };
async function list(variables: object, as: TestUser): Promise<Row[]> {
  const answer = await service.graphql(NOTIFICATIONS, variables, as);
  expect(refusals(answer)).toEqual([]);
  return answer.data.notifications;
}

test("lists the user's own notifications, newest first, each with its alert", async () => {
  const rows = await list({}, user);
  expect(rows).toEqual(
    ["second", "first"].map((text1, i) => ({
      id: expect.any(Number),
      userId: user.id,
      level: "ONE",
      seen: false,
      latitude: 0.5,
      longitude: 0.5,
      movingActivity: "ON_FOOT",
      createdAt: expect.any(Number),
      alert: { id: alertIds[1 - i], text1 },
    })),
  );
  expect(rows[0]?.id).toBeGreaterThan(rows[1]?.id ?? 0);
});

test("lists only an administrator's own notifications by default", async () => {
  const rows = await list({}, service.admin);
  expect(rows.map(({ userId }) => userId)).toEqual([service.admin.id, service.admin.id]);
});

test("lists everyone's notifications of an alert to an administrator", async () => {
  const rows = await list({ alertId: alertIds[0] }, service.admin);
  expect(rows.map(({ userId }) => userId).toSorted()).toEqual(
    [user.id, other.id, service.admin.id].toSorted(),
  );
  expect(new Set(rows.map(({ alert }) => alert.id))).toEqual(new Set([alertIds[0]]));
});

test("finds anyone's notification by its id for an administrator", async () => {
  const [first] = await list({}, other);
  expect(await list({ id: first?.id }, service.admin)).toEqual([first]);
});

test("finds one of the user's own notifications by its id", async () => {
  const [newest] = await list({}, user);
  expect(await list({ id: newest?.id }, user)).toEqual([newest]);
});

test("filters notifications by seen", async () => {
  const [newest, oldest] = await list({}, other);
  await service.graphql(
    "mutation ($id: Int!) { notificationUpdate(input: { id: $id, seen: true }) { id } }",
    { id: oldest?.id },
    other,
  );
  expect(await list({ seen: true }, other)).toMatchObject([{ id: oldest?.id, seen: true }]);
  expect(await list({ seen: false }, other)).toEqual([newest]);
  expect(await list({ seen: null }, other)).toHaveLength(2);
});

test("accepts all filters of notifications at once", async () => {
  expect(await list({ seen: false, alertId: alertIds[1], limit: 5, offset: 0 }, user)).toHaveLength(
    1,
  );
  expect(await list({ seen: true, alertId: alertIds[1] }, user)).toEqual([]);
});

test("treats a null filter as absent, and still lists only the user's own notifications", async () => {
  const rows = await list({ id: null, alertId: null }, service.admin);
  expect(rows).toHaveLength(2);
});

const NOTIFICATION_UPDATE = `mutation ($input: NotificationUpdateInput!) {
  notificationUpdate(input: $input) { id userId level seen latitude longitude movingActivity }
}`;
const update = (input: object) => service.graphql(NOTIFICATION_UPDATE, { input }, user);

test("notificationUpdate returns the updated notification, can be undone and repeated", async () => {
  const [{ id } = { id: 0 }] = await list({}, user);
  for (const seen of [true, true, false, false]) {
    expect((await update({ id, seen })).data.notificationUpdate).toEqual({
      id,
      userId: user.id,
      level: "ONE",
      seen,
      latitude: 0.5,
      longitude: 0.5,
      movingActivity: "ON_FOOT",
    });
  }
});
