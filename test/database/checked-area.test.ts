/** @database server */
import { describe, expect } from "@jest/globals";
import { owner, type Place, refusal, type Scene, stage } from "./scene.ts";

const { test } = stage();

const closed = (...corners: Place[]) => [...corners, corners[0] as Place];
/** Returns the corners of a rectangle. With `step`, its edges along parallels have a corner every `step` degrees. */
function rectangle([west, south, east, north]: number[], step = 360): Place[] {
  const along: number[] = [];
  for (let x = west as number; x < (east as number); x += step) along.push(x);
  along.push(east as number);
  return closed(
    ...along.map((x): Place => [x, south as number]),
    ...along.toReversed().map((x): Place => [x, north as number]),
  );
}
const turned = (ring: Place[]) =>
  ring.map(([x, y]): Place => [((((x + 180) % 360) + 360) % 360) - 180, y]);
const areaOf = (s: Scene, ...polygons: Place[][][]) =>
  s.as(
    owner,
    `select round(st_area(a)::numeric, 6)::float8 as size, geometrytype(a) as type, st_isvalid(a) as valid, st_xmin(a) as west,
        st_xmax(a) as east, st_nrings(a) - st_numgeometries(a) as holes from app_private.area_of_geojson($1) a`,
    [JSON.stringify({ type: "MultiPolygon", coordinates: polygons })],
  );

describe("an area is refused if it", () => {
  test.each<[string, Place[], RegExp]>([
    [
      "holds a pole",
      closed([0, 80], [90, 80], [179, 80], [-90, 80]),
      /goes round the globe, so it holds a pole/,
    ],
    [
      "has an edge of half the globe",
      closed([0, 0], [180, 0], [90, 10]),
      /an edge that spans half the globe/,
    ],
    ["spans the whole globe", rectangle([-180, -10, 180, 10]), /spans the whole globe/],
    ["covers half the globe", rectangle([-120, -50, 120, 50], 60), /covers half the globe or more/],
    [
      "covers half the globe, as its edges are straight in degrees",
      closed([-170, 0], [0, -85], [170, 0], [0, 85]),
      /covers half the globe or more/,
    ],
    ["crosses itself", closed([0, 0], [1, 1], [1, 0], [0, 1]), /not a valid area/],
    [
      "crosses itself at the 180th meridian",
      closed([179, 0], [-179, 1], [-179, 0], [179, 1]),
      /not a valid area/,
    ],
    ["lies on a line", closed([0, 0], [1, 1], [2, 2]), /not a valid area|no area/],
    ["runs on too far", rectangle([359, 0, 361, 1]), /off the globe/],
    ["runs on too far west", rectangle([-361, 0, -359, 1]), /off the globe/],
    ["lies beyond the south pole", rectangle([0, -91, 1, -89]), /off the globe/],
    ["lies beyond the north pole", rectangle([0, 89, 1, 91]), /off the globe/],
  ])("%s", async (s, _, ring, message) => {
    await expect(areaOf(s, [ring])).rejects.toMatchObject(refusal("LA400", { message }));
  });
});

test("an area around a pole is refused even if it has a hole", async (s) => {
  const outer = closed([0, 80], [90, 80], [179, 80], [-90, 80]);
  const hole = closed([10, 82], [11, 82], [11, 83]);
  await expect(areaOf(s, [outer, hole])).rejects.toMatchObject(
    refusal("LA400", { message: /holds a pole/ }),
  );
});

test("an area is refused if its outline is longer than 10,000 degrees", async (s) => {
  const stripes = (number: number) =>
    Array.from({ length: number }, (_, at) => [rectangle([-85, at - 15, 85, at - 14.5])]);
  expect(await areaOf(s, ...stripes(29))).toMatchObject([{ size: 29 * 85, valid: true }]);
  await expect(areaOf(s, ...stripes(30))).rejects.toMatchObject(
    refusal("LA400", { message: /area has an outline of more than 10,000 degrees/ }),
  );
});

test("GeoJSON of a line or without a type is refused as an area", async (s) => {
  for (const type of ["LineString", "MultiLineString", null]) {
    const geojson = JSON.stringify({ type, coordinates: rectangle([0, 0, 1, 1]) });
    await expect(s.as(owner)`select app_private.area_of_geojson(${geojson})`).rejects.toMatchObject(
      refusal("LA400", { message: /not a Polygon or a MultiPolygon/ }),
    );
  }
});

const named = (name: string) => ({ type: "name", properties: { name } });
const drawn = { type: "Polygon", coordinates: [rectangle([0, 0, 1, 1])] };

test.each<[string, object]>([
  ["of a Feature", { type: "Feature", crs: named("urn:ogc:def:crs:EPSG::3003"), geometry: drawn }],
  ["in a Feature", { type: "Feature", geometry: { ...drawn, crs: named("EPSG:3003") } }],
  ["of a Polygon", { ...drawn, crs: named("EPSG:3003") }],
  ["of another kind", { ...drawn, crs: { type: "link", properties: { href: "EPSG:3003" } } }],
])("the coordinate system %s is refused by its name", async (s, _what, geojson) => {
  await expect(
    s.as(owner)`select app_private.area_of_geojson(${JSON.stringify(geojson)})`,
  ).rejects.toMatchObject(
    refusal("LA400", { message: /names the coordinate system .*EPSG::?3003/ }),
  );
});

test.each([
  named("urn:ogc:def:crs:OGC:1.3:CRS84"),
  named("http://www.opengis.net/def/crs/OGC/1.3/CRS84"),
  named("EPSG:4326"),
  named("urn:ogc:def:crs:EPSG::4326"),
  null,
])("an area may name WGS 84 as its coordinate system: %j", async (s, crs) => {
  for (const geojson of [
    { ...drawn, crs },
    { type: "Feature", crs, geometry: { ...drawn, crs } },
  ]) {
    const [row] = await s.as(owner)`
      select st_area(app_private.area_of_geojson(${JSON.stringify(geojson)})) as size`;
    expect(row).toEqual({ size: 1 });
  }
});

describe("an area may", () => {
  test.each<[string, Place[][][], object]>([
    [
      "have an edge of nearly half the globe",
      [[closed([-89.75, 0], [89.75, 0], [0, 10])]],
      { size: 897.5, west: -89.75, east: 89.75 },
    ],
    [
      "cover nearly half the globe",
      [[rectangle([-120, -48, 120, 48], 60)]],
      { size: 23_040, west: -120, east: 120 },
    ],
    ["run on to 360", [[rectangle([359, 0, 360, 1])]], { size: 1, west: -1, east: 0 }],
    [
      "have pieces, of which one crosses the meridian and another has a hole",
      [
        [turned(rectangle([179, 0, 182, 1]))],
        [rectangle([10, 0, 12, 1]), rectangle([10.5, 0.2, 11.5, 0.8])],
        [turned(rectangle([178, 5, 181, 6]))],
      ],
      { size: 7.4, type: "MULTIPOLYGON", west: -180, east: 180, holes: 1 },
    ],
    [
      "end at the meridian beside a piece that crosses it",
      [[rectangle([179, 0, 181, 1])], [rectangle([177, 2, 180, 3])]],
      { size: 5, type: "MULTIPOLYGON", west: -180, east: 180 },
    ],
    [
      "end at the meridian beside a piece beyond it",
      [[rectangle([179, 0, 180, 1])], [rectangle([181, 0, 182, 1])]],
      { size: 2, type: "MULTIPOLYGON", west: -179, east: 180 },
    ],
  ])("%s", async (s, _, polygons, expected) => {
    const [area] = await areaOf(s, ...polygons);
    expect(area).toMatchObject({ valid: true, ...expected });
  });
});

describe("app_private.zone_around", () => {
  const around = (s: Scene, ring: number[], metres: number) =>
    s.as(
      owner,
      `select st_xmin(z) as west, st_xmax(z) as east, st_covers(z, a) as is_whole
        from st_geomfromtext($1, 4326) a, app_private.zone_around(a, $2) z`,
      [
        `POLYGON((${rectangle(ring)
          .map((corner) => corner.join(" "))
          .join(",")}))`,
        metres,
      ],
    );

  test.each([
    ["the north pole", [0, 88.9, 1, 88.95], 6_000],
    ["the south pole", [0, -88.95, 1, -88.9], 6_000],
    ["the north pole by its area", [0, 88.9, 1, 89.01], 1],
  ])("refuses a zone that comes too close to %s", async (s, _, ring, metres) => {
    await expect(around(s, ring, metres)).rejects.toMatchObject(
      refusal("LA400", { message: /too close to a pole/ }),
    );
    expect(
      await around(s, ring.map((at) => at - Math.sign(at) * 0.1) as number[], 1000),
    ).toHaveLength(1);
  });

  test.each([
    ["east", [179.9, 0, 179.999, 0.1]],
    ["west", [-179.999, 0, -179.9, 0.1]],
  ])("cuts a zone at the 180th meridian %s of the area", async (s, _, ring) => {
    expect(await around(s, ring, 1000)).toEqual([{ west: -180, east: 180, is_whole: true }]);
  });
});
