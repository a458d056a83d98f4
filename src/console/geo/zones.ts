import buffer from "@turf/buffer";
import type { Feature } from "geojson";
import type { LevelAlert } from "../api/operations.ts";
import type { Area } from "./area.ts";

/** A zone on the map. */
export type ZoneFeature = Feature<Area, { level: LevelAlert; alertId: number }>;

export const zone = (level: LevelAlert, geometry: Area, alertId = 0): ZoneFeature => ({
  type: "Feature",
  properties: { level, alertId },
  geometry,
});

/** Returns approximate zones to show while an area is drawn, the widest first. The database computes the exact ones. */
export function zonesAround(area: Area, level2: number, level3: number): ZoneFeature[] {
  const around = (level: LevelAlert, metres: number) => {
    try {
      const grown = buffer(area, metres, { units: "meters", steps: 12 });
      return grown?.geometry ? [zone(level, grown.geometry)] : [];
    } catch {
      // The area crosses itself while a corner is dragged.
      return [];
    }
  };
  return [...around("THREE", level3), ...around("TWO", level2), zone("ONE", area)];
}
