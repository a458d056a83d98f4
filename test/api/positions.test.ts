import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
  for (const movingActivity of ["STILL", "WALKING", "RUNNING", "STILL"]) {
    await service.graphql(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: { latitude: 1.5, longitude: -2.5, movingActivity } },
      user,
    );
  }
});

type Row = { movingActivity: string };
async function activities(query: string, variables = {}): Promise<string[]> {
  const answer = await service.graphql(query, variables, service.admin);
  expect(refusals(answer)).toEqual([]);
  return answer.data.positions.map(({ movingActivity }: Row) => movingActivity);
}

test("lists everyone's positions to an administrator, newest first", async () => {
  const { data } = await service.graphql(
    "{ positions { id userId createdAt latitude longitude movingActivity __typename } }",
    {},
    service.admin,
  );
  expect(data.positions[0]).toEqual({
    id: expect.any(Number),
    userId: user.id,
    createdAt: expect.any(Number),
    latitude: 1.5,
    longitude: -2.5,
    movingActivity: "STILL",
    __typename: "Position",
  });
  expect(data.positions.map(({ movingActivity }: Row) => movingActivity)).toEqual([
    "STILL",
    "RUNNING",
    "WALKING",
    "STILL",
  ]);
});

test("accepts one moving activity as a list of one", async () => {
  expect(await activities("{ positions(movingActivity: WALKING) { movingActivity } }")).toEqual([
    "WALKING",
  ]);
});

test("accepts a list of moving activities", async () => {
  expect(
    await activities("{ positions(movingActivity: [WALKING, RUNNING]) { movingActivity } }"),
  ).toEqual(["RUNNING", "WALKING"]);
});

test.each([
  ["[MovingActivity]", ["WALKING"], ["WALKING"]],
  ["[MovingActivity!]", ["STILL", "STILL"], ["STILL", "STILL"]],
  ["[MovingActivity!]!", ["TILTING"], []],
  ["[MovingActivity]", "WALKING", ["WALKING"]],
  ["MovingActivity", "WALKING", ["WALKING"]],
  ["MovingActivity!", "WALKING", ["WALKING"]],
  ["MovingActivity", null, ["STILL", "RUNNING", "WALKING", "STILL"]],
  ["[MovingActivity]", null, ["STILL", "RUNNING", "WALKING", "STILL"]],
  ["[MovingActivity]", [], []],
])("takes a variable declared %s with the value %j", async (type, value, expected) => {
  expect(
    await activities(
      `query ($filter: ${type}) { positions(movingActivity: $filter) { movingActivity } }`,
      { filter: value },
    ),
  ).toEqual(expected);
});

test("accepts a variable as an item of the list of moving activities", async () => {
  const query = `query ($one: MovingActivity) {
    positions(movingActivity: [$one, RUNNING]) { movingActivity }
  }`;
  expect(await activities(query, { one: "WALKING" })).toEqual(["RUNNING", "WALKING"]);
});

test("lists all positions if the variable of the filter is absent", async () => {
  const query = `query ($filter: [MovingActivity]) {
    positions(movingActivity: $filter) { movingActivity }
  }`;
  expect(await activities(query)).toHaveLength(4);
});

test("accepts limit and offset beside the filter by moving activity", async () => {
  expect(
    await activities(
      "{ positions(movingActivity: STILL, limit: 1, offset: 1) { movingActivity } }",
    ),
  ).toEqual(["STILL"]);
});

test.each(["FLYING", '"STILL"', "[STILL, FLYING]", "1", "[[STILL]]"])(
  "refuses the moving activity %s",
  async (value) => {
    const query = `{ positions(movingActivity: ${value}) { id } }`;
    const answer = await service.graphql(query, {}, service.admin);
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
  },
);

test.each([["FLYING"], [["STILL", "FLYING"]], [1], [{ STILL: true }]])(
  "refuses the moving activity %j as a variable",
  async (value) => {
    const query = "query ($filter: [MovingActivity]) { positions(movingActivity: $filter) { id } }";
    const answer = await service.graphql(query, { filter: value }, service.admin);
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
  },
);
