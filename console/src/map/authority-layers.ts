import { signal } from "@preact/signals";
import type { Feature } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import { addOverlay } from "./overlay.ts";

/** The area in which an authority may warn, while an area is drawn. */
export const authorityAreas = signal<Feature[]>([]);

export function addAuthorityLayers(map: MapLibreMap): void {
  addOverlay(map, "authority", authorityAreas, [
    {
      id: "authority",
      type: "line",
      paint: { "line-color": "#1d1b26", "line-width": 2, "line-dasharray": [4, 2] },
    },
  ]);
}
