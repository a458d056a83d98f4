import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { PMTiles, type RangeResponse } from "pmtiles";
import { pmtiles, type Tile } from "../../src/cli/pmtiles-writer.ts";
import { buildIndex, type FoundStreet, finder, openIndex } from "../../src/streets/index-file.ts";

const EXTENT = 4096;
const ZOOM = 14;
type Tags = Record<string, string>;
type Feature = { id: null; type: number; geometry: unknown[]; tags: Tags };
type Layers = Record<string, Feature[]>;

/** Makes a street of `length` units of its tile, `row` units from the top. */
const street = (name: string, length: number, row = 100): Feature => ({
  id: null,
  type: 2,
  geometry: [
    [
      [0, row],
      [length, row],
    ],
  ],
  tags: { name },
});
const spot = (name: string, tags: Tags = {}, at = [50, 50]): Feature => ({
  id: null,
  type: 1,
  geometry: [at],
  tags: { name, ...tags },
});
const house = (number: string): Feature => spot("", { addr_housenumber: number }, [10, 110]);

/** Makes a tile. By default it is at the equator, and of the largest zoom: 45 such tiles are a degree of longitude. */
const tile = (x: number, layers: Layers, z = ZOOM, y = 2 ** (z - 1)): Tile => {
  const entries = Object.entries(layers).map(([name, features]) => [name, { features }]);
  // The library's types want tiles as geojson-vt makes them.
  const options = { version: 2, extent: EXTENT };
  return { z, x, y, data: fromGeojsonVt(Object.fromEntries(entries) as never, options) };
};

const CITY = { kind: "locality" };
const HERE = 8_192;
/** A little more than two tenths of a degree, in tiles. */
const FAR = 10;
const TILES = [
  tile(HERE, {
    roads: [street("Long Street", 200), street("Twin Street", 300, 300)],
    pois: [spot("Long Bar"), ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => spot(`Many ${n}`))],
    places: [spot("Longtown", CITY), spot("Long Quarter", { kind: "suburb" }, [150, 300])],
    buildings: [house("7")],
  }),
  // The next tile has the longer piece of the street.
  tile(HERE + 1, {
    roads: [street("Long Street", 1_000, 200), street("Long Street", 500)],
  }),
  tile(HERE + 2, { places: [spot("Otherville", CITY)] }),
  tile(HERE + FAR, {
    roads: [street("Twin Street", 300), street("Lonely Street", 10, 300)],
    places: [spot("Elsewhere", CITY, [2_000, 50])],
  }),
  // These two are on both sides of the meridian, in different squares.
  tile(HERE - 1, { roads: [street("Edge Street", 10)] }, ZOOM, 9_000),
  tile(HERE, { roads: [street("Edge Street", 10)] }, ZOOM, 9_000),
  // The first of these is north of the second.
  tile(HERE, { roads: [street("Meridian Street", 10)] }, ZOOM, 9_100),
  tile(HERE, { roads: [street("Meridian Street", 10)] }, ZOOM, 9_100 + FAR),
  // At 60 degrees north, where a degree of longitude is half as long.
  tile(HERE + 90, { roads: [street("Northern Street", 10)] }, ZOOM, 4_757),
  tile(HERE + 92, { places: [spot("Easton", CITY)] }, ZOOM, 4_757),
  tile(HERE + 90, { places: [spot("Southam", CITY)] }, ZOOM, 4_757 + 3),
  tile(HERE + 200, {
    roads: [street("Remote Street", 10)],
    // A stop has the name of its street.
    pois: [spot("Remote Street")],
  }),
  // A smaller zoom has names that the largest does not have.
  tile(64, { roads: [street("Coarse Street", 10)] }, 7),
];

/** Streets whose nearest place is in another square, to the north, south, west or east. */
const SIDES = [
  [0, -4],
  [0, 4],
  [-4, 0],
  [4, 0],
] as const;
for (const [index, [dx, dy]] of SIDES.entries()) {
  const [x, y] = [HERE + 316 + 91 * index, 2 ** (ZOOM - 1) + 316];
  TILES.push(
    tile(x, { roads: [street(`Side Street ${index}`, 10)] }, ZOOM, y),
    tile(x + dx, { places: [spot(`Side ${index}`, CITY)] }, ZOOM, y + dy),
  );
}

let database: DatabaseSync;
let find: (text: string) => FoundStreet[];
beforeAll(async () => {
  const bytes = pmtiles(TILES, [-1, -1, 5, 1], {});
  const source = {
    getKey: () => "tiles",
    async getBytes(offset: number, length: number): Promise<RangeResponse> {
      const part = bytes.subarray(offset, offset + length);
      return { data: new Uint8Array(part).buffer };
    },
  };
  database = new DatabaseSync(":memory:");
  await buildIndex(database, new PMTiles(source));
  find = finder(database);
});
afterAll(() => database.close());

/** Returns the names that are found. Those near Longtown are found by its name too, and are left out here. */
const namesOf = (text: string) =>
  find(text)
    .map(({ name }) => name)
    .filter((name) => !/^(Twin Street|Many|Otherville)/.test(name) || /twin|many/.test(text));

test("streets come before places, places before quarters, and quarters before points", () => {
  expect(namesOf("long")).toEqual(["Long Street", "Longtown", "Long Quarter", "Long Bar"]);
});

test("addresses are found only by a search with a number", () => {
  expect(find("long street 7")).toMatchObject([{ name: "Long Street 7", isAddress: true }]);
  expect(namesOf("long street")).toEqual(["Long Street"]);
  expect(find("long street")[0]?.isAddress).toBe(false);
});

test("a street in several tiles is found at its longest piece", () => {
  const [{ longitude, latitude } = { longitude: 0, latitude: 1 }] = find("long street");
  const degrees = 360 / 2 ** ZOOM;
  expect(longitude).toBeCloseTo(degrees * (1 + 500 / EXTENT), 4);
  expect(latitude).toBeCloseTo((-degrees * 200) / EXTENT, 5);
});

test("streets of the same name are told apart by the nearest place", () => {
  expect(find("twin").map(({ name, place }) => `${name}, ${place}`)).toEqual([
    "Twin Street, Longtown",
    "Twin Street, Elsewhere",
  ]);
  expect(namesOf("twin elsewhere")).toEqual(["Twin Street"]);
  expect(find("edge street")).toHaveLength(2);
  expect(find("meridian street")).toHaveLength(2);
  expect(find("northern")[0]?.place).toBe("Easton");
  // No place is near Remote Street, and a place is not its own.
  expect(find("remote")[0]?.place).toBe("");
  expect(find("elsewhere").find(({ name }) => name === "Elsewhere")?.place).toBe("");
});

test("a street and a point of the same name are two results", () => {
  expect(namesOf("remote")).toEqual(["Remote Street", "Remote Street"]);
});

test("the nearest place may be in a neighbouring square on any side", () => {
  const places = SIDES.map((_, index) => find(`side street ${index}`)[0]?.place);
  expect(places).toEqual(["Side 0", "Side 1", "Side 2", "Side 3"]);
});

test("a search finds at most six names", () => {
  expect(namesOf("many")).toHaveLength(6);
});

test("only names of the largest zoom are found, and only by the beginnings of their words", () => {
  expect(namesOf("coarse")).toEqual([]);
  expect(namesOf("treet")).toEqual([]);
  expect(namesOf("street lon")).toEqual(["Long Street", "Lonely Street"].sort());
  expect(namesOf("")).toEqual([]);
});

/** Makes a map file with points of these names. */
const fileWith = (...names: string[]) =>
  pmtiles([tile(HERE, { pois: names.map((name) => spot(name)) })], [-1, -1, 1, 1], {});

test("a map file with another size or time gets a new index, and the previous file's index is removed", async () => {
  const directory = mkdtempSync(join(tmpdir(), "las-index-"));
  const path = join(directory, "map.pmtiles");
  const data = join(directory, "data");
  /** Opens the index of a file that was changed at this time. Returns what a search finds, and the indexes that exist. */
  const open = async (file: Buffer, changedAt: number): Promise<[string[], string[]]> => {
    writeFileSync(path, file);
    utimesSync(path, changedAt, changedAt);
    using index = await openIndex(path, data);
    return [finder(index)("mill").map(({ name }) => name), readdirSync(data)];
  };
  const [old, oldIndexes] = await open(fileWith("Mill"), 1000);
  expect([old, oldIndexes]).toEqual([
    ["Mill"],
    [expect.stringMatching(/^streets-\w{16}\.sqlite$/)],
  ]);
  // This file has the same time, like one that is copied with its time.
  const larger = fileWith("Mill", "Millpond");
  const [found, indexes] = await open(larger, 1000);
  expect(found).toEqual(["Mill", "Millpond"]);
  expect([indexes.length, indexes[0] === oldIndexes[0]]).toEqual([1, false]);
  const [, later] = await open(larger, 2000);
  expect([later.length, later[0] === indexes[0]]).toEqual([1, false]);
  rmSync(directory, { recursive: true });
});
