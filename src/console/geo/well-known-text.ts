import type { Position } from "geojson";
import type { Area } from "./area.ts";

/** Reads POLYGON and MULTIPOLYGON, longitude before latitude. Returns undefined for anything else. */
export function readWellKnownText(text: string): Area | undefined {
  const [, type, body] =
    text.trim().match(/^(?:SRID=4326;)?\s*(POLYGON|MULTIPOLYGON)\s*(\(.*\))$/is) ?? [];
  if (!type || !body) return undefined;
  const json = body
    .replaceAll(/([-+\d.eE]+)\s+([-+\d.eE]+)/g, "[$1,$2]")
    .replaceAll("(", "[")
    .replaceAll(")", "]");
  try {
    const coordinates = JSON.parse(json);
    return type.toUpperCase() === "POLYGON"
      ? { type: "Polygon", coordinates: coordinates as Position[][] }
      : { type: "MultiPolygon", coordinates: coordinates as Position[][][] };
  } catch {
    return undefined;
  }
}
