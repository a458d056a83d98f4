import type { LevelAlert } from "../api/operations.ts";

/** The levels, the most urgent first. */
export const LEVELS = ["ONE", "TWO", "THREE"] as const satisfies LevelAlert[];

/** The position of people at each level, in words that need no legend. */
export const PLACES: Record<LevelAlert, string> = {
  ONE: "inside the area",
  TWO: "near it",
  THREE: "further around",
};
