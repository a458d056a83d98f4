import { toNumber } from "./values.ts";

/** ISO 8601, also with a blank instead of T. A plus sign in a query arrives as a blank. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?([.,]\d+)? ?(?:Z|([+\- ])(\d\d):?(\d\d)?)?$/i;
/** The most milliseconds since 1970 that a Date can have. */
const LATEST = 8.64e15;

function toMilliseconds(value: unknown): number {
  const number = toNumber(value);
  // Numbers below 2^31 are seconds, which suffice until 2038. Larger ones are milliseconds.
  if (number !== undefined) return number < 2 ** 31 ? number * 1000 : number;
  const [found, date, time, seconds = ":00", , sign, hours, minutes = "00"] =
    (typeof value === "string" && DATE_TIME.exec(value.trim())) || [];
  if (!found) return Number.NaN;
  // Without a zone it is UTC, as in Traccar.
  const zone = hours ? `${sign === "-" ? "-" : "+"}${hours}:${minutes}` : "Z";
  return Date.parse(`${date}T${time}${seconds}${zone}`);
}

/** Reads a moment as apps write it. Returns seconds since 1970; undefined if it cannot be read. */
export function toMoment(value: unknown): number | undefined {
  const milliseconds = toMilliseconds(value);
  return Math.abs(milliseconds) <= LATEST ? Math.floor(milliseconds / 1000) : undefined;
}
