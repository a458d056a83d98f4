import { effect, type ReadonlySignal } from "@preact/signals";
import type { FeatureCollection } from "geojson";
import type {
  FilterSpecification,
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibreMap,
} from "maplibre-gl";

/** A layer before it knows its source. */
export type OverlayLayer = Omit<Exclude<LayerSpecification, { type: "background" }>, "source"> & {
  filter?: FilterSpecification;
};

/** Lays features over the map and follows the signal that holds them, at most once in `rest` milliseconds. */
export function addOverlay(
  map: MapLibreMap,
  id: string,
  features: ReadonlySignal<FeatureCollection["features"]>,
  layers: OverlayLayer[],
  options: Partial<GeoJSONSourceSpecification> & { rest?: number; below?: string } = {},
): void {
  const { rest = 0, below, ...source } = options;
  const before = below && map.getLayer(below) ? below : undefined;
  const data = (): FeatureCollection => ({ type: "FeatureCollection", features: features.peek() });
  map.addSource(id, { ...source, type: "geojson", data: data() });
  for (const layer of layers) {
    map.addLayer({ ...layer, source: id } as LayerSpecification, before);
  }

  let isWaiting = false;
  let last = 0;
  const show = () => {
    isWaiting = false;
    last = performance.now();
    void (map.getSource(id) as GeoJSONSource | undefined)?.setData(data());
  };
  effect(() => {
    void features.value;
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(show, Math.max(0, last + rest - performance.now()));
  });
}
