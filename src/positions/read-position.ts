import { toActivity } from "./activity.ts";
import { toMoment } from "./moment.ts";
import type { AppPosition, Reading } from "./reading.ts";
import { isMissing, toNumber } from "./values.ts";

/** The values of a position as an app sent them. */
export interface Sent {
  latitude: unknown;
  longitude: unknown;
  moment: unknown;
  accuracy: unknown;
  activity?: unknown;
}

/** Reads one position. Returns what is wrong with it if it can never be stored. */
export function readPosition(sent: Sent): AppPosition | string {
  const latitude = toNumber(sent.latitude);
  const longitude = toNumber(sent.longitude);
  if (latitude === undefined || longitude === undefined) return "it has no place";
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

/** The most positions of a request. Overland sends up to 1,000, and its current one. */
const MOST = 2_000;

/** Reads positions, each by itself. */
export function readPositions(all: readonly Sent[]): Pick<Reading, "positions" | "faults"> {
  const read = all.slice(0, MOST).map(readPosition);
  const faults = read.filter((one) => typeof one === "string");
  if (all.length > MOST) faults.push(`it has more than ${MOST} positions`);
  return { positions: read.filter((one) => typeof one !== "string"), faults };
}
