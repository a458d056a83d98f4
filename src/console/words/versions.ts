import type { Mark } from "../components/timeline-plot.tsx";
import type { Version } from "./changes.ts";

/** Returns a mark for each version of an alert: its publication, its updates and its all-clear. */
export const marksOf = (history: readonly Version[]): Mark[] =>
  history.map(({ version, createdAt, allClear }) => ({
    at: createdAt,
    text: allClear !== null ? "All-clear" : version === 1 ? "Published" : `Update ${version - 1}`,
  }));
