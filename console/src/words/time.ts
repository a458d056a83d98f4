import { locale } from "./language.ts";
import { t } from "./translate.ts";

const FORMAT = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;
const withZone = new Intl.DateTimeFormat(locale, FORMAT);
const withYear = new Intl.DateTimeFormat(locale, { ...FORMAT, year: "numeric" });

/**
 * Formats a time (seconds since 1970) in the viewer's time zone, with its name, and with the year unless it is this
 * one.
 */
export function moment(seconds: number): string {
  const date = new Date(seconds * 1000);
  return (date.getFullYear() === new Date().getFullYear() ? withZone : withYear).format(date);
}

const monthOfYear = new Intl.DateTimeFormat(locale, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** "November 2026", in UTC. */
export const month = (seconds: number) => monthOfYear.format(seconds * 1000);

/** The viewer's time zone, as the time zone database names it. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "40 s", "12 min", "5 h", "3 d". */
export function duration(seconds: number): string {
  const long = Math.max(0, Math.round(seconds));
  if (long < 90) return t("{number} s", { number: long });
  if (long < 90 * 60) return t("{number} min", { number: Math.round(long / 60) });
  if (long < 36 * 3600) return t("{number} h", { number: Math.round(long / 3600) });
  return t("{number} d", { number: Math.round(long / 86_400) });
}

/** "90 min", "36 h", "2 d": without rounding, for lengths to choose from. */
export function exactDuration(seconds: number): string {
  if (seconds % 86_400 === 0) return t("{number} d", { number: seconds / 86_400 });
  if (seconds % 3600 === 0) return t("{number} h", { number: seconds / 3600 });
  if (seconds % 60 === 0) return t("{number} min", { number: seconds / 60 });
  return t("{number} s", { number: seconds });
}

/** "12 min ago". A clock that is behind does not turn a past time into a future one. */
export const pastTime = (seconds: number, now: number) =>
  t("{duration} ago", { duration: duration(now - seconds) });

/** "12 min ago", "in 5 h". */
export function relativeTime(seconds: number, now: number): string {
  return seconds > now
    ? t("in {duration}", { duration: duration(seconds - now) })
    : pastTime(seconds, now);
}
