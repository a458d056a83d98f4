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

const NEW_POSITIONS = `mutation ($input: [PositionInput!]!) {
  newPositions(input: $input) {
    id userId createdAt takenAt latitude longitude accuracy movingActivity
  }
}`;
const reportAll = (input: unknown) => service.graphql(NEW_POSITIONS, { input }, user);

/** Returns four good entries with this one in the middle. */
const around = (bad: object | null) => [HERE, HERE, bad && { ...HERE, ...bad }, HERE, HERE];

test("newPositions returns the positions in the order given, each with its id and its own takenAt", async () => {
  const input = [300, 100, 200].map((age) => ({
    ...HERE,
    latitude: age / 10,
    accuracy: age,
    takenAt: now() - age,
  }));
  const { data } = await reportAll(input);
  expect(data.newPositions).toEqual(
    input.map((entry) => ({
      ...entry,
      id: expect.any(Number),
      userId: user.id,
      createdAt: expect.any(Number),
    })),
  );
  const ids = data.newPositions.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([ids[0], ids[0] + 1, ids[0] + 2]);
});

test("newPositions accepts a single entry as a list of one, as GraphQL does", async () => {
  const { data } = await reportAll(HERE);
  expect(data.newPositions).toMatchObject([HERE]);
});

describe("a batch with one bad entry is refused and stores nothing:", () => {
  test("naming the index of one that SQL refuses", async () => {
    const before = await service.contents();
    const answer = await reportAll(around({ longitude: -181 }));
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT at newPositions"]);
    expect(answer.errors?.[0]?.message).toContain("input[2].longitude is ");
    expect(await service.contents()).toEqual(before);
  });

  test.each([
    [null, 'input[2]: Expected non-nullable type "PositionInput!" not to be null.'],
    [{ latitude: null }, 'input[2].latitude: Expected non-nullable type "Float!" not to be null.'],
    [
      { latitude: Number.NaN },
      'input[2].latitude: Expected non-nullable type "Float!" not to be null.',
    ],
    [
      { latitude: undefined },
      'input[2]: Field "latitude" of required type "Float!" was not provided.',
    ],
    [
      { longitude: "14.25" },
      'input[2].longitude: Float cannot represent non numeric value: "14.25"',
    ],
    [
      { movingActivity: null },
      'input[2].movingActivity: Expected non-nullable type "MovingActivity!" not to be null.',
    ],
    [
      { movingActivity: "FLYING" },
      'input[2].movingActivity: Value "FLYING" does not exist in "MovingActivity" enum. Did you mean the enum value "TILTING" or "WALKING"?',
    ],
    [
      { takenAt: "yesterday" },
      'input[2].takenAt: Int64 must be a whole number from -(2^53-1) to 2^53-1, not "yesterday".',
    ],
    [
      { takenAt: 2 ** 53 },
      "input[2].takenAt: Int64 must be a whole number from -(2^53-1) to 2^53-1, not 9007199254740992.",
    ],
    [{ userId: 1 }, 'input[2]: Field "userId" is not defined by type "PositionInput".'],
    // Words that could be mistaken for the entry's place.
    [
      { accuracy: 'one at "input[0].accuracy"' },
      'input[2].accuracy: Float cannot represent non numeric value: "one at \\"input[0].accuracy\\""',
    ],
  ])("%j, which does not fit the schema, naming its place", async (bad, message) => {
    const before = await service.contents();
    const answer = await reportAll(around(bad));
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
    expect(answer.errors?.[0]?.message).toBe(message);
    expect(await service.contents()).toEqual(before);
  });

  test("a number that JSON cannot write, as a literal", async () => {
    const before = await service.contents();
    const entry = (latitude: string) =>
      `{ latitude: ${latitude}, longitude: 0, movingActivity: STILL }`;
    const answer = await service.graphql(
      `mutation { newPositions(input: [${entry("1")}, ${entry("1e999")}]) { id } }`,
      {},
      user,
    );
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT at newPositions"]);
    expect(answer.errors?.[0]?.message).toContain("input[1].latitude");
    expect(await service.contents()).toEqual(before);
  });
});

test.each([
  [null, 'Variable "$input" of non-null type "[PositionInput!]!" must not be null.'],
  ["here", 'input: Expected type "PositionInput" to be an object.'],
  [[[HERE]], 'input[0]: Expected type "PositionInput" to be an object.'],
  [7, 'input: Expected type "PositionInput" to be an object.'],
])("newPositions refuses %j in place of a list", async (input, message) => {
  const before = await service.contents();
  const answer = await reportAll(input);
  expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
  expect(answer.errors?.[0]?.message).toBe(message);
  expect(await service.contents()).toEqual(before);
});
