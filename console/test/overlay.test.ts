import { expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import type { Feature } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import { addOverlay, setVisible } from "../src/map/overlay.ts";

/** A map with the given layers, the lowest first. It knows which are visible, and what its source has. */
function mapWith(...names: string[]) {
  const layers = names.map((id) => ({ id, layout: { visibility: "visible" } }));
  const at = (id?: string) => layers.findIndex((layer) => layer.id === id);
  let features: Feature[] = [];
  const map = {
    getLayer: (id: string) => layers[at(id)],
    addSource() {},
    getSource: () => ({
      setData: (data: { features: Feature[] }) => {
        features = data.features;
      },
    }),
    addLayer: (layer: (typeof layers)[number], before?: string) =>
      layers.splice(before ? at(before) : layers.length, 0, layer),
    setLayoutProperty(id: string, _: "visibility", value: string) {
      if (at(id) < 0) throw new Error(`There is no layer ${id}.`);
      Object.assign(layers[at(id)]?.layout ?? {}, { visibility: value });
    },
  };
  return {
    map: map as unknown as MapLibreMap,
    layers: () => layers.map(({ id, layout }) => `${id} ${layout.visibility}`),
    count: () => features.length,
  };
}

test("an overlay lies below a given layer if the map has it, and is visible while it has features", () => {
  jest.useFakeTimers();
  const features = signal<Feature[]>([]);
  const { map, layers, count } = mapWith("land", "towns");
  addOverlay(map, "alerts", features, [{ id: "area", type: "fill", paint: {} }], {
    below: "towns",
  });
  expect(layers()).toEqual(["land visible", "area none", "towns visible"]);
  const feature = { type: "Feature" } as Feature;
  for (const shown of [[feature], [feature, feature], [], [feature]]) {
    features.value = shown;
    jest.advanceTimersByTime(0);
    expect([layers()[1], count()]).toEqual([
      `area ${shown.length > 0 ? "visible" : "none"}`,
      shown.length,
    ]);
  }
  // The style of a map server has none of the console's layers.
  const foreign = mapWith();
  addOverlay(foreign.map, "alerts", features, [{ id: "area", type: "fill" }], { below: "towns" });
  expect(foreign.layers()).toEqual(["area none"]);
  jest.useRealTimers();
});

test("a layer that the style does not have is skipped when visibility is set", () => {
  const { map, layers } = mapWith("land");
  setVisible(map, ["land", "gone"], false);
  expect(layers()).toEqual(["land none"]);
});
