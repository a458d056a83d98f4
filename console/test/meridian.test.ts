import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Position } from "geojson";
import {
  type Area,
  areaOf,
  boundsOf,
  rectangleShape,
  type Shape,
  withoutMeridianCut,
} from "../src/geo/area.ts";
import { circleShape } from "../src/geo/circle.ts";
import { areaInside } from "../src/geo/measure.ts";
import { unwrapLongitudes } from "../src/geo/meridian.ts";
import { readArea } from "../src/geo/read-area.ts";
import { uniting } from "../src/geo/union.ts";
import "../src/geo/unite.ts";
import { wkt } from "../../test/helpers/wkt.ts";
import { zonesAround } from "../src/geo/zones.ts";
import { square } from "./helpers/square.ts";

const polygon = (...coordinates: Position[][]) => ({ type: "Polygon", coordinates });
const multi = (...coordinates: Position[][][]): Area => ({ type: "MultiPolygon", coordinates });
const shape = (...coordinates: Position[][]): Shape => ({ kind: "polygon", coordinates });

/** The sorted corners of a ring. */
const cornersOf = (ring: Position[] | undefined) => ring?.slice(0, -1).map(String).toSorted();
const read = (area: object) => readArea(JSON.stringify(area)).map(({ coordinates }) => coordinates);

/** The rings of rectangles: the degrees from a meridian to the west, the south, the east and the north. */
const rectangles = fc.array(
  fc
    .tuple(...[-4, -4, 1, 1].map((min) => fc.integer({ min, max: min + 5 })))
    .map(([west = 0, south = 0, width = 0, height = 0]) => [
      west,
      south,
      west + width,
      south + height,
    ]),
  { minLength: 1, maxLength: 3 },
);
const ringAt = (meridian: number, [west, south, east, north]: number[]): Position[] =>
  rectangleShape(
    [meridian + (west as number), south as number],
    [meridian + (east as number), north as number],
  ).coordinates[0] as Position[];
/** Cuts a rectangle at its meridian, as RFC 7946 asks. */
const cut = ([west = 0, south = 0, east = 0, north = 0]: number[]) =>
  west < 0 && east > 0
    ? [
        [west, south, 0, north],
        [0, south, east, north],
      ]
    : [[west, south, east, north]];

/** The size of each ring of an area and of its zones, and their bounds from a meridian. */
const looksOf = (area: Area | undefined, meridian: number) =>
  zonesAround(area as Area, 1000, 2000).map(({ geometry }) => {
    const [west = 0, south = 0, east = 0, north = 0] = boundsOf([geometry]) ?? [];
    const from = (longitude: number) => ((((longitude - meridian + 180) % 360) + 360) % 360) - 180;
    const rings = (geometry.coordinates as Position[][][]).flat(
      geometry.type === "Polygon" ? 0 : 1,
    );
    return [
      [from(west), south, from(east), north].map((degrees) => degrees.toFixed(4)),
      (rings as Position[][]).map((ring) => (areaInside(ring) / 1e6).toFixed(0)).toSorted(),
    ];
  });

test("areas at the 180th meridian are read, drawn and surrounded by zones as those at longitude 0", () => {
  fc.assert(
    fc.property(rectangles, (all) => {
      const expected = looksOf(areaOf(all.map((one) => shape(ringAt(0, one)))), 0);
      // What lies to the east of the meridian has negative longitudes.
      const ring = (one: number[]) => ringAt((one[0] as number) < 0 ? 180 : -180, one);
      expect(looksOf(areaOf(all.map((one) => shape(ring(one)))), 180)).toEqual(expected);
      const pasted = multi(...all.flatMap(cut).map((one) => [ring(one)]));
      expect(looksOf(areaOf(readArea(JSON.stringify(pasted))), 180)).toEqual(expected);
    }),
    { numRuns: 15 },
  );
});

test("a rectangle or a circle across the 180th meridian takes the short way round", () => {
  for (const [one = [0, 0], other = [0, 0]] of [wkt("179 0, -179 2"), wkt("-179 2, 179 0")]) {
    const [west = 0, , east = 0] = boundsOf([areaOf([rectangleShape(one, other)]) as Area]) ?? [];
    expect(east - west).toBe(2);
  }
  for (const middle of [180, -180]) {
    const [west, , east] = boundsOf([areaOf([circleShape([middle, 0], 11_120)]) as Area]) ?? [];
    expect([west, east]).toEqual([expect.closeTo(179.9, 3), expect.closeTo(180.1, 3)]);
  }
});

test("a small area within a wide one makes no gap at the 180th meridian", () => {
  const areas = [square(-100, 0, 200), square(-50, 0, 1), square(110, 0, 1)].map((ring) =>
    polygon(ring),
  );
  expect(boundsOf(areas as Area[])).toEqual([-100, 0, 111, 200]);
});

test.each([
  ["as RFC 7946 cuts it", multi([square(179, 0, 1)], [square(-180, 0, 1)])],
  [
    "by longitudes that run on past 180",
    polygon(square(179, 0, 2).map(([x, y]) => [x as number, (y as number) / 2])),
  ],
  [
    "by longitudes that run on past -180",
    polygon(square(-181, 0, 2).map(([x, y]) => [x as number, (y as number) / 2])),
  ],
  ["by edges that go the short way round", polygon(wkt("179 0, -179 0, -179 1, 179 1, 179 0"))],
  [
    "in a collection of its pieces",
    {
      type: "FeatureCollection",
      features: [square(-180, 0, 1), square(179, 0, 1)].map((ring) => ({
        type: "Feature",
        properties: {},
        geometry: polygon(ring),
      })),
    },
  ],
])("an area across the 180th meridian is one shape, if it is pasted %s", (_, area) => {
  const [coordinates, ...others] = read(area);
  expect(others).toEqual([]);
  const corners = cornersOf(coordinates?.[0]);
  const east = corners?.map((corner) => corner.replace(/^-179/, "181").replace(/^-181/, "179"));
  expect(east).toEqual(["179,0", "179,1", "181,0", "181,1"]);
});

test("a hole that the cut at the 180th meridian split between two pieces becomes one hole again", () => {
  const [coordinates] = read(
    multi(
      [wkt("179 0, 180 0, 180 1, 179.5 1, 179.5 2, 180 2, 180 3, 179 3, 179 0")],
      [wkt("-180 0, -179 0, -179 3, -180 3, -180 2, -179.5 2, -179.5 1, -180 1, -180 0")],
    ),
  );
  expect(coordinates?.map(cornersOf)).toEqual([
    ["179,0", "179,3", "181,0", "181,3"],
    ["179.5,1", "179.5,2", "180.5,1", "180.5,2"],
  ]);
});

test("joining pieces leaves no corner at the 180th meridian, even if the cut was rounded", () => {
  const third = 0.333333333;
  const [coordinates, ...others] = read(
    multi(
      [wkt(`179 0, 180 ${third}, 180 2, 179 2, 179 0`)],
      [wkt(`-180 ${third}, -178 1, -178 2, -180 2, -180 ${third}`)],
    ),
  );
  expect(others).toEqual([]);
  expect(cornersOf(coordinates?.[0])).toEqual(["179,0", "179,2", "182,1", "182,2"]);
});

test("a hole's longitudes are read in the same turn of the earth as its area's", () => {
  expect(read(polygon(square(178, 0, 4), square(-179, 1, 0.5)))[0]?.[1]).toEqual(
    square(181, 1, 0.5),
  );
  const short = square(178, 0, 4).map(([x, y]) => [x === 182 ? -178 : (x as number), y as number]);
  expect(read(polygon(short, square(179, 1, 0.5)))[0]?.[1]).toEqual(square(179, 1, 0.5));
});

test("corners of an area that lie on the 180th meridian stay corners", () => {
  const [coordinates, ...others] = read(
    multi(
      [wkt("179 0, 180 1, 180 3, 179 2, 179 0")],
      [wkt("-180 1, -179 0, -179 2, -180 3, -180 1")],
    ),
  );
  expect(others).toEqual([]);
  expect(cornersOf(coordinates?.[0])).toEqual([
    "179,0",
    "179,2",
    "180,1",
    "180,3",
    "181,0",
    "181,2",
  ]);
});

test("a corner on the 180th meridian stays a corner, even next to the westernmost one", () => {
  const west = wkt("179 1, 180 0, 180 2, 179 1");
  const east = wkt("-180 0, -178 1, -180 2, -180 0");
  const shapes = read(multi([west], [east]));
  expect(shapes.map(([ring]) => cornersOf(ring))).toEqual([["179,1", "180,0", "180,2", "182,1"]]);
});

test("pieces that do not meet stay separate, but are moved next to each other across the 180th meridian", () => {
  const area = withoutMeridianCut(multi([square(-179, 0, 1)], [square(178, 0, 1)]));
  expect(area).toEqual(multi([square(181, 0, 1)], [square(178, 0, 1)]));
  const elsewhere = multi([square(-20, 0, 1)], [square(20, 0, 1)]);
  expect(withoutMeridianCut(elsewhere)).toEqual(elsewhere);
});

test("an area that ends at the meridian stays as it is, on either side", () => {
  expect(read(polygon(square(179, 0, 1)))).toEqual([[square(179, 0, 1)]]);
  expect(read(polygon(square(-180, 0, 1)))).toEqual([[square(-180, 0, 1)]]);
});

test("pieces lie beside each other until the code that unites them is loaded", () => {
  const cut = multi([square(179, 0, 1)], [square(-180, 0, 1)]);
  const unite = uniting.value;
  uniting.value = undefined;
  expect(withoutMeridianCut(cut)).toEqual(multi([square(179, 0, 1)], [square(180, 0, 1)]));
  uniting.value = unite;
  const { type, coordinates } = withoutMeridianCut(cut);
  expect([type, cornersOf(coordinates[0] as Position[])]).toEqual([
    "Polygon",
    ["179,0", "179,1", "181,0", "181,1"],
  ]);
});

test("each edge of an area that is wider than half the earth goes the short way round", () => {
  const wide = [0, 120, -120, -120, 120, 0, 0].map((x, place) => [
    x,
    place > 2 && place < 6 ? 10 : 0,
  ]);
  expect(unwrapLongitudes([wide])[0]?.map(([x]) => x)).toEqual([0, 120, 240, 240, 120, 0, 0]);
});
