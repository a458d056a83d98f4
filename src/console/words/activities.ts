import type { MovingActivity } from "../api/operations.ts";

/** How people move: the kinds that the map shows. */
export type Pace = "still" | "foot" | "bicycle" | "vehicle" | "unknown";

export const PACES: Record<MovingActivity, Pace> = {
  STILL: "still",
  TILTING: "still",
  ON_FOOT: "foot",
  WALKING: "foot",
  RUNNING: "foot",
  ON_BICYCLE: "bicycle",
  IN_VEHICLE: "vehicle",
  UNKNOWN: "unknown",
};

export const PACE_NAMES: Record<Pace, string> = {
  still: "Still",
  foot: "On foot",
  bicycle: "On a bicycle",
  vehicle: "In a vehicle",
  unknown: "Unknown",
};
