import "../helpers/document.ts";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { until } from "../../../test/helpers/until.ts";
import type { MapSettings } from "../../src/api/load-host-settings.ts";

const MAP = "../../src/map";
/** What was done, in order. */
let done: unknown[][];
/** If set, the map's data cannot be loaded. */
let problem: Error | undefined;

/** A fake of MapLibre's map that draws nothing. */
class FakeMap extends EventEmitter {
  center = { lng: 0, lat: 0 };
  readonly options: Record<string, unknown>;
  readonly touchZoomRotate = { disableRotation: () => done.push(["no turn by touch"]) };
  readonly keyboard = { disableRotation: () => done.push(["no turn by keys"]) };
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    maps.push(this);
  }
  addControl() {}
  addSource() {}
  getSource = () => ({});
  addLayer = ({ id }: { id: string }, below: string) => done.push(["layer", id, below]);
  getCenter = () => this.center;
  getZoom = () => 9;
}
let maps: FakeMap[] = [];
class Control {}
const library = {
  Map: FakeMap,
  AttributionControl: Control,
  NavigationControl: Control,
  ScaleControl: Control,
};
jest.unstable_mockModule("maplibre-gl/dist/maplibre-gl.css", () => ({}));
jest.unstable_mockModule("maplibre-gl", () => library);
jest.unstable_mockModule("maplibre-gl/dist/maplibre-gl-worker.mjs", () => ({
  default: "http://localhost/console/worker.mjs",
}));
jest.unstable_mockModule("../../src/screens/map.tsx", () => {
  done.push(["screen"]);
  return {};
});
jest.unstable_mockModule(`${MAP}/workers.ts`, () => ({
  startWorkers: () => done.push(["workers"]),
}));
jest.unstable_mockModule(`${MAP}/own-layers.ts`, () => ({ addOwnLayers() {} }));
jest.unstable_mockModule(`${MAP}/offline-map.ts`, () => ({
  offlineStyle: (isDark: boolean) => ({ isDark }),
  paintOfflineMap: (_map: object, isDark: boolean) => done.push(["painted", isDark]),
  fillOfflineMap: async (_map: object, hasNames: boolean) => {
    done.push(["filled", hasNames]);
    if (problem) throw problem;
  },
}));
jest.unstable_mockModule(`${MAP}/file-map.ts`, () => ({
  addFileMap: async () => {
    throw problem;
  },
}));

const turn = () => new Promise((resolve) => setImmediate(resolve));

const STYLE = { url: "https://maps.example.org/style.json", kind: "style", attribution: "Theirs" };
const TILES = {
  url: "https://maps.example.org/{z}/{x}/{y}.png",
  kind: "raster",
  attribution: "Tiles",
};
const FILE = { url: "map.pmtiles", kind: "file", attribution: "The file's" };

let complain: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  jest.resetModules();
  [done, maps, problem] = [[], [], undefined];
  complain = jest.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => complain.mockRestore());

/** Begins to make the map of a host. Its style has not arrived yet. */
async function begin(map: object | null) {
  globalThis.fetch = async () => Response.json({ map, alertDefaults: null, hasMail: false });
  const { sharedMap } = await import(`${MAP}/the-map.ts`);
  const ready: Promise<unknown> = sharedMap();
  while (!maps[0]?.listenerCount("load")) await turn();
  return { map: maps[0], ready, sharedMap };
}

/** Makes the map of a host. */
async function open(settings: object | null) {
  const begun = await begin(settings);
  begun.map.emit("style.load");
  begun.map.emit("load");
  await begun.ready;
  return begun;
}
const doneWith = (name: string) => done.filter(([what]) => what === name);

test("there is only one map, however often it is requested", async () => {
  const { ready, sharedMap } = await open(null);
  expect(await sharedMap()).toBe(await ready);
  expect(maps).toHaveLength(1);
});

test("the map cannot be turned or tilted, and begins with the offline map", async () => {
  const { map } = await open(null);
  const fixed = { dragRotate: false, pitchWithRotate: false, touchPitch: false, maxPitch: 0 };
  expect(map.options).toMatchObject({ ...fixed, style: { isDark: true } });
  expect(done).toEqual(expect.arrayContaining([["no turn by touch"], ["no turn by keys"]]));
});

test("tiles are drawn below the towns, and the offline map then has no names", async () => {
  await open(TILES);
  expect(doneWith("layer")).toEqual([["layer", "tiles", "towns"]]);
  expect(doneWith("filled")).toEqual([["filled", false]]);
});

test.each([
  ["its offline data", null, 1],
  ["its offline data and its file", FILE, 2],
])(
  "the map works even if %s cannot be loaded, and the log says why",
  async (_, settings, times) => {
    problem = new Error("There is none.");
    await open(settings);
    await turn();
    expect(complain.mock.calls).toEqual(Array.from({ length: times }, () => [problem]));
  },
);

test("names on the map fade in unless the user wants reduced motion", async () => {
  const matches = jest
    .spyOn(globalThis, "matchMedia")
    .mockReturnValue(Object.assign(new EventTarget(), { matches: false }) as MediaQueryList);
  try {
    expect((await open(null)).map.options).toMatchObject({ fadeDuration: 300 });
  } finally {
    matches.mockRestore();
  }
});

test("the browser keeps where the map was moved to", async () => {
  const { map } = await open(null);
  map.center = { lng: 12.5, lat: 41.9 };
  map.emit("moveend");
  const { view } = await import(`${MAP}/view.ts`);
  expect(view.value).toEqual({ center: [12.5, 41.9], zoom: 9 });
  localStorage.removeItem("location-alerts.view");
});

test("the offline map is repainted only when the theme changes", async () => {
  let change = (_theme: { matches: boolean }) => {};
  const theme = {
    matches: true,
    addEventListener: (_: "change", listener: typeof change) => {
      change = listener;
    },
  };
  const asked = jest.spyOn(globalThis, "matchMedia").mockReturnValue(theme as never);
  await open(null);
  asked.mockRestore();
  expect(doneWith("painted")).toEqual([]);
  for (const matches of [false, true]) change({ matches });
  expect(doneWith("painted")).toEqual([
    ["painted", false],
    ["painted", true],
  ]);
});

test("the map uses the host's settings that are known, and does not load them again", async () => {
  const { hostSettings } = await import("../../src/state/host-settings.ts");
  hostSettings.value = { map: STYLE as MapSettings, alertDefaults: null, hasMail: false };
  const { map } = await begin(null);
  expect(map.options.style).toBe(STYLE.url);
});

/** Preloads what the map needs first. Returns the addresses that were asked for. */
async function preload(answer: () => Response): Promise<string[]> {
  const asked: string[] = [];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return answer();
  };
  const { preloadMap } = await import(`${MAP}/preload.ts`);
  preloadMap();
  await until(() => doneWith("workers").length > 0, Boolean, 20_000);
  return asked.sort();
}

test("the screen, the land and the workers are loaded ahead of the map", async () => {
  const answers: Response[] = [];
  const asked = await preload(() => {
    const answer = Response.json({ map: null });
    answers.push(answer);
    return answer;
  });
  expect(asked).toEqual([
    "http://localhost/console/base-map/world-land.json",
    "http://localhost/console/worker.mjs",
  ]);
  expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true]);
  expect(doneWith("screen")).toHaveLength(1);
});

test("a failed preload for the map is not logged as an error", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  await preload(() => {
    throw new TypeError("fetch failed");
  });
  await turn();
  expect(complain).not.toHaveBeenCalled();
  warn.mockRestore();
});
