import { signal } from "@preact/signals";
import type { ExpressionSpecification, Map as MapLibreMap } from "maplibre-gl";
import type { ZoneFeature } from "../geo/zone.ts";
import { addOverlay } from "./overlay.ts";
import { ZONES } from "./palette.ts";

/** The zones of the alerts that last while another one is drawn. */
export const lastingZones = signal<ZoneFeature[]>([]);

/** A colour of no level, so that nobody takes them for the zones of the draft. */
const COLOUR = "#7b61ff";
const ofLevel = (level: "ONE" | "TWO" | "THREE"): ["==", ExpressionSpecification, string] => [
  "==",
  ["get", "level"],
  level,
];

/** Shows the zones of other alerts below those of the draft, with the number of each alert. */
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
