import { expect, test } from "@jest/globals";
import { areaOf } from "../src/geo/area.ts";
import { circleShape } from "../src/geo/circle.ts";
import "../src/geo/unite.ts";
import { wkt } from "../../test/helpers/wkt.ts";
import { readArea } from "../src/geo/read-area.ts";
import { square } from "./helpers/square.ts";

const RING = wkt("11 44, 12 44, 12 45, 11 44");
const HOLE = wkt("11.7 44.2, 11.8 44.2, 11.8 44.3, 11.7 44.2");
const polygon = (...coordinates: number[][][]) => ({ type: "Polygon", coordinates });

test("reads a geometry, a feature, a collection and well-known text the same way", () => {
  const expected = [{ kind: "polygon", coordinates: [RING, HOLE] }];
  const geometry = polygon(RING, HOLE);
  const feature = { type: "Feature", properties: {}, geometry };
  for (const geojson of [geometry, feature, { type: "FeatureCollection", features: [feature] }]) {
    expect(readArea(JSON.stringify(geojson))).toEqual(expected);
  }
  const text = [RING, HOLE].map((ring) => `(${ring.map((at) => at.join(" ")).join(", ")})`).join();
  expect(readArea(`POLYGON (${text})`)).toEqual(expected);
  expect(readArea(`SRID=4326;multipolygon((${text}))`)).toEqual(expected);
  expect(readArea(`\n polygon (${text.replaceAll(", ", ",\n")})\n`)).toEqual(expected);
});

test("drops heights, and closes an open ring", () => {
  const open = RING.slice(0, 3).map((at) => [...at, 100]);
  expect(readArea(JSON.stringify(polygon(open)))[0]?.coordinates).toEqual([RING]);
});

test("reads geometries in a collection, and skips features without one", () => {
  const nothing = { type: "Feature", properties: {}, geometry: null };
  const collection = { type: "GeometryCollection", geometries: [polygon(RING), polygon(RING)] };
  const features = [nothing, { ...nothing, geometry: collection }];
  expect(readArea(JSON.stringify({ type: "FeatureCollection", features }))).toHaveLength(2);
});

test("reads negative coordinates, up to the poles and the 180th meridian", () => {
  const ring = wkt("-180 -90, -20 -90, -20 90, -180 -90");
  const text = `POLYGON((${ring.map((at) => at.join(" ")).join(", ")}))`;
  expect(readArea(text)).toEqual([{ kind: "polygon", coordinates: [ring] }]);
});

test("reads longitudes up to 360 degrees", () => {
  const ring = RING.map(([x = 0, y]) => [x + 348, y]);
  const [shape] = readArea(JSON.stringify(polygon(ring as number[][])));
  expect(shape?.coordinates).toEqual([RING.map(([x = 0, y]) => [x - 12, y])]);
});

test("a text of many digits is refused at once", () => {
  // If each digit were tried as the start of a number, this would take hours. A file may have ten times as many digits.
  expect(() => readArea(`POLYGON((${"1".repeat(3_000_000)}))`)).toThrow(/degrees/);
});

test.each([
  [11, 91],
  [11, -91],
  [361, 45],
  [-361, 45],
  ["11", 45],
  [11, "45"],
])("refuses the corner %p %p", (longitude, latitude) => {
  const ring = RING.toSpliced(1, 1, [longitude, latitude] as [number, number]);
  expect(() => readArea(JSON.stringify(polygon(ring)))).toThrow(/degrees/);
  if (typeof longitude !== typeof latitude) return;
  const text = `POLYGON((${ring.map((at) => at.join(" ")).join(", ")}))`;
  expect(() => readArea(text)).toThrow(/degrees/);
});

test.each([
  ["a city", /neither GeoJSON nor/],
  ["POLYGON((1 1, 2 2", /neither GeoJSON nor/],
  ["POLYGON((1 1, 2 2)(1 1))", /neither GeoJSON nor/],
  ['{"type": "Point", "coordinates": [1, 2]}', /no Polygon/],
  ["null", /no Polygon/],
  [JSON.stringify(polygon(wkt("500000 4900000, 1 1, 2 2"))), /degrees/],
  [JSON.stringify(polygon(wkt("1 1, 2 2"))), /on one line/],
  ['{"type": "Polygon", "coordinates": [null]}', /degrees/],
  ['{"type": "Polygon", "coordinates": [[null]]}', /degrees/],
  ['{"type": "Polygon"}', /no Polygon/],
  ['{"type": "Polygon", "coordinates": []}', /no Polygon/],
  ['{"type": "MultiPolygon"}', /no Polygon/],
  ['{"type": "MultiPolygon", "coordinates": [null]}', /no Polygon/],
  ['{"type": "FeatureCollection"}', /no Polygon/],
  ['{"type": "GeometryCollection", "geometries": [null]}', /no Polygon/],
])("says what is wrong with %s", (text, message) => {
  expect(() => readArea(text)).toThrow(message);
});

test("overlapping shapes make one polygon, separate shapes make several", () => {
  const one = circleShape([11.34, 44.49], 500);
  expect(areaOf([one, circleShape([11.341, 44.49], 500)])?.type).toBe("Polygon");
  expect(areaOf([one, circleShape([11.5, 44.49], 500)])?.type).toBe("MultiPolygon");
});

test("a hole is cut from its shape, wherever it was dragged", () => {
  const withHole = (hole: number[][]) =>
    areaOf([{ kind: "polygon", coordinates: [square(0, 0, 8), hole] }]);
  expect(withHole(square(2, 2, 2))).toMatchObject({
    coordinates: [expect.anything(), expect.anything()],
  });
  const overTheEdge = withHole(square(6, 2, 4));
  expect(overTheEdge?.coordinates).toHaveLength(1);
  expect(JSON.stringify(overTheEdge)).toContain("[6,2]");
  expect(withHole(square(20, 20, 2))?.coordinates).toHaveLength(1);
  expect(withHole(square(-1, -1, 20))).toBeUndefined();
});

test("a shape that covers another's hole fills it", () => {
  const coordinates = [square(0, 0, 8), square(2, 2, 2)];
  const area = areaOf([
    { kind: "polygon", coordinates },
    { kind: "polygon", coordinates: [square(1, 1, 4)] },
  ]);
  expect(area?.coordinates).toHaveLength(1);
});

test("a triangle is an area", () => {
  const triangle = wkt("1 1, 2 1, 2 2, 1 1");
  expect(areaOf([{ kind: "polygon", coordinates: [triangle] }])).toEqual({
    type: "Polygon",
    coordinates: [triangle],
  });
});

test("a shape with only two corners is not an area", () => {
  expect(
    areaOf([
      {
        kind: "polygon",
        coordinates: [wkt("1 1, 2 2, 1 1")],
      },
    ]),
  ).toBeUndefined();
});

test("reads well-known text with heights, and refuses other coordinate systems by name", () => {
  const text = RING.map((at) => `${at.join(" ")} 12.5`).join(", ");
  const expected = [{ kind: "polygon", coordinates: [RING] }];
  for (const type of ["POLYGON Z", "POLYGONZ", "POLYGON"]) {
    expect(readArea(`${type} ((${text}))`)).toEqual(expected);
  }
  expect(readArea(`MULTIPOLYGON ZM (((${text.replaceAll("12.5", "12.5 7")})))`)).toEqual(expected);
  expect(() => readArea(`SRID=3003;POLYGON((${text}))`)).toThrow("EPSG:3003");
});
