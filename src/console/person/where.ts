import type { LevelAlert } from "../api/operations.ts";
import { t } from "../words/translate.ts";
import type { Concern } from "./concern.ts";
import type { Here } from "./here.ts";

/** Returns what the service last said of the person's place in an alert: a level and a distance, null outside of its zones. */
export function sayOf({ alert, told }: Concern, here: Here | undefined) {
  if (!here?.alerts) return undefined;
  // A later notification knows better: an app may report too.
  if (told.some(({ createdAt }) => createdAt > (here.askedAt ?? 0))) return undefined;
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
