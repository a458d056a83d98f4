import type { Position } from "geojson";
import { uniting } from "./union.ts";

/**
 * The map repeats the world, so a place has many longitudes, each a turn of 360 degrees from the next. The console lets
 * longitudes run on past 180, so that an area across the 180th meridian is in one piece.
 */

/** Returns the longitude nearest to another one that is the same place. */
export const nearestLongitude = (longitude: number, to: number) =>
  longitude - 360 * Math.round((longitude - to) / 360);

/** Moves a ring to the east by degrees. */
export const movedEast = (ring: Position[], degrees: number): Position[] =>
  degrees === 0 ? ring : ring.map(([x, y]) => [(x as number) + degrees, y as number]);

/** Returns the westernmost and the easternmost longitude of a ring. */
function spanOf(ring: Position[] = []): [west: number, east: number] {
  let [west, east] = [Infinity, -Infinity];
  for (const [x] of ring as [number][]) {
    west = Math.min(west, x);
    east = Math.max(east, x);
  }
  return [west, east];
}

const middleOf = (ring: Position[] | undefined) => {
  const [west, east] = spanOf(ring);
  return (west + east) / 2;
};

/**
 * Returns a polygon in which each edge takes the short way round, and each hole lies in the same turn as the outer
 * ring.
 */
export function unwrapLongitudes(rings: Position[][]): Position[][] {
  const running = rings.map((ring) => {
    let before = ring[0]?.[0] ?? 0;
    return ring.map(([x, y]) => {
      before = nearestLongitude(x as number, before);
      return [before, y as number];
    });
  });
  const [outer] = running;
  return running.map((ring) => {
    const middle = middleOf(ring);
    return movedEast(ring, nearestLongitude(middle, middleOf(outer)) - middle);
  });
}

/** Moves polygons by whole turns, so that all of them together span as few degrees as possible. */
export function movedTogether(polygons: Position[][][]): Position[][][] {
  const placed = polygons.map((rings, index) => {
    const [west, east] = spanOf(rings[0]);
    const turn = -360 * Math.floor((west + 180) / 360);
    return { index, rings, turn, west: west + turn, east: east + turn };
  });
  const eastwards = placed.toSorted((a, b) => a.west - b.west);
  // Looks for the widest gap. It is at the 180th meridian, unless there is a wider one between two polygons.
  let reached = Math.max(...placed.map(({ east }) => east));
  let widest = (eastwards[0]?.west ?? 0) + 360 - reached;
  let beginning = -Infinity;
  reached = -Infinity;
  for (const { west, east } of eastwards) {
    if (reached > -Infinity && west - reached > widest) {
      widest = west - reached;
      beginning = west;
    }
    reached = Math.max(reached, east);
  }
  return placed.map(({ rings, turn, west }) =>
    rings.map((ring) => movedEast(ring, turn + (west < beginning ? 360 : 0))),
  );
}

/** Degrees by which rounding may move a corner of the cut off its edge. */
const ROUNDING_DEGREES = 1e-7;

/** Drops corners on the 180th meridian that lie on a straight line: they come from the cut. */
function withoutCutCorners(ring: Position[]): Position[] {
  const open = ring.slice(0, -1) as [number, number][];
  const kept = open.filter(([x, y], index) => {
    if (x !== 180) return true;
    const [x0, y0] = open.at(index - 1) as [number, number];
    const [x1, y1] = open[(index + 1) % open.length] as [number, number];
    const length = Math.hypot(x1 - x0, y1 - y0);
    return Math.abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) > ROUNDING_DEGREES * length;
  });
  return [...kept, kept[0] as Position];
}

/** Joins polygons that meet at the 180th meridian, as RFC 7946 cuts them there. Leaves the others as they are. */
export function joined(polygons: Position[][][]): Position[][][] {
  const together = movedTogether(polygons);
  const isCut = ([ring]: Position[][]) => ring?.some(([x]) => x === 180);
  const pieces = together.filter(isCut);
  if (pieces.length < 2) return together;
  const whole = uniting.value?.(pieces);
  if (!whole) return together;
  const parts = whole.type === "Polygon" ? [whole.coordinates] : whole.coordinates;
  return [
    ...together.filter((rings) => !isCut(rings)),
    ...parts.map((rings) => rings.map(withoutCutCorners)),
  ];
}
