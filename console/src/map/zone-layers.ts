import { signal } from "@preact/signals";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { LevelAlert } from "../api/operations.ts";
import type { ZoneFeature } from "../geo/zone.ts";
import { LEVELS } from "../words/levels.ts";
import { addOverlay, type OverlayLayer } from "./overlay.ts";
import { ZONES } from "./palette.ts";

/** The zones on the map: of alerts, and of the draft. */
export const alertZones = signal<ZoneFeature[]>([]);
export const draftZones = signal<ZoneFeature[]>([]);

const OPACITY: Record<LevelAlert, number> = { ONE: 0.22, TWO: 0.14, THREE: 0.1 };

/** Writes along the borders that an alert is an exercise or a test. */
const markOn = (prefix: string): OverlayLayer => ({
  id: `${prefix}-mark`,
  type: "symbol",
  filter: ["!=", ["get", "mark"], ""],
  layout: {
    "symbol-placement": "line",
    "symbol-spacing": 160,
    "text-field": ["get", "mark"],
    "text-font": ["system-ui", "sans-serif"],
    "text-size": 13,
    "text-allow-overlap": true,
  },
  paint: { "text-color": "#1d1b26", "text-halo-color": "#ffffff", "text-halo-width": 2 },
});

function layersOf(prefix: string): OverlayLayer[] {
  const widestFirst = LEVELS.toReversed();
  const fills = widestFirst.map(
    (level): OverlayLayer => ({
      id: `${prefix}-${level}`,
      type: "fill",
      filter: ["==", ["get", "level"], level],
      paint: { "fill-color": ZONES[level].colour, "fill-opacity": OPACITY[level] },
    }),
  );
  const borders = widestFirst.map(
    (level): OverlayLayer => ({
      id: `${prefix}-${level}-border`,
      type: "line",
      filter: ["==", ["get", "level"], level],
      paint: {
        "line-color": ZONES[level].colour,
        "line-width": 2,
        ...(level === "ONE" ? {} : { "line-dasharray": ZONES[level].dashes }),
      },
    }),
  );
  return [...fills, ...borders, markOn(prefix)];
}

/** The layers in which a click finds an alert. */
export const ALERT_LAYERS = LEVELS.map((level) => `alerts-${level}`);

export function addZoneLayers(map: MapLibreMap): void {
  // Below the labels, so that they stay legible.
  const below = "towns";
  addOverlay(map, "alerts", alertZones, layersOf("alerts"), { below });
  addOverlay(map, "draft", draftZones, layersOf("draft"), { below });
}
