import { expect, test } from "@jest/globals";
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

test("a part that lies elsewhere stays beside those that were joined", () => {
  const parts = read(multi([square(179, 0, 1)], [square(100, 0, 1)], [square(-180, 0, 1)]));
  expect(parts.map(([ring]) => cornersOf(ring)).toSorted()).toEqual([
    cornersOf(square(100, 0, 1)),
    ["179,0", "179,1", "181,0", "181,1"],
  ]);
});

test("joining pieces leaves no corner at the 180th meridian, even if the cut was rounded", () => {
  const third = 0.333333333;
  const [coordinates, ...others] = read(
    multi(
      [
        [
          [179, 0],
          [180, third],
          [180, 2],
          [179, 2],
          [179, 0],
        ],
      ],
      [
        [
          [-180, third],
          [-178, 1],
          [-178, 2],
          [-180, 2],
          [-180, third],
        ],
      ],
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

test("each of several areas across the 180th meridian becomes one shape", () => {
  const pieces = [0, 5].flatMap((y) => [[square(179, y, 1)], [square(-180, y, 1)]]);
  expect(
    read(multi(...pieces))
      .map(([ring]) => cornersOf(ring))
      .toSorted(),
  ).toEqual([
    ["179,0", "179,1", "181,0", "181,1"],
    ["179,5", "179,6", "181,5", "181,6"],
  ]);
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

test("overlapping shapes drawn on both sides of the 180th meridian, or a turn apart, make one area", () => {
  const drawn = [shape(square(179, 0, 1.5)), shape(square(-180, 0.5, 1.5))];
  expect(boundsOf([areaOf(drawn) as Area])).toEqual([179, 0, 181.5, 2]);
  expect(areaOf(drawn)?.type).toBe("Polygon");
  expect(areaOf([shape(square(179, 0, 2)), shape(square(-181, 0, 2))])?.type).toBe("Polygon");
});

test("the bounds of areas on both sides of the 180th meridian are narrow", () => {
  const [west, east] = [polygon(square(179, 0, 1)), polygon(square(-180, 0, 1))] as [Area, Area];
  expect(boundsOf([west, east])).toEqual([179, 0, 181, 1]);
  expect(boundsOf([polygon(square(-10, 0, 1)), polygon(square(10, 0, 1))] as Area[])).toEqual([
    -10, 0, 11, 1,
  ]);
  // A small area within a wide one makes no gap.
  expect(
    boundsOf([
      polygon(square(-100, 0, 200)),
      polygon(square(-50, 0, 1)),
      polygon(square(110, 0, 1)),
    ] as Area[]),
  ).toEqual([-100, 0, 111, 200]);
});

test.each([
  ["across the meridian", 179.9, [179.9, 180.1]],
  ["up to it", 179.8, [179.8, 180]],
  ["elsewhere", 11, [11, 11.2]],
])("the zones around an area %s are in one piece", (_, x, [west = 0, east = 0]) => {
  const area = polygon(square(x, 0, 0.2)) as Area;
  const [three, two, one] = zonesAround(area, 1000, 2000);
  expect([three, two, one].map((zone) => zone?.geometry.type)).toEqual(
    Array.from({ length: 3 }, () => "Polygon"),
  );
  const bounds = boundsOf([three?.geometry as Area]) as number[];
  // 2,000 m are 0.018 degrees.
  expect(bounds[0]).toBeCloseTo(west - 0.018, 3);
  expect(bounds[2]).toBeCloseTo(east + 0.018, 3);
});

test("a rectangle across the meridian takes the short way round", () => {
  for (const [one = [0, 0], other = [0, 0]] of [wkt("179 0, -179 2"), wkt("-179 2, 179 0")]) {
    const { kind, coordinates } = rectangleShape(one, other);
    expect(kind).toBe("polygon");
    const [west = 0, south, east = 0, north] = boundsOf([polygon(...coordinates) as Area]) ?? [];
    expect([east - west, south, north]).toEqual([2, 0, 2]);
    expect(new Set(coordinates[0]?.map(String)).size).toBe(4);
  }
});

test("a circle across the meridian is in one piece", () => {
  const [west, , east] = boundsOf([areaOf([circleShape([180, 0], 11_120)]) as Area]) as number[];
  expect([west, east]).toEqual([expect.closeTo(179.9, 3), expect.closeTo(180.1, 3)]);
  expect(boundsOf([areaOf([circleShape([-180, 0], 11_120)]) as Area])?.[2]).toBeCloseTo(180.1, 3);
});

test("each edge of an area that is wider than half the earth goes the short way round", () => {
  const wide = [0, 120, -120, -120, 120, 0, 0].map((x, place) => [
    x,
    place > 2 && place < 6 ? 10 : 0,
  ]);
  expect(unwrapLongitudes([wide])[0]?.map(([x]) => x)).toEqual([0, 120, 240, 240, 120, 0, 0]);
});
