import type { Pace } from "../words/activities.ts";

/** The colour of each pace, and a letter for colour-blind viewers. */
export const PACE_LOOKS: Record<Pace, { colour: string; letter: string }> = {
  still: { colour: "#3f4a5a", letter: "S" },
  foot: { colour: "#0a6b4f", letter: "F" },
  bicycle: { colour: "#7a3fa0", letter: "B" },
  vehicle: { colour: "#0b57a4", letter: "V" },
  unknown: { colour: "#6b5a4a", letter: "?" },
};
