import type { LevelAlert } from "../api/operations.ts";
import { now } from "../state/now.ts";
import { t } from "../words/translate.ts";
import { type Concern, urgency } from "./concern.ts";
import type { Here } from "./here.ts";

/** The time for which a reported place counts as where the person is now. */
const CURRENT_SECONDS = 600;
/** The time by which a notification may be later than the place that caused it. */
const SAME_TIME_SECONDS = 60;

/** Metres. At a place that is less accurate than this, the service warns only inside the area. */
const EXACT_METRES = 1000;

/** True if a place is not older than the last notification, which may come from an app's later report. */
export const isLatest = (here: Here, { told: [last] }: Concern) =>
  here.takenAt >= (last?.createdAt ?? 0) - SAME_TIME_SECONDS;

/**
 * True if a notification of the alert's present version came after the place, and is more urgent than the service's
 * answer for the place.
 */
const isOverruled = (said: { level: LevelAlert } | null, here: Here, { alert, told }: Concern) => {
  const [last] = told;
  return (
    last?.version === alert.version &&
    last.createdAt > here.takenAt &&
    (said === null || urgency(last) < urgency(said))
  );
};

/**
 * Returns the service's answer for the place where the person is now: a level and a distance, or null outside the
 * alert's zones. Returns undefined if that place is not known exactly, if the service has not answered for the alert's
 * present version, or if a later notification is more urgent.
 */
export function messageFor(concern: Concern, here: Here | undefined) {
  const { alert } = concern;
  const isNow = here && here.takenAt > now.value - CURRENT_SECONDS && isLatest(here, concern);
  if (!isNow || !here.alerts || here.versions?.get(alert.id) !== alert.version) return undefined;
  const said = here.alerts.find(({ alertId }) => alertId === alert.id) ?? null;
  const isVague = here.accuracy > EXACT_METRES && said?.level !== "ONE";
  return isVague || isOverruled(said, here, concern) ? undefined : said;
}

/**
 * Returns the level whose text applies to the person: that of their place now, or else the level at which they were
 * told.
 */
export const currentLevel = (concern: Concern, here: Here | undefined): LevelAlert =>
  messageFor(concern, here)?.level ?? concern.level;

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

/** Says that an alert is over, or should be: without a connection, the page cannot know whether it was extended. */
export const endedText = ({ alert }: Concern, isKnown: boolean) =>
  alert.state === "ACTIVE" && !isKnown
    ? t("It should be over. There is no connection to ask.")
    : t("It is over");

/** Says where the person is in an alert, or was when they were told. */
export function placeText(concern: Concern, here: Here | undefined): string {
  const said = messageFor(concern, here);
  if (said) return YOU_ARE[said.level];
  return said === null ? t("You are outside now. You were told before.") : YOU_WERE[concern.level];
}
