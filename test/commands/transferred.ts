import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";

/** Returns the lines of a file of `npm run export-data`, sorted, because the rows of a table have no order. */
export const linesOf = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString()
    .split("\n")
    .sort();
