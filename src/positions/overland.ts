import { member, parseJson } from "../limits/read-json.ts";
import { readPositions } from "./read-position.ts";
import type { ReadRequest } from "./reading.ts";
import { isMissing } from "./values.ts";

const NOT_A_BATCH = "it is not a batch as Overland sends it";

/** False for the app's events, such as a visit or a pause, and its summaries of trips. They are no places of now. */
function isFix(feature: unknown): boolean {
  const properties = member(feature, "properties");
  return isMissing(member(properties, "action")) && member(properties, "type") !== "trip";
}

/** Reads the batches of Overland: features of GeoJSON. https://github.com/aaronpk/Overland-iOS#api */
export const readOverland: ReadRequest = ({ body }) => {
  const json = parseJson(body);
  const locations = member(json, "locations");
  if (!Array.isArray(locations)) return { positions: [], faults: [NOT_A_BATCH] };
  // While many positions wait, the app adds its current one. It sends that position again in its turn.
  const current = member(json, "current");
  return readPositions(
    [...locations, ...(isMissing(current) ? [] : [current])].filter(isFix).map((feature) => {
      const coordinates = member(member(feature, "geometry"), "coordinates");
      const [longitude, latitude] = Array.isArray(coordinates) ? coordinates : [];
      const properties = member(feature, "properties");
      return {
        latitude,
        longitude,
        moment: member(properties, "timestamp"),
        accuracy: member(properties, "horizontal_accuracy"),
        activity: member(properties, "motion"),
      };
    }),
  );
};
