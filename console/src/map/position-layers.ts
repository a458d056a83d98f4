import { computed } from "@preact/signals";
import type { ExpressionSpecification, Map as MapLibreMap } from "maplibre-gl";
import { positionsChanged, showsPositions } from "../state/positions.ts";
import { colourBy } from "./colour-by.ts";
import { addEmptyOverlay } from "./overlay.ts";
import { showPeople } from "./position-features.ts";
import { PACE_LOOKS } from "./position-looks.ts";
import { throttleEffect } from "./throttle-effect.ts";

/** Ages in seconds at which a position grows pale, and at which an alert ignores it by default. */
const OLD_SECONDS = 3600;
const STALE_SECONDS = 86_400;
/** The time between two updates, because thousands of dots take a while to lay out. */
const UPDATE_INTERVAL_MS = 1000;

const byPace = colourBy(
  "pace",
  Object.entries(PACE_LOOKS).map(([pace, { colour }]) => [pace, colour]),
  PACE_LOOKS.unknown.colour,
);
const byAge: ExpressionSpecification = [
  "step",
  ["get", "age"],
  1,
  OLD_SECONDS,
  0.6,
  STALE_SECONDS,
  0.3,
];

/** Changes when people move, and when they are shown or hidden. */
const change = computed(() => [positionsChanged.value, showsPositions.value]);

/** Shows people as dots, and as clusters where many are close together. */
export function addPositionLayers(map: MapLibreMap): void {
  const overlay = addEmptyOverlay(
    map,
    "positions",
    [
      {
        id: "clusters",
        type: "circle",
        filter: ["has", "point_count"],
        paint: {
          "circle-color": "#1f2a37",
          "circle-opacity": 0.88,
          "circle-stroke-color": "#ffffff",
          "circle-stroke-width": 2,
          "circle-radius": [
            "interpolate",
            ["linear"],
            ["log10", ["get", "point_count"]],
            0,
            12,
            4,
            30,
          ],
        },
      },
      {
        id: "cluster-counts",
        type: "symbol",
        filter: ["has", "point_count"],
        layout: {
          "text-field": ["get", "point_count_abbreviated"],
          "text-font": ["system-ui", "sans-serif"],
          "text-size": 12,
          "text-allow-overlap": true,
        },
        paint: { "text-color": "#ffffff" },
      },
      {
        id: "people",
        type: "circle",
        filter: ["!", ["has", "point_count"]],
        paint: {
          "circle-color": byPace,
          "circle-opacity": byAge,
          "circle-radius": 9,
          "circle-stroke-color": "#ffffff",
          "circle-stroke-width": 1.5,
          "circle-stroke-opacity": byAge,
        },
      },
      {
        id: "people-letters",
        type: "symbol",
        filter: ["!", ["has", "point_count"]],
        layout: {
          "text-field": ["get", "letter"],
          "text-font": ["system-ui", "sans-serif"],
          "text-size": 11,
          "text-allow-overlap": true,
        },
        paint: { "text-color": "#ffffff", "text-opacity": byAge },
      },
    ],
    { cluster: true, clusterRadius: 45, clusterMaxZoom: 14 },
  );
  throttleEffect(change, UPDATE_INTERVAL_MS, showPeople(overlay));
}
