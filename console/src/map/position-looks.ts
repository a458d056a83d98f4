import type { Pace } from "../words/activities.ts";
import { t } from "../words/translate.ts";

/** The colour of each pace, and a letter for colour-blind viewers. */
export const PACE_LOOKS: Record<Pace, { colour: string; letter: string }> = {
  still: { colour: "#3f4a5a", letter: t("S|letter of people who are still") },
  foot: { colour: "#0a6b4f", letter: t("F|letter of people on foot") },
  bicycle: { colour: "#7a3fa0", letter: t("B|letter of people on a bicycle") },
  vehicle: { colour: "#0b57a4", letter: t("V|letter of people in a vehicle") },
  unknown: { colour: "#6b5a4a", letter: "?" },
};
