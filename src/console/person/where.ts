import type { LevelAlert } from "../api/operations.ts";
import { now } from "../state/now.ts";
import { t } from "../words/translate.ts";
import { type Concern, urgency } from "./concern.ts";
import type { Here } from "./here.ts";

/** Seconds for which a reported place is where the person is now. */
const NOW_LASTS = 600;
/** Seconds by which a notification may be later than the place that it came of. */
const SAME_TIME = 60;

/** Metres. The service warns at a place that is less exact only if it is inside of the area. */
const EXACT = 1000;

/** True if a place is not older than what the person was told, as an app may report too. */
export const isLatest = (here: Here, { told: [last] }: Concern) =>
  here.takenAt >= (last?.createdAt ?? 0) - SAME_TIME;

/** True if a message of the alert as it is now came after the place, and is more urgent than what was said of that. */
const isOutdone = (said: { level: LevelAlert } | null, here: Here, { alert, told }: Concern) => {
  const [last] = told;
  return (
    last?.version === alert.version &&
    last.createdAt > here.takenAt &&
    (said === null || urgency(last) < urgency(said))
  );
};

/**
 * Returns what the service said of the place where the person is now: a level and a distance, null outside of an alert's
 * zones; undefined if nobody knows exactly where they are now, or if a later message says worse.
 */
export function sayOf(concern: Concern, here: Here | undefined) {
  const { alert } = concern;
  const isNow = here && here.takenAt > now.value - NOW_LASTS && isLatest(here, concern);
  if (!isNow || !here.alerts || here.versions?.get(alert.id) !== alert.version) return undefined;
  const said = here.alerts.find(({ alertId }) => alertId === alert.id) ?? null;
  const isVague = here.accuracy > EXACT && said?.level !== "ONE";
  return isVague || isOutdone(said, here, concern) ? undefined : said;
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
