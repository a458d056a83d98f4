import type { Position } from "geojson";

type IsEdge = (from: Position | undefined, to: Position | undefined) => boolean;

const along =
  (longitude: number): IsEdge =>
  (from, to) =>
    from?.[0] === longitude && to?.[0] === longitude;
const SIDES = [along(180), along(-180)];

/**
 * Returns a function that is true for the edges along which an area is cut at the 180th meridian (RFC 7946, 3.1.9).
 * They are not part of its border. An area on one side only has none.
 */
export function cutOf(rings: Position[][]): IsEdge {
  const isCut = SIDES.every((isEdge) =>
    rings.some((ring) => ring.some((to, at) => isEdge(ring[at - 1], to))),
  );
  return (from, to) => isCut && SIDES.some((isEdge) => isEdge(from, to));
}
