/** @database server */
import { describe, expect } from "@jest/globals";
import { wkt } from "../helpers/wkt.ts";
import { owner, type Place, type Scene, square, stage } from "./scene.ts";

const { test } = stage();

/** The middle of an edge, which is straight in degrees, and the azimuth that leads out of the area there. */
interface Edge {
  name: string;
  middle: Place;
  azimuth: number;
}

const LEVELS = [
  [-10, "ONE"],
  [10, "TWO"],
  [990, "TWO"],
  [1_010, "THREE"],
  [1_990, "THREE"],
  [2_010, null],
] as const;

/** Returns the edges of a rectangle, along meridians and at right angles to them, where distances are exact. */
function edges(west: number, south: number, east: number, north: number): Edge[] {
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  return [
    { name: "south", middle: [longitude, south], azimuth: 180 },
    { name: "north", middle: [longitude, north], azimuth: 0 },
    { name: "west", middle: [west, latitude], azimuth: 270 },
    { name: "east", middle: [east, latitude], azimuth: 90 },
  ];
}

const LEVEL_AT_DISTANCE = `
  select app_private.level_at(a.zone1, a.zone2, a.zone3,
      public.st_project(public.st_setsrid(public.st_makepoint($2, $3), 4326)::public.geography, $4::float8, radians($5::float8))::public.geometry) as level
    from app_public.alerts a where a.id = $1`;

/** Brings longitudes past 180 back into the range, as clients send them. */
const wrapped = (points: Place[]) =>
  points.map(
    ([longitude, latitude]): Place => [longitude > 180 ? longitude - 360 : longitude, latitude],
  );

/** Checks the level at each distance from each edge of an area. */
async function expectLevels(s: Scene, points: Place[], outline: Edge[]) {
  const id = await s.alert(await s.user(true), wrapped(points));
  const found: string[] = [];
  const expected: string[] = [];
  for (const { name, middle, azimuth } of outline) {
    for (const [metres, level] of LEVELS) {
      const distance = [Math.abs(metres), metres < 0 ? (azimuth + 180) % 360 : azimuth];
      const is = await s.value(owner, LEVEL_AT_DISTANCE, [id, ...middle, ...distance]);
      found.push(`${name} ${metres} m: ${is}`);
      expected.push(`${name} ${metres} m: ${level}`);
    }
  }
  expect(found).toEqual(expected);
}

describe("the zones of a small area reach 1,000 and 2,000 metres, to within 10 metres,", () => {
  test.each([0, -33, 45, 60, 69, 70, 75, 85])("at latitude %d", async (s, latitude) => {
    await expectLevels(
      s,
      square([10, latitude], 0.02),
      edges(10, latitude, 10.02, latitude + 0.02),
    );
  });

  test.each([5.99, 11.99, -0.01, 179.9 - 0.02, 179.98, 179.99, 180, 180.01])(
    "at longitude %d, where projections or the ends of the map meet",
    async (s, longitude) => {
      await expectLevels(
        s,
        square([longitude, 45], 0.02),
        edges(longitude, 45, longitude + 0.02, 45.02),
      );
    },
  );
});

describe("the zones of a large area reach 1,000 and 2,000 metres, to within 10 metres,", () => {
  test.each<[string, [number, number, number, number]]>([
    ["a province on the equator", [10, -1, 12, 1]],
    ["a country in the middle latitudes", [5.3, 42.1, 15.1, 51.9]],
    ["a country in the north", [5.3, 58.1, 30.1, 71.2]],
    ["a continent", [-124.7, 25.1, -67.3, 49.2]],
    ["an ocean, across the 180th meridian", [150.1, -20.2, 230.3, 40.3]],
    ["a strait in the north, across the 180th meridian", [171.1, 58.1, 195.3, 66.2]],
  ])("for %s", async (s, _, [west, south, east, north]) => {
    await expectLevels(
      s,
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
      edges(west, south, east, north),
    );
  });
});

test("a zone fills the holes between the arms of an area", async (s) => {
  // A ring 0.003 degrees wide around a court of 1.1 km, with a gap of 1.1 m.
  const id = await s.alert(
    await s.user(true),
    wkt(
      "0 0, 0.02 0, 0.02 0.02, 0 0.02, 0 0.01001, 0.003 0.01001, 0.003 0.017, 0.017 0.017, 0.017 0.003, 0.003 0.003, 0.003 0.01, 0 0.01",
    ),
  );
  const zones = await s.as(owner)`select public.st_numinteriorrings(zone2)
    + public.st_numinteriorrings(zone3) as holes,
    app_private.level_at(zone1, zone2, zone3, public.st_setsrid(public.st_makepoint(0.01, 0.01), 4326)) as court
    from app_public.alerts where id = ${id}`;
  expect(zones).toEqual([{ holes: 0, court: "TWO" }]);
});

test("a place on an edge belongs to the inner zone", async (s) => {
  const id = await s.alert(await s.user(true));
  const sql = `select app_private.level_at(zone1, zone2, zone3, public.st_setsrid(public.st_makepoint($2, $3), 4326))
      from app_public.alerts where id = $1`;
  expect(await s.value(owner, sql, [id, 0, 0])).toBe("ONE");
  expect(await s.value(owner, sql, [id, 0.01, 0.005])).toBe("ONE");
});

test("the distances of the zones come from the settings", async (s) => {
  await s.as(owner)`update app_private.settings set level2_distance = 50, level3_distance = 60`;
  const id = await s.alert(await s.user(true));
  const distance = [0.01, 0.005];
  for (const [metres, level] of [
    [49, "TWO"],
    [51, "THREE"],
    [59, "THREE"],
    [61, null],
  ]) {
    expect(await s.value(owner, LEVEL_AT_DISTANCE, [id, ...distance, metres, 90])).toBe(level);
  }
});

describe("across the 180th meridian", () => {
  const ACROSS: Place[] = wkt("179.99 -17, -179.99 -17, -179.99 -16.98, 179.99 -16.98");

  test("the zones are cut there, and valid", async (s) => {
    const id = await s.alert(await s.user(true), ACROSS);
    const [zones] = await s.as(owner)`select array_agg(public.st_isvalid(zone)) as valid,
      array_agg(public.st_numgeometries(zone)) as pieces,
        array_agg(distinct array[public.st_xmin(zone), public.st_xmax(zone)]) as extents
      from app_public.alerts, unnest(array[zone1, zone2, zone3]) zone where id = ${id}`;
    expect(zones).toEqual({
      valid: [true, true, true],
      pieces: [2, 2, 2],
      extents: [[-180, 180]],
    });
  });

  test("a coarse position on the meridian is in the area with longitude 180 and -180", async (s) => {
    const id = await s.alert(await s.user(true), square([179.99, -17]));
    const sql = `select app_private.level_at(zone1, zone2, zone3, public.st_setsrid(public.st_makepoint($2, $3), 4326), true)
      from app_public.alerts where id = $1`;
    for (const longitude of [180, -180]) {
      expect(await s.value(owner, sql, [id, longitude, -16.995])).toBe("ONE");
      expect(await s.value(owner, sql, [id, longitude, -16.985])).toBe(null);
    }
  });

  test("an area is as large as elsewhere", async (s) => {
    const admin = await s.user(true);
    const [across, elsewhere] = [
      await s.alert(admin, ACROSS),
      await s.alert(
        admin,
        ACROSS.map(([x, y]) => [x > 0 ? x - 180 : x + 180, y]),
      ),
    ];
    const sql = "select area_km2::float8 from analytics.alerts where alert_id = $1";
    const size = await s.value(owner, sql, [elsewhere]);
    expect(size).toBeCloseTo(4.714, 2);
    expect(await s.value(owner, sql, [across])).toBeCloseTo(size, 3);
  });
});

test("distances from a wide area are measured to its border, straight in degrees", async (s) => {
  const metres = `select app_private.metres_from(public.st_makeenvelope($1, 40, $2, 45, 4326),
        public.st_project(public.st_setsrid(public.st_makepoint($3, $4), 4326)::public.geography, 1500, radians($5::float8))::public.geometry)`;
  expect(await s.value(owner, metres, [5, 15, 10, 45, 0])).toBeCloseTo(1500, 0);
  expect(await s.value(owner, metres, [5, 15, 15, 42, 90])).toBeCloseTo(1500, 0);
  // The area is a band around the whole globe. On geography, PostGIS would confuse its inside with its outside.
  expect(await s.value(owner, metres, [-180, 180, 10, 45, 0])).toBeCloseTo(1500, 0);
});
