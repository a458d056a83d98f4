import type { MapSettings } from "./host-settings.ts";
import { checkedMapFile } from "./map-file.ts";
import { invalid, type Variables } from "./variables.ts";

/** The map that the console shows. */
export interface MapConfig extends MapSettings {
  /** The path of the map's file, which the host serves. */
  file?: string;
}

/** The address of the map's file, relative to the console. */
export const MAP_FILE_URL = "map.pmtiles";

/** Reads the map that the console shows. Undefined for the console's own map. */
export function readMapConfig(variables: Variables): MapConfig | undefined {
  // MAP_URL: raster tiles with {z}, {x} and {y}, or a MapLibre style.
  const url = variables.text("MAP_URL");
  // MAP_FILE: a PMTiles file with the schema of Protomaps or OpenMapTiles.
  const path = variables.text("MAP_FILE");
  // MAP_ATTRIBUTION: the credit that the map's owner asks for.
  const attribution = variables.text("MAP_ATTRIBUTION") ?? "";
  if (path) {
    if (url) throw invalid("MAP_FILE", "unset if MAP_URL is set: the console shows one of them");
    return { url: MAP_FILE_URL, kind: "file", attribution, file: checkedMapFile("MAP_FILE", path) };
  }
  if (!url) return undefined;
  const isTemplate = ["{z}", "{x}", "{y}"].every((part) => url.includes(part));
  const { protocol } = URL.parse(url.replaceAll(/[{}]/g, "")) ?? {};
  if ((protocol !== "https:" && protocol !== "http:") || (!isTemplate && /[{}]/.test(url))) {
    throw invalid(
      "MAP_URL",
      "an https:// address: of raster tiles, with {z}, {x} and {y}, or of a MapLibre style",
    );
  }
  return {
    url,
    kind: isTemplate ? "raster" : "style",
    attribution,
  };
}
