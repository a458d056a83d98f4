import { createRequire } from "node:module";
import type { GeometryCollection, MultiPolygon, Position } from "geojson";
import { sizeOf } from "../src/geo/nesting.ts";

const require = createRequire(import.meta.url);

/** Smaller ones would triple the file, and hide below the zones of an alert. */
const MIN_SQUARE_KM = 20;
const KM_OF_DEGREE = 111.2;

/** The area of a ring in square kilometres, as on a plane. */
function squareKm(ring: Position[]): number {
  const cosine = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
  return (sizeOf(ring) / 2) * KM_OF_DEGREE ** 2 * cosine;
}

/** Lakes and wide rivers of at least 20 square kilometres, of OpenStreetMap, exact to a kilometre. */
export function waters(): MultiPolygon {
  const bodies: GeometryCollection<MultiPolygon> = require("@geo-maps/earth-waterbodies-1km")();
  // The last geometry is the seas.
  const inland = bodies.geometries.slice(0, -1).flatMap(({ coordinates }) => coordinates);
  return {
    type: "MultiPolygon",
    coordinates: inland.filter(([outline = []]) => squareKm(outline) >= MIN_SQUARE_KM),
  };
}
