import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { invalid } from "./variables.ts";

const HEADER_LENGTH = 127;
const SIGNATURE = "PMTiles";
const VERSION = 3;
/** The offset of the tile type in the header, and the type that the console draws. */
const TILE_TYPE_AT = 99;
const VECTOR_TILES = 1;

/** Checks the header of a PMTiles file with vector tiles, and returns its path. */
export function checkedMapFile(name: string, path: string): string {
  const header = Buffer.alloc(HEADER_LENGTH);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, header);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(name, `a PMTiles file that can be read (${code})`, path);
  }
  const isThree =
    header.toString("latin1", 0, SIGNATURE.length) === SIGNATURE &&
    header[SIGNATURE.length] === VERSION;
  if (!isThree || header[TILE_TYPE_AT] !== VECTOR_TILES) {
    throw invalid(name, "a PMTiles file of version 3 with vector tiles (MVT)", path);
  }
  return resolve(path);
}
