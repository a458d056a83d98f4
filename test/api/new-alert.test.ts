/** @database both */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let inside: TestUser;
let near: TestUser;
let far: TestUser;
beforeAll(async () => {
  inside = await service.newUser();
  near = await service.newUser();
  far = await service.newUser();
  await at(inside, 40.85, 14.25);
  // 0.0135 degrees of latitude are 1,500 metres.
  await at(near, 40.9135, 14.25);
  await at(far, 41.5, 14.25);
});

type Corner = [longitude: number, latitude: number];
const points = (...corners: Corner[]) =>
  corners.map(([longitude, latitude]) => ({ longitude, latitude }));
const SQUARE = points([14.2, 40.8], [14.3, 40.8], [14.3, 40.9], [14.2, 40.9]);
const TEXTS = { text1: "Leave now.", text2: "Get ready.", text3: "Stay away." };

const NEW_ALERT = `mutation ($input: AlertInput!) {
  newAlert(input: $input) {
    id userId createdAt expiresAt area areaLevel2 areaLevel3 text1 text2 text3 audio1 audio2 audio3 reachedUsers
    notifications { userId level seen latitude longitude movingActivity alert { id } }
  }
}`;
const publish = (input: object, as: TestUser | undefined = service.admin) =>
  // A key, because the same input without one is the same alert.
  service.graphql(
    NEW_ALERT,
    { input: { points: SQUARE, ...TEXTS, idempotencyKey: randomUUID(), ...input } },
    as,
  );

async function at(user: TestUser, latitude: number, longitude: number) {
  await service.graphql(
    `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`,
    { input: { latitude, longitude, movingActivity: "STILL" } },
    user,
  );
}

test("newAlert returns the alert and the users that it reached at each level", async () => {
  const { data } = await publish({});
  const { id } = data.newAlert;
  expect(data.newAlert).toEqual({
    ...TEXTS,
    id: expect.any(Number),
    userId: service.admin.id,
    createdAt: expect.any(Number),
    expiresAt: data.newAlert.createdAt + 86_400,
    area: "POLYGON((14.2 40.8,14.3 40.8,14.3 40.9,14.2 40.9,14.2 40.8))",
    areaLevel2: expect.stringMatching(/^POLYGON\(\([^()]+\)\)$/),
    areaLevel3: expect.stringMatching(/^POLYGON\(\([^()]+\)\)$/),
    audio1: [],
    audio2: [],
    audio3: [],
    reachedUsers: 2,
    notifications: expect.arrayContaining([
      {
        userId: inside.id,
        level: "ONE",
        seen: false,
        latitude: 40.85,
        longitude: 14.25,
        movingActivity: "STILL",
        alert: { id },
      },
      {
        userId: near.id,
        level: "THREE",
        seen: false,
        latitude: 40.9135,
        longitude: 14.25,
        movingActivity: "STILL",
        alert: { id },
      },
    ]),
  });
  expect(data.newAlert.notifications).toHaveLength(2);
});

test("two equal newAlert fields in one request make one alert", async () => {
  const { data } = await service.graphql(
    "mutation ($input: AlertInput!) { a: newAlert(input: $input) { id } b: newAlert(input: $input) { id } }",
    { input: { points: SQUARE, ...TEXTS } },
    service.admin,
  );
  expect(data.b.id).toBe(data.a.id);
});

describe("newAlert refuses and writes nothing:", () => {
  test.each<[string, object, RegExp]>([
    [
      "points that cross",
      { points: points([0, 0], [1, 1], [1, 0], [0, 1]) },
      /valid.*Self-intersection/,
    ],
    ["a blank text2", { text2: " \n\t" }, /text2/],
    ["a language that is text to go on with", { language: "en\n-w /tmp/x" }, /language.*pt-BR/],
  ])("%s", async (_what, input, message) => {
    const before = await service.contents();
    const answer = await publish(input);
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT at newAlert"]);
    expect(answer.errors?.[0]?.message).toMatch(message);
    expect(answer.data).toEqual({ newAlert: null });
    expect(await service.contents()).toEqual(before);
  });

  test.each([
    [{ points: null }],
    [{ points: [null, ...SQUARE] }],
    [{ points: [{ latitude: 1 }, ...SQUARE] }],
    [{ points: [{ latitude: "1", longitude: 1 }, ...SQUARE] }],
    [{ points: "POLYGON((0 0,1 0,0 1,0 0))" }],
  ])("%j, which does not fit the schema", async (input) => {
    const before = await service.contents();
    const codes = new Set(refusals(await publish(input)));
    expect([...codes]).toEqual(["BAD_USER_INPUT"]);
    expect(await service.contents()).toEqual(before);
  });
});

test("stores texts unchanged", async () => {
  const text1 = " Evacúe — 立即撤离 🧭 'quoted' \"twice\" \\ <b>\n".padEnd(10_000, ".");
  const { data } = await publish({ text1 });
  expect(data.newAlert.text1).toBe(text1);
});
