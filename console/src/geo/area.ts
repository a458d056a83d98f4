import type { MultiPolygon, Polygon, Position } from "geojson";
import { joined, movedTogether, nearestLongitude } from "./meridian.ts";
import { uniting } from "./union.ts";

/** An alert's area. */
export type Area = Polygon | MultiPolygon;

/** A drawn part of an area: its rings, the outer one first. */
export interface Shape {
  kind: "polygon" | "circle";
  coordinates: Position[][];
}

/** Returns a rectangle between two opposite corners. It takes the short way round the earth. */
export function rectangleShape([x0, y0]: Position, corner: Position): Shape {
  const [west, south, north] = [x0 as number, y0 as number, corner[1] as number];
  const east = nearestLongitude(corner[0] as number, west);
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { kind: "polygon", coordinates: [ring] };
}

/** Returns an area's polygons: their rings, the outer one first. */
export const polygonsOf = (area: Area) =>
  area.type === "Polygon" ? [area.coordinates] : area.coordinates;

/** Splits an area into shapes. Pieces that meet at the 180th meridian are one shape. */
export function shapesOf(area: Area): Shape[] {
  return joined(polygonsOf(area)).map((coordinates) => ({ kind: "polygon", coordinates }));
}

/** Returns an area without the cut at the 180th meridian: its longitudes run on past 180. */
export function withoutMeridianCut(area: Area): Area {
  const parts = joined(polygonsOf(area));
  const [first] = parts;
  return first && parts.length === 1
    ? { type: "Polygon", coordinates: first }
    : { type: "MultiPolygon", coordinates: parts };
}

/** True if a shape has three different corners. One that is being drawn may have fewer. */
function isPolygon({ coordinates: [ring] }: Shape): boolean {
  return new Set(ring?.map(String)).size >= 3;
}

/** Returns the union of shapes; undefined if there is none yet. */
export function areaOf(shapes: Shape[]): Area | undefined {
  const whole = movedTogether(shapes.filter(isPolygon).map(({ coordinates }) => coordinates));
  const [first] = whole;
  if (!first) return undefined;
  if (whole.length === 1 && first.length === 1) return { type: "Polygon", coordinates: first };
  // Unites a single shape with itself: that cuts off the part of a hole that was dragged over the edge.
  const parts = whole.length === 1 ? [first, first] : whole;
  const unite = uniting.value;
  try {
    if (unite) return unite(parts);
  } catch {
    // The shape crosses itself. The API reports that when it computes the reach or publishes.
  }
  return { type: "MultiPolygon", coordinates: whole };
}

/** West, south, east, north. */
export type Bounds = [number, number, number, number];

/** Returns the bounding box of areas; undefined if there is none. Across the 180th meridian its east is past 180. */
export function boundsOf(areas: Area[]): Bounds | undefined {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [ring] of movedTogether(areas.flatMap(polygonsOf))) {
    for (const [x, y] of (ring ?? []) as [number, number][]) {
      bounds[0] = Math.min(bounds[0], x);
      bounds[1] = Math.min(bounds[1], y);
      bounds[2] = Math.max(bounds[2], x);
      bounds[3] = Math.max(bounds[3], y);
    }
  }
  return bounds[0] <= bounds[2] ? bounds : undefined;
}
