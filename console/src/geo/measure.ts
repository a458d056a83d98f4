import geodesic from "geographiclib-geodesic";
import type { Position } from "geojson";
import { type Area, polygonsOf } from "./area.ts";
import { nearestLongitude } from "./meridian.ts";

const EARTH = geodesic.Geodesic.WGS84;
/**
 * The longest piece of an edge, in degrees. Edges are straight in longitude and latitude, so they are measured in
 * pieces.
 */
const PIECE_DEGREES = 0.1;
/** The most pieces of an edge, so that the pointer never waits for an edge across the earth. */
const MAX_PIECES = 400;
/** Corners nearer than this, in degrees, count as one: drawing tools put a second corner beside the pointer. */
const SAME_PLACE_DEGREES = 1e-7;

type Point = [longitude: number, latitude: number];

/** Returns a line's corners and the points between them at which its edges are measured. */
function measuredPoints(line: Position[]): Point[] {
  const points: Point[] = [];
  for (const corner of line as Point[]) {
    const before = points.at(-1);
    if (!before) {
      points.push([corner[0], corner[1]]);
      continue;
    }
    const [dx, dy] = [nearestLongitude(corner[0], before[0]) - before[0], corner[1] - before[1]];
    const pieces = Math.min(Math.ceil(Math.hypot(dx, dy) / PIECE_DEGREES), MAX_PIECES);
    for (let piece = 1; piece <= pieces; piece += 1) {
      points.push([before[0] + (dx * piece) / pieces, before[1] + (dy * piece) / pieces]);
    }
  }
  return points;
}

/** Returns the length of a line on the ellipsoid, in metres. */
export function lengthOf(line: Position[]): number {
  const points = measuredPoints(line);
  return points.slice(1).reduce((sum, [x, y], index) => {
    const [x0, y0] = points[index] as Point;
    return sum + (EARTH.Inverse(y0, x0, y, x, geodesic.Geodesic.DISTANCE).s12 ?? 0);
  }, 0);
}

/** Returns the area inside a ring on the ellipsoid, in square metres. */
export function areaInside(ring: Position[]): number {
  const polygon = EARTH.Polygon(false);
  for (const [x, y] of measuredPoints(ring).slice(1)) polygon.AddPoint(y, x);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** Returns the size of an area on the ellipsoid, without its holes, in square metres. */
export const areaSize = (area: Area) =>
  polygonsOf(area).reduce(
    (sum, [outer = [], ...holes]) =>
      holes.reduce((left, hole) => left - areaInside(hole), sum + areaInside(outer)),
    0,
  );

/** Returns the middle of a ring on the map, in which a circle that is being drawn reaches equally far in all directions. */
export function middleOf(ring: Position[]): Point {
  const onMap = (ring as Point[]).map(
    ([x, y]) => [x, Math.asinh(Math.tan((y * Math.PI) / 180))] as const,
  );
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const y = middle(onMap.map(([, value]) => value));
  return [middle(onMap.map(([x]) => x)), (Math.atan(Math.sinh(y)) * 180) / Math.PI];
}

/** Returns the mean distance of a circle's ring from its middle, in metres. */
export function radiusOf(ring: Position[]): number {
  const corners = ring.slice(1) as Point[];
  const [x0, y0] = middleOf(corners);
  const sum = corners.reduce(
    (total, [x, y]) => total + (EARTH.Inverse(y0, x0, y, x, geodesic.Geodesic.DISTANCE).s12 ?? 0),
    0,
  );
  return sum / corners.length;
}

/** Returns a ring's different corners in their order. The first one is not repeated at the end. */
export function cornersOf(ring: Position[]): Position[] {
  const isSamePlace = (a: Position | undefined, b: Position) =>
    a !== undefined &&
    Math.abs((a[0] as number) - (b[0] as number)) < SAME_PLACE_DEGREES &&
    Math.abs((a[1] as number) - (b[1] as number)) < SAME_PLACE_DEGREES;
  return ring
    .slice(0, -1)
    .filter((corner, index) => index === 0 || !isSamePlace(ring[index - 1], corner));
}
