import { signal } from "@preact/signals";
import type { ExpressionSpecification, Map as MapLibreMap } from "maplibre-gl";
import type { ZoneFeature } from "../geo/zone.ts";
import { addOverlay } from "./overlay.ts";
import { ZONES } from "./palette.ts";

/** The zones of the other active alerts, shown while an alert is drawn. */
export const lastingZones = signal<ZoneFeature[]>([]);

/** A colour that no level has, so that nobody takes these zones for the draft's. */
const COLOUR = "#7b61ff";
const ofLevel = (level: "ONE" | "TWO" | "THREE"): ["==", ExpressionSpecification, string] => [
  "==",
  ["get", "level"],
  level,
];

/** Shows the zones of other alerts below the draft's zones, with the number of each alert. */
export function addLastingLayers(map: MapLibreMap): void {
  addOverlay(
    map,
    "lasting",
    lastingZones,
    [
      {
        id: "lasting-area",
        type: "fill",
        filter: ofLevel("ONE"),
        paint: { "fill-color": COLOUR, "fill-opacity": 0.18 },
      },
      ...(["ONE", "TWO", "THREE"] as const).map((level) => ({
        id: `lasting-${level}`,
        type: "line" as const,
        filter: ofLevel(level),
        paint: {
          "line-color": COLOUR,
          "line-width": level === "ONE" ? 2 : 1.5,
          ...(level === "ONE" ? {} : { "line-dasharray": ZONES[level].dashes }),
        },
      })),
    ],
    { below: map.getLayer("draft-THREE") ? "draft-THREE" : "towns" },
  );
  addOverlay(map, "lasting-names", lastingZones, [
    {
      id: "lasting-names",
      type: "symbol",
      filter: ofLevel("ONE"),
      layout: {
        "text-field": ["concat", ["get", "name"], "\n", ["get", "mark"]],
        "text-font": ["system-ui", "sans-serif"],
        "text-size": 13,
      },
      paint: { "text-color": COLOUR, "text-halo-color": "#ffffff", "text-halo-width": 2 },
    },
  ]);
}
