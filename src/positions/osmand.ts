import { isObject, member, parseJson } from "../http/read-json.ts";
import { readPositions, type Sent } from "./read-position.ts";
import type { AppRequest, ReadRequest } from "./reading.ts";
import { isMissing } from "./values.ts";

/** The locations of a JSON body, of which the app sends one or several. */
const locationsOf = (json: unknown): unknown[] =>
  [json].flat().flatMap((one) => [member(one, "location") ?? one].flat());

function sentInJson(location: unknown): Sent {
  const place = member(location, "coords") ?? location;
  return {
    latitude: member(place, "latitude") ?? member(place, "lat"),
    longitude: member(place, "longitude") ?? member(place, "lon"),
    moment: member(location, "timestamp"),
    accuracy: member(place, "accuracy"),
    activity: member(member(location, "activity"), "type"),
  };
}

/** A text of a JSON body, or a number, as a text. */
const toText = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

function readJson(body: string) {
  const json = parseJson(body);
  const sent = locationsOf(json).map(sentInJson);
  const { positions, faults } = readPositions(sent.filter(hasPlace));
  if (![json].flat().every(isObject)) faults.push("it is no JSON of Traccar");
  const [key] = [json].flat().map((one) => toText(member(one, "device_id") ?? member(one, "id")));
  return { positions, faults, key };
}

/** Reads the parameters. Of one that comes twice the last counts, as in Traccar. */
function readParameters({ query, body }: AppRequest) {
  const values = Object.fromEntries([...new URLSearchParams(body), ...query]);
  const [latitude, longitude] = values.location?.split(",") ?? [];
  const sent = {
    latitude: values.lat ?? latitude,
    longitude: values.lon ?? longitude,
    moment: values.timestamp,
    accuracy: values.accuracy,
  };
  const key = values.id ?? values.deviceid;
  // The app knows that it has no fix, and sends its last place.
  const isValid = !["false", "0"].includes(values.valid ?? "");
  return { ...readPositions(isValid && hasPlace(sent) ? [sent] : []), key };
}

/** False for a heartbeat, which tells only that the app runs. */
const hasPlace = ({ latitude, longitude }: Sent) => !isMissing(latitude) || !isMissing(longitude);

/**
 * Reads OsmAnd's protocol, which Traccar Client speaks: parameters of the URL or of a form, or JSON since its version 9.
 * https://www.traccar.org/osmand
 */
export const readOsmAnd: ReadRequest = (request) => {
  const body = request.body.trim();
  return /^[[{]/.test(body) ? readJson(body) : readParameters({ ...request, body });
};
