import { expect, test } from "@jest/globals";
import type { Position } from "geojson";
import { runClone } from "../../test/helpers/database.ts";
import { wkt } from "../../test/helpers/wkt.ts";
import { circleOf, circleShape } from "../src/geo/circle.ts";
import { areaInside, lengthOf, radiusOf } from "../src/geo/measure.ts";
import { measuresOf } from "../src/map/pointer-measure.ts";
import { square } from "./helpers/square.ts";

const database = runClone();

/** Measures a ring with PostGIS. Its edges are straight in longitude and latitude. */
async function byPostgis(ring: Position[]): Promise<{ area: number; length: number }> {
  const { rows } = await database.ownerPool.query<{ area: number; length: number }>(
    `select st_area(area::geography) as area, st_perimeter(area::geography) as length
      from st_segmentize(st_setsrid(st_geomfromgeojson($1), 4326), 0.01) area`,
    [JSON.stringify({ type: "Polygon", coordinates: [ring] })],
  );
  return rows[0] as { area: number; length: number };
}

test.each([
  ["in Bologna", square(11.34, 44.49, 0.01)],
  ["at the equator", square(0, 0, 1)],
  ["in Lapland", square(25, 68, 2)],
  ["near the North Pole", square(20, 89, 0.9)],
  ["across the 180th meridian", square(179, -18, 2)],
  [
    "across it, with longitudes that jump",
    square(179, -18, 2).map(([x = 0, y = 0]) => [x > 180 ? x - 360 : x, y]),
  ],
  ["clockwise", square(11, 44, 0.3).toReversed()],
])("the area and outline of a square are those of PostGIS, %s", async (_name, ring) => {
  const running = ring.map(([x = 0, y = 0]) => [x < -90 ? x + 360 : x, y]);
  const { area, length } = await byPostgis(running);
  expect(areaInside(ring) / area).toBeCloseTo(1, 4);
  expect(lengthOf(ring) / length).toBeCloseTo(1, 4);
});

test.each([0, 45, 70])(
  "at the latitude %d, a circle's measured radius is the one that it was made with",
  (latitude) => {
    for (const metres of [50, 2000, 100_000]) {
      const [ring = []] = circleShape([179.9, latitude], metres).coordinates;
      expect(radiusOf(ring) / metres).toBeCloseTo(1, 3);
      const { centre, metres: found } = circleOf(ring);
      expect([...centre, found].map((value) => value.toFixed(6))).toEqual(
        [179.9, latitude, metres].map((value) => value.toFixed(6)),
      );
    }
  },
);

test.each([0, 30, -44.5, 60, 75])(
  "at the latitude %d, each corner of a circle lies where PostGIS projects it",
  async (latitude) => {
    const [ring = []] = circleShape([11.3, latitude], 50_000).coordinates;
    expect(ring).toHaveLength(65);
    expect(ring.at(-1)).toEqual(ring[0]);
    const { rows } = await database.ownerPool.query<{ metres: number }>(
      `select st_distance(
          st_setsrid(st_point((c.corner ->> 0)::float, (c.corner ->> 1)::float), 4326)::geography,
          st_project(st_setsrid(st_point(11.3, $2), 4326)::geography, 50000, radians(360 - 360 / 64.0 * (c.number - 1)))) as metres
        from jsonb_array_elements($1) with ordinality as c (corner, number)`,
      [JSON.stringify(ring), latitude],
    );
    expect(Math.max(...rows.map(({ metres }) => metres))).toBeLessThan(0.01);
  },
);

test("the pointer shows a polygon's side and area, a rectangle's two sides, and a circle's radius", () => {
  const ring = square(0, 0, 0.01);
  const begun = wkt("0 0, 0.01 0, 0.01 1e-9, 0 0");
  expect(measuresOf("polygon", begun, true)).toEqual(["Side 1.1 km"]);
  expect(measuresOf("hole", ring, true)).toEqual(["Side 1.1 km", "Area 1.23 km²"]);
  const tall = ring.map(([x = 0, y = 0]) => [x, 2 * y]);
  expect(measuresOf("rectangle", tall, true)).toEqual(["Sides 1.1 km, 2.2 km", "Area 2.46 km²"]);
  for (const mode of ["polygon", "rectangle"]) {
    expect(measuresOf(mode, ring, false)).toEqual(["Around it 4.4 km", "Area 1.23 km²"]);
  }
  const [circle = []] = circleShape([0, 0], 100).coordinates;
  expect(measuresOf("circle", circle, true)).toEqual([
    "Radius 100 m",
    expect.stringMatching(/^Area 31,\d{3} m²$/),
  ]);
  expect(measuresOf("polygon", wkt("1 1, 1 1, 1 1"), true)).toEqual([]);
});
