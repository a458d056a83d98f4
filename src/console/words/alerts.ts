import type { AlertStatus, Certainty, Severity, Urgency } from "../api/operations.ts";

export const STATUSES: readonly [AlertStatus, string][] = [
  ["ACTUAL", "Everyone (real)"],
  ["EXERCISE", "Testers (exercise)"],
  ["TEST", "Testers (test)"],
];
/** The status in one word, and its audience. */
export const STATUS_NAMES: Record<AlertStatus, readonly [name: string, audience: string]> = {
  ACTUAL: ["LIVE", "For everyone. This is real."],
  EXERCISE: ["EXERCISE", "For testers only. Not real."],
  TEST: ["TEST", "For testers only. Not real."],
};
export const SEVERITIES: readonly [Severity, string][] = [
  ["UNKNOWN", "Not said"],
  ["EXTREME", "Extreme"],
  ["SEVERE", "Severe"],
  ["MODERATE", "Moderate"],
  ["MINOR", "Minor"],
];
export const URGENCIES: readonly [Urgency, string][] = [
  ["UNKNOWN", "Not said"],
  ["IMMEDIATE", "Now"],
  ["EXPECTED", "Within the hour"],
  ["FUTURE", "Later"],
  ["PAST", "Past"],
];
export const CERTAINTIES: readonly [Certainty, string][] = [
  ["UNKNOWN", "Not said"],
  ["OBSERVED", "Observed"],
  ["LIKELY", "Likely"],
  ["POSSIBLE", "Possible"],
  ["UNLIKELY", "Unlikely"],
];

/** How long an alert lasts: hours, and their text. */
export const LENGTHS: readonly (readonly [string, string])[] = [
  ["1", "1 hour"],
  ["3", "3 hours"],
  ["6", "6 hours"],
  ["12", "12 hours"],
  ["24", "1 day"],
  ["48", "2 days"],
  ["168", "1 week"],
];
