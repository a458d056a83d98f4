import { t } from "../../words/translate.ts";

/** What is wrong with a file, in words for people. */
export class FileError extends Error {}

/** The most bytes of a file, packed and unpacked. More would block the page for long. */
export const MOST_BYTES = 30_000_000;
/** The most corners of an area: the service takes no more. */
export const MOST_CORNERS = 10_000;

export const TOO_LARGE = t(
  "The file is larger than 30 MB. Export the areas that you need, with fewer corners.",
);
export const DAMAGED = t(
  "This is no GeoJSON, KML, zipped shapefile or well-known text, or the file is damaged.",
);
