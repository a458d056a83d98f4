import { signal } from "@preact/signals";
import type { Feature, Point } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { LevelAlert } from "../api/operations.ts";
import { LEVELS } from "../words/levels.ts";
import { colourBy } from "./colour-by.ts";
import { addOverlay } from "./overlay.ts";
import { ZONES } from "./palette.ts";

/** Where those were who were told. */
export const toldPeople = signal<Feature<Point, { level: LevelAlert; seen: boolean }>[]>([]);

const byLevel = colourBy(
  "level",
  LEVELS.map((level) => [level, ZONES[level].colour]),
  ZONES.THREE.colour,
);

/** A dot for each, in the colour of their level; filled once they have seen it. */
export function addToldLayers(map: MapLibreMap): void {
  addOverlay(map, "told", toldPeople, [
    {
      id: "told",
      type: "circle",
      paint: {
        "circle-radius": 6,
        "circle-color": ["case", ["get", "seen"], byLevel, "#ffffff"],
        "circle-stroke-color": byLevel,
        "circle-stroke-width": 3,
      },
    },
  ]);
}
