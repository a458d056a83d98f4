import type { MultiPolygon, Polygon, Position } from "geojson";
import { cutOf } from "./meridian-cut.ts";

/** The metres of a degree of latitude, on a sphere. At short distances this is accurate to half a percent. */
const METRES_PER_DEGREE = 111_195;

export interface Place {
  latitude: number;
  longitude: number;
}

/** East and north of a place, in metres. */
export type Point = readonly [east: number, north: number];

/** Returns a function that projects positions around a place. Longitudes may run on past 180, or jump there. */
export function projectionAt({ latitude, longitude }: Place) {
  const narrow = Math.cos((latitude * Math.PI) / 180);
  return ([x = 0, y = 0]: Position): Point => {
    const east = x - longitude - 360 * Math.round((x - longitude) / 360);
    return [east * narrow * METRES_PER_DEGREE, (y - latitude) * METRES_PER_DEGREE];
  };
}

/** Returns the rings of an area, outer ones and holes. */
export const ringsOf = (area: Polygon | MultiPolygon): Position[][] =>
  area.type === "Polygon" ? area.coordinates : area.coordinates.flat();

/** Returns the point of an edge that is nearest to the origin. */
function nearestOf([x1, y1]: Point, [x2, y2]: Point): Point {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length));
  return [x1 + along * dx, y1 + along * dy];
}

/** Where the border of an area is, as seen from a place. */
export interface Nearest {
  isInside: boolean;
  /** To the nearest point of the border. */
  metres: number;
  /** Degrees from north to east. */
  bearing: number;
}

/** Finds the nearest point of an area's border; undefined if it has none. */
export function nearestBorder(area: Polygon | MultiPolygon, place: Place): Nearest | undefined {
  const project = projectionAt(place);
  let [metres, bearing, isInside] = [Number.POSITIVE_INFINITY, 0, false];
  const rings = ringsOf(area);
  const isCut = cutOf(rings);
  for (const ring of rings) {
    const points = ring.map(project);
    for (let at = 1; at < points.length; at += 1) {
      const [from, to] = [points[at - 1] as Point, points[at] as Point];
      const [east, north] = nearestOf(from, to);
      const distance = Math.hypot(east, north);
      if (distance < metres && !isCut(ring[at - 1], ring[at])) {
        metres = distance;
        bearing = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
      }
      // Counts the edges that a line from the place to the east crosses.
      if (from[1] > 0 !== to[1] > 0) {
        const east = from[0] + ((to[0] - from[0]) * -from[1]) / (to[1] - from[1]);
        if (east > 0) isInside = !isInside;
      }
    }
  }
  return metres === Number.POSITIVE_INFINITY ? undefined : { isInside, metres, bearing };
}
