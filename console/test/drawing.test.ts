import "./helpers/globals.ts";
import { beforeEach, expect, test } from "@jest/globals";
import type { Position } from "geojson";
import { wkt } from "../../test/helpers/wkt.ts";
import type { Known } from "../src/person/distance.ts";
import { square } from "./helpers/square.ts";

const { HEIGHT, pathOf, viewOf, WIDTH } = await import("../src/person/alert-drawing.ts");
const { barOf } = await import("../src/words/numbers.ts");
const { placeNames } = await import("../src/person/place-names.ts");

const at = (longitude: number, latitude: number): Known => ({ longitude, latitude, at: 0 });
const rounded = (numbers: readonly number[] = []) => numbers.map((unit) => Math.round(unit));

test("the widest zone fills the drawing up to its margin, with north at the top", () => {
  const view = viewOf([square(0, -0.5, 1)], undefined);
  expect(rounded(view?.draw([0, -0.5]))).toEqual([56, 224]);
  expect(rounded(view?.draw([1, 0.5]))).toEqual([264, 16]);
  expect(view?.showsPlace).toBe(false);
  // A wide zone is as wide as the drawing.
  const wide = viewOf([wkt("0 0, 10 0, 10 0.1, 0 0")], undefined);
  expect(rounded(wide?.draw([0, 0.05]))).toEqual([16, 120]);
  expect(rounded(wide?.draw([10, 0.05]))).toEqual([304, 120]);
});

test("the view's bounds are those of the whole drawing, and end before the poles", () => {
  const bounds = viewOf([square(10, -0.5, 1)], undefined)?.bounds ?? [];
  const degree = 208;
  expect(bounds.map((value) => value.toFixed(2))).toEqual(
    [10.5 - 160 / degree, -120 / degree, 10.5 + 160 / degree, 120 / degree].map((value) =>
      value.toFixed(2),
    ),
  );
  // In the north a degree of longitude is shorter.
  const narrow = degree * Math.cos((59.5 * Math.PI) / 180);
  const north = viewOf([square(10, 59.5, 1)], undefined)?.bounds ?? [];
  expect(north.map((value) => value.toFixed(2))).toEqual(
    [10.5 - 160 / narrow, 60 - 120 / degree, 10.5 + 160 / narrow, 60 + 120 / degree].map((value) =>
      value.toFixed(2),
    ),
  );
  expect(viewOf([square(10, 87.5, 2)], undefined)?.bounds[3]).toBe(89);
  expect(viewOf([square(10, -89.5, 2)], undefined)?.bounds[1]).toBe(-89);
});

test("the person is drawn too, unless they are far away", () => {
  const zones = [square(0, -0.5, 1)];
  const near = viewOf(zones, at(5, 0));
  expect(near?.showsPlace).toBe(true);
  expect(rounded(near?.draw([5, 0]))).toEqual([304, 120]);
  expect(rounded(near?.draw([0, 0]))).toEqual([16, 120]);
  const far = viewOf(zones, at(7, 0));
  expect(far?.showsPlace).toBe(false);
  expect(rounded(far?.draw([0, -0.5]))).toEqual([56, 224]);
  // A place is shown up to six times the width from the middle.
  expect(
    [viewOf(zones, at(6.49, 0)), viewOf(zones, at(6.51, 0))].map((one) => one?.showsPlace),
  ).toEqual([true, false]);
  expect(viewOf(zones, at(0.5, 5.9))?.showsPlace).toBe(true);
  expect(viewOf(zones, at(0.5, 6.1))?.showsPlace).toBe(false);
  // The longer side counts, wherever the outline begins.
  const box = (east: number, north: number) => [
    [
      [east, north],
      [-east, north],
      [-east, -north],
      [east, -north],
      [east, north],
    ],
  ];
  expect(viewOf(box(0.05, 0.5), at(0, 5.9))?.showsPlace).toBe(true);
  expect(viewOf(box(0.5, 0.05), at(5.9, 0))?.showsPlace).toBe(true);
  expect(viewOf([], undefined)).toBeUndefined();
});

test("an area without a size is drawn in the middle", () => {
  const view = viewOf([square(0, 0, 0)], undefined);
  expect(rounded(view?.draw([0, 0]))).toEqual([160, 120]);
});

test("rings become closed SVG paths with one decimal", () => {
  const draw = ([x = 0, y = 0]: Position) => [x, -y] as const;
  const triangle = wkt("0 0, 1.25 0, 1 2.04");
  expect(pathOf([triangle, [[5, 5]]], draw)).toBe("M0.0 0.0L1.3 0.0L1.0 -2.0ZM5.0 -5.0Z");
});

test("no line is drawn where the 180th meridian cuts an area", () => {
  const draw = ([x = 0, y = 0]: Position) => [x, y] as const;
  const rings = [square(179, 0, 1), square(-180, 0, 1)];
  expect(pathOf(rings, draw)).toBe(
    "M180.0 1.0L179.0 1.0L179.0 0.0L180.0 0.0M-180.0 0.0L-179.0 0.0L-179.0 1.0L-180.0 1.0",
  );
  expect(pathOf(rings.slice(0, 1), draw)).toBe(
    "M179.0 0.0L180.0 0.0L180.0 1.0L179.0 1.0L179.0 0.0Z",
  );
});

test.each([
  [999, 500],
  [1000, 1000],
  [1999, 1000],
  [2000, 2000],
  [4999, 2000],
  [5001, 5000],
])("a scale bar of at most %i metres shows %i", (most, metres) => {
  expect(barOf(most)).toBe(metres);
});

const place = (name: string, longitude: number, latitude: number, inhabitants = 1) => [
  name,
  "IT",
  longitude,
  latitude,
  inhabitants,
];
const MANY = Array.from({ length: 12 }, (_, row) => place(`P${row}`, 10.5, 10.08 + row * 0.075));
/** The files of the offline map. `places` lists those that cover a part of it. */
const FILES: Record<string, unknown> = {
  places: ["cities-18-9", "towns-72-36", "towns-76-40"],
  metropolises: [place("Metropolis", 0.5, 0.5, 9e6), place("Elsewhere", 50, 50, 9e6)],
  "cities-18-9": [
    place("Beside", 0.6, 0.52, 500),
    place("Below", 0.5, 0.4, 400),
    place("West", 0.02, 0.7, 300),
    place("East", 0.98, 0.7, 300),
    place("North", 0.5, 0.98, 300),
    place("South", 0.5, 0.02, 300),
    place("Mine", 0.2, 0.2, 300),
    place("Under me", 0.2, 0.11, 300),
  ],
  "towns-72-36": [place("Rightwards", 0.85, 0.5, 450), place("Last", 0.2, 0.8, 2)],
  "towns-76-40": MANY,
};
let loaded: string[];
beforeEach(() => {
  loaded = [];
  globalThis.fetch = async (url) => {
    const name = String(url).replace(/^.*\/|\.json$/g, "");
    loaded.push(name);
    return Response.json(FILES[name]);
  };
});
const BOUNDS: [number, number, number, number] = [0, 0, 1, 1];
/** A view of one degree, or of larger bounds with the same scale. */
const view = (bounds = BOUNDS) => ({
  draw: ([x = 0, y = 0]: Position) =>
    [(x - bounds[0]) * WIDTH, HEIGHT - (y - bounds[1]) * HEIGHT] as const,
  bounds,
  scale: 1,
  showsPlace: true,
});

const namesOn = async (...given: Parameters<typeof placeNames>) =>
  (await placeNames(...given)).map(({ name }) => name);

test("the largest places are named where their names overlap neither each other nor the person", async () => {
  const own = [0.2 * WIDTH, 0.8 * HEIGHT] as const;
  expect(await namesOn(view(), own)).toEqual(["Metropolis", "Rightwards", "Below", "Last"]);
  expect((await placeNames(view(), own))[0]).toEqual({ name: "Metropolis", x: 160, y: 120 });
  expect(await namesOn(view(), undefined)).toContain("Mine");
});

test("no more than eight places have names, and none on a drawing of half a continent", async () => {
  expect(await namesOn(view([10, 10, 11, 11]), undefined)).toHaveLength(8);
  loaded = [];
  expect(await namesOn(view([0, 0, 40, 40]), undefined)).toEqual([]);
  expect(loaded).toEqual([]);
});
