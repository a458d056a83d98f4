import type { LevelAlert } from "../api/operations.ts";
import { t } from "./translate.ts";

/** The levels, the most urgent first. */
export const LEVELS = ["ONE", "TWO", "THREE"] as const satisfies LevelAlert[];

/** The names of the levels, as people read them. */
export const LEVEL_NAMES: Record<LevelAlert, string> = {
  ONE: t("ONE"),
  TWO: t("TWO"),
  THREE: t("THREE"),
};

/** The position of people at each level, in words that need no legend. */
export const PLACES: Record<LevelAlert, string> = {
  ONE: t("inside the area"),
  TWO: t("near it"),
  THREE: t("further around"),
};
