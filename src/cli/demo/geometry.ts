export interface Point {
  latitude: number;
  longitude: number;
}

/** Metres in a degree of latitude. */
const DEGREE = 111_195;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance in metres between two points of one city. */
export function distance(a: Point, b: Point): number {
  const north = (b.latitude - a.latitude) * DEGREE;
  const east = (b.longitude - a.longitude) * DEGREE * Math.cos(radians(a.latitude));
  return Math.hypot(north, east);
}

/** The point at a fraction of the way from one point to another. */
export function between(a: Point, b: Point, fraction: number): Point {
  return {
    latitude: a.latitude + (b.latitude - a.latitude) * fraction,
    longitude: a.longitude + (b.longitude - a.longitude) * fraction,
  };
}

/** The point at a distance in metres and a direction in radians. */
export function offset(point: Point, metres: number, direction: number): Point {
  return {
    latitude: point.latitude + (metres * Math.cos(direction)) / DEGREE,
    longitude:
      point.longitude +
      (metres * Math.sin(direction)) / (DEGREE * Math.cos(radians(point.latitude))),
  };
}
