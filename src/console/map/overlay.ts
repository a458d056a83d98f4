import type { ReadonlySignal } from "@preact/signals";
import type { FeatureCollection } from "geojson";
import type {
  FilterSpecification,
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibreMap,
} from "maplibre-gl";
import { paced } from "./paced.ts";

/** A layer before it knows its source. */
export type OverlayLayer = Omit<Exclude<LayerSpecification, { type: "background" }>, "source"> & {
  filter?: FilterSpecification;
};

type Options = Partial<GeoJSONSourceSpecification> & { below?: string };

/** Lays layers over the map, with nothing in them yet; returns their source, undefined once the map's style is another. */
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

/** Lays features over the map and follows the signal that holds them. */
export function addOverlay(
  map: MapLibreMap,
  id: string,
  features: ReadonlySignal<FeatureCollection["features"]>,
  layers: OverlayLayer[],
  options: Options = {},
): void {
  const source = addEmptyOverlay(map, id, layers, options);
  paced(features, 0, () => {
    void source()?.setData({ type: "FeatureCollection", features: features.peek() });
  });
}
