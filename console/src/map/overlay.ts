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

/** Layers over the map, and their source. */
export interface Overlay {
  /** Undefined after the style has changed. */
  source(): GeoJSONSource | undefined;
  /** Shows the layers or hides them. MapLibre loads no tiles for hidden layers, so hide empty ones. */
  show(isShown: boolean): void;
}

/** Adds hidden layers with an empty source. */
export function addEmptyOverlay(
  map: MapLibreMap,
  id: string,
  layers: OverlayLayer[],
  { below, ...source }: Options = {},
): Overlay {
  const before = below && map.getLayer(below) ? below : undefined;
  const data: FeatureCollection = { type: "FeatureCollection", features: [] };
  map.addSource(id, { ...source, type: "geojson", data });
  for (const layer of layers) {
    const hidden = { ...layer, source: id, layout: { ...layer.layout, visibility: "none" } };
    map.addLayer(hidden as LayerSpecification, before);
  }
  let isShown = false;
  return {
    source: () => map.getSource<GeoJSONSource>(id),
    show(nowShown) {
      if (nowShown === isShown) return;
      isShown = nowShown;
      setVisible(
        map,
        layers.map((layer) => layer.id),
        isShown,
      );
    },
  };
}

/** Shows layers or hides them. */
export function setVisible(map: MapLibreMap, layers: string[], isVisible: boolean): void {
  for (const layer of layers) {
    if (map.getLayer(layer))
      map.setLayoutProperty(layer, "visibility", isVisible ? "visible" : "none");
  }
}

/** Adds layers that show the features of a signal. */
export function addOverlay(
  map: MapLibreMap,
  id: string,
  features: ReadonlySignal<FeatureCollection["features"]>,
  layers: OverlayLayer[],
  options: Options = {},
): void {
  const overlay = addEmptyOverlay(map, id, layers, options);
  throttleEffect(features, 0, () => {
    const shown = features.peek();
    void overlay.source()?.setData({ type: "FeatureCollection", features: shown });
    overlay.show(shown.length > 0);
  });
}
