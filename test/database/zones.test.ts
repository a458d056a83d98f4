import { describe, expect, test } from "@jest/globals";
import { owner, type Place, square, stage } from "./scene.ts";

const { play } = stage();

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

/** The edges of a rectangle, along meridians and at right angles to them, where distances are exact. */
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

/** The expected and the found level at each distance from each edge of an area. */
async function levels(points: Place[], outline: Edge[]) {
  const found: string[] = [];
  const expected: string[] = [];
  await play(async (s) => {
    const id = await s.alert(await s.user(true), points);
    for (const { name, middle, azimuth } of outline) {
      for (const [metres, level] of LEVELS) {
        const distance = [Math.abs(metres), metres < 0 ? (azimuth + 180) % 360 : azimuth];
        const is = await s.value(owner, LEVEL_AT_DISTANCE, [id, ...middle, ...distance]);
        found.push(`${name} ${metres} m: ${is}`);
        expected.push(`${name} ${metres} m: ${level}`);
      }
    }
  })();
  return { found, expected };
}

describe("the zones of a small area reach 1,000 and 2,000 metres, within 10", () => {
  test.each([0, -33, 45, 60, 69, 70, 75, 85])("at latitude %d", async (latitude) => {
    const { found, expected } = await levels(
      square([10, latitude], 0.02),
      edges(10, latitude, 10.02, latitude + 0.02),
    );
    expect(found).toEqual(expected);
  });

  test.each([5.99, 11.99, -0.01, 179.9 - 0.02])(
    "at longitude %d, where projections meet",
    async (longitude) => {
      const { found, expected } = await levels(
        square([longitude, 45], 0.02),
        edges(longitude, 45, longitude + 0.02, 45.02),
      );
      expect(found).toEqual(expected);
    },
  );
});

describe("so do the zones of a large area", () => {
  test.each<[string, [number, number, number, number]]>([
    ["a province on the equator", [10, -1, 12, 1]],
    ["a country in the middle latitudes", [5.3, 42.1, 15.1, 51.9]],
    ["a country in the north", [5.3, 58.1, 30.1, 71.2]],
    ["a continent", [-124.7, 25.1, -67.3, 49.2]],
  ])("%s", async (_, [west, south, east, north]) => {
    const { found, expected } = await levels(
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
      edges(west, south, east, north),
    );
    expect(found).toEqual(expected);
  });
});

test(
  "a zone fills the holes between the arms of an area",
  play(async (s) => {
    // A ring 0.003 degrees wide around a court of 1.1 km, with a gap of 1.1 m.
    const id = await s.alert(await s.user(true), [
      [0, 0],
      [0.02, 0],
      [0.02, 0.02],
      [0, 0.02],
      [0, 0.01001],
      [0.003, 0.01001],
      [0.003, 0.017],
      [0.017, 0.017],
      [0.017, 0.003],
      [0.003, 0.003],
      [0.003, 0.01],
      [0, 0.01],
    ]);
    const zones = await s.as(
      owner,
      `select public.st_numinteriorrings(zone2) + public.st_numinteriorrings(zone3) as holes,
        app_private.level_at(zone1, zone2, zone3, public.st_setsrid(public.st_makepoint(0.01, 0.01), 4326)) as court
        from app_public.alerts where id = $1`,
      [id],
    );
    expect(zones).toEqual([{ holes: 0, court: "TWO" }]);
  }),
);

test(
  "an edge belongs to the zone inside it",
  play(async (s) => {
    const id = await s.alert(await s.user(true));
    const sql = `select app_private.level_at(zone1, zone2, zone3, public.st_setsrid(public.st_makepoint($2, $3), 4326))
      from app_public.alerts where id = $1`;
    expect(await s.value(owner, sql, [id, 0, 0])).toBe("ONE");
    expect(await s.value(owner, sql, [id, 0.01, 0.005])).toBe("ONE");
  }),
);

test(
  "the settings give the distances",
  play(async (s) => {
    await s.as(owner, "update app_private.settings set level2_distance = 50, level3_distance = 60");
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
  }),
);
