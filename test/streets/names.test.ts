import { describe, expect, test } from "@jest/globals";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { PMTiles } from "pmtiles";
import { pmtiles, type Tile } from "../../src/cli/pmtiles-writer.ts";
import { finestTiles, namesIn, nearestLine } from "../../src/streets/street-names.ts";

type Point = [x: number, y: number];
type Properties = Record<string, string | number>;

const EXTENT = 4096;
/** Units of a tile of zoom 14 in a metre, at the equator. */
const METRE = (EXTENT * 2 ** 14) / 40_075_017;

const point = (at: Point, tags: Properties) => ({ id: null, type: 1, geometry: [at], tags });
const line = (points: Point[], tags: Properties) => ({
  id: null,
  type: 2,
  geometry: [points],
  tags,
});

/** Returns the names in a tile with these features, by layer. */
function namesOf(
  features: Record<string, (ReturnType<typeof point> | ReturnType<typeof line>)[]>,
  { z, x, y }: { z: number; x: number; y: number },
  extent = EXTENT,
) {
  const layers = Object.fromEntries(
    Object.entries(features).map(([name, list]) => [name, { features: list }]),
  );
  // The library's types want tiles as geojson-vt makes them.
  const { buffer, byteOffset, byteLength } = fromGeojsonVt(layers as never, {
    version: 2,
    extent,
  });
  const data = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return namesIn({ z, x, y, data });
}

describe("a name near the edge of a tile", () => {
  test.each<[Point, boolean]>([
    [[0, 0], true],
    [[EXTENT - 1, EXTENT - 1], true],
    [[-1, 5], false],
    [[5, -1], false],
    [[EXTENT, 5], false],
    [[5, EXTENT], false],
  ])("at %j is found in this tile: %j", (at, isHere) => {
    const names = namesOf({ pois: [point(at, { name: "Well" })] }, { z: 14, x: 8704, y: 5930 });
    expect(names.map(({ text }) => text)).toEqual(isHere ? ["Well"] : []);
  });
});

test("a name has the coordinates of its position in the tile", () => {
  const centre = point([EXTENT / 2, EXTENT / 2], { name: "Null Island" });
  const corner = point([0, 0], { name: "Corner" });
  expect(namesOf({ pois: [centre, corner] }, { z: 0, x: 0, y: 0 })).toEqual([
    { text: "Null Island", kind: "point", longitude: 0, latitude: 0, weight: 0 },
    {
      text: "Corner",
      kind: "point",
      longitude: -180,
      // Web Mercator ends here.
      latitude: expect.closeTo(85.051129, 6),
      weight: 0,
    },
  ]);
});

test("a tile may have an extent of fewer units", () => {
  const pois = [point([256, 256], { name: "Here" }), point([512, 5], { name: "Outside" })];
  expect(namesOf({ pois }, { z: 0, x: 0, y: 0 }, 512)).toMatchObject([
    { text: "Here", longitude: 0, latitude: 0 },
  ]);
});

const TILE = { z: 14, x: 8192, y: 8192 };
const HERE: Point = [10, 10];

test("names are found with their kinds", () => {
  const kinds = (features: Parameters<typeof namesOf>[0]) =>
    namesOf(features, TILE).map(({ kind, text }) => `${kind} ${text}`);
  const street = line([HERE, [20, 10]], { name: " Long Street " });
  expect(
    kinds({
      roads: [street],
      places: [
        point(HERE, { name: "North", kind: "neighbourhood" }),
        point(HERE, { name: "Bologna", kind: "locality" }),
      ],
      // Not every name is a text, and not every building has a number.
      pois: [point(HERE, { name: "Bar" }), point(HERE, { name: 7 })],
      buildings: [point(HERE, { kind: "building" }), point(HERE, { addr_housenumber: "7" })],
    }),
  ).toEqual([
    "street Long Street",
    "quarter North",
    "place Bologna",
    "point Bar",
    "address Long Street 7",
  ]);
});

test("a street is found half way along each of its lines, also where a point comes twice", () => {
  const at = (x: number) => expect.closeTo((x / (EXTENT * 2 ** 14)) * 360, 9);
  const found = (points: Point[]) =>
    namesOf({ roads: [line(points, { name: "Street" })] }, TILE).map(({ longitude, weight }) => [
      longitude,
      weight,
    ]);
  expect(
    found([
      [0, 5],
      [10, 5],
      [40, 5],
    ]),
  ).toEqual([[at(20), 40]]);
  expect(found([HERE, HERE])).toEqual([[at(10), 0]]);
  const twoLines = {
    ...line([], { name: "Street" }),
    geometry: [
      [HERE, [20, 10]],
      [HERE, [30, 10]],
    ],
  };
  expect(namesOf({ roads: [twoLines as never] }, TILE)).toHaveLength(2);
});

test("a house may belong to a street of the next tile, and a road without a name is no street", () => {
  const features = {
    roads: [
      line([HERE, [20, 10]], {}),
      line(
        [
          [-50, 10],
          [-10, 10],
        ],
        { name: "Next Street" },
      ),
    ],
    buildings: [point(HERE, { addr_housenumber: "7" })],
  };
  expect(namesOf(features, TILE).map(({ text }) => text)).toEqual(["Next Street 7"]);
});

// At 60 degrees north, a metre is twice as many units as at the equator.
describe.each([
  { place: "at the equator", y: 8192, metre: METRE },
  { place: "at 60 degrees north", y: 4757, metre: 2 * METRE },
])("a house number $place", ({ y, metre }) => {
  test.each([
    [100, ["Long Street 7"]],
    [140, ["Long Street 7"]],
    [160, []],
    [200, []],
  ])("%i m from a street has the addresses %j", (distance, expected) => {
    const street = line(
      [
        [0, 1000],
        [EXTENT - 1, 1000],
      ],
      { name: "Long Street" },
    );
    const house = point([2000, 1000 + Math.round(distance * metre)], { addr_housenumber: "7" });
    const names = namesOf({ roads: [street], buildings: [house] }, { z: 14, x: 8192, y });
    expect(names.filter(({ kind }) => kind === "address").map(({ text }) => text)).toEqual(
      expected,
    );
  });
});

const named = (name: string, ...points: [number, number][]) => ({
  name,
  points: points.map(([x, y]) => ({ x, y })),
});
const LINES = [
  named("across", [0, 0], [100, 0]),
  named("up", [0, 10], [0, 100]),
  named("far", [50, 60], [50, 60], [100, 60]),
];
const nearest = (x: number, y: number, most = 1_000) => nearestLine({ x, y }, LINES, most)?.name;

test.each([
  ["over the middle of one", 50, 3, "across"],
  ["under it", 50, -3, "across"],
  ["before its beginning", -5, 0, "across"],
  ["past its end", 104, 3, "across"],
  ["beside another", 4, 50, "up"],
  ["at a point that comes twice", 48, 61, "far"],
  ["nearer to the second of its edges", 98, 35, "far"],
])("for a point %s, the nearest line is found", (_where, x, y, name) => {
  expect(nearest(x, y)).toBe(name);
});

test("the distance is measured to the edge, not to the endless line through it", () => {
  expect(nearest(110, 0, 10)).toBeUndefined();
  expect(nearest(109, 0, 10)).toBe("across");
  expect(nearest(-10, 0, 10)).toBeUndefined();
  expect(nearest(-9, 0, 10)).toBe("across");
  expect(nearest(50, 10, 10)).toBeUndefined();
  expect(nearest(50, 9, 10)).toBe("across");
});

test("the first of two equally near lines is chosen, and a single point is no line", () => {
  const two = [named("a", [0, 0], [10, 0]), named("b", [0, 0], [10, 0])];
  expect(nearestLine({ x: 5, y: 5 }, two, 100)?.name).toBe("a");
  expect(nearestLine({ x: 0, y: 0 }, [named("point", [0, 0])], 100)).toBeUndefined();
});

test("the tiles of the largest zoom are found in all directories of a large file", async () => {
  const ZOOM = 10;
  const tiles: Tile[] = [];
  for (const z of [ZOOM - 1, ZOOM])
    for (let x = 0; x < 20; x += 1)
      for (let y = 0; y < 20; y += 1) tiles.push({ z, x, y, data: Buffer.from(`${z} ${x} ${y}`) });
  const bytes = pmtiles(tiles, [-180, 70, -170, 85], {});
  const archive = new PMTiles({
    getKey: () => "tiles",
    getBytes: async (offset, length) => ({
      data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
    }),
  });
  const found: string[] = [];
  for await (const { z, x, y, data } of finestTiles(archive)) {
    expect(Buffer.from(data).toString()).toBe(`${z} ${x} ${y}`);
    found.push(`${z} ${x} ${y}`);
  }
  const expected = tiles.filter(({ z }) => z === ZOOM).map(({ z, x, y }) => `${z} ${x} ${y}`);
  expect(found.sort()).toEqual(expected.sort());
});
