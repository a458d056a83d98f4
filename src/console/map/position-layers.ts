import { computed } from "@preact/signals";
import type { Feature, Point } from "geojson";
import type { ExpressionSpecification, Map as MapLibreMap } from "maplibre-gl";
import { now } from "../state/now.ts";
import { positions, positionsChanged, showsPositions } from "../state/positions.ts";
import { PACES, type Pace } from "../words/activities.ts";
import { addOverlay } from "./overlay.ts";

/** Each pace by a colour, told apart by those who see few of them too, and by a letter in the dot. */
export const PACE_LOOKS: Record<Pace, { colour: string; letter: string }> = {
  still: { colour: "#3f4a5a", letter: "S" },
  foot: { colour: "#0a6b4f", letter: "F" },
  bicycle: { colour: "#7a3fa0", letter: "B" },
  vehicle: { colour: "#0b57a4", letter: "V" },
  unknown: { colour: "#6b5a4a", letter: "?" },
};

/** Seconds after which a position grows pale, and after which an alert passes it over by default. */
const OLD = 3600;
const STALE = 86_400;
/** Milliseconds between two looks: so many dots take a while to lay out. */
const REST = 1000;

const features = computed((): Feature<Point>[] => {
  void positionsChanged.value;
  if (!showsPositions.value) return [];
  const moment = now.peek();
  const all: Feature<Point>[] = [];
  for (const { userId, longitude, latitude, movingActivity, takenAt } of positions.values()) {
    const pace = PACES[movingActivity];
    all.push({
      type: "Feature",
      properties: { userId, pace, letter: PACE_LOOKS[pace].letter, age: moment - takenAt, takenAt },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    });
  }
  return all;
});

const byPace = [
  "match",
  ["get", "pace"],
  ...Object.entries(PACE_LOOKS).flatMap(([pace, { colour }]) => [pace, colour]),
  "#6b5a4a",
] as unknown as ExpressionSpecification;
const byAge: ExpressionSpecification = ["step", ["get", "age"], 1, OLD, 0.6, STALE, 0.3];

/** Clusters where many are close, dots where few are. */
export function addPositionLayers(map: MapLibreMap): void {
  addOverlay(
    map,
    "positions",
    features,
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
    { cluster: true, clusterRadius: 45, clusterMaxZoom: 14, rest: REST },
  );
}
