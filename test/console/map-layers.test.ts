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

Object.assign(globalThis, {
  // The base map's folder, which the build knows.
  BASE_MAP: "base-map",
  matchMedia: () => new EventTarget(),
});
// The modules start a clock when they load.
jest.useFakeTimers();
const { schemaOf } = await import("../../src/console/map/file-schemas.ts");
const { groundLayers, nameLayers, FILE_SOURCE } = await import(
  "../../src/console/map/file-style.ts"
);
const { offlineStyle } = await import("../../src/console/map/offline-map.ts");
const { addOwnLayers } = await import("../../src/console/map/own-layers.ts");

/** The styles that the console makes, with all layers of its own. */
function stylesOf(isDark: boolean): StyleSpecification[] {
  const style = { glyphs: "{fontstack}{range}", ...offlineStyle(isDark) };
  const map = {
    getLayer: () => undefined,
    getSource: () => undefined,
    addSource: (id: string, source: StyleSpecification["sources"][string]) => {
      style.sources[id] = source;
    },
    addLayer: (layer: LayerSpecification) => style.layers.push(layer),
  };
  addOwnLayers(map as unknown as MapLibreMap);
  style.sources[FILE_SOURCE] = { type: "vector", tiles: ["map-file://{z}/{x}/{y}"] };
  return [["roads"], ["transportation"]].map((names) => {
    const schema = schemaOf(names);
    return {
      ...style,
      layers: [...style.layers, ...groundLayers(schema, isDark), ...nameLayers(schema, isDark)],
    };
  });
}

// The console's MapLibre does not validate, and has no other kinds of layers.
test.each([false, true])(
  "the console's own layers are valid and can be drawn, dark: %s",
  (isDark) => {
    for (const style of stylesOf(isDark)) {
      expect(style.layers.length).toBeGreaterThan(50);
      expect(validateStyleMin(style)).toEqual([]);
      for (const { type, paint = {} } of style.layers) {
        expect(["background", "fill", "line", "circle", "symbol"]).toContain(type);
        expect(Object.keys(paint).filter((name) => /pattern|gradient/.test(name))).toEqual([]);
      }
      for (const { type } of Object.values(style.sources))
        expect(["geojson", "vector"]).toContain(type);
    }
  },
);

describe("the names of the offline map", () => {
  const layers = offlineStyle(false).layers as SymbolLayerSpecification[];
  const layer = (id: string) => layers.find((one) => one.id === id) as SymbolLayerSpecification;
  const place = (inhabitants: number) => ({ type: 1 as const, properties: { inhabitants } });
  const evaluated = (expression: unknown, zoom: number, inhabitants: number) => {
    const { result, value } = createExpression(expression, "names");
    if (result === "error") throw new Error(value.map(({ message }) => message).join());
    return value.evaluate({ zoom }, place(inhabitants) as never);
  };

  test.each(["towns", "cities"])("among %s, the larger one is named where two overlap", (id) => {
    const order = layer(id).layout?.["symbol-sort-key"];
    expect(evaluated(order, 9, 50_000)).toBeLessThan(evaluated(order, 9, 10_000));
  });

  test("come the larger first: millions of the continent, and towns of the district", () => {
    const filter = featureFilter(layer("cities").filter, "names").filter;
    const isNamed = (zoom: number, inhabitants: number) =>
      filter({ zoom }, place(inhabitants) as never);
    expect([isNamed(2.9, 9e6), isNamed(2.9, 7e6)]).toEqual([true, false]);
    expect([isNamed(6.5, 2e5), isNamed(6.5, 5e4)]).toEqual([true, false]);
    expect(isNamed(8, 1)).toBe(true);
    expect(layer("towns").minzoom).toBeLessThanOrEqual(8);
    expect(layer("countries").maxzoom).toBe(6);
  });
});
