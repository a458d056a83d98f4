import type { LevelAlert } from "../api/operations.ts";
import { LEVELS } from "../words/levels.ts";
import type { PersonAlert, Told } from "./inbox.ts";

/** The time for which the end of an alert stays on the first screen. */
const SHOW_END_SECONDS = 86_400;

/** An alert as it concerns the user. */
export interface Concern {
  alert: PersonAlert;
  /** Their notifications of it, the newest first. */
  told: Told[];
  /** The most urgent level that they were told at by the last version that told them. */
  level: LevelAlert;
  /** True until the alert is over. */
  isActive: boolean;
}

/** The time, and how current the alerts are at it. */
export interface Moment {
  /** Seconds since 1970, by the service's clock as this browser knows it. */
  now: number;
  /** True if the service has just sent the alerts: then their states, not this clock, say which have ended. */
  isFresh: boolean;
}

const isActive = ({ state, expiresAt }: PersonAlert, { now, isFresh }: Moment) =>
  state === "ACTIVE" && (isFresh || expiresAt > now);

/** Returns when an alert ends or ended, in seconds since 1970. */
export const endOf = ({ cancelledAt, expiresAt }: PersonAlert) => cancelledAt ?? expiresAt;

/** Returns a number that is lower the more urgent the level is. */
export const urgency = ({ level }: { level: LevelAlert }) => LEVELS.indexOf(level);

/** True for an exercise or a test, which concerns nobody for real. A push from before statuses has none. */
export const isDrill = ({ status }: { status?: PersonAlert["status"] }) =>
  status !== undefined && status !== "ACTUAL";

/**
 * Puts the notifications and their alerts together: active alerts first, real ones before exercises and tests, then the
 * most urgent, then the newest.
 */
export function concernsOf(
  told: readonly Told[],
  alerts: ReadonlyMap<number, PersonAlert>,
  moment: Moment,
): Concern[] {
  return [...alerts.values()]
    .flatMap((alert): Concern[] => {
      const own = told.filter(({ alertId }) => alertId === alert.id);
      const warnings = own.filter(({ kind }) => kind !== "ALL_CLEAR");
      const last = Math.max(...warnings.map(({ version }) => version));
      const [most = own[0]] = warnings
        .filter(({ version }) => version === last)
        .sort((a, b) => urgency(a) - urgency(b));
      return most
        ? [{ alert, told: own, level: most.level, isActive: isActive(alert, moment) }]
        : [];
    })
    .sort(
      (a, b) =>
        Number(b.isActive) - Number(a.isActive) ||
        (a.isActive ? Number(isDrill(a.alert)) - Number(isDrill(b.alert)) : 0) ||
        (a.isActive ? urgency(a) - urgency(b) : 0) ||
        (b.told[0]?.id ?? 0) - (a.told[0]?.id ?? 0),
    );
}

/** Returns the class of the colour in which an alert is shown: only a real one that is active has that of a level. */
export function colourOf({ alert, isActive }: Concern, level: LevelAlert): string {
  if (isDrill(alert)) return "drill";
  return isActive ? `zone-${level}` : "over";
}

/** True for an alert that ended lately, so that the first screen says that it is over. */
export const hasJustEnded = ({ alert, isActive }: Concern, now: number) =>
  !isActive && endOf(alert) > now - SHOW_END_SECONDS;

/** Returns the text for a level, or the all-clear's text if it has ended the alert. */
export function textOf(alert: PersonAlert, level: LevelAlert): string {
  if (alert.state === "CANCELLED" && alert.allClear) return alert.allClear;
  return { ONE: alert.text1, TWO: alert.text2, THREE: alert.text3 }[level];
}

/** Returns the path of the speech of a level's text; null if there is none. An earlier version of the page kept none. */
export const speechOf = ({ audioUrls }: PersonAlert, level: LevelAlert) =>
  audioUrls?.[LEVELS.indexOf(level)] ?? null;
