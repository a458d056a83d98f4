import "../helpers/document.ts";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { until } from "../../../test/helpers/until.ts";
import type { MapSettings } from "../../src/api/load-host-settings.ts";

const MAP = "../../src/map";
/** What was done, in order. */
let done: unknown[][];
let credits: Record<string, unknown>[];
let zoomButtons: Record<string, unknown>[];

/** A fake of MapLibre's map that draws nothing. Like MapLibre, it logs an error that has no listener. */
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
  fail(error: Error): void {
    if (this.listenerCount("error") > 0) this.emit("error", { error });
    else console.error(error);
  }
  /** Returns false, as if some tile were always on its way. */
  isStyleLoaded = () => false;
  setStyle = (style: object) => done.push(["style", style]);
  addControl = (control: object, place?: string) =>
    done.push(["control", control.constructor.name, place]);
  getSource = (name: string) => (this.hasLand && name === "land" ? {} : undefined);
  addSource = (name: string, source: object) => done.push(["source", name, source]);
  addLayer = (layer: object, below: string) => done.push(["layer", layer, below]);
  getCenter = () => this.center;
  getZoom = () => 9;
  hasLand = true;
}
let maps: FakeMap[] = [];
class NavigationControl {
  constructor(options: Record<string, unknown>) {
    zoomButtons.push(options);
  }
}
class ScaleControl {}
class AttributionControl {
  constructor(options: Record<string, unknown>) {
    credits.push(options);
  }
}
const library = { AttributionControl, Map: FakeMap, NavigationControl, ScaleControl };
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
jest.unstable_mockModule(`${MAP}/own-layers.ts`, () => ({
  addOwnLayers: () => done.push(["own layers"]),
}));
jest.unstable_mockModule(`${MAP}/offline-map.ts`, () => ({
  offlineStyle: (isDark: boolean) => ({ isDark }),
  paintOfflineMap: (_map: object, isDark: boolean) => done.push(["painted", isDark]),
  fillOfflineMap: async (_map: object, hasNames: boolean) => {
    done.push(["filled", hasNames]);
    if (dataProblem) throw dataProblem;
  },
}));
let dataProblem: Error | undefined;
let fileProblem: Error | undefined;
jest.unstable_mockModule(`${MAP}/file-map.ts`, () => ({
  addFileMap: async (_map: object, { url }: MapSettings) => {
    done.push(["file", url]);
    if (fileProblem) throw fileProblem;
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
  [done, credits, zoomButtons, maps] = [[], [], [], []];
  [dataProblem, fileProblem] = [undefined, undefined];
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
  while (credits.length === 0) await turn();
  return begun;
}
const doneWith = (name: string) => done.filter(([what]) => what === name);

test("the offline map replaces a style that cannot be loaded, and the log says why", async () => {
  const { map, ready } = await begin(STYLE);
  const error = new Error("It does not answer.");
  map.hasLand = false;
  map.fail(error);
  expect(doneWith("style")).toEqual([["style", { isDark: true }]]);
  expect(complain).toHaveBeenCalledWith(error);
  expect(doneWith("own layers")).toEqual([]);
  map.hasLand = true;
  map.emit("style.load");
  map.emit("load");
  await ready;
  expect(doneWith("own layers")).toHaveLength(1);
  expect(doneWith("filled")).toEqual([["filled", true]]);
});

test("a missing tile does not replace a style that has loaded, even while other tiles are loading", async () => {
  const { map, ready } = await begin(STYLE);
  map.hasLand = false;
  map.emit("style.load");
  const error = new Error("One tile");
  map.fail(error);
  expect(complain).toHaveBeenCalledWith(error);
  map.emit("load");
  await ready;
  map.fail(new Error("Another"));
  expect(doneWith("style")).toEqual([]);
  expect(doneWith("own layers")).toHaveLength(1);
  expect(doneWith("filled")).toEqual([]);
  expect(complain).toHaveBeenCalledTimes(2);
});

test("a missing tile of a tile server does not replace the console's own style", async () => {
  const { map, ready } = await begin(TILES);
  map.fail(new Error("One tile"));
  map.emit("style.load");
  map.emit("load");
  await ready;
  expect(doneWith("style")).toEqual([]);
  expect(complain).toHaveBeenCalledTimes(1);
});

test("there is only one map, however often it is requested", async () => {
  const { ready, sharedMap } = await open(null);
  expect(await sharedMap()).toBe(await ready);
  expect(maps).toHaveLength(1);
});

test.each([
  ["a style", STYLE, STYLE.url],
  ["tiles", TILES, { isDark: true }],
  ["a file", FILE, { isDark: true }],
  ["no map", null, { isDark: true }],
])(
  "a host with %s starts the map's workers first, and shows its style",
  async (_, settings, style) => {
    const { map } = await open(settings);
    expect(done[0]).toEqual(["workers"]);
    expect(doneWith("workers")).toHaveLength(1);
    expect(map.options).toMatchObject({
      style,
      center: [10, 45],
      zoom: 3,
      // The user of this page wants no motion.
      fadeDuration: 0,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      // The console adds its own credits.
      attributionControl: false,
      container: expect.objectContaining({ className: "the-map" }),
      locale: {
        "AttributionControl.ToggleAttribution": "Toggle attribution",
        "Map.Title": "Map",
        "NavigationControl.ZoomIn": "Zoom in",
        "NavigationControl.ZoomOut": "Zoom out",
      },
    });
    expect(zoomButtons).toEqual([{ showCompass: false }]);
    expect(done).toEqual(
      expect.arrayContaining([["no turn by touch"], ["no turn by keys"], ["own layers"]]),
    );
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

test("the credits of a style are added once, while it loads, and say whose data it is", async () => {
  const { map, ready } = await begin(STYLE);
  expect(credits).toEqual([{ compact: true, customAttribution: "Theirs" }]);
  expect(doneWith("control").map(([, ...one]) => one)).toEqual([
    ["NavigationControl", "top-right"],
    ["AttributionControl", undefined],
    ["ScaleControl", "bottom-left"],
  ]);
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  try {
    map.emit("style.load");
    map.emit("load");
    await ready;
    jest.runAllTimers();
  } finally {
    jest.useRealTimers();
  }
  expect(credits).toHaveLength(1);
});

test.each([
  ["a file", FILE, "The file's"],
  // The source of the tiles has their credits.
  ["tiles", TILES, []],
  ["no map", null, []],
])(
  "the credits of %s are added once, after the map has first been drawn",
  async (_, settings, customAttribution) => {
    const { map, ready } = await begin(settings);
    map.emit("style.load");
    await turn();
    expect(credits).toEqual([]);
    map.emit("load");
    await ready;
    while (credits.length === 0) await turn();
    expect(credits).toEqual([{ compact: true, customAttribution }]);
  },
);

test("tiles are drawn above the land and below the towns, and the offline map then has no names", async () => {
  await open(TILES);
  expect(doneWith("filled")).toEqual([["filled", false]]);
  expect(doneWith("source")).toEqual([
    [
      "source",
      "tiles",
      { type: "raster", tiles: [TILES.url], tileSize: 256, attribution: "Tiles" },
    ],
  ]);
  expect(doneWith("layer")).toEqual([
    ["layer", { id: "tiles", type: "raster", source: "tiles" }, "towns"],
  ]);
});

test("the map works even if its file cannot be read, and the log says why", async () => {
  fileProblem = new Error("There is no file.");
  await open(FILE);
  await turn();
  expect(done.filter(([what]) => /file|filled|source/.test(String(what)))).toEqual([
    ["filled", true],
    ["file", FILE.url],
  ]);
  expect(complain).toHaveBeenCalledWith(fileProblem);
});

test("the map works even if its offline data cannot be loaded, and the log says why", async () => {
  dataProblem = new Error("There are no borders.");
  await open(null);
  await turn();
  expect(complain).toHaveBeenCalledWith(dataProblem);
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
  Object.assign(globalThis, { BASE_MAP: "base-map" });
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
