import type { MapSettings } from "../shared/host-settings.ts";
import { invalid, type Variables } from "./variables.ts";

export type MapConfig = MapSettings;

/** Reads the map that the console shows. Undefined for the console's own map. */
export function readMapConfig(variables: Variables): MapSettings | undefined {
  // MAP_URL: raster tiles with {z}, {x} and {y}, or a MapLibre style.
  const url = variables.text("MAP_URL");
  // MAP_ATTRIBUTION: the credit that the map's owner asks for.
  const attribution = variables.text("MAP_ATTRIBUTION") ?? "";
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
