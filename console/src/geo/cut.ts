import difference from "@turf/difference";
import { featureCollection, polygon } from "@turf/helpers";
import type { Position } from "geojson";
import { polygonsOf, type Shape } from "./area.ts";
import { movedTogether } from "./meridian.ts";

/** Returns what is left of a shape. A circle stays a circle if only a hole was cut into it. */
function leftOf(rings: Position[][], kind: Shape["kind"], hole: Position[][]): Shape[] {
  const left = difference(featureCollection([polygon(rings), polygon(hole)]))?.geometry;
  if (!left) return [];
  const parts = polygonsOf(left);
  const isWhole = parts.length === 1 && parts[0]?.[0]?.length === rings[0]?.length;
  return parts.map((coordinates) => ({ kind: isWhole ? kind : "polygon", coordinates }));
}

/**
 * Cuts a hole into shapes. Shapes that it does not touch stay as they are.
 * @param hole Closed rings, the outer one first: what lies inside the others is not cut out. If a ring crosses itself,
 * nothing is cut.
 */
export function cutOut(shapes: Shape[], hole: Position[][]): Shape[] {
  const [near = [], ...rest] = movedTogether([hole, ...shapes.map((shape) => shape.coordinates)]);
  try {
    return rest.flatMap((rings, index) => leftOf(rings, (shapes[index] as Shape).kind, near));
  } catch {
    return shapes;
  }
}
