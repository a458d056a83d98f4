import type { Version } from "./changes.ts";
import { t } from "./translate.ts";

/** A version of an alert, as a mark on a plot of time. */
export interface Mark {
  at: number;
  text: string;
}

/** Returns a mark for each version of an alert: its publication, its updates and its all-clear. */
export const marksOf = (history: readonly Version[]): Mark[] =>
  history.map(({ version, createdAt, allClear }) => ({
    at: createdAt,
    text:
      allClear !== null
        ? t("All-clear")
        : version === 1
          ? t("Published")
          : t("Update {number}", { number: version - 1 }),
  }));
