import { locale } from "./language.ts";

const exact = new Intl.DateTimeFormat(locale, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

/** Formats a time (seconds since 1970) for a report: with its year, its seconds and the time zone. */
export const exactMoment = (seconds: number): string => exact.format(seconds * 1000);
