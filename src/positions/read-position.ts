import type { Activity, AppPosition, Reading } from "./reading.ts";
import { isMissing, toNumber } from "./values.ts";

/** The words of Apple's and Google's activity recognition that have one meaning. */
const WORDS: Record<string, Activity> = {
  automotive: "IN_VEHICLE",
  driving: "IN_VEHICLE",
  in_vehicle: "IN_VEHICLE",
  cycling: "ON_BICYCLE",
  on_bicycle: "ON_BICYCLE",
  on_foot: "ON_FOOT",
  running: "RUNNING",
  stationary: "STILL",
  still: "STILL",
  walking: "WALKING",
};

/**
 * The activity that an app names. UNKNOWN if it names none or several: it is not guessed, for example from the speed.
 */
function toActivity(named: unknown): Activity {
  const words = [named].flat();
  const [word] = words;
  if (words.length !== 1 || typeof word !== "string" || !Object.hasOwn(WORDS, word)) {
    return "UNKNOWN";
  }
  return WORDS[word] as Activity;
}

/** ISO 8601, also with a blank instead of T. A plus sign in a query arrives as a blank. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?([.,]\d+)? ?(?:Z|([+\- ])(\d\d):?(\d\d)?)?$/i;
/** The latest that a Date can have. */
const MAX_DATE_MS = 8.64e15;

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
  return Math.abs(milliseconds) <= MAX_DATE_MS ? Math.floor(milliseconds / 1000) : undefined;
}

/** The values of a position as an app sent them. */
export interface Sent {
  latitude: unknown;
  longitude: unknown;
  moment: unknown;
  accuracy: unknown;
  activity?: unknown;
}

/** Returns when the host received a message that does not say its own time, in seconds since 1970. */
export const arrival = (): number => Math.floor(Date.now() / 1000);

/** Reads one position. Returns what is wrong with it if it can never be stored. */
export function readPosition(sent: Sent): AppPosition | string {
  const latitude = toNumber(sent.latitude);
  const longitude = toNumber(sent.longitude);
  if (latitude === undefined || longitude === undefined) return "it has no place";
  // newPosition takes it as sent, because whoever calls it can mean it.
  if (latitude === 0 && longitude === 0) return "its place is 0,0, which apps send without a fix";
  const moment = isMissing(sent.moment) ? null : toMoment(sent.moment);
  if (moment === undefined) return "its time cannot be read";
  const accuracy = toNumber(sent.accuracy);
  return {
    latitude,
    longitude,
    moving_activity: toActivity(sent.activity),
    taken_at: moment,
    // Phones send -1 if they do not know their accuracy.
    accuracy: accuracy === undefined || accuracy < 0 ? null : accuracy,
  };
}

/** Overland sends up to 1,000, and its current one. */
const MAX_POSITIONS_PER_REQUEST = 2_000;

/** Reads positions, each by itself. */
export function readPositions(all: readonly Sent[]): Pick<Reading, "positions" | "faults"> {
  const read = all.slice(0, MAX_POSITIONS_PER_REQUEST).map(readPosition);
  const faults = read.filter((one) => typeof one === "string");
  if (all.length > MAX_POSITIONS_PER_REQUEST)
    faults.push(`it has more than ${MAX_POSITIONS_PER_REQUEST} positions`);
  return { positions: read.filter((one) => typeof one !== "string"), faults };
}
