import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
let own: number;
let others: number;
beforeAll(async () => {
  user = await service.newUser();
  const other = await service.newUser();
  const { rows } = await service.owner.query(
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
       select 1, u, 'TWO', 1, 2, 'STILL' from unnest($1::integer[]) u returning id::integer, user_id`,
    [[user.id, other.id]],
  );
  own = rows.find(({ user_id }) => user_id === user.id).id;
  others = rows.find(({ user_id }) => user_id === other.id).id;
});

const NOTIFICATION_UPDATE = `mutation ($input: NotificationUpdateInput!) {
  notificationUpdate(input: $input) { id userId level seen latitude longitude movingActivity }
}`;
const update = (input: object, as: TestUser | undefined = user) =>
  service.graphql(NOTIFICATION_UPDATE, { input }, as);

test("notificationUpdate returns the updated notification", async () => {
  const { data } = await update({ id: own, seen: true });
  expect(data.notificationUpdate).toEqual({
    id: own,
    userId: user.id,
    level: "TWO",
    seen: true,
    latitude: 1,
    longitude: 2,
    movingActivity: "STILL",
  });
});

test("notificationUpdate can be undone and repeated", async () => {
  for (const seen of [true, true, false, false]) {
    expect((await update({ id: own, seen })).data.notificationUpdate.seen).toBe(seen);
  }
});

test("answers the same for another user's notification and an unknown one, and changes nothing", async () => {
  const before = await service.contents();
  const answer = await update({ id: others, seen: true });
  expect(refusals(answer)).toEqual(["NOT_FOUND at notificationUpdate"]);
  for (const id of [2_147_483_647, 0, -1]) expect(await update({ id, seen: true })).toEqual(answer);
  expect(await service.contents()).toEqual(before);
});

test("notificationUpdate is refused to an administrator for another user's notification", async () => {
  const answer = await update({ id: others, seen: true }, service.admin);
  expect(refusals(answer)).toEqual(["NOT_FOUND at notificationUpdate"]);
});

test.each([
  [{ seen: true }],
  [{ id: 1 }],
  [{ id: 1, seen: null }],
  [{ id: 1, seen: "true" }],
  [{ id: 1, seen: 1 }],
  [{ id: "1", seen: true }],
  [{ id: 1.5, seen: true }],
  [{ id: 2 ** 31, seen: true }],
  [{ id: 1, seen: true, level: "ONE" }],
])("notificationUpdate refuses %j", async (input) => {
  expect(refusals(await update(input))).toEqual(["BAD_USER_INPUT"]);
});

test("notificationUpdate needs a token", async () => {
  const answer = await service.graphql(NOTIFICATION_UPDATE, { input: { id: own, seen: true } });
  expect(refusals(answer)).toEqual(["UNAUTHENTICATED at notificationUpdate"]);
});
