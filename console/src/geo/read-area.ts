import type { GeoJSON, Position } from "geojson";
import { t } from "../words/translate.ts";
import { type Area, type Shape, shapesOf } from "./area.ts";
import { unwrapped } from "./meridian.ts";

/**
 * A pair of numbers, or a single number. A single number must match too: if it were tried again from each of its
 * digits, a long one would take a number of steps that grows with the square of its length.
 */
const PAIR = /([-+\d.eE]+)(?:\s+([-+\d.eE]+))?/g;

/** Reads POLYGON and MULTIPOLYGON, longitude before latitude. Returns undefined for anything else. */
function readWellKnownText(text: string): Area | undefined {
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

const NO_AREA = t("There is no Polygon or MultiPolygon in it.");
export const NOT_DEGREES = t("Coordinates must be degrees: longitude, then latitude.");
const NEITHER = t(
  "This is neither GeoJSON nor well-known text. An area begins like {example} or POLYGON((…",
  {
    example: '{"type": "Polygon", …',
  },
);

/** Returns a list from a file, or an empty list if the file has something else there. */
export const listOf = <Item>(list: Item[]): Item[] => (Array.isArray(list) ? list : []);

function polygonsIn(geojson: GeoJSON): Position[][][] {
  switch (geojson?.type) {
    case "FeatureCollection":
      return listOf(geojson.features).flatMap(polygonsIn);
    case "Feature":
      return geojson.geometry ? polygonsIn(geojson.geometry) : [];
    case "GeometryCollection":
      return listOf(geojson.geometries).flatMap(polygonsIn);
    case "Polygon":
      return [geojson.coordinates];
    case "MultiPolygon":
      return listOf(geojson.coordinates);
    default:
      return [];
  }
}

const isPosition = (position: Position) =>
  Array.isArray(position) &&
  Number.isFinite(position[0]) &&
  Number.isFinite(position[1]) &&
  // Other maps let longitudes run on past 180 too.
  Math.abs(position[0] as number) <= 360 &&
  Math.abs(position[1] as number) <= 90;

/** Returns a ring as GeoJSON needs it: two dimensions, and closed. */
function tidyRing(ring: Position[]): Position[] {
  if (!Array.isArray(ring) || !ring.every(isPosition)) {
    throw new Error(NOT_DEGREES);
  }
  const flat = ring.map(([x, y]) => [x, y] as Position);
  const [first] = flat;
  if (first && String(first) !== String(flat.at(-1))) flat.push([...first]);
  if (flat.length < 4) throw new Error(t("An area needs three corners at least."));
  return flat;
}

/** Returns the areas in GeoJSON as shapes; none if it has only points and lines. */
export function shapesIn(geojson: GeoJSON): Shape[] {
  const coordinates = polygonsIn(geojson)
    .filter((rings) => listOf(rings).length > 0)
    .map((rings) => unwrapped(rings.map(tidyRing)));
  return shapesOf({ type: "MultiPolygon", coordinates });
}

/**
 * Reads GeoJSON or well-known text.
 * @throws Error if it is neither.
 */
export function readGeoJson(text: string): GeoJSON {
  const area = readWellKnownText(text);
  if (area) return area;
  try {
    return JSON.parse(text) as GeoJSON;
  } catch {
    throw new Error(NEITHER);
  }
}

/**
 * Reads pasted or dropped text: any GeoJSON that contains areas, or well-known text.
 * @throws Error with a message that says what is wrong.
 */
export function readArea(text: string): Shape[] {
  const shapes = shapesIn(readGeoJson(text));
  if (shapes.length === 0) throw new Error(NO_AREA);
  return shapes;
}
