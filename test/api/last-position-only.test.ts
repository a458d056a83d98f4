/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
});

const choose = (lastPositionOnly: boolean | null, as: TestUser, id = user.id) =>
  service.graphql(
    "mutation ($id: Int!, $input: UserEdit!) { userEdit(id: $id, input: $input) { id name lastPositionOnly } }",
    { id, input: { lastPositionOnly } },
    as,
  );
const POSITION = "id userId createdAt takenAt latitude longitude accuracy movingActivity";
const HERE = { latitude: 46.5, longitude: 11.25, movingActivity: "STILL" };
const report = (input: object) =>
  service.graphql(
    `mutation ($input: PositionInput!) { newPosition(input: $input) { ${POSITION} } }`,
    { input: { ...HERE, ...input } },
    user,
  );

test("users choose lastPositionOnly for themselves, and administrators see their choice", async () => {
  expect((await service.graphql("{ me { lastPositionOnly } }", {}, user)).data.me).toEqual({
    lastPositionOnly: false,
  });
  expect((await choose(true, user)).data.userEdit).toMatchObject({ lastPositionOnly: true });
  expect((await choose(null, user)).data.userEdit).toMatchObject({ lastPositionOnly: true });
  const seen = await service.graphql(
    `{ user(id: ${user.id}) { lastPositionOnly } }`,
    {},
    service.admin,
  );
  expect(seen.data.user).toEqual({ lastPositionOnly: true });
});

test("while the service keeps last positions only, positions lists them, with its filters and pages, for administrators", async () => {
  await report({});
  const other = await service.newUser();
  const silent = await service.newUser();
  await service.graphql(
    "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
    { input: { ...HERE, movingActivity: "RUNNING" } },
    silent,
  );
  const list = async (args = "", as = service.admin) =>
    service.graphql(`{ positions${args} { ${POSITION} } }`, {}, as);
  const ids = async (args = "") =>
    (await list(args)).data.positions.map(({ userId }: { userId: number }) => userId);
  expect(await ids()).toEqual([silent.id]);
  // The job that deletes the history.
  await service.owner.query("delete from app_public.positions");
  await service.owner.query("update app_private.settings set last_position_only = true");
  const { data } = await service.graphql(
    `mutation ($input: PositionInput!) { newPosition(input: $input) { ${POSITION} } }`,
    { input: { ...HERE, latitude: 47, movingActivity: "WALKING" } },
    other,
  );
  // The second request takes the fast path.
  for (const _ of [1, 2]) {
    const { positions } = (await list()).data;
    expect(positions[0]).toEqual(data.newPosition);
    expect(positions.map(({ userId }: { userId: number }) => userId)).toEqual([
      other.id,
      silent.id,
      user.id,
    ]);
    expect(await ids("(limit: 1)")).toEqual([other.id]);
    expect(await ids("(limit: 5, offset: 1)")).toEqual([silent.id, user.id]);
    expect(await ids("(movingActivity: [STILL])")).toEqual([user.id]);
    expect(await ids("(movingActivity: [STILL], offset: 1)")).toEqual([]);
    expect(refusals(await list("", user))).toEqual(["FORBIDDEN at positions"]);
  }
  await service.owner.query("update app_private.settings set last_position_only = false");
  expect(await ids()).toEqual([]);
});
