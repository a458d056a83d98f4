import type { Feature } from "geojson";
import type { LevelAlert } from "../api/operations.ts";
import type { Area } from "./area.ts";

/** The alert or draft that a zone on the map belongs to. */
export interface ZoneOwner {
  /** The id of the alert; 0 for a draft. */
  alertId: number;
  /** The alert's name on the map. */
  name: string;
  /** A word for an exercise or a test, so that nobody takes it for a real alert. Empty for a live alert. */
  mark: string;
}

/** A zone on the map. */
export type ZoneFeature = Feature<Area, ZoneOwner & { level: LevelAlert }>;

const NOBODY: ZoneOwner = { alertId: 0, name: "", mark: "" };

export const zone = (level: LevelAlert, geometry: Area, owner = NOBODY): ZoneFeature => ({
  type: "Feature",
  properties: { ...owner, level },
  geometry,
});
