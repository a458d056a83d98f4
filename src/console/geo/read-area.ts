import type { GeoJSON, Position } from "geojson";
import { type Shape, shapesOf } from "./area.ts";
import { readWellKnownText } from "./well-known-text.ts";

const NO_AREA = "There is no Polygon or MultiPolygon in it.";
const NEITHER =
  'This is neither GeoJSON nor well-known text. An area begins like {"type": "Polygon", … or POLYGON((…';

function shapesIn(geojson: GeoJSON): Shape[] {
  switch (geojson?.type) {
    case "FeatureCollection":
      return geojson.features.flatMap(shapesIn);
    case "Feature":
      return geojson.geometry ? shapesIn(geojson.geometry) : [];
    case "GeometryCollection":
      return geojson.geometries.flatMap(shapesIn);
    case "Polygon":
    case "MultiPolygon":
      return shapesOf(geojson);
    default:
      return [];
  }
}

const isPosition = (position: Position) =>
  Array.isArray(position) &&
  Number.isFinite(position[0]) &&
  Number.isFinite(position[1]) &&
  Math.abs(position[0] as number) <= 180 &&
  Math.abs(position[1] as number) <= 90;

/** Returns a ring as GeoJSON needs it: two dimensions, and closed. */
function tidyRing(ring: Position[]): Position[] {
  if (!Array.isArray(ring) || !ring.every(isPosition)) {
    throw new Error("Coordinates must be degrees: longitude, then latitude.");
  }
  const flat = ring.map(([x, y]) => [x, y] as Position);
  const [first] = flat;
  if (first && String(first) !== String(flat.at(-1))) flat.push([...first]);
  if (flat.length < 4) throw new Error("An area needs three corners at least.");
  return flat;
}

/**
 * Reads pasted or dropped text: any GeoJSON that contains areas, or well-known text.
 * @throws Error with a message that says what is wrong.
 */
export function readArea(text: string): Shape[] {
  const area = readWellKnownText(text);
  let shapes: Shape[];
  if (area) {
    shapes = shapesOf(area);
  } else {
    let geojson: GeoJSON;
    try {
      geojson = JSON.parse(text);
    } catch {
      throw new Error(NEITHER);
    }
    shapes = shapesIn(geojson);
  }
  if (shapes.length === 0) throw new Error(NO_AREA);
  return shapes.map(({ kind, coordinates }) => ({ kind, coordinates: coordinates.map(tidyRing) }));
}
