import { signal } from "@preact/signals";
import type { Feature, Point } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { LevelAlert } from "../api/operations.ts";
import { LEVELS } from "../words/levels.ts";
import { colourBy } from "./colour-by.ts";
import { addOverlay } from "./overlay.ts";
import { ZONES } from "./palette.ts";

/** The positions at which recipients were notified. */
export const recipients = signal<Feature<Point, { level: LevelAlert; seen: boolean }>[]>([]);

const byLevel = colourBy(
  "level",
  LEVELS.map((level) => [level, ZONES[level].colour]),
  ZONES.THREE.colour,
);

/** Shows a dot for each recipient in the colour of their level, filled when they have seen the notification. */
export function addRecipientLayers(map: MapLibreMap): void {
  addOverlay(map, "recipients", recipients, [
    {
      id: "recipients",
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
