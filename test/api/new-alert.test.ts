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

test("makes nested zones, one and two kilometres around the area", async () => {
  const { data } = await publish({});
  const { rows } = await service.owner.query(
    `select st_containsproperly(two, one) as two, st_containsproperly(three, two) as three,
       round(st_distance(st_exteriorring(two)::geography, one::geography)) as metres2,
       round(st_distance(st_exteriorring(three)::geography, one::geography)) as metres3
     from (select st_geomfromtext($1, 4326) as one, st_geomfromtext($2, 4326) as two, st_geomfromtext($3, 4326) as three) z`,
    [data.newAlert.area, data.newAlert.areaLevel2, data.newAlert.areaLevel3],
  );
  expect(rows[0]).toMatchObject({ two: true, three: true });
  expect(Math.abs(rows[0].metres2 - 1000)).toBeLessThan(20);
  expect(Math.abs(rows[0].metres3 - 2000)).toBeLessThan(40);
});

test("notifies each user it reaches, and nobody else", async () => {
  const { data } = await publish({ text1: "Just you." });
  const { id } = data.newAlert;
  const mine = "query ($alertId: Int) { notifications(alertId: $alertId) { level } }";
  for (const [user, levels] of [
    [inside, ["ONE"]],
    [near, ["THREE"]],
    [far, []],
  ] as const) {
    const answer = await service.graphql(mine, { alertId: id }, user);
    expect(answer.data.notifications.map(({ level }: { level: string }) => level)).toEqual(levels);
  }
});

test("two equal newAlert fields in one request make one alert", async () => {
  const { data } = await service.graphql(
    "mutation ($input: AlertInput!) { a: newAlert(input: $input) { id } b: newAlert(input: $input) { id } }",
    { input: { points: SQUARE, ...TEXTS } },
    service.admin,
  );
  expect(data.b.id).toBe(data.a.id);
});

describe("accepts an area", () => {
  test.each([
    ["of three points", points([0, 0], [1, 0], [0, 1]), "POLYGON((0 0,1 0,0 1,0 0))"],
    ["wound the other way", points([0, 0], [0, 1], [1, 0]), "POLYGON((0 0,0 1,1 0,0 0))"],
    [
      "that is closed already",
      points([0, 0], [1, 0], [0, 1], [0, 0]),
      "POLYGON((0 0,1 0,0 1,0 0))",
    ],
    [
      "with a bay",
      points([0, 0], [4, 0], [4, 4], [2, 1], [0, 4]),
      "POLYGON((0 0,4 0,4 4,2 1,0 4,0 0))",
    ],
    [
      "far in the north",
      points([15, 78], [16, 78], [16, 78.5]),
      "POLYGON((15 78,16 78,16 78.5,15 78))",
    ],
  ])("%s", async (_what, corners, area) => {
    const { data } = await publish({ points: corners });
    expect(data.newAlert.area).toBe(area);
    expect(data.newAlert.areaLevel3).toMatch(/^POLYGON\(\(/);
  });

  test("of 10,000 corners", async () => {
    const circle = Array.from({ length: 10_000 }, (_, i) => ({
      latitude: 45 + Math.sin((i / 10_000) * 2 * Math.PI) / 10,
      longitude: 7 + Math.cos((i / 10_000) * 2 * Math.PI) / 10,
    }));
    expect(refusals(await publish({ points: circle }))).toEqual([]);
  });
});

test.each([
  [undefined, "en"],
  [null, "en"],
  ["it", "it"],
  ["pt-BR", "pt-BR"],
  ["zh-Hant-TW", "zh-Hant-TW"],
])("newAlert with the language %j makes an alert in %s", async (language, expected) => {
  const { data } = await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { language } }",
    { input: { points: SQUARE, ...TEXTS, language } },
    service.admin,
  );
  expect(data).toEqual({ newAlert: { language: expected } });
});

describe("newAlert refuses and writes nothing:", () => {
  const circle = Array.from({ length: 10_001 }, (_, i) => ({
    latitude: Math.sin((i / 10_001) * 2 * Math.PI),
    longitude: Math.cos((i / 10_001) * 2 * Math.PI),
  }));
  test.each<[string, object, RegExp]>([
    ["no points", { points: [] }, /three/],
    ["one point", { points: SQUARE.slice(0, 1) }, /three/],
    ["two points", { points: SQUARE.slice(0, 2) }, /three/],
    ["two points, and the first again", { points: points([0, 0], [1, 1], [0, 0]) }, /three/],
    ["one point many times", { points: points([0, 0], [0, 0], [0, 0], [0, 0]) }, /three/],
    [
      "a ring that crosses itself",
      { points: points([0, 0], [1, 1], [1, 0], [0, 1]) },
      /valid.*Self-intersection/,
    ],
    ["a spike", { points: points([0, 0], [2, 0], [2, 2], [2, 0.5], [2, 3]) }, /valid/],
    ["points on a line", { points: points([0, 0], [1, 1], [2, 2]) }, /no area|valid/],
    ["points on a meridian", { points: points([5, 0], [5, 1], [5, 2]) }, /no area|valid/],
    [
      "a latitude off the globe",
      { points: points([0, 0], [1, 0], [0, 90.5]) },
      /points\[2\].*latitude/,
    ],
    [
      "a longitude off the globe",
      { points: points([0, 0], [180.5, 0], [0, 1]) },
      /points\[1\].*longitude/,
    ],
    [
      "an edge that spans half the globe",
      { points: points([0, 0], [180, 0], [180, 1]) },
      /half the globe/,
    ],
    [
      "an area around the north pole",
      { points: points([0, 88], [90, 88], [179, 88], [-90, 88]) },
      /pole/,
    ],
    ["an area at the south pole", { points: points([0, -90], [10, -89.9], [0, -89.9]) }, /pole/],
    ["10,001 corners", { points: circle }, /10,000/],
    ["an empty text1", { text1: "" }, /text1/],
    ["a blank text2", { text2: " \n\t" }, /text2/],
    ["an over-long text3", { text3: "a".repeat(10_001) }, /text3.*10,000/],
    ["a NUL in text1", { text1: "Leave\0now" }, /NUL/],
    ["an empty language", { language: "" }, /language.*pt-BR/],
    ["a language by its name", { language: "Português do Brasil" }, /language.*pt-BR/],
    ["a locale of a computer", { language: "pt_BR.UTF-8" }, /language.*pt-BR/],
    ["a language that is text to go on with", { language: "en\n-w /tmp/x" }, /language.*pt-BR/],
    ["a language without an end", { language: `en${"-abcdefgh".repeat(9)}` }, /language.*pt-BR/],
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
    [{ text1: null }],
    [{ text1: 1 }],
    [{ text4: "None." }],
  ])("%j, which does not fit the schema", async (input) => {
    const before = await service.contents();
    const codes = new Set(refusals(await publish(input)));
    expect([...codes]).toEqual(["BAD_USER_INPUT"]);
    expect(await service.contents()).toEqual(before);
  });

  test.each([
    ["someone who is no administrator", () => inside, "FORBIDDEN at newAlert"],
    ["someone without a token", () => undefined, "UNAUTHENTICATED"],
  ])("%s", async (_who, as, refusal) => {
    const before = await service.contents();
    const input = { points: SQUARE, ...TEXTS };
    expect(refusals(await service.graphql(NEW_ALERT, { input }, as()))).toEqual([refusal]);
    expect(await service.contents()).toEqual(before);
  });
});

test("stores texts unchanged", async () => {
  const text1 = " Evacúe — 立即撤离 🧭 'quoted' \"twice\" \\ <b>\n".padEnd(10_000, ".");
  const { data } = await publish({ text1 });
  expect(data.newAlert.text1).toBe(text1);
});

test("does not reach a user whose position is older than a day", async () => {
  await service.owner.query(
    "update app_public.last_positions set taken_at = now() - interval '25 hours' where user_id = $1",
    [inside.id],
  );
  const { data } = await publish({});
  expect(data.newAlert.notifications).toMatchObject([{ userId: near.id }]);
  await at(inside, 40.85, 14.25);
});
