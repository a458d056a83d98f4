import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import type { LayerSpecification, Map as MapLibreMap } from "maplibre-gl";
import { wkt } from "../../test/helpers/wkt.ts";

Object.assign(globalThis, { matchMedia: () => new EventTarget() });
// The modules start a clock when they load.
jest.useFakeTimers();

type Tiles = (request: { url: string }, abort: AbortController) => Promise<{ data: ArrayBuffer }>;
let tiles: Tiles;
let protocol: string;
let opened: string[];
let asked: unknown[];
/** The metadata of the map's file, and its only tile. */
let file: { bounds?: object; minZoom: number; layers: string[] | undefined; attribution?: string };
const TILE = new ArrayBuffer(8);
jest.unstable_mockModule("maplibre-gl", () => ({
  addProtocol: (name: string, get: Tiles) => {
    [protocol, tiles] = [name, get];
  },
}));
jest.unstable_mockModule("pmtiles", () => ({
  PMTiles: class {
    constructor(url: string) {
      opened.push(url);
    }
    getHeader = async () => ({
      ...{ minLon: 11.3, minLat: 44.4, maxLon: 11.5, maxLat: 44.6 },
      ...file.bounds,
      ...{ minZoom: file.minZoom, maxZoom: 14 },
    });
    getMetadata = async () => ({
      vector_layers: file.layers?.map((id) => ({ id })),
      attribution: file.attribution,
    });
    getZxy = async (...place: unknown[]) => {
      asked.push(place);
      return place[1] === 2 ? { data: TILE } : undefined;
    };
  },
}));
const { addFileMap } = await import("../src/map/file-map.ts");
const { isDark } = await import("../src/map/palette.ts");

let sources: Record<string, Record<string, unknown>>;
let layers: [below: string | undefined, layer: LayerSpecification][];
let filters: Record<string, unknown>;
let painted: unknown[][];
const map = {
  addSource: (id: string, source: Record<string, unknown>) => {
    sources[id] = source;
  },
  addLayer: (layer: LayerSpecification, below?: string) => layers.push([below, layer]),
  getLayer: (id: string) => layers.find(([, layer]) => layer.id === id),
  getFilter: (id: string) => (id === "cities" ? ["has", "name"] : undefined),
  setFilter: (id: string, filter: unknown) => {
    filters[id] = filter;
  },
  setPaintProperty: (...paint: unknown[]) => painted.push(paint),
} as unknown as MapLibreMap;
const layerOf = (id: string) => layers.find(([, layer]) => layer.id === id)?.[1];

beforeEach(() => {
  [opened, asked, sources, layers, filters, painted] = [[], [], {}, [], {}, []];
  file = { minZoom: 0, layers: [] };
  isDark.value = false;
});
const add = () => addFileMap(map, { url: "../map.pmtiles" } as never);

const AREA = {
  type: "Polygon",
  coordinates: [wkt("11.3 44.4, 11.5 44.4, 11.5 44.6, 11.3 44.6, 11.3 44.4")],
};

test("inside a map file's rectangle, the file's land and names replace those of the offline map", async () => {
  await add();
  expect(opened).toEqual(["http://localhost/map.pmtiles"]);
  expect(sources["file-bounds"]?.data).toEqual(AREA);
  expect(sources.file).toMatchObject({
    type: "vector",
    tiles: [`${protocol}://{z}/{x}/{y}`],
    minzoom: 0,
    maxzoom: 14,
    bounds: [11.3, 44.4, 11.5, 44.6],
  });
  expect(sources.file).not.toHaveProperty("attribution");
  const others = ["any", ["<", ["zoom"], 7], ["!", ["within", AREA]]];
  expect(filters).toEqual({ towns: others, cities: ["all", ["has", "name"], others] });
  expect(layerOf("file-bounds")).toMatchObject({
    minzoom: 7,
    paint: { "fill-color": "#f6f4ee" },
  });
});

test("below a map file's smallest zoom, the offline map stays as it is", async () => {
  file = { minZoom: 9, layers: undefined, attribution: "OpenStreetMap" };
  await add();
  expect(layerOf("file-bounds")).toMatchObject({ minzoom: 9 });
  expect(filters.towns).toContainEqual(["<", ["zoom"], 9]);
  expect(sources.file).toMatchObject({ minzoom: 9, attribution: "OpenStreetMap" });
});

test("a map file's grounds lie below the zones, and its names below the people", async () => {
  await add();
  const below = (place: string) => layers.filter(([at]) => at === place).map(([, layer]) => layer);
  expect(below("alerts-THREE")[0]?.id).toBe("file-bounds");
  expect(below("alerts-THREE").map(({ type }) => type)).not.toContain("symbol");
  expect(new Set(below("clusters").map(({ type }) => type))).toEqual(new Set(["symbol"]));
  expect(below("clusters").map(({ id }) => id)).toContain("file-roads_labels_major");
});

test("a file in another schema than Protomaps' is refused, and changes nothing", async () => {
  file.layers = ["transportation", "water"];
  await expect(add()).rejects.toThrow("it has the layers transportation, water.");
  expect([sources, layers]).toEqual([{}, []]);
});

test("a map file's layers take the colours of the dark theme", async () => {
  await add();
  painted = [];
  isDark.value = true;
  expect(painted).toContainEqual(["file-bounds", "fill-color", "#25292e"]);
  expect(painted.map(([id]) => id)).toContain("file-roads_highway");
});

test("tiles are read from the map file, and are empty where it has none", async () => {
  await add();
  const abort = new AbortController();
  expect((await tiles({ url: "map-file://3/2/5" }, abort)).data).toBe(TILE);
  expect(asked).toEqual([[3, 2, 5, abort.signal]]);
  expect((await tiles({ url: "map-file://3/1/5" }, abort)).data.byteLength).toBe(0);
});

test.each([
  ["of zeros", { minLon: 0, minLat: 0, maxLon: 0, maxLat: 0 }],
  ["across the 180th meridian", { minLon: 170, minLat: -10, maxLon: -170, maxLat: 10 }],
])("a file with bounds %s is drawn in the whole world", async (_what, bounds) => {
  file.bounds = bounds;
  await add();
  expect(Object.values(sources).find(({ type }) => type === "vector")?.bounds).toEqual([
    -180, -85.0511, 180, 85.0511,
  ]);
});
