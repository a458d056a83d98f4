import type { LevelAlert } from "../api/operations.ts";
import { now } from "../state/now.ts";
import { t } from "../words/translate.ts";
import type { Concern } from "./concern.ts";
import type { Here } from "./here.ts";

/** Seconds for which a reported place is where the person is now. */
const NOW_LASTS = 600;
/** Seconds by which a notification may be later than the place that it came of. */
const SAME_TIME = 60;

/** True if a place is not older than what the person was told, as an app may report too. */
export const isLatest = (here: Here, { told: [last] }: Concern) =>
  here.takenAt >= (last?.createdAt ?? 0) - SAME_TIME;

/**
 * Returns what the service said of the place where the person is now: a level and a distance, null outside of an alert's
 * zones; undefined if nobody knows where they are now.
 */
export function sayOf(concern: Concern, here: Here | undefined) {
  const { alert } = concern;
  const isNow = here && here.takenAt > now.value - NOW_LASTS && isLatest(here, concern);
  if (!isNow || !here.alerts || here.versions?.get(alert.id) !== alert.version) return undefined;
  return here.alerts.find(({ alertId }) => alertId === alert.id) ?? null;
}

/** Returns the level whose text holds for the person: of their place now, else at which they were told. */
export const levelNow = (concern: Concern, here: Here | undefined): LevelAlert =>
  sayOf(concern, here)?.level ?? concern.level;

const YOU_ARE: Record<LevelAlert, string> = {
  ONE: t("You are inside the area"),
  TWO: t("You are near the area"),
  THREE: t("You are in the wider surroundings"),
};
const YOU_WERE: Record<LevelAlert, string> = {
  ONE: t("You were inside the area"),
  TWO: t("You were near the area"),
  THREE: t("You were in the wider surroundings"),
};

/** Says that an alert is over, or should be: while nobody can be asked, it may have been prolonged. */
export const thatItIsOver = ({ alert }: Concern, isKnown: boolean) =>
  alert.state === "ACTIVE" && !isKnown
    ? t("It should be over. There is no connection to ask.")
    : t("It is over");

/** Says where the person is in an alert, or was when they were told. */
export function whereYouAre(concern: Concern, here: Here | undefined): string {
  const said = sayOf(concern, here);
  if (said) return YOU_ARE[said.level];
  return said === null ? t("You are outside now. You were told before.") : YOU_WERE[concern.level];
}
