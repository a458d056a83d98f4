import { createRequire } from "node:module";
import { describe, expect, test } from "@jest/globals";
import type { Position } from "geojson";
import { countryLabels } from "../../src/commands/build-console/country-labels.ts";
import { land } from "../../src/commands/build-console/land.ts";

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

describe.each(["50m", "10m"] as const)("the land of the offline map, %s", (scale) => {
  const { coordinates } = land(scale);

  test("has no edge across half the earth", () => {
    let widest = 0;
    for (const ring of coordinates.flat()) {
      ring.slice(1).forEach(([x], at) => {
        widest = Math.max(widest, Math.abs((x as number) - (ring[at]?.[0] as number)));
      });
    }
    expect(widest).toBe(180);
    expect(coordinates.flat().every((ring) => String(ring.at(-1)) === String(ring[0]))).toBe(true);
  });

  test.each(Object.entries(LAND))("has %s", (_name, [x, y]) => {
    const off = scale === "50m" ? COARSE : 0;
    const near = [-off, 0, off].flatMap((dx) =>
      [-off, 0, off].map((dy) => [x + dx, y + dy] as const),
    );
    expect(near.some((place) => coordinates.some((rings) => isIn(rings, place)))).toBe(true);
  });

  test.each(Object.entries(SEA))("leaves %s to the sea", (_name, place) => {
    expect(coordinates.some((rings) => isIn(rings, place))).toBe(false);
  });
});

test("names countries across the 180th meridian where they are", () => {
  const require = createRequire(import.meta.url);
  const labels = countryLabels(require("world-atlas/countries-110m.json"));
  const placeOf = (name: string) => labels.find(([label]) => label === name)?.slice(1, 3);
  const [russia, fiji] = [placeOf("Russia"), placeOf("Fiji")] as [number, number][];
  expect(russia?.[0]).toBeGreaterThan(60);
  expect(russia?.[0]).toBeLessThan(130);
  expect(fiji?.[0]).toBeGreaterThan(177);
  expect(fiji?.[0]).toBeLessThan(180);
  expect(fiji?.[1]).toBeCloseTo(-17.8, 0);
});
