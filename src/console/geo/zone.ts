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
