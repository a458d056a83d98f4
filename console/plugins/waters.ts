import { createRequire } from "node:module";
import type { GeometryCollection, MultiPolygon, Position } from "geojson";

const require = createRequire(import.meta.url);

/** Smaller ones would triple the file, and hide below the zones of an alert. */
const MIN_SQUARE_KM = 20;
const KM_OF_DEGREE = 111.2;

/** The area of a ring in square kilometres, as on a plane. */
function squareKm(ring: Position[]): number {
  const doubled = ring.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
  const cosine = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
  return (Math.abs(doubled) / 2) * KM_OF_DEGREE ** 2 * cosine;
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
