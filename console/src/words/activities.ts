import type { MovingActivity } from "../api/operations.ts";
import { t } from "./translate.ts";

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
  still: t("Still"),
  foot: t("On foot"),
  bicycle: t("On a bicycle"),
  vehicle: t("In a vehicle"),
  unknown: t("Unknown"),
};
