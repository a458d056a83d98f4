/** @database both */
import { beforeAll, describe, expect, test } from "@jest/globals";
import supertest from "supertest";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
});

const NEW_POSITION = `mutation ($input: PositionInput!) {
  newPosition(input: $input) {
    id userId createdAt takenAt latitude longitude accuracy movingActivity
  }
}`;
const HERE = { latitude: 40.85, longitude: 14.25, movingActivity: "WALKING" };
const report = (fields: object, as: TestUser | undefined = user) =>
  service.graphql(NEW_POSITION, { input: { ...HERE, ...fields } }, as);
const now = () => Math.floor(Date.now() / 1000);

/** Sends a report with a value that JSON.stringify() cannot write, as a literal or as a variable. */
async function reportRaw(latitude: string, place: "literal" | "variable") {
  const literal = place === "literal";
  const query = `mutation ${literal ? "" : "($latitude: Float!)"} {
    newPosition(input: { latitude: ${literal ? latitude : "$latitude"}, longitude: 0, movingActivity: STILL }) { id }
  }`;
  const variables = literal ? "{}" : `{"latitude": ${latitude}}`;
  const { body } = await supertest(service.url)
    .post("/graphql")
    .set("Content-Type", "application/json")
    .set("Authorization", `Bearer ${user.token}`)
    .send(`{"query": ${JSON.stringify(query)}, "variables": ${variables}}`);
  return body;
}

test("newPosition returns the position", async () => {
  const { data } = await report({});
  expect(data.newPosition).toEqual({
    ...HERE,
    id: expect.any(Number),
    userId: user.id,
    createdAt: expect.any(Number),
    takenAt: data.newPosition.createdAt,
    accuracy: null,
  });
  expect(Math.abs(data.newPosition.createdAt - now())).toBeLessThan(60);
});

describe("newPosition refuses and stores nothing:", () => {
  test.each([
    [{ longitude: -1e308 }],
    [{ accuracy: -1e-300 }],
    [{ takenAt: Number.MIN_SAFE_INTEGER }],
  ])("%j", async (fields) => {
    const before = await service.contents();
    expect(refusals(await report(fields))).toEqual(["BAD_USER_INPUT at newPosition"]);
    expect(await service.contents()).toEqual(before);
  });

  test.each([
    [{ latitude: Number.NaN }],
    [{ longitude: Number.POSITIVE_INFINITY }],
    [{ latitude: "40.85" }],
    [{ longitude: [14.25] }],
    [{ longitude: { degrees: 14 } }],
    [{ movingActivity: "walking" }],
    [{ movingActivity: ["WALKING"] }],
    [{ takenAt: 2 ** 53 }],
    [{ takenAt: "yesterday" }],
  ])("%j, which does not fit the schema", async (fields) => {
    const before = await service.contents();
    expect(refusals(await report(fields))).toEqual(["BAD_USER_INPUT"]);
    expect(await service.contents()).toEqual(before);
  });

  test.each([
    ["1e999", "literal", "BAD_USER_INPUT at newPosition"],
    ["-1e999", "literal", "BAD_USER_INPUT at newPosition"],
    ["1e999", "variable", "BAD_USER_INPUT"],
    ["-1e999", "variable", "BAD_USER_INPUT"],
    ["null", "literal", "BAD_USER_INPUT"],
    ["null", "variable", "BAD_USER_INPUT"],
    ["NaN", "literal", "BAD_USER_INPUT"],
    ["Infinity", "literal", "BAD_USER_INPUT"],
  ] as const)("the latitude %s as a %s", async (latitude, place, refusal) => {
    const before = await service.contents();
    expect(refusals(await reportRaw(latitude, place))).toEqual([refusal]);
    expect(await service.contents()).toEqual(before);
  });

  test("null in a variable with a valid default", async () => {
    const answer = await service.graphql(
      `mutation ($latitude: Float = 0) {
        newPosition(input: { latitude: $latitude, longitude: 0, movingActivity: STILL }) { id }
      }`,
      { latitude: null },
      user,
    );
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
  });
});

describe("takenAt", () => {
  test.each([1_700_000_000, "1700000000"])("can be %j", async (takenAt) => {
    const { data } = await report({ takenAt });
    expect(data.newPosition.takenAt).toBe(Number(takenAt));
    expect(Math.abs(data.newPosition.createdAt - now())).toBeLessThan(60);
  });
});

test("each newPosition of a request is stored, whichever fields it selects", async () => {
  const other = await service.newUser();
  const { data } = await service.graphql(
    `mutation ($input: PositionInput!) {
      a: newPosition(input: $input) { __typename } b: newPosition(input: $input) { id } c: newPosition(input: $input) { id }
    }`,
    { input: HERE },
    other,
  );
  const { rows } = await service.owner.query(
    "select id::int from app_public.positions where user_id = $1 order by id",
    [other.id],
  );
  expect(rows).toEqual([expect.anything(), data.b, data.c]);
  expect(data.a).toEqual({ __typename: "Position" });
});
