import { isObject, member, parseJson } from "../limits/read-json.ts";
import { arrival, readPosition, readPositions, type Sent, toMoment } from "./read-position.ts";
import type { AppRequest, Reading, ReadRequest } from "./reading.ts";
import { isMissing } from "./values.ts";

/** Returns the locations of a JSON body: the app sends one or several. */
const locationsOf = (json: unknown): unknown[] =>
  [json].flat().flatMap((one) => [member(one, "location") ?? one].flat());

function sentInJson(location: unknown): Sent {
  const place = member(location, "coords") ?? location;
  return {
    latitude: member(place, "latitude") ?? member(place, "lat"),
    longitude: member(place, "longitude") ?? member(place, "lon") ?? member(place, "lng"),
    moment: member(location, "timestamp"),
    accuracy: member(place, "accuracy"),
    activity: member(member(location, "activity"), "type"),
  };
}

/** The JSON of a body; undefined if the app sends parameters. */
function jsonText({ body }: AppRequest): string | undefined {
  const text = body.trim();
  return /^[[{]/.test(text) ? text : undefined;
}

function readJson(text: string): Reading {
  const json = parseJson(text);
  const locations = locationsOf(json);
  const sent = locations.map(sentInJson);
  const { positions, faults } = readPositions(sent.filter(hasPlace));
  // A heartbeat may repeat the last place and its time.
  const alive = sent
    .filter((_one, index) => member(locations[index], "event") === "heartbeat")
    .filter((one) => !hasPlace(one) || typeof readPosition(one) !== "string")
    .map((one) => (hasPlace(one) ? { ...one, moment: undefined } : one));
  if (![json].flat().every(isObject)) faults.push("it is not JSON as Traccar sends it");
  return { positions, faults, ...aliveIn(alive) };
}

/** Returns the parameters, with small letters. If one comes twice, the last one counts, as in Traccar. */
const parametersOf = ({ query, body }: AppRequest): Partial<Record<string, string>> =>
  Object.fromEntries(
    [...new URLSearchParams(body.trim()), ...query].map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );

/** The coordinates of `location`, which commas part. Each may also have a decimal comma. */
function coordinatesOf(location = ""): string[] {
  const parts = location.split(",");
  return parts.length === 4 ? [parts.slice(0, 2).join("."), parts.slice(2).join(".")] : parts;
}

function readParameters(request: AppRequest): Reading {
  const values = parametersOf(request);
  const [latitude, longitude] = coordinatesOf(values.location);
  const sent = {
    latitude: values.lat ?? values.latitude ?? latitude,
    longitude: values.lon ?? values.lng ?? values.longitude ?? longitude,
    moment: values.timestamp,
    accuracy: values.accuracy,
  };
  // If `valid` is false, the app has no fix, and sends its last place.
  const isValid = !["false", "0"].includes(values.valid?.trim().toLowerCase() ?? "");
  if (isValid && hasPlace(sent)) return readPositions([sent]);
  return { positions: [], faults: [], ...aliveIn([sent]) };
}

/** When heartbeats say that the app has no newer place. */
function aliveIn(heartbeats: Sent[]): Pick<Reading, "aliveAt"> {
  if (heartbeats.length === 0) return {};
  return { aliveAt: Math.max(...heartbeats.map(({ moment }) => toMoment(moment) ?? arrival())) };
}

/** False for a heartbeat, which tells only that the app runs. */
const hasPlace = ({ latitude, longitude }: Sent) => !isMissing(latitude) || !isMissing(longitude);

/**
 * Reads OsmAnd's protocol, which Traccar Client speaks: parameters of the URL or of a form, or JSON since version 9.
 * https://www.traccar.org/osmand
 */
export const readOsmAnd: ReadRequest = (request) => {
  const text = jsonText(request);
  if (text === undefined) return readParameters(request);
  // A body of JSON does not hide a place in the URL.
  const [inBody, inUrl] = [readJson(text), readParameters({ ...request, body: "" })];
  const positions = [...inBody.positions, ...inUrl.positions];
  const faults = [...inBody.faults, ...inUrl.faults];
  if (positions.length + faults.length === 0 && inBody.aliveAt === undefined) {
    faults.push("it has no place");
  }
  return { ...inBody, positions, faults };
};
