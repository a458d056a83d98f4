import "./helpers/globals.ts";
import { describe, expect, jest, test } from "@jest/globals";
import {
  createExpression,
  featureFilter,
  validateStyleMin,
} from "@maplibre/maplibre-gl-style-spec";
import type {
  LayerSpecification,
  Map as MapLibreMap,
  StyleSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";

Object.assign(globalThis, { matchMedia: () => new EventTarget() });
// The modules start a clock when they load.
jest.useFakeTimers();
const { fileLayers, FILE_SOURCE } = await import("../src/map/file-style.ts");
const { offlineStyle } = await import("../src/map/offline-map.ts");
const { ALERT_LAYERS } = await import("../src/map/zone-layers.ts");
const { addOwnLayers } = await import("../src/map/own-layers.ts");

/** The style that the console makes, with all layers of its own and of a map file. */
function styleOf(isDark: boolean): StyleSpecification {
  const style = { glyphs: "{fontstack}{range}", ...offlineStyle(isDark) };
  const at = (id?: string) => style.layers.findIndex((layer) => layer.id === id);
  const map = {
    getLayer: (id: string) => style.layers[at(id)],
    getSource: () => undefined,
    addSource: (id: string, source: StyleSpecification["sources"][string]) => {
      style.sources[id] = source;
    },
    addLayer: (layer: LayerSpecification, below?: string) =>
      style.layers.splice(below ? at(below) : style.layers.length, 0, layer),
  };
  addOwnLayers(map as unknown as MapLibreMap);
  style.sources[FILE_SOURCE] = { type: "vector", tiles: ["map-file://{z}/{x}/{y}"] };
  const { ground, names } = fileLayers(isDark);
  return { ...style, layers: [...style.layers, ...ground, ...names] };
}

// The console does not let MapLibre validate its styles.
test.each([false, true])("the map's layers are valid, and need no picture, dark: %s", (isDark) => {
  const style = styleOf(isDark);
  expect(style.layers.length).toBeGreaterThan(50);
  expect(validateStyleMin(style)).toEqual([]);
  expect(JSON.stringify(style)).not.toMatch(/icon-image|-pattern|Noto/);
});

const layersIn = (style: { layers: LayerSpecification[] }, id: string) =>
  style.layers.find((one) => one.id === id) as SymbolLayerSpecification;

/** Returns the value of an expression at a zoom, for a feature. */
function evaluated(expression: unknown, zoom: number, properties: object = {}): unknown {
  const { result, value } = createExpression(expression, "test");
  if (result === "error") throw new Error(value.map(({ message }) => message).join());
  return value.evaluate({ zoom }, { type: 1, properties: { ...properties } });
}

test("the offline map names larger places first, and at smaller zooms", () => {
  const layer = (id: string) => layersIn(offlineStyle(false), id);
  for (const id of ["towns", "cities"]) {
    const order = (inhabitants: number) =>
      evaluated(layer(id).layout?.["symbol-sort-key"], 9, { inhabitants });
    expect(order(50_000)).toBeLessThan(order(10_000) as number);
  }
  const { filter } = featureFilter(layer("cities").filter, "names");
  const isNamed = (zoom: number, inhabitants: number) =>
    filter({ zoom }, { type: 1, properties: { inhabitants } });
  expect([isNamed(2.9, 9e6), isNamed(2.9, 7e6)]).toEqual([true, false]);
  expect([isNamed(6.5, 2e5), isNamed(6.5, 5e4)]).toEqual([true, false]);
  expect(isNamed(8, 1)).toBe(true);
});

test("the offline map has its own colours in each theme, hides layers that are still empty, and names its sources", () => {
  const colours = (isDark: boolean) =>
    offlineStyle(isDark).layers.map(({ paint = {} }) =>
      Object.entries(paint).flatMap(([name, colour]) => (/color$/.test(name) ? [colour] : [])),
    );
  const [light, dark] = [colours(false), colours(true)];
  for (const [at, own] of light.entries()) expect(own).not.toEqual(dark[at]);
  // Water, land, coast and borders can be told apart.
  for (const theme of [light, dark]) expect(new Set(theme.slice(0, 5).flat()).size).toBe(4);
  const { sources, layers } = offlineStyle(false);
  expect(layers.filter(({ layout }) => layout?.visibility === "none").map(({ id }) => id)).toEqual([
    "waters",
    "borders",
    "towns",
    "cities",
    "countries",
  ]);
  const credits = Object.values(sources).map((one) => "attribution" in one && one.attribution);
  expect(credits.filter(Boolean)).toEqual([
    "Natural Earth",
    "OpenStreetMap (ODbL)",
    "GeoNames (CC BY 4.0)",
  ]);
});

test("a map file's land is that of the offline map, in each theme", () => {
  for (const isDark of [false, true]) {
    const { ground } = fileLayers(isDark);
    const paint = (layers: LayerSpecification[], id: string) =>
      layers.find((layer) => layer.id === id)?.paint as Record<string, unknown>;
    const own = paint(offlineStyle(isDark).layers, "land")["fill-color"];
    expect(paint(ground, "file-earth")["fill-color"]).toBe(own);
  }
});

describe("on the console's map,", () => {
  const style = styleOf(false);
  const layer = (id: string) => layersIn(style, id);
  const at = (id: string) => style.layers.indexOf(layer(id));
  const shows = (id: string, properties: object) =>
    featureFilter(layer(id).filter, "own").filter(
      { zoom: 10 },
      { type: 3, properties: { ...properties } },
    );
  const paint = (id: string, name: string, properties: object = {}) =>
    evaluated(layer(id).paint?.[name as never], 10, properties);
  const text = (id: string, properties: object) =>
    evaluated(layer(id).layout?.["text-field"], 10, properties);
  const LEVELS = ["ONE", "TWO", "THREE"] as const;

  test.each(LEVELS)("zone %s has layers of its own, with its colour and dashes", (level) => {
    for (const id of [
      `alerts-${level}`,
      `draft-${level}`,
      `alerts-${level}-border`,
      `lasting-${level}`,
    ])
      expect(LEVELS.filter((one) => shows(id, { level: one }))).toEqual([level]);
    const colour = paint(`alerts-${level}`, "fill-color");
    expect(paint(`draft-${level}`, "fill-color")).toEqual(colour);
    for (const prefix of ["alerts", "draft"])
      expect(paint(`${prefix}-${level}-border`, "line-color")).toEqual(colour);
    // The zones of other alerts have no level's colour, so that nobody takes them for the draft.
    expect(paint(`lasting-${level}`, "line-color")).not.toEqual(colour);
    const dashes = [`alerts-${level}-border`, `draft-${level}-border`, `lasting-${level}`].map(
      (id) => layer(id).paint?.["line-dasharray" as never],
    );
    expect(new Set(dashes.map(String)).size).toBe(1);
    // The border is solid around the area only.
    expect(dashes[0] === undefined).toBe(level === "ONE");
  });

  test("the zone of the most urgent level lies above the others, and the draft above other alerts", () => {
    for (const prefix of ["alerts", "draft"])
      expect(at(`${prefix}-THREE`)).toBeLessThan(at(`${prefix}-TWO`));
    expect(at("alerts-TWO")).toBeLessThan(at("alerts-ONE"));
    expect(at("alerts-ONE")).toBeLessThan(at("lasting-area"));
    expect(at("lasting-area")).toBeLessThan(at("draft-THREE"));
    expect(at("draft-mark")).toBeLessThan(at("towns"));
  });

  test("an alert can be clicked in each of its zones", () => {
    expect(ALERT_LAYERS.toSorted()).toEqual(LEVELS.map((level) => `alerts-${level}`).toSorted());
  });

  test("exercises and tests have a mark along their borders, and another alert its name once", () => {
    for (const id of ["alerts-mark", "draft-mark"]) {
      expect([shows(id, { mark: "TEST" }), shows(id, { mark: "" })]).toEqual([true, false]);
      expect(text(id, { mark: "TEST" })).toBe("TEST");
      expect(layer(id).layout).toMatchObject({
        "symbol-placement": "line",
        "text-allow-overlap": true,
      });
    }
    expect(LEVELS.map((level) => shows("lasting-names", { level }))).toEqual([true, false, false]);
    expect(text("lasting-names", { name: "Alert 7", mark: "TEST" })).toBe("Alert 7\nTEST");
  });

  test("a crossing of an outline is a ring with a wider edge of another colour, above the people", () => {
    expect(at("crossings-edge")).toBeGreaterThan(at("people-letters"));
    expect(at("crossings")).toBeGreaterThan(at("crossings-edge"));
    const [edge, ring] = ["crossings-edge", "crossings"];
    expect(paint(edge, "circle-stroke-color")).not.toEqual(paint(ring, "circle-stroke-color"));
    expect(paint(edge, "circle-stroke-width")).toBeGreaterThan(
      paint(ring, "circle-stroke-width") as number,
    );
    expect(paint(ring, "circle-opacity")).toBe(0);
  });

  test("people near each other are shown as a number, and single people as a letter", () => {
    const ids = ["clusters", "cluster-counts", "people", "people-letters"];
    expect(ids.map((id) => shows(id, { point_count: 3 }))).toEqual([true, true, false, false]);
    expect(ids.map((id) => shows(id, {}))).toEqual([false, false, true, true]);
    expect(style.sources.positions).toMatchObject({ cluster: true });
    for (const id of ["cluster-counts", "people-letters"])
      expect(layer(id).layout).toMatchObject({ "text-allow-overlap": true });
    expect(JSON.stringify(layer("people-letters").layout?.["text-field"])).toContain("letter");
    expect(JSON.stringify(layer("cluster-counts").layout?.["text-field"])).toContain("point_count");
    const radius = (point_count: number) => paint("clusters", "circle-radius", { point_count });
    expect(radius(1)).toBeLessThan(radius(10_000) as number);
  });

  test("a position grows pale with its age", () => {
    const opacity = (age: number) => Number(paint("people", "circle-opacity", { age }));
    expect(opacity(3600)).toBeLessThan(opacity(3599));
    expect(opacity(86_400)).toBeLessThan(opacity(86_399));
  });

  test("a recipient who has seen the notification is a dot filled with the colour of their level", () => {
    const fill = (seen: boolean) => paint("recipients", "circle-color", { level: "TWO", seen });
    const edge = (level: string) => paint("recipients", "circle-stroke-color", { level });
    expect(fill(true)).toEqual(edge("TWO"));
    expect(fill(false)).not.toEqual(edge("TWO"));
    expect(edge("TWO")).not.toEqual(edge("ONE"));
  });

  test("people have the colour of their pace, and an unknown pace has its own colour", () => {
    const colour = (pace: string) => String(paint("people", "circle-color", { pace }));
    const paces = ["still", "foot", "bicycle", "vehicle", "unknown"];
    expect(new Set(paces.map(colour)).size).toBe(5);
    expect(colour("flying")).toBe(colour("unknown"));
  });
});
