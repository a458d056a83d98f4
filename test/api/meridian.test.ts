/** @database server */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { wkt } from "../helpers/wkt.ts";

let service: TestService;
const people: Record<string, TestUser> = {};
beforeAll(async () => {
  service = await startTestService();
  for (const name of ["early", "late", "east", "west", "one", "other", "far"]) {
    people[name] = await service.newUser();
  }
});
afterAll(() => service.stop());

type Corner = [longitude: number, latitude: number];
const TEXTS = { text1: "Leave.", text2: "Stay away.", text3: "Take care." };

/** Taveuni and Vanua Levu in Fiji. */
const FIJI: Corner[] = wkt("179.5 -17, -179.8 -17, -179.8 -16.5, 179.5 -16.5");
const POINTS = FIJI.map(([longitude, latitude]) => ({ latitude, longitude }));
const polygon = (...corners: Corner[]) => [[...corners, corners[0] as Corner]];
const CUT = {
  type: "MultiPolygon",
  coordinates: [
    polygon([179.5, -17], [180, -17], [180, -16.5], [179.5, -16.5]),
    polygon([-180, -17], [-179.8, -17], [-179.8, -16.5], [-180, -16.5]),
  ],
};
const RUNNING_ON = {
  type: "Polygon",
  coordinates: polygon([179.5, -17], [180.2, -17], [180.2, -16.5], [179.5, -16.5]),
};

async function ask(query: string, variables: object, user?: TestUser) {
  const { data, errors } = await service.graphql(query, variables, user ?? service.admin);
  expect(errors).toBeUndefined();
  return data;
}

const person = (name: string) => people[name] as TestUser;

async function report(name: string, longitude: number, latitude = -16.75): Promise<void> {
  await ask(
    "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
    { input: { latitude, longitude, movingActivity: "STILL" } },
    person(name),
  );
}

const PUBLISH = `mutation ($input: AlertInput!) {
  newAlert(input: $input) {
    id area areaLevel3 areaGeoJson areaLevel2GeoJson notifications { userId level }
  }
}`;

const longitudesOf = (text: string) =>
  Array.from(text.matchAll(/([-\d.]+) [-\d.]+/g), ([, x]) => Number(x));

test.each<[string, object]>([
  ["by points", { points: POINTS }],
  ["as RFC 7946 cuts it", { area: CUT }],
  ["by longitudes that run on past 180", { area: RUNNING_ON }],
])("an alert across the 180th meridian, published %s, notifies both sides", async (_, input) => {
  // 0.01 degrees of longitude are 1,066 metres there.
  await report("early", 179.9);
  await report("late", -179.9);
  for (const name of ["far", "east", "west", "one", "other"]) await report(name, -179.7);
  const { newAlert } = await ask(PUBLISH, { input: { ...TEXTS, ...input } });
  const { id } = newAlert;
  expect(newAlert.notifications).toHaveLength(2);
  await report("east", 179.99);
  await report("west", -179.99);
  await report("one", -179.795);
  await report("other", 179.485);
  const { notifications } = await ask(
    "query ($id: Int!) { notifications(alertId: $id) { userId level } }",
    { id },
  );
  const levels = ["early", "late", "east", "west", "one", "other", "far"].map((name) =>
    notifications
      .filter(({ userId }: { userId: number }) => userId === person(name).id)
      .map(({ level }: { level: string }) => level)
      .join(),
  );
  expect(levels).toEqual(["ONE", "ONE", "ONE", "ONE", "TWO", "THREE", ""]);

  expect(newAlert.areaGeoJson.type).toBe("MultiPolygon");
  expect(newAlert.areaGeoJson.coordinates.flat(2).map(([x]: Corner) => Math.abs(x))).toEqual(
    expect.arrayContaining([179.5, 180, 179.8]),
  );
  expect(newAlert.areaLevel2GeoJson.coordinates).toHaveLength(2);
  expect(longitudesOf(newAlert.area).toSorted()).toEqual([179.5, 179.5, 179.5, 180.2, 180.2]);
  const [least, most] = [Math.min, Math.max].map((of) => of(...longitudesOf(newAlert.areaLevel3)));
  expect(least).toBeCloseTo(179.481, 2);
  expect(most).toBeCloseTo(180.219, 2);

  await ask('mutation ($id: Int!) { alertCancel(id: $id, text: "Over.") { id } }', { id });
});

test("activeAlertsAt, whyNotified and alertReach measure across the meridian", async () => {
  // The area ends at the meridian, so that everything to its east is across the meridian.
  const input = {
    ...TEXTS,
    points: FIJI.map(([x, latitude]) => ({ latitude, longitude: x < 0 ? 180 : x })),
  };
  await report("early", 180);
  await report("late", -180);
  await report("east", -179.995);
  await report("west", -179.985);
  await report("one", 179.4);
  await report("other", -179.4);
  const { alertReach } = await ask(
    "query ($input: AlertInput!) { alertReach(input: $input) { one two three area } }",
    { input },
  );
  expect(alertReach).toMatchObject({ one: 2, two: 1, three: 1 });
  // 53.3 km by 55.3 km.
  expect(alertReach.area / 1e6).toBeCloseTo(2950, -1);

  const { newAlert } = await ask(PUBLISH, { input });
  const at = async (longitude: number) => {
    const { activeAlertsAt } = await ask(
      "query ($longitude: Float!) { activeAlertsAt(latitude: -16.75, longitude: $longitude) { alertId level distance } }",
      { longitude },
    );
    return activeAlertsAt;
  };
  const alertId = newAlert.id;
  for (const longitude of [180, -180]) {
    expect(await at(longitude)).toEqual([{ alertId, level: "ONE", distance: 0 }]);
  }
  expect(await at(-179.995)).toEqual([{ alertId, level: "TWO", distance: expect.closeTo(533, 0) }]);
  expect(await at(-179.985)).toEqual([
    { alertId, level: "THREE", distance: expect.closeTo(1599.2, 0) },
  ]);
  expect(await at(-179.97)).toEqual([]);

  const why = async (name: string) => {
    const { whyNotified } = await ask(
      `query ($alertId: Int!, $userId: Int!) {
        whyNotified(alertId: $alertId, userId: $userId) { rule level distance1 distance2 distance3 }
      }`,
      { alertId, userId: person(name).id },
    );
    return whyNotified;
  };
  expect(await why("late")).toMatchObject({
    rule: "INSIDE_WHEN_PUBLISHED",
    level: "ONE",
    distance1: 0,
  });
  expect(await why("west")).toEqual({
    rule: "INSIDE_WHEN_PUBLISHED",
    level: "THREE",
    distance1: expect.closeTo(1599.2, 0),
    distance2: expect.closeTo(599.2, -1),
    distance3: 0,
  });
  expect(await why("other")).toMatchObject({
    rule: "OUTSIDE",
    level: null,
    distance1: expect.closeTo(63_970, -3),
  });
});
