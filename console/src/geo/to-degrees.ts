import type { MultiPolygon } from "geojson";
import { TransformedAreaDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { t } from "../words/translate.ts";
import { cornerCount } from "./files/corners.ts";
import { FileError } from "./files/file-error.ts";
import type { Part } from "./read-area.ts";

/** The most corners of a request: the service takes 2 MB. */
const MAX_REQUEST_CORNERS = 20_000;

/** Returns the first parts that fit into a request. */
function firstOf(parts: Part[]): Part[] {
  let left = MAX_REQUEST_CORNERS;
  const end = parts.findIndex(({ rings }, index) => {
    left -= cornerCount([rings]);
    return left < 0 && index > 0;
  });
  return end < 0 ? parts : parts.slice(0, end);
}

const unknownCrsText = (crs: string) =>
  t(
    "The service does not know the coordinate system “{name}”, or its datum. Export the file in WGS 84 (EPSG:4326).",
    // Well-known text begins with its name.
    { name: /"([^"]*)"/.exec(crs)?.[1] ?? crs },
  );

/** Transforms polygons to degrees of WGS 84, in place. The database does it, because it knows all datums. */
export async function toDegrees(parts: Part[]): Promise<void> {
  for (let left = parts; left.length > 0; left = left.filter(({ crs }) => crs)) {
    const [{ crs }] = left as [Part];
    if (!crs) continue;
    const some = firstOf(left.filter((part) => part.crs === crs));
    const area: MultiPolygon = {
      type: "MultiPolygon",
      coordinates: some.map(({ rings }) => rings),
    };
    const { transformedArea } = await request(TransformedAreaDocument, { area, crs }).catch(
      (error) => {
        throw error.code === "BAD_USER_INPUT" ? new FileError(unknownCrsText(crs)) : error;
      },
    );
    (transformedArea as MultiPolygon).coordinates.forEach((rings, index) => {
      Object.assign(some[index] as Part, { rings, crs: undefined });
    });
  }
}
