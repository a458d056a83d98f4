import "./helpers/globals.ts";
import { expect, jest, test } from "@jest/globals";
import type { Concern } from "../src/person/concern.ts";
import type { Zones } from "../src/person/drawn-zones.ts";
import type { Here } from "../src/person/here.ts";
import { square } from "./helpers/square.ts";

// The page's clock ticks by a timer, for which the test would wait.
jest.useFakeTimers();
const { distanceToArea, placeOf } = await import("../src/person/distance.ts");
const { now } = await import("../src/state/now.ts");

const zone = (west: number, south: number, size: number) => ({
  type: "Polygon" as const,
  coordinates: [square(west, south, size)],
});
const ZONES: Zones = {
  id: 7,
  version: 1,
  ONE: zone(-0.01, -0.01, 0.02),
  TWO: zone(-1, -1, 2),
  THREE: zone(-2, -2, 4),
};
const told = { createdAt: now.value - 300, latitude: 1, longitude: 2, placeKept: true };
const concern = { alert: { id: 7, version: 1 }, told: [told], level: "ONE" } as unknown as Concern;
const here = (fields: Partial<Here> = {}): Here => ({
  latitude: 0.1,
  longitude: 0,
  accuracy: 5,
  takenAt: now.value - 10,
  ...fields,
});

test.each([
  [0, -0.1, "north"],
  [-0.1, -0.1, "north-east"],
  [-0.1, 0, "east"],
  [-0.1, 0.1, "south-east"],
  [0, 0.1, "south"],
  [0.1, 0.1, "south-west"],
  [0.1, 0, "west"],
  [0.1, -0.1, "north-west"],
])("from %d° east and %d° north the area is to the %s", (longitude, latitude, side) => {
  const place = { longitude, latitude };
  const kilometres = longitude && latitude ? "14.2" : "10";
  expect(distanceToArea(concern, ZONES, place, undefined)).toBe(`${kilometres} km to the ${side}`);
});

test("a direction slightly to either side of north is called north", () => {
  for (const longitude of [-0.012, 0.012]) {
    expect(distanceToArea(concern, ZONES, { longitude, latitude: -0.1 }, undefined)).toMatch(
      / the north$/,
    );
  }
});

test("inside the area, the distance to its border is shown", () => {
  expect(distanceToArea(concern, ZONES, { longitude: 0.005, latitude: 0 }, undefined)).toBe(
    "Inside, 556 m from its border",
  );
});

test("the service's distance is preferred to that of the drawing, unless it is zero", () => {
  const said = (distance: number) =>
    here({
      alerts: [{ alertId: 7, level: "TWO", distance } as never],
      versions: new Map([[7, 1]]),
    });
  expect(distanceToArea(concern, ZONES, here(), said(9876))).toBe("9.9 km to the south");
  // Inside the area, the service has no distance.
  expect(distanceToArea(concern, ZONES, here(), said(0))).toBe("10 km to the south");
});

test("no distance is shown without zones or a place", () => {
  expect(distanceToArea(concern, undefined, here(), undefined)).toBeUndefined();
  expect(distanceToArea(concern, ZONES, undefined, undefined)).toBeUndefined();
});

test("the latest place is used: this page's, or that of the last notification", () => {
  expect(placeOf(concern, here())).toMatchObject({ latitude: 0.1, at: now.value - 10 });
  expect(placeOf(concern, undefined)).toMatchObject({
    latitude: 1,
    longitude: 2,
    at: told.createdAt,
  });
  // A notification may be up to a minute later than the place that caused it.
  const placeAt = (takenAt: number) => placeOf(concern, here({ takenAt }))?.latitude;
  expect([placeAt(told.createdAt - 60), placeAt(told.createdAt - 61)]).toEqual([0.1, 1]);
  const unkept = { ...concern, told: [{ ...told, placeKept: false }] } as Concern;
  expect(placeOf(unkept, undefined)).toBeUndefined();
  expect(placeOf(unkept, here())).toMatchObject({ latitude: 0.1 });
});
