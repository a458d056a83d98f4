import type { Position } from "geojson";
import type { Area } from "./area.ts";

/**
 * A pair of numbers, or a single number. A single number must match too: if it were tried again from each of its
 * digits, a long one would take a number of steps that grows with the square of its length.
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
