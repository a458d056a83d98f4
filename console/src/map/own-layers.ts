import type { Map as MapLibreMap } from "maplibre-gl";
import { addCrossingLayers } from "./crossing-layers.ts";
import { addLastingLayers } from "./lasting-layers.ts";
import { addPositionLayers } from "./position-layers.ts";
import { addRecipientLayers } from "./recipient-layers.ts";
import { addZoneLayers } from "./zone-layers.ts";

/** Adds the layers that the console draws on any map. */
export function addOwnLayers(map: MapLibreMap): void {
  addZoneLayers(map);
  addLastingLayers(map);
  addPositionLayers(map);
  addRecipientLayers(map);
  addCrossingLayers(map);
}
