import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";

/** The lines of a file of `npm run export-data`. The rows of a table have no order. */
export const linesOf = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString()
    .split("\n")
    .sort();
