import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Map as MapLibreMap } from "maplibre-gl";
import { put } from "./helpers/browser-state.ts";

Object.assign(globalThis, { matchMedia: () => new EventTarget() });
const { fillOfflineMap, repaint } = await import("../src/map/offline-map.ts");

const place = (name: string, longitude: number, latitude: number, inhabitants = 1) => [
  name,
  "IT",
  longitude,
  latitude,
  inhabitants,
];
/** The files of the offline map. */
const FILES: Record<string, unknown> = {
  countries: [["Italy", 12, 42, 30]],
  metropolises: [place("Rome", 12.5, 41.9, 3e6)],
  places: [
    "cities-19-13",
    "cities-18-13",
    "cities-20-13",
    "cities-0-9",
    "cities-35-9",
    "towns-76-53",
    "towns-80-53",
  ],
  "cities-19-13": [place("Bologna", 11.3, 44.5, 4e5), place("Trieste", 13.8, 45.6, 2e5)],
  "cities-20-13": [place("Arad", 21.3, 44.9)],
  "cities-18-13": [place("Parma", 9.9, 44.5, 2e5)],
  "cities-0-9": [place("East", -179, 1)],
  "cities-35-9": [place("West", 179, 1)],
  "towns-76-53": [place("Sasso Marconi", 11.25, 44.4)],
  "towns-80-53": [place("Lipova", 21.7, 44.5)],
};

/** What each source of the map shows: an address, or names. */
let data: Record<string, unknown>;
/** Each name with its place and its inhabitants. */
let places: Record<string, unknown[]>;
let visible: string[];
/** The addresses in the order in which the map got them. */
let urls: string[];
let frames: (() => void)[];
let moved: () => void;
/** Each function lets a file arrive, or be drawn. */
let held: Record<string, () => void>;
/** The file that the host fails to serve. */
let failing: string | undefined;
let view: { zoom: number; bounds: [number, number, number, number] };

/** The name of the file at an address. */
const nameIn = (url: string) => url.replace(/^.*\/|\.json$/g, "");

/** If a file is held back, waits until it is let go. */
async function release(name: string): Promise<void> {
  if (!(name in held)) return;
  await new Promise<void>((resolve) => {
    held[name] = resolve;
  });
}

interface Named {
  properties: { name: string; inhabitants: number };
  geometry: { coordinates: [number, number] };
}
type Data = string | { features: Named[] };
const map = {
  getSource: (id: string) => ({
    async setData(given: Data) {
      if (typeof given !== "string") {
        data[id] = given.features.map((one) => one.properties.name);
        for (const { properties, geometry } of given.features)
          places[properties.name] = [...geometry.coordinates, properties.inhabitants];
        return;
      }
      const name = nameIn(given);
      urls.push(name);
      await release(name);
      data[id] = name;
    },
  }),
  getLayer: (id: string) => (id === "gone" ? undefined : { id }),
  setLayoutProperty: (id: string, _name: string, value: string) => {
    if (value === "visible") visible.push(id);
  },
  getZoom: () => view.zoom,
  getBounds() {
    const [west, south, east, north] = view.bounds;
    return {
      getWest: () => west,
      getSouth: () => south,
      getEast: () => east,
      getNorth: () => north,
      getCenter: () => ({ lng: (west + east) / 2 }),
      contains: ([x, y]: [number, number]) => x >= west && x <= east && y >= south && y <= north,
    };
  },
  on: (_event: string, listener: () => void) => {
    moved = listener;
  },
} as unknown as MapLibreMap;

const { fetch } = globalThis;
beforeEach(() => {
  [data, places, visible, urls, frames, held] = [{}, {}, [], [], [], {}];
  failing = undefined;
  view = { zoom: 3, bounds: [-40, 20, 60, 60] };
  globalThis.fetch = async (url) => {
    const name = nameIn(String(url));
    await release(name);
    return name === failing
      ? new Response("", { status: 500 })
      : Response.json(FILES[name] ?? null);
  };
  put("requestAnimationFrame", { value: (frame: () => void) => frames.push(frame) });
});
afterEach(() => {
  globalThis.fetch = fetch;
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
/** Moves the map, and draws. Returns how many redraws the move caused. */
async function move(zoom: number, ...bounds: [number, number, number, number]): Promise<number> {
  view = { zoom, bounds };
  moved();
  for (let round = 0; round < 5; round += 1) await settle();
  const { length } = frames;
  for (const frame of frames.splice(0)) frame();
  return length;
}

test("the coarsest borders load first, then coarse land, and fine land after zooming in", async () => {
  await fillOfflineMap(map, true);
  expect(urls).toEqual(["world-borders", "coarse-land", "coarse-borders"]);
  expect(visible.sort()).toEqual(["borders", "cities", "countries", "towns"]);
  expect([data.countries, data.cities, data.towns]).toEqual([["Italy"], ["Rome"], undefined]);
  expect(places).toEqual({ Italy: [12, 42, 0], Rome: [12.5, 41.9, 3e6] });
  await move(4.9, 0, 40, 20, 50);
  expect(urls).toHaveLength(3);
  await move(5, 9, 44, 12, 45);
  expect(urls.slice(3)).toEqual(["fine-land", "fine-borders", "waters"]);
  expect(data.cities).toEqual(["Rome"]);
  await move(5, 9, 44, 12, 45);
  expect(urls).toHaveLength(6);
});

test("fine land waits for coarse land, which would replace it", async () => {
  held = { "coarse-land": () => {} };
  view = { zoom: 6, bounds: [9, 44, 12, 45] };
  const filling = fillOfflineMap(map, false);
  for (let round = 0; round < 5; round += 1) await settle();
  expect(urls).toEqual(["world-borders", "coarse-land", "coarse-borders"]);
  held["coarse-land"]?.();
  await filling;
  expect(data.land).toBe("fine-land");
});

test("cities and towns in sight appear from their zoom on, once their files are loaded", async () => {
  await fillOfflineMap(map, true);
  await move(5.9, 9, 44, 12, 45);
  expect(data.cities).toEqual(["Rome"]);
  // Two files that come together are drawn together.
  expect(await move(6, 9, 44, 12, 45)).toBe(1);
  expect(data.cities).toEqual(["Rome", "Parma", "Bologna"]);
  await move(7.9, 11, 44, 12, 45);
  expect([data.cities, data.towns]).toEqual([["Rome", "Bologna"], undefined]);
  await move(8, 11, 44, 12, 45);
  expect(data.towns).toEqual(["Sasso Marconi"]);
});

test("a file that arrives after the map has moved again is shown once", async () => {
  await fillOfflineMap(map, true);
  held = { "cities-20-13": () => {} };
  await move(6, 19, 44, 22, 45);
  expect(data.cities).toEqual(["Rome"]);
  const come = held["cities-20-13"] as () => void;
  await move(6, 11, 44, 22, 45);
  expect(data.cities).toEqual(["Rome", "Bologna"]);
  come();
  await settle();
  for (const frame of frames.splice(0)) frame();
  expect(data.cities).toEqual(["Rome", "Bologna", "Arad"]);
});

test("a file that fails to load is logged, does not affect others, and is requested again at the next move", async () => {
  const complain = jest.spyOn(console, "error").mockImplementation(() => {});
  await fillOfflineMap(map, true);
  failing = "towns-80-53";
  await move(8, 20, 44, 22, 45);
  expect([data.cities, data.towns]).toEqual([["Rome", "Arad"], []]);
  expect(complain.mock.calls.map(String)).toEqual([
    "Error: The map's towns-80-53 cannot be loaded: 500.",
  ]);
  failing = undefined;
  await move(8, 20, 44, 22, 45);
  expect(data.towns).toEqual(["Lipova"]);
  complain.mockRestore();
});

test("places on both sides of the 180th meridian are shown together", async () => {
  await fillOfflineMap(map, true);
  await move(6, 178, 0, 182, 2);
  expect(data.cities).toEqual(["Rome", "West", "East"]);
});

test("a view of the whole world shows all places, although it reaches beyond the poles", async () => {
  await fillOfflineMap(map, true);
  await move(6, -180, -120, 180, 120);
  expect((data.cities as string[]).sort()).toEqual([
    "Arad",
    "Bologna",
    "East",
    "Parma",
    "Rome",
    "Trieste",
    "West",
  ]);
});

test("the offline map has no names below the tiles of a map server", async () => {
  await fillOfflineMap(map, false);
  expect(visible).toEqual(["borders"]);
  expect(Object.keys(data).sort()).toEqual(["borders", "land"]);
  await move(8, 11, 44, 12, 45);
  expect(Object.keys(data).sort()).toEqual(["borders", "land", "waters"]);
});

test("another theme's colours are set only on layers that the map has", () => {
  const painted: unknown[][] = [];
  const canvas = { ...map, setPaintProperty: (...given: unknown[]) => painted.push(given) };
  repaint(canvas as never, [
    { id: "land", paint: { "fill-color": "#000" } },
    { id: "gone", paint: { "fill-color": "#000" } },
    { id: "plain" },
  ]);
  expect(painted).toEqual([["land", "fill-color", "#000"]]);
});
