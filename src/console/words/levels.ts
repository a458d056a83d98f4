import type { LevelAlert } from "../api/operations.ts";

/** The zones, the most urgent first. */
export const LEVELS = ["ONE", "TWO", "THREE"] as const satisfies LevelAlert[];

/** Where one is at a level, in words that say it without a legend. */
export const PLACES: Record<LevelAlert, string> = {
  ONE: "inside the area",
  TWO: "near it",
  THREE: "further around",
};
