/** @database server */
import { describe, expect, test } from "@jest/globals";
import { runTestService } from "../helpers/service.ts";

const service = runTestService();

const PUBLISH = `mutation ($input: AlertInput!) {
  newAlert(input: $input) { id area areaLevel2 areaLevel3 areaGeoJson areaLevel2GeoJson areaLevel3GeoJson }
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

async function publish(coordinates: Corner[][][]) {
  const area = { type: "MultiPolygon", coordinates };
  const input = { points: [], area, ...TEXTS };
  const { data, errors } = await service.graphql(PUBLISH, { input }, service.admin);
  expect(errors).toBeUndefined();
  return data.newAlert;
}

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
