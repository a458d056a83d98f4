import { t } from "../../words/translate.ts";

/** An error in a file, with a message for the user. */
export class FileError extends Error {}

/** The most bytes of a file, packed and unpacked. More would block the page for long. */
export const MOST_BYTES = 30_000_000;
/** The most corners of an area: the service accepts no more. */
export const MAX_CORNERS = 10_000;

export const TOO_LARGE = t(
  "The file is larger than 30 MB. Export the areas that you need, with fewer corners.",
);
export const DAMAGED = t(
  "This file is not GeoJSON, KML, a zipped shapefile or well-known text, or it is damaged.",
);
