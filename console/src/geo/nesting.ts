import type { Position } from "geojson";

export type Point = [number, number];

/** Twice the signed area of a triangle: positive if its corners run anticlockwise, 0 if they lie on a line. */
export const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** True if all corners of a ring lie on one line, but for rounding. */
export function isFlat(ring: Position[]): boolean {
  const corners = ring as Point[];
  const first = corners[0] as Point;
  const distance = ([x, y]: Point) => Math.abs(x - first[0]) + Math.abs(y - first[1]);
  const far = corners.reduce((a, b) => (distance(b) > distance(a) ? b : a));
  const rounding = 1e-14 * (Math.abs(first[0]) + Math.abs(first[1]) + distance(far));
  return corners.every((corner) => Math.abs(turn(first, far, corner)) <= rounding * distance(far));
}

/** Returns a ring's area on the plane, doubled. */
export function sizeOf(ring: Position[]): number {
  const corners = ring as Point[];
  const first = corners[0] as Point;
  return Math.abs(
    corners.reduce((sum, to, at) => sum + (at ? turn(first, corners[at - 1] as Point, to) : 0), 0),
  );
}

/** Returns where a ring cuts a parallel, from west to east. */
function cutsAt(ring: Position[], y: number): number[] {
  const cuts: number[] = [];
  (ring as Point[]).forEach(([x1, y1], index, all) => {
    const [x0, y0] = all[index - 1] ?? [x1, y1];
    if (y0 > y !== y1 > y) cuts.push(x0 + ((x1 - x0) * (y - y0)) / (y1 - y0));
  });
  return cuts.sort((a, b) => a - b);
}

/** Returns a place well inside a ring that is not flat. */
function middleOf(ring: Position[]): Point {
  const widest = (values: number[], step: number) => {
    let best = 0;
    for (let at = 0; at + 1 < values.length; at += step) {
      const gap = (from: number) => (values[from + 1] as number) - (values[from] as number);
      if (gap(at) > gap(best)) best = at;
    }
    return ((values[best] as number) + (values[best + 1] as number)) / 2;
  };
  const y = widest(
    (ring as Point[]).map(([, latitude]) => latitude).sort((a, b) => a - b),
    1,
  );
  return [widest(cutsAt(ring, y), 2), y];
}

/** True if a place lies inside a ring. */
export const isInside = ([x, y]: Point, ring: Position[]) =>
  cutsAt(ring, y).filter((cut) => cut > x).length % 2 === 1;

/**
 * Groups rings to polygons, the outer ring first: a ring in an odd number of others is a hole. Programs do not agree in
 * which direction and order rings run.
 */
export function grouped(rings: Position[][]): Position[][][] {
  const polygons: Position[][][] = [];
  const larger: { ring: Position[]; polygon: Position[][] }[] = [];
  for (const ring of rings.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    const middle = middleOf(ring);
    const around = larger.filter((other) => isInside(middle, other.ring));
    const isHole = around.length % 2 === 1;
    const polygon = (isHole && around.at(-1)?.polygon) || [];
    polygon.push(ring);
    if (!isHole) polygons.push(polygon);
    larger.push({ ring, polygon });
  }
  return polygons;
}
