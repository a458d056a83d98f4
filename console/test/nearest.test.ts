import { expect, test } from "@jest/globals";
import geodesic from "geographiclib-geodesic";
import { nearestBorder } from "../src/person/nearest.ts";

const square = (west: number, south: number, east: number, north: number) => ({
  type: "Polygon" as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const AREA = square(11.33, 46.49, 11.34, 46.5);
const metresBetween = (x1: number, y1: number, x2: number, y2: number) =>
  geodesic.Geodesic.WGS84.Inverse(y1, x1, y2, x2).s12 as number;

test.each([
  ["north", 11.335, 46.6, 180],
  ["south", 11.335, 46.4, 0],
  ["east", 11.5, 46.495, 270],
  ["west", 11.2, 46.495, 90],
])(
  "the distance from the %s to the border is that on the ellipsoid",
  (_side, longitude, latitude, bearing) => {
    const near = nearestBorder(AREA, { longitude, latitude });
    const [x, y] = [
      Math.min(Math.max(longitude, 11.33), 11.34),
      Math.min(Math.max(latitude, 46.49), 46.5),
    ];
    const exact = metresBetween(longitude, latitude, x, y);
    expect(near?.isInside).toBe(false);
    expect(Math.abs((near?.metres ?? 0) / exact - 1)).toBeLessThan(0.005);
    expect(near?.bearing).toBeCloseTo(bearing, 0);
  },
);

test("inside an area, the distance and direction are those of the nearest edge", () => {
  const near = nearestBorder(AREA, { longitude: 11.339, latitude: 46.495 });
  expect(near?.isInside).toBe(true);
  expect(near?.bearing).toBeCloseTo(90, 0);
  expect(near?.metres).toBeCloseTo(metresBetween(11.339, 46.495, 11.34, 46.495), -1);
});

test("a place in a hole is outside the area, and a place in another piece is inside", () => {
  const holed = {
    type: "MultiPolygon" as const,
    coordinates: [
      [AREA.coordinates[0], square(11.334, 46.494, 11.336, 46.496).coordinates[0]],
      square(11.4, 46.49, 11.41, 46.5).coordinates,
    ] as number[][][][],
  };
  expect(nearestBorder(holed, { longitude: 11.335, latitude: 46.495 })?.isInside).toBe(false);
  expect(nearestBorder(holed, { longitude: 11.332, latitude: 46.495 })?.isInside).toBe(true);
  expect(nearestBorder(holed, { longitude: 11.405, latitude: 46.495 })?.isInside).toBe(true);
});

test("the cut at the 180th meridian is no border, unless the area ends there", () => {
  const west = square(179.9, 10, 180, 10.2).coordinates;
  const cut = {
    type: "MultiPolygon" as const,
    coordinates: [west, square(-180, 10, -179.8, 10.2).coordinates],
  };
  for (const longitude of [179.99, -179.99]) {
    const near = nearestBorder(cut, { longitude, latitude: 10.05 });
    expect(near?.isInside).toBe(true);
    expect(near?.metres).toBeCloseTo(metresBetween(longitude, 10.05, longitude, 10), -2);
    expect(near?.bearing).toBeCloseTo(180, 0);
  }
  expect(nearestBorder(cut, { longitude: -179.7, latitude: 10.05 })).toMatchObject({
    isInside: false,
    metres: expect.closeTo(metresBetween(-179.7, 10.05, -179.8, 10.05), -2),
  });
  const whole = { type: "Polygon" as const, coordinates: west };
  expect(nearestBorder(whole, { longitude: 179.99, latitude: 10.1 })?.bearing).toBeCloseTo(90, 0);
});

test("the short way round the earth is taken at the 180th meridian", () => {
  const area = square(179.99, 10, 180.01, 10.02);
  expect(nearestBorder(area, { longitude: -179.995, latitude: 10.01 })?.isInside).toBe(true);
  const near = nearestBorder(area, { longitude: -179.98, latitude: 10.01 });
  expect(near?.isInside).toBe(false);
  expect(near?.metres).toBeCloseTo(metresBetween(-179.98, 10.01, -179.99, 10.01), -1);
});

test("an area without a border has no distance", () => {
  const nothing = { type: "Polygon" as const, coordinates: [] };
  expect(nearestBorder(nothing, { longitude: 11, latitude: 46 })).toBeUndefined();
});
