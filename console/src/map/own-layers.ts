import { computed } from "@preact/signals";
import type { Map as MapLibreMap } from "maplibre-gl";
import { draftCrossings } from "../state/draft.ts";
import { addAuthorityLayers } from "./authority-layers.ts";
import { addLastingLayers } from "./lasting-layers.ts";
import { addOverlay } from "./overlay.ts";
import { addPositionLayers } from "./position-layers.ts";
import { addRecipientLayers } from "./recipient-layers.ts";
import { addPinLayers, addZoneLayers } from "./zone-layers.ts";

const marks = computed(() =>
  draftCrossings.value.map((coordinates) => ({
    type: "Feature" as const,
    properties: {},
    geometry: { type: "Point" as const, coordinates },
  })),
);

/** Marks where the draft's outline crosses itself: a ring that is visible on every map. */
export function addCrossingLayers(map: MapLibreMap): void {
  const ring = { "circle-radius": 14, "circle-opacity": 0 };
  addOverlay(map, "crossings", marks, [
    {
      id: "crossings-edge",
      type: "circle",
      paint: { ...ring, "circle-stroke-color": "#ffffff", "circle-stroke-width": 6 },
    },
    {
      id: "crossings",
      type: "circle",
      paint: { ...ring, "circle-stroke-color": "#1b1b1b", "circle-stroke-width": 3 },
    },
  ]);
}

/** Adds the layers that the console draws on any map. */
export function addOwnLayers(map: MapLibreMap): void {
  addZoneLayers(map);
  addLastingLayers(map);
  addAuthorityLayers(map);
  addPositionLayers(map);
  addRecipientLayers(map);
  addPinLayers(map);
  addCrossingLayers(map);
}
