import { computed, signal } from "@preact/signals";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { LevelAlert } from "../api/operations.ts";
import { boundsOf } from "../geo/area.ts";
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

/** A point in the middle of each live alert, which would be a dot of two pixels from far away. */
const pins = computed(() =>
  alertZones.value
    .filter(({ properties: { level, mark } }) => level === "ONE" && mark === "")
    .flatMap(({ properties, geometry }) => {
      const [west, south, east, north] = boundsOf([geometry]) ?? [];
      if (west === undefined || east === undefined) return [];
      const coordinates = [(west + east) / 2, ((south as number) + (north as number)) / 2];
      return [
        { type: "Feature" as const, properties, geometry: { type: "Point" as const, coordinates } },
      ];
    }),
);
/** From this zoom on, the zones themselves are seen. */
const ZONES_FROM_ZOOM = 11;

/** Marks live alerts by red pins while the map is far away. Add them last, so that no people cover them. */
export function addPinLayers(map: MapLibreMap): void {
  addOverlay(map, "pins", pins, [
    {
      id: "pins",
      type: "circle",
      maxzoom: ZONES_FROM_ZOOM,
      paint: {
        "circle-color": ZONES.ONE.colour,
        "circle-radius": 12,
        "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 3,
      },
    },
    {
      id: "pins-mark",
      type: "symbol",
      maxzoom: ZONES_FROM_ZOOM,
      layout: {
        "text-field": "!",
        "text-font": ["system-ui", "sans-serif"],
        "text-size": 18,
        "text-allow-overlap": true,
      },
      paint: { "text-color": "#ffffff" },
    },
  ]);
}

/** The layers in which a click finds an alert. */
export const ALERT_LAYERS = LEVELS.map((level) => `alerts-${level}`);

export function addZoneLayers(map: MapLibreMap): void {
  // Below the labels, so that they stay legible.
  const below = "towns";
  addOverlay(map, "alerts", alertZones, layersOf("alerts"), { below });
  addOverlay(map, "draft", draftZones, layersOf("draft"), { below });
}
