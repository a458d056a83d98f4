import { ConfigError } from "../errors/config-error.ts";
import type { MapSettings } from "../shared/host-settings.ts";

export type MapConfig = MapSettings;

/** Reads MAP_URL and MAP_ATTRIBUTION; undefined for the console's own map. */
export function readMapConfig(env: NodeJS.ProcessEnv): MapConfig | undefined {
  const url = env.MAP_URL?.trim();
  if (!url) return undefined;
  const isTemplate = ["{z}", "{x}", "{y}"].every((part) => url.includes(part));
  const { protocol } = URL.parse(url.replaceAll(/[{}]/g, "")) ?? {};
  if ((protocol !== "https:" && protocol !== "http:") || (!isTemplate && /[{}]/.test(url))) {
    throw new ConfigError(
      "MAP_URL must be an https:// address: of raster tiles, with {z}, {x} and {y}, or of a MapLibre style.",
    );
  }
  return {
    url,
    kind: isTemplate ? "raster" : "style",
    attribution: env.MAP_ATTRIBUTION?.trim() ?? "",
  };
}
