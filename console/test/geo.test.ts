import { expect, test } from "@jest/globals";
import { type Area, areaOf, boundsOf, shapesOf } from "../src/geo/area.ts";
import { circleShape } from "../src/geo/circle.ts";
import { lengthOf } from "../src/geo/measure.ts";
import { uniting } from "../src/geo/union.ts";
import "../src/geo/unite.ts";
import { wkt } from "../../test/helpers/wkt.ts";
import { zonesAround } from "../src/geo/zones.ts";
import { square } from "./helpers/square.ts";

const polygon = (x: number, y: number, size: number): Area => ({
  type: "Polygon",
  coordinates: [square(x, y, size)],
});

test("bounds contain all areas, and all parts of each", () => {
  const parts: Area = {
    type: "MultiPolygon",
    coordinates: [[square(-20, -5, 1)], [square(5, 6, 1)]],
  };
  expect(boundsOf([polygon(0, 0, 2), parts, polygon(30, 1, 1)])).toEqual([-20, -5, 31, 7]);
  expect(boundsOf([polygon(3, 4, 0)])).toEqual([3, 4, 3, 4]);
  expect(boundsOf([])).toBeUndefined();
});

test("a circle has 64 corners and the given radius in metres", () => {
  const { coordinates } = circleShape([0, 0], 1000);
  expect(new Set(coordinates[0]?.map(String)).size).toBe(64);
  const [west = 0, south = 0, east = 0, north = 0] =
    boundsOf([{ type: "Polygon", coordinates }]) ?? [];
  // A degree of the equator is 111 km long.
  for (const size of [east - west, north - south]) expect(size * 111).toBeCloseTo(2, 1);
});

test("the length of a line along a parallel is measured along that parallel", () => {
  // A quarter of the parallel of 60 degrees, on the ellipsoid WGS 84.
  const parallel = (6_378_137 * Math.cos(Math.PI / 3)) / Math.sqrt(1 - 0.006_694_38 * 0.75);
  const line = wkt("0 60, 90 60");
  expect(lengthOf(line) / ((parallel * Math.PI) / 2)).toBeCloseTo(1, 4);
});

test("zones around an area are drawn from the widest to the area itself", () => {
  const area = polygon(0, 0, 0.01);
  const zones = zonesAround(area, 1000, 3000);
  expect(zones.map(({ properties }) => properties.level)).toEqual(["THREE", "TWO", "ONE"]);
  const north = zones.map(({ geometry }) => (boundsOf([geometry])?.[3] ?? 0) - 0.01);
  expect(north.map((degrees) => degrees * 111)).toEqual([
    expect.closeTo(3, 1),
    expect.closeTo(1, 1),
    0,
  ]);
  // The zones are round at the corners.
  expect(zones[0]?.geometry.coordinates[0]?.length).toBeGreaterThan(40);
});

test("an area around which no zone can be made is shown alone", () => {
  const line = wkt("1 1, 2 2, 1 1");
  const zones = zonesAround({ type: "Polygon", coordinates: [line] }, 1000, 3000);
  expect(zones.map(({ properties }) => properties.level)).toEqual(["ONE"]);
});

test("shapes that cannot be united become the parts of one area", () => {
  const unite = uniting.value;
  uniting.value = () => {
    throw new Error("crosses itself");
  };
  const shapes = [0, 1].map((x) => ({
    kind: "polygon" as const,
    coordinates: [square(x, 0, 2)],
  }));
  expect(areaOf(shapes)).toEqual({
    type: "MultiPolygon",
    coordinates: shapes.map(({ coordinates }) => coordinates),
  });
  uniting.value = unite;
  expect(areaOf(shapes)?.type).toBe("Polygon");
});

test("each part of an area becomes a shape, with its holes", () => {
  const coordinates = [[square(0, 0, 1)], [square(5, 5, 1), square(5.2, 5.2, 0.1)]];
  expect(shapesOf({ type: "MultiPolygon", coordinates })).toEqual(
    coordinates.map((rings) => ({ kind: "polygon", coordinates: rings })),
  );
});
