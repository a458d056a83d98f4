/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { runTestService, type TestUser } from "../helpers/service.ts";

const REPORT = "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }";
const ALL =
  "{ lastPositions { userId latitude longitude movingActivity accuracy takenAt createdAt user { id } } }";

const service = runTestService();
let users: TestUser[];
beforeAll(async () => {
  users = [await service.newUser(), await service.newUser(), await service.newUser()];
  for (const latitude of [1, 2]) {
    for (const user of users.toReversed()) {
      const input = { latitude, longitude: -2.5, movingActivity: "WALKING", accuracy: 12 };
      await service.graphql(REPORT, { input }, user);
    }
  }
});

test("lists the last position of each user to an administrator, by user", async () => {
  const { data } = await service.graphql(ALL, {}, service.admin);
  expect(data.lastPositions).toEqual(
    users.map(({ id }) => ({
      userId: id,
      latitude: 2,
      longitude: -2.5,
      movingActivity: "WALKING",
      accuracy: 12,
      takenAt: expect.any(Number),
      createdAt: expect.any(Number),
      user: { id },
    })),
  );
});

test("lastPositions can be limited to one user, and can be paged", async () => {
  const [, second] = users as [TestUser, TestUser];
  const { data } = await service.graphql(
    "query ($id: Int) { lastPositions(userId: $id) { userId } }",
    { id: second.id },
    service.admin,
  );
  expect(data.lastPositions).toEqual([{ userId: second.id }]);
  const page = await service.graphql(
    "{ lastPositions(limit: 1, offset: 1) { userId } }",
    {},
    service.admin,
  );
  expect(page.data.lastPositions).toEqual([{ userId: second.id }]);
});

test("keeps the last position after the history is deleted", async () => {
  await service.owner.query("delete from app_public.positions");
  const { data } = await service.graphql("{ lastPositions { latitude } }", {}, service.admin);
  expect(data.lastPositions).toEqual(users.map(() => ({ latitude: 2 })));
});
