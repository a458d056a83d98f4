import type { Draft } from "./draft-fields.ts";

export type AgeUnit = "hours" | "minutes";

/** Seconds. */
const UNITS: Record<AgeUnit, number> = { hours: 3600, minutes: 60 };
/** The API's default and limits, in seconds. */
const DEFAULT = 86_400;
const SHORTEST = 60;
const LONGEST = 30 * 86_400;

/** The API's default, in a unit. */
export const defaultAge = (unit: AgeUnit) => DEFAULT / UNITS[unit];

/**
 * How old a position may be to count, in seconds, as a draft says it: undefined where it leaves that to the service,
 * null where what is written is no such age.
 */
export function positionAge(draft: Pick<Draft, "positionAge" | "positionAgeUnit">) {
  const text = draft.positionAge.trim().replace(",", ".");
  if (text === "") return undefined;
  const seconds = Math.round(Number(text) * UNITS[draft.positionAgeUnit]);
  return seconds >= SHORTEST && seconds <= LONGEST ? seconds : null;
}
