import type { Position } from "geojson";
import type { Area } from "./area.ts";

/**
 * A number, and one after it. What has none after it is found by itself: if it were tried from each of its digits, a long
 * one would take as many steps as the square of its length.
 */
const PAIR = /([-+\d.eE]+)(?:\s+([-+\d.eE]+))?/g;

/** Reads POLYGON and MULTIPOLYGON, longitude before latitude. Returns undefined for anything else. */
export function readWellKnownText(text: string): Area | undefined {
  const [, type, body] =
    text.trim().match(/^(?:SRID=4326;)?\s*(POLYGON|MULTIPOLYGON)\s*(\(.*\))$/is) ?? [];
  if (!type || !body) return undefined;
  const json = body
    .replaceAll(PAIR, (text, x, y) => (y === undefined ? text : `[${x},${y}]`))
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
