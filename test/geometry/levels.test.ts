/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { runClone } from "../helpers/database.ts";
import { unlessEmbedded } from "../helpers/full.ts";
import { cases, check } from "./check.ts";
import { type Drawing, VERDICT, verdictOn } from "./in-database.ts";
import { Area, between, type Level, type Place, unwrapped } from "./oracle.ts";
import { across, cut, holed, placeOf, polygon, stand, type Where } from "./polygons.ts";
import { isBeyondDoubt } from "./tolerance.ts";

const database = runClone();
beforeAll(async () => {
  await database.ownerPool.query(VERDICT);
});

/** Centres so far from the 180th meridian that no area touches it. The widest area has 21 degrees, at latitude 84. */
const ANYWHERE: Where = { latitude: [-80, 80], longitude: [-130, 130] };
const stands = fc.array(stand, { minLength: 1, maxLength: 40, size: "max" });

/** Returns the levels around an area. Throws if the database refuses the area. */
async function levelsAt(drawing: Drawing, places: Place[]): Promise<Level[]> {
  const verdict = await verdictOn(database, drawing, places);
  if ("code" in verdict) throw new Error(`refused: ${verdict.message}`);
  return verdict.levels;
}

/** Compares the levels with the oracle's for places with a certain level. Returns the number of compared places. */
function expectAgreement(rings: Place[][], places: Place[], levels: Level[]): number {
  const area = new Area(...rings);
  const plain = places
    .map((place, index) => ({ place, database: levels[index], oracle: area.levelAt(place) }))
    .filter(({ place }) => isBeyondDoubt(area, place));
  expect(plain.filter(({ database, oracle }) => database !== oracle)).toEqual([]);
  return plain.length;
}

test("the levels around any area are the exactly computed ones", async () => {
  let compared = 0;
  await check(
    fc.asyncProperty(polygon(ANYWHERE), stands, async (corners, list) => {
      const places = list.map((one) => placeOf(corners, one));
      compared += expectAgreement([corners], places, await levelsAt(corners, places));
    }),
    100,
  );
  // The tolerance must leave enough places to compare.
  expect(compared).toBeGreaterThan(cases(1000));
});

test("the direction of an area's corners and the first corner do not change the levels", async () => {
  await check(
    fc.asyncProperty(polygon(ANYWHERE), fc.nat(20), stands, async (corners, first, list) => {
      const start = first % corners.length;
      const turned = [...corners.slice(start), ...corners.slice(0, start)].reverse();
      const area = new Area(corners);
      const places = list
        .map((one) => placeOf(corners, one))
        .filter((place) => isBeyondDoubt(area, place));
      expect(await levelsAt(turned, places)).toEqual(await levelsAt(corners, places));
    }),
    30,
  );
});

test("corners and edges belong to the area", async () => {
  await check(
    fc.asyncProperty(polygon(ANYWHERE), async (corners) => {
      const places = corners.flatMap((corner, index) => {
        const next = corners[(index + 1) % corners.length] as Place;
        return [corner, between(corner, next, 0.5)];
      });
      expect(await levelsAt(corners, places)).toEqual(places.map(() => "ONE"));
    }),
    60,
  );
});

test("an area is accepted if its pieces, each in its own projection, meet in a point", async () => {
  // The equator cuts this area. The pieces' zones cross so closely that their union needs a second attempt.
  const corners = [
    [-140.8440374135971, 0.000011920928955078125],
    [-140.84396259486675, -0.0000074803829193115234],
    [-140.84396259486675, -0.000016823410987854004],
    [-140.8440374135971, 0.000006586313247680664],
  ].map(([longitude, latitude]) => ({ longitude, latitude })) as Place[];
  expect(await levelsAt(corners, corners)).toEqual(["ONE", "ONE", "ONE", "ONE"]);
});

describe("near the poles, an area is either refused or has the exactly computed levels:", () => {
  test.each<[string, Where]>([
    ["the north pole", { latitude: [86, 90], longitude: [-150, 150], largest: 50_000 }],
    ["the south pole", { latitude: [-90, -86], longitude: [-150, 150], largest: 50_000 }],
    [
      "the north pole and the 180th meridian",
      { latitude: [86, 90], longitude: [179, 181], largest: 50_000 },
    ],
  ])("%s", async (_, where) => {
    const counts = { accepted: 0, refused: 0 };
    await check(
      fc.asyncProperty(polygon(where), stands, async (corners, list) => {
        const places = list.map((one) => placeOf(corners, one));
        const verdict = await verdictOn(database, corners, places);
        if ("code" in verdict) {
          counts.refused += 1;
          expect(verdict.code).toBe("LA400");
          expect(hasReasonToRefuse(corners)).toBe(true);
        } else {
          counts.accepted += 1;
          expectAgreement([corners], places, verdict.levels);
        }
      }),
      40,
    );
    expect(counts.accepted).toBeGreaterThan(0);
    expect(counts.refused).toBeGreaterThan(0);
  });
});

describe("near the 180th meridian, any area is accepted and has the exactly computed levels:", () => {
  test.each<[string, Where]>([
    ["on either side", { latitude: [-80, 80], longitude: [179, 181], largest: 100_000 }],
    ["closely", { latitude: [-80, 80], longitude: [179.9, 180.1], largest: 3000 }],
  ])("%s", async (_, where) => {
    await check(
      fc.asyncProperty(polygon(where), stands, async (corners, list) => {
        const places = list.map((one) => placeOf(corners, one));
        expectAgreement([corners], places, await levelsAt(corners, places));
      }),
      40,
    );
  });
});

describe("across the 180th meridian, an area in any form has the exactly computed levels", () => {
  test.each([0, 45, -45, 70, -70, 88, -88])("at latitude %d", async (latitude) => {
    const compared: Record<string, number> = {};
    await check(
      fc.asyncProperty(polygon(across(latitude)), stands, async (corners, list) => {
        const places = list.map((one) => placeOf(corners, one));
        for (const [form, drawing] of Object.entries(formsOf([corners]))) {
          const agreed = expectAgreement([corners], places, await levelsAt(drawing, places));
          compared[form] = (compared[form] ?? 0) + agreed;
        }
      }),
      15,
    );
    expect(Math.min(...Object.values(compared))).toBeGreaterThan(cases(100));
  });

  test.each([0, 45, -70, 88])("with a hole, at latitude %d", async (latitude) => {
    let within = 0;
    await check(
      fc.asyncProperty(holed(across(latitude)), stands, async (rings, list) => {
        const places = list.map((one, index) => placeOf(rings[index % 2] as Place[], one));
        within += places.filter((place) => new Area(rings[1]).covers(place)).length;
        const { points: _, ...forms } = formsOf(rings);
        for (const drawing of Object.values(forms)) {
          expectAgreement(rings, places, await levelsAt(drawing, places));
        }
      }),
      15,
    );
    expect(within).toBeGreaterThan(unlessEmbedded(20, 0));
  });

  test("where longitudes 180 and -180 are one place", async () => {
    await check(
      fc.asyncProperty(
        polygon({ latitude: [-80, 80], longitude: [180, 180], largest: 3000 }),
        fc.array(fc.integer({ min: -6000, max: 6000 }), { minLength: 20 }),
        async (corners, offsets) => {
          const [{ latitude }] = corners as [Place];
          // The whole area, and its parts that end at the meridian.
          for (const drawing of [corners, ...cut([corners])]) {
            const [east, west] = [180, -180].map((longitude) =>
              offsets.map((metres) => ({ latitude: latitude + metres / 111_195, longitude })),
            ) as [Place[], Place[]];
            const levels = await levelsAt(drawing, east);
            expect(await levelsAt(drawing, west)).toEqual(levels);
            expectAgreement([drawing], east, levels);
          }
        },
      ),
      20,
    );
  });
});

/** Returns an area across the 180th meridian in each form that a client may send. */
function formsOf(rings: Place[][]): Record<string, Drawing> {
  const positions = (ring: Place[]) =>
    [...ring, ring[0] as Place].map(({ longitude, latitude }) => [longitude, latitude]);
  const polygonOf = (list: Place[][]) => ({ type: "Polygon", coordinates: list.map(positions) });
  // Each ring runs on from the side of the meridian on which it begins, east or west.
  const running = rings.map(unwrapped);
  return {
    points: rings[0] as Place[],
    "long edges": polygonOf(rings),
    "past 180": polygonOf(running),
    "cut by RFC 7946": {
      type: "MultiPolygon",
      coordinates: cut(rings).map((piece) => [positions(piece)]),
    },
  };
}

/** True if an area's widest zone, enlarged by a tenth, reaches the latitude 89. */
function hasReasonToRefuse(corners: Place[]): boolean {
  const reach = 1.1 * (2000 / 111_195);
  return Math.max(...corners.map(({ latitude }) => Math.abs(latitude))) + reach > 89;
}
