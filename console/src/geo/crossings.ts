import type { Position } from "geojson";
import { type Area, polygonsOf } from "./area.ts";
import { type Point, turn } from "./nesting.ts";

interface Edge {
  from: Point;
  to: Point;
  index: number;
  /** Its westernmost and easternmost longitude. */
  west: number;
  east: number;
}

/** The most crossings to mark: more marks would not help. */
const MAX_CROSSINGS = 20;

/** True if a point on an edge's line lies on the edge. */
const isBetween = ([x, y]: Point, { from, to, west, east }: Edge) =>
  x >= west && x <= east && y >= Math.min(from[1], to[1]) && y <= Math.max(from[1], to[1]);

/** Returns where two edges cross or touch; undefined if they do not. */
function intersection(a: Edge, b: Edge): Point | undefined {
  const [fromB, toB] = [turn(a.from, a.to, b.from), turn(a.from, a.to, b.to)];
  const [fromA, toA] = [turn(b.from, b.to, a.from), turn(b.from, b.to, a.to)];
  if (fromB === 0 && isBetween(b.from, a)) return b.from;
  if (toB === 0 && isBetween(b.to, a)) return b.to;
  if (fromA === 0 && isBetween(a.from, b)) return a.from;
  if (toA === 0 && isBetween(a.to, b)) return a.to;
  if (fromB > 0 === toB > 0 || fromA > 0 === toA > 0) return undefined;
  const share = fromA / (fromA - toA);
  return [a.from[0] + share * (a.to[0] - a.from[0]), a.from[1] + share * (a.to[1] - a.from[1])];
}

/** Returns where two edges that share a corner lie on each other; undefined if they only meet there. */
function foldedBack(a: Edge, b: Edge): Point | undefined {
  // The first and the last edge meet at the ring's ends.
  const [before, after] = String(a.to) === String(b.from) ? [a, b] : [b, a];
  if (turn(before.from, before.to, after.to) !== 0) return undefined;
  if (isBetween(after.to, before)) return after.to;
  return isBetween(before.from, after) ? before.from : undefined;
}

/** Returns a ring's edges from west to east, without those that have no length. */
function edgesOf(ring: Position[]): Edge[] {
  const corners = (ring as Point[]).filter(
    (corner, index) => index === 0 || String(corner) !== String(ring[index - 1]),
  );
  return corners
    .slice(1)
    .map((to, index): Edge => {
      const from = corners[index] as Point;
      return { from, to, index, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) };
    })
    .sort((a, b) => a.west - b.west);
}

/** Returns the points where a ring crosses or touches itself. */
function ofRing(ring: Position[]): Point[] {
  const edges = edgesOf(ring);
  const found: Point[] = [];
  // Only edges that overlap in longitude can meet.
  let open: Edge[] = [];
  for (const edge of edges) {
    open = open.filter(({ east }) => east >= edge.west);
    for (const other of open) {
      const distance = Math.abs(edge.index - other.index);
      const areNeighbours = distance === 1 || distance === edges.length - 1;
      const [first, second] = edge.index < other.index ? [edge, other] : [other, edge];
      const at = areNeighbours ? foldedBack(first, second) : intersection(first, second);
      if (at) found.push(at);
      if (found.length === MAX_CROSSINGS) return found;
    }
    open.push(edge);
  }
  return found;
}

const known = new WeakMap<Area, Position[]>();

/** Returns the points where the outline of an area or of a hole crosses or touches itself. */
export function crossingsOf(area: Area): Position[] {
  const earlier = known.get(area);
  if (earlier) return earlier;
  const all = polygonsOf(area).flat().flatMap(ofRing);
  const found = [...new Map(all.map((at) => [String(at), at])).values()].slice(0, MAX_CROSSINGS);
  known.set(area, found);
  return found;
}
