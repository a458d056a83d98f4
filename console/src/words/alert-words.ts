import type { AlertStatus, Certainty, Severity, Urgency } from "../api/operations.ts";
import { t } from "./translate.ts";

export const STATUSES: readonly [AlertStatus, string][] = [
  ["ACTUAL", t("Everyone (real)")],
  ["EXERCISE", t("Testers (exercise)")],
  ["TEST", t("Testers (test)")],
];
/** The status in one word, and its audience. */
export const STATUS_NAMES: Record<AlertStatus, readonly [name: string, audience: string]> = {
  ACTUAL: [t("LIVE"), t("For everyone. This is real.")],
  EXERCISE: [t("EXERCISE"), t("For testers only. Not real.")],
  TEST: [t("TEST"), t("For testers only. Not real.")],
};
/** The word that marks an exercise or a test. Empty for a live alert. */
export const markOf = (status: AlertStatus) => (status === "ACTUAL" ? "" : STATUS_NAMES[status][0]);

export const SEVERITIES: readonly [Severity, string][] = [
  ["UNKNOWN", t("Not said")],
  ["EXTREME", t("Extreme")],
  ["SEVERE", t("Severe")],
  ["MODERATE", t("Moderate")],
  ["MINOR", t("Minor")],
];
export const URGENCIES: readonly [Urgency, string][] = [
  ["UNKNOWN", t("Not said")],
  ["IMMEDIATE", t("Now")],
  ["EXPECTED", t("Within the hour")],
  ["FUTURE", t("Later")],
  ["PAST", t("Past")],
];
export const CERTAINTIES: readonly [Certainty, string][] = [
  ["UNKNOWN", t("Not said")],
  ["OBSERVED", t("Observed")],
  ["LIKELY", t("Likely")],
  ["POSSIBLE", t("Possible")],
  ["UNLIKELY", t("Unlikely")],
];

const hours = (number: number) => t("{number, plural, one {# hour} other {# hours}}", { number });
const days = (number: number) => t("{number, plural, one {# day} other {# days}}", { number });

/** How long an alert lasts: hours, and their text. */
export const LENGTHS: readonly (readonly [string, string])[] = [
  ["1", hours(1)],
  ["3", hours(3)],
  ["6", hours(6)],
  ["12", hours(12)],
  ["24", days(1)],
  ["48", days(2)],
  ["168", t("{number, plural, one {# week} other {# weeks}}", { number: 1 })],
];
