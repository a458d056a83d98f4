import { beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import type { Feature } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import { addEmptyOverlay, addOverlay, setVisible } from "../src/map/overlay.ts";

/** The calls to the map, in order. */
let told: unknown[][] = [];
/** The layers from the lowest to the highest. */
let layers: string[] = [];
const map = {
  getLayer: (id: string) => (layers.includes(id) ? { id } : undefined),
  addSource: (id: string, source: object) => told.push(["source", id, source]),
  getSource: () => ({
    setData: (data: { features: unknown[] }) => told.push(["data", data.features.length]),
  }),
  addLayer(layer: { id: string }, before?: string) {
    told.push(["layer", layer]);
    layers.splice(before ? layers.indexOf(before) : layers.length, 0, layer.id);
  },
  setLayoutProperty: (...given: unknown[]) => told.push(given),
} as unknown as MapLibreMap;

beforeEach(() => {
  told = [];
  layers = ["land", "towns"];
});
const LAYERS = [
  { id: "area", type: "fill" as const, paint: {} },
  { id: "name", type: "symbol" as const, layout: { "text-size": 12 } },
];

test("an empty overlay's layers are hidden, and lie below a given layer if the map has it", () => {
  addEmptyOverlay(map, "alerts", LAYERS, { below: "towns", cluster: true });
  expect(layers).toEqual(["land", "area", "name", "towns"]);
  const data = { type: "FeatureCollection", features: [] };
  expect(told).toEqual([
    ["source", "alerts", { cluster: true, type: "geojson", data }],
    ["layer", { ...LAYERS[0], source: "alerts", layout: { visibility: "none" } }],
    ["layer", { ...LAYERS[1], source: "alerts", layout: { "text-size": 12, visibility: "none" } }],
  ]);
  // The style of a map server has none of the console's layers.
  layers = [];
  addEmptyOverlay(map, "alerts", LAYERS, { below: "towns" });
  expect(layers).toEqual(["area", "name"]);
});

test("an overlay's layers are visible while it has features, and visibility is set only when that changes", () => {
  jest.useFakeTimers();
  const features = signal<Feature[]>([]);
  addOverlay(map, "alerts", features, LAYERS);
  const after = (change: Feature[]) => {
    told = [];
    features.value = change;
    jest.advanceTimersByTime(0);
    return told;
  };
  const visible = (is: string) => ["area", "name"].map((id) => [id, "visibility", is]);
  const feature = { type: "Feature" } as Feature;
  expect(after([feature])).toEqual([["data", 1], ...visible("visible")]);
  expect(after([feature, feature])).toEqual([["data", 2]]);
  expect(after([])).toEqual([["data", 0], ...visible("none")]);
  expect(after([feature])).toEqual([["data", 1], ...visible("visible")]);
  jest.useRealTimers();
});

test("a layer that the style does not have is skipped when visibility is set", () => {
  setVisible(map, ["land", "gone"], false);
  expect(told).toEqual([["land", "visibility", "none"]]);
});
