import geodesic from "geographiclib-geodesic";
import type { Position } from "geojson";
import type { Shape } from "./area.ts";

const EARTH = geodesic.Geodesic.WGS84;
const CIRCLE_CORNERS = 64;
/** Longitudes run on past 180, so that a circle there stays in one piece. */
const PLACE =
  geodesic.Geodesic.LATITUDE | geodesic.Geodesic.LONGITUDE | geodesic.Geodesic.LONG_UNROLL;

/** Returns the place at a distance from another, in a direction in degrees from north, on the WGS 84 ellipsoid. */
function placeAt([x, y]: Position, metres: number, direction: number): Position {
  const { lon2, lat2 } = EARTH.Direct(y as number, x as number, direction, metres, PLACE);
  return [lon2 as number, lat2 as number];
}

/** Returns a circle as a shape with 64 corners, each as far from the centre on the ellipsoid as the database measures. */
export function circleShape(centre: Position, metres: number): Shape {
  const ring = Array.from({ length: CIRCLE_CORNERS }, (_, corner) =>
    placeAt(centre, metres, (-360 * corner) / CIRCLE_CORNERS),
  );
  return { kind: "circle", coordinates: [[...ring, [...(ring[0] as Position)]]] };
}

/** Returns the centre and the radius of a circle of `circleShape`, by two opposite corners. */
export function circleOf(ring: Position[]): { centre: Position; metres: number } {
  const half = Math.floor((ring.length - 1) / 2);
  const [[x0, y0], [x1, y1]] = [ring[0], ring[half]] as [[number, number], [number, number]];
  const { s12, azi1 } = EARTH.Inverse(y0, x0, y1, x1);
  const metres = (s12 ?? 0) / 2;
  return { centre: placeAt([x0, y0], metres, azi1 ?? 0), metres };
}
