import buffer from "@turf/buffer";
import type { Feature } from "geojson";
import type { LevelAlert } from "../api/operations.ts";
import type { Area } from "./area.ts";

/** An area's zones on the map, the widest first, so that the area lies on top. */
export type ZoneFeature = Feature<Area, { level: LevelAlert; alertId: number }>;

export const zone = (level: LevelAlert, geometry: Area, alertId = 0): ZoneFeature => ({
  type: "Feature",
  properties: { level, alertId },
  geometry,
});

/** The zones around an area for the eye, while it is drawn: those that count are the database's. */
export function zonesAround(area: Area, level2: number, level3: number): ZoneFeature[] {
  const around = (level: LevelAlert, metres: number) => {
    try {
      const grown = buffer(area, metres, { units: "meters", steps: 12 });
      return grown?.geometry ? [zone(level, grown.geometry)] : [];
    } catch {
      // Crossing itself while a corner is dragged.
      return [];
    }
  };
  return [...around("THREE", level3), ...around("TWO", level2), zone("ONE", area)];
}
