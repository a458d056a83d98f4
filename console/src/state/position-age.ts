import type { Draft } from "./draft-fields.ts";
import { alertDefaults } from "./host-settings.ts";

export type AgeUnit = "hours" | "minutes";

/** The seconds of each unit. */
const UNITS: Record<AgeUnit, number> = { hours: 3600, minutes: 60 };
const MIN_AGE_SECONDS = 60;
const MAX_AGE_SECONDS = 30 * 86_400;

/** A number that can be read in two ways: "1,440" is over a thousand to some people, and under two to others. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Returns the service's default in a unit. */
export const defaultAge = (unit: AgeUnit) => alertDefaults.value.maxPositionAge / UNITS[unit];

/**
 * Returns the largest age of a position that counts, in seconds; undefined for the service's default, null if the
 * text is not a valid age.
 */
export function positionAge(draft: Pick<Draft, "positionAge" | "positionAgeUnit">) {
  const text = draft.positionAge.trim();
  if (text === "") return undefined;
  if (AMBIGUOUS.test(text)) return null;
  const seconds = Math.round(Number(text.replace(",", ".")) * UNITS[draft.positionAgeUnit]);
  return seconds >= MIN_AGE_SECONDS && seconds <= MAX_AGE_SECONDS ? seconds : null;
}
