import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { invalid } from "./setting.ts";

const HEADER_BYTES = 127;
const SIGNATURE = "PMTiles";
const VERSION = 3;
/** The offset of the tile type in the header, and the type that the console draws. */
const TILE_TYPE_AT = 99;
const VECTOR_TILES = 1;

/** Checks the header of a PMTiles file with vector tiles, and returns its path. */
export function mapFile(path: string, name: string): string {
  const header = Buffer.alloc(HEADER_BYTES);
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

/** The map that the console shows in place of its own. */
export interface MapSettings {
  /** A raster tile template with {z}, {x} and {y}; a MapLibre style, for vector tiles; or the host's PMTiles file. */
  url: string;
  kind: "raster" | "style" | "file";
  /** The credit that the terms of the map's data require. Empty if the map shows it itself. */
  attribution: string;
}

/** The map that the console shows. */
export interface MapConfig extends MapSettings {
  /** The path of the map's file, which the host serves. */
  file?: string;
}

/** The address of the map's file, relative to the console. */
export const MAP_FILE_URL = "map.pmtiles";

/** The address of raster tiles, or of a MapLibre style. */
export function mapUrl(url: string, name: string): { url: string; kind: "raster" | "style" } {
  const isTemplate = ["{z}", "{x}", "{y}"].every((part) => url.includes(part));
  const { protocol } = URL.parse(url.replaceAll(/[{}]/g, "")) ?? {};
  if ((protocol !== "https:" && protocol !== "http:") || (!isTemplate && /[{}]/.test(url))) {
    throw invalid(
      name,
      "an https:// address: of raster tiles, with {z}, {x} and {y}, or of a MapLibre style",
    );
  }
  return { url, kind: isTemplate ? "raster" : "style" };
}

/** Returns the map that the console shows. Undefined for the console's own map. */
export function shownMap(settings: {
  url: ReturnType<typeof mapUrl> | undefined;
  file: string | undefined;
  attribution: string;
}): MapConfig | undefined {
  const { url, file, attribution } = settings;
  if (file && url) {
    throw invalid("MAP_FILE", "unset if MAP_URL is set: the console shows one of them");
  }
  if (file) return { url: MAP_FILE_URL, kind: "file", attribution, file };
  return url && { ...url, attribution };
}
