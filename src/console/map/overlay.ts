import type { ReadonlySignal } from "@preact/signals";
import type { FeatureCollection } from "geojson";
import type {
  FilterSpecification,
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibreMap,
} from "maplibre-gl";
import { throttleEffect } from "./throttle-effect.ts";

/** A layer without its source. */
export type OverlayLayer = Omit<Exclude<LayerSpecification, { type: "background" }>, "source"> & {
  filter?: FilterSpecification;
};

type Options = Partial<GeoJSONSourceSpecification> & { below?: string };

/** Adds layers with an empty source. Returns a function that returns the source; undefined after the style has changed. */
export function addEmptyOverlay(
  map: MapLibreMap,
  id: string,
  layers: OverlayLayer[],
  { below, ...source }: Options = {},
): () => GeoJSONSource | undefined {
  const before = below && map.getLayer(below) ? below : undefined;
  const data: FeatureCollection = { type: "FeatureCollection", features: [] };
  map.addSource(id, { ...source, type: "geojson", data });
  for (const layer of layers) {
    map.addLayer({ ...layer, source: id } as LayerSpecification, before);
  }
  return () => map.getSource<GeoJSONSource>(id);
}

/** Adds layers that show the features of a signal. */
export function addOverlay(
  map: MapLibreMap,
  id: string,
  features: ReadonlySignal<FeatureCollection["features"]>,
  layers: OverlayLayer[],
  options: Options = {},
): void {
  const source = addEmptyOverlay(map, id, layers, options);
  throttleEffect(features, 0, () => {
    void source()?.setData({ type: "FeatureCollection", features: features.peek() });
  });
}
