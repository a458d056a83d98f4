import { isObject, member, parseJson } from "../limits/read-json.ts";
import { readPositions } from "./read-position.ts";
import type { ReadRequest } from "./reading.ts";

/**
 * Reads what OwnTracks sends in HTTP mode: one JSON message. Only `_type: location` is a position; transitions,
 * waypoints and the like accompany one. https://owntracks.org/booklet/tech/json
 */
export const readOwnTracks: ReadRequest = ({ body }) => {
  // The app also sends requests without a message.
  if (body.trim() === "") return { positions: [], faults: [] };
  const messages = [parseJson(body)].flat();
  const isOf = (type: string) => (message: unknown) => member(message, "_type") === type;
  const { positions, faults } = readPositions(
    messages.filter(isOf("location")).map((message) => ({
      latitude: member(message, "lat"),
      longitude: member(message, "lon"),
      moment: member(message, "tst"),
      accuracy: member(message, "acc"),
      activity: member(message, "motionactivities"),
    })),
  );
  if (!messages.every(isObject)) faults.push("it is not JSON as OwnTracks sends it");
  if (messages.some(isOf("encrypted"))) {
    faults.push("it is encrypted: remove the encryption key in the settings of OwnTracks");
  }
  return { positions, faults };
};
