import { isObject, member, parseJson } from "../limits/read-json.ts";
import { arrival, readPosition, readPositions, type Sent, toMoment } from "./read-position.ts";
import type { ReadRequest } from "./reading.ts";
import { isMissing } from "./values.ts";

const sentIn = (message: unknown): Sent => ({
  latitude: member(message, "lat"),
  longitude: member(message, "lon"),
  moment: member(message, "tst"),
  accuracy: member(message, "acc"),
  activity: member(message, "motionactivities"),
});

/** Returns the type of a message. One without a type that has a place is meant as a location. */
function typeOf(message: unknown): string {
  const type = member(message, "_type");
  if (typeof type === "string") return type.toLowerCase();
  return isMissing(member(message, "lat")) ? "" : "location";
}

/** When a message confirms a place that was taken before: a ping, or any that was made later than its place. */
function aliveAt(message: unknown): number | undefined {
  const position = readPosition(sentIn(message));
  if (typeof position === "string") return undefined;
  const made = toMoment(member(message, "created_at"));
  if (made !== undefined && made > (position.taken_at ?? Number.POSITIVE_INFINITY)) return made;
  return member(message, "t") === "p" && made === undefined ? arrival() : undefined;
}

/**
 * Reads what OwnTracks sends in HTTP mode: one JSON message. Only `_type: location` is a position; transitions,
 * waypoints and the like accompany one. https://owntracks.org/booklet/tech/json
 */
export const readOwnTracks: ReadRequest = ({ body }) => {
  // The app also sends requests without a message.
  if (body.trim() === "") return { positions: [], faults: [] };
  const messages = [parseJson(body)].flat();
  const isOf = (type: string) => (message: unknown) => typeOf(message) === type;
  const locations = messages.filter(isOf("location"));
  const { positions, faults } = readPositions(locations.map(sentIn));
  const alive = locations.map(aliveAt).filter((at) => at !== undefined);
  if (!messages.every(isObject)) faults.push("it is not JSON as OwnTracks sends it");
  if (messages.some(isOf("encrypted"))) {
    faults.push("it is encrypted: remove the encryption key in the settings of OwnTracks");
  }
  return { positions, faults, ...(alive.length > 0 && { aliveAt: Math.max(...alive) }) };
};
