/** @database server */
import { describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { wkt } from "../helpers/wkt.ts";

const service = runTestService();

const PUBLISH = `mutation ($input: AlertInput!) {
  newAlert(input: $input) {
    id area areaLevel2 areaLevel3 areaGeoJson areaLevel2GeoJson notifications { userId }
  }
}`;
const TEXTS = { text1: "Leave.", text2: "Stay away.", text3: "Take care." };

type Corner = [longitude: number, latitude: number];

/** Returns a closed square with this south-west corner. */
function square(west: number, south: number, side: number): Corner[] {
  const [east, north] = [west + side, south + side];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

async function ask(query: string, variables: object, as: TestUser = service.admin) {
  const { data, errors } = await service.graphql(query, variables, as);
  expect(errors).toBeUndefined();
  return data;
}

const inputOf = (...coordinates: Corner[][][]) => ({
  area: { type: "MultiPolygon", coordinates },
  ...TEXTS,
});
const publish = async (coordinates: Corner[][][]) =>
  (await ask(PUBLISH, { input: inputOf(...coordinates) })).newAlert;

// There, 0.01 degrees of longitude are 1,066 metres.
describe("at the 180th meridian", () => {
  const WEST = square(179.5, -17, 0.5);
  const report = (user: TestUser | undefined, longitude: number) =>
    ask(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: { latitude: -16.75, longitude, movingActivity: "STILL" } },
      user,
    );

  test("an alert notifies people on both sides, when it is published and when they come", async () => {
    const users = await service.newUsers(7);
    const reportAll = async (...longitudes: number[]) => {
      for (const [index, longitude] of longitudes.entries()) await report(users[index], longitude);
    };
    const far = -179.3;
    await reportAll(179.9, -179.9, far, far, far, far, far);
    const alert = await publish([[WEST], [square(-180, -17, 0.5)]]);
    expect(alert.notifications).toHaveLength(2);
    expect(alert.areaGeoJson.coordinates.flat(2).map(([x]: Corner) => Math.abs(x))).toEqual(
      expect.arrayContaining([179.5, 180]),
    );
    expect(alert.areaLevel2GeoJson.coordinates).toHaveLength(2);
    await reportAll(179.9, -179.9, 179.99, -179.99, -179.495, 179.485);
    const query = `query ($id: Int!) { notifications(alertId: $id) { userId level } }`;
    const { notifications } = await ask(query, { id: alert.id });
    const levels = users.map(
      ({ id }) => notifications.find(({ userId }: { userId: number }) => userId === id)?.level,
    );
    expect(levels).toEqual(["ONE", "ONE", "ONE", "ONE", "TWO", "THREE", undefined]);
    await ask(`mutation { alertCancel(id: ${alert.id}, text: "Over.") { id } }`, {});
  });

  test("activeAlertsAt, whyNotified and alertReach measure from an area that ends there", async () => {
    await service.owner.query("delete from app_public.last_positions");
    const users = await service.newUsers(5);
    for (const [index, longitude] of [180, -180, -179.995, -179.985, -179.4].entries())
      await report(users[index], longitude);
    const { alertReach } = await ask(
      "query ($input: AlertInput!) { alertReach(input: $input) { one two three area } }",
      { input: inputOf([WEST]) },
    );
    expect(alertReach).toMatchObject({ one: 2, two: 1, three: 1 });
    // 53.3 km by 55.3 km.
    expect(alertReach.area / 1e6).toBeCloseTo(2950, -1);

    const { id: alertId } = await publish([[WEST]]);
    const at = async (longitude: number) =>
      (
        await ask(
          "query ($longitude: Float!) { activeAlertsAt(latitude: -16.75, longitude: $longitude) { level distance } }",
          { longitude },
        )
      ).activeAlertsAt;
    for (const longitude of [180, -180])
      expect(await at(longitude)).toEqual([{ level: "ONE", distance: 0 }]);
    expect(await at(-179.995)).toEqual([{ level: "TWO", distance: expect.closeTo(533, 0) }]);
    expect(await at(-179.985)).toEqual([{ level: "THREE", distance: expect.closeTo(1599.2, 0) }]);
    expect(await at(-179.97)).toEqual([]);

    const why = async (user?: TestUser) =>
      (
        await ask(
          `query ($alertId: Int!, $userId: Int!) {
            whyNotified(alertId: $alertId, userId: $userId) { level distance1 distance2 distance3 }
          }`,
          { alertId, userId: user?.id },
        )
      ).whyNotified;
    expect(await why(users[1])).toMatchObject({ level: "ONE", distance1: 0 });
    expect(await why(users[3])).toEqual({
      level: "THREE",
      distance1: expect.closeTo(1599.2, 0),
      distance2: expect.closeTo(599.2, -1),
      distance3: 0,
    });
    expect(await why(users[4])).toMatchObject({
      level: null,
      distance1: expect.closeTo(63_970, -3),
    });
  });
});

/** Reads a zone as the existing clients do: a pattern and two splits. */
function parse(text: string): Corner[] {
  const [, body = ""] = text.match(/^POLYGON\(\((.*)\)\)$/) ?? [];
  return body.split(",").map((pair) => {
    const [longitude, latitude] = pair.trim().split(" ").map(Number);
    return [longitude as number, latitude as number];
  });
}

/** The extent of a ring: west, south, east, north. */
function extent(ring: Corner[]): number[] {
  const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
}

const HOLE = square(11.34, 44.49, 0.02);
const TOWN = [square(11.3, 44.4, 0.2), HOLE.toReversed()];

describe("existing clients can parse area, areaLevel2 and areaLevel3 of an alert with", () => {
  test.each<[string, Corner[][][], number[]]>([
    ["an area with a hole", [TOWN], [11.3, 44.4, 11.5, 44.6]],
    [
      "an area of several pieces",
      [[square(11.3, 44.4, 0.1)], [square(12.3, 44.8, 0.1)]],
      [11.3, 44.4, 12.4, 44.9],
    ],
    [
      "an area on both sides of the 180th meridian",
      [[square(178.5, -17, 1)], [square(-179.5, -17, 1)]],
      [178.5, -17, 181.5, -16],
    ],
  ])("%s", async (_what, coordinates, expected) => {
    const alert = await publish(coordinates);
    const rings = [alert.area, alert.areaLevel2, alert.areaLevel3].map(parse);
    for (const ring of rings) {
      expect(ring.length).toBeGreaterThanOrEqual(4);
      expect(ring.flat().every(Number.isFinite)).toBe(true);
      expect(ring.at(-1)).toEqual(ring[0]);
    }
    const extents = rings.map(extent);
    for (const [side, value] of expected.entries()) {
      expect(extents[0]?.[side]).toBeCloseTo(value, 9);
      // Each zone extends beyond the one before, by a few kilometres at most.
      const outward = side < 2 ? -1 : 1;
      for (const outer of [1, 2]) {
        const step =
          ((extents[outer]?.[side] as number) - (extents[outer - 1]?.[side] as number)) * outward;
        expect(step).toBeGreaterThan(0.005);
        expect(step).toBeLessThan(0.05);
      }
    }
  });
});

test("an area of a single ring is returned as it was drawn", async () => {
  const input = {
    points: [
      { latitude: 44.49, longitude: 11.34 },
      { latitude: 44.49, longitude: 11.35 },
      { latitude: 44.5, longitude: 11.350000000000001 },
    ],
    ...TEXTS,
  };
  const { data } = await service.graphql(PUBLISH, { input }, service.admin);
  expect(data.newAlert.area).toBe(
    "POLYGON((11.34 44.49,11.35 44.49,11.350000000000001 44.5,11.34 44.49))",
  );
  const { rows } = await service.owner.query(
    "select public.st_astext(zone2) as zone2, public.st_astext(zone3) as zone3 from app_public.alerts where id = $1",
    [data.newAlert.id],
  );
  expect(rows).toEqual([{ zone2: data.newAlert.areaLevel2, zone3: data.newAlert.areaLevel3 }]);
});

const NEAR = `query ($radius: Float!, $since: String) {
  activeAlertsNear(latitude: 0.5, longitude: -0.005, radius: $radius, since: $since) {
    cursor refreshRadius omittedZones
    zones { alertId version level holdsYou distance expiresAt text geoJson }
    circles { latitude longitude radius holdsYou distance }
  }
}`;

test("activeAlertsNear returns zones and circles, and null for its cursor until an alert changes", async () => {
  const rita = await service.newUser();
  const { id: alertId } = await publish([[square(0, 0, 1)]]);
  const { data: first } = await service.graphql(NEAR, { radius: 1000 }, rita);
  const { zones, circles, cursor, ...others } = first.activeAlertsNear;
  expect(others).toEqual({ refreshRadius: 1000, omittedZones: 0 });
  expect(zones).toMatchObject(
    [
      { alertId, version: 1, level: "TWO", holdsYou: true, text: TEXTS.text2 },
      { level: "THREE", holdsYou: true },
      { level: "ONE", holdsYou: false },
    ].slice(0, zones.length),
  );
  expect(zones[0].geoJson.type).toBe("Polygon");
  expect(circles.length).toBeGreaterThan(1);
  const again = await service.graphql(NEAR, { radius: 1000, since: cursor }, rita);
  expect([refusals(again), again.data]).toEqual([[], { activeAlertsNear: null }]);
  const bad = await service.graphql(NEAR, { radius: 1e9 }, rita);
  expect(refusals(bad)).toEqual(["BAD_USER_INPUT at activeAlertsNear"]);
  expect(refusals(await service.graphql(NEAR, { radius: 1000 }))).toEqual(["UNAUTHENTICATED"]);
});

const AREA = {
  type: "Polygon",
  coordinates: [wkt("11.3 44.4, 11.4 44.4, 11.4 44.5, 11.3 44.4")],
};

const save = (name: string, as: TestUser = service.admin) =>
  service.graphql(
    "mutation ($input: SavedAreaInput!) { newSavedArea(input: $input) { id name version areaGeoJson user { id } } }",
    { input: { name, area: AREA } },
    as,
  );
const edit = (id: number, input: object) =>
  service.graphql(
    "mutation ($id: Int!, $input: SavedAreaEdit!) { savedAreaEdit(id: $id, input: $input) { name version } }",
    { id, input },
    service.admin,
  );
const list = (args = "", as: TestUser | undefined = service.admin) =>
  service.graphql(`{ savedAreas${args} { id name } }`, {}, as);

test("administrators save, list, find, change and remove areas", async () => {
  const { newSavedArea: valley } = (await save("Valley")).data;
  const { newSavedArea: airport } = (await save("Airport")).data;
  expect(valley).toMatchObject({
    name: "Valley",
    version: 1,
    areaGeoJson: { type: "MultiPolygon", coordinates: [AREA.coordinates] },
    user: { id: service.admin.id },
  });
  expect((await list()).data.savedAreas).toEqual([
    { id: airport.id, name: "Airport" },
    { id: valley.id, name: "Valley" },
  ]);
  expect((await list("(limit: 1, offset: 1)")).data.savedAreas).toEqual([
    { id: valley.id, name: "Valley" },
  ]);
  expect((await list(`(id: ${valley.id})`)).data.savedAreas).toHaveLength(1);

  expect((await edit(valley.id, { name: "The valley", expectedVersion: 1 })).data).toEqual({
    savedAreaEdit: { name: "The valley", version: 2 },
  });
  const stale = await edit(valley.id, { name: "Mine", expectedVersion: 1 });
  expect(refusals(stale)).toEqual(["CONFLICT at savedAreaEdit"]);
  const again = await save("the VALLEY");
  expect(refusals(again)).toEqual(["CONFLICT at newSavedArea"]);
  // The message is the comment of a unique index.
  expect(again.errors?.[0]?.message).toMatch(/^Another saved area has this name/);

  const remove = () =>
    service.graphql(`mutation { savedAreaRemove(id: ${airport.id}) { id } }`, {}, service.admin);
  expect((await remove()).data.savedAreaRemove).toEqual({ id: airport.id });
  expect(refusals(await remove())).toEqual(["NOT_FOUND at savedAreaRemove"]);
});
