import circle from "@turf/circle";
import { featureCollection, polygon } from "@turf/helpers";
import union from "@turf/union";
import type { MultiPolygon, Polygon, Position } from "geojson";

/** An alert's area. */
export type Area = Polygon | MultiPolygon;

/** A drawn part of an area: its rings, the outer one first. */
export interface Shape {
  kind: "polygon" | "circle";
  coordinates: Position[][];
}

/** Returns a circle as a shape with 64 corners. */
export function circleShape(centre: Position, metres: number): Shape {
  const { geometry } = circle(centre, metres / 1000, { units: "kilometers", steps: 64 });
  return { kind: "circle", coordinates: geometry.coordinates };
}

/** Splits an area into shapes. */
export function shapesOf(area: Area): Shape[] {
  const parts = area.type === "Polygon" ? [area.coordinates] : area.coordinates;
  return parts.map((coordinates) => ({ kind: "polygon", coordinates }));
}

/** True if a shape has three different corners. One that is being drawn may have fewer. */
function isWhole({ coordinates: [ring] }: Shape): boolean {
  return new Set(ring?.map(String)).size >= 3;
}

/** Returns the union of shapes; undefined if there is none yet. */
export function areaOf(shapes: Shape[]): Area | undefined {
  const whole = shapes.filter(isWhole);
  const [first] = whole;
  if (!first) return undefined;
  if (whole.length === 1 && first.coordinates.length === 1) {
    return { type: "Polygon", coordinates: first.coordinates };
  }
  // Unites a single shape with itself: that cuts off the part of a hole that was dragged over the edge.
  const parts = whole.length === 1 ? [first, first] : whole;
  try {
    return union(featureCollection(parts.map(({ coordinates }) => polygon(coordinates))))?.geometry;
  } catch {
    // The shape crosses itself. The API reports that when it computes the reach or publishes.
    return { type: "MultiPolygon", coordinates: whole.map(({ coordinates }) => coordinates) };
  }
}

/** West, south, east, north. */
export type Bounds = [number, number, number, number];

/** Returns the bounding box of areas; undefined if there is none. */
export function boundsOf(areas: Area[]): Bounds | undefined {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const area of areas) {
    for (const { coordinates } of shapesOf(area)) {
      for (const [x, y] of (coordinates[0] ?? []) as [number, number][]) {
        bounds[0] = Math.min(bounds[0], x);
        bounds[1] = Math.min(bounds[1], y);
        bounds[2] = Math.max(bounds[2], x);
        bounds[3] = Math.max(bounds[3], y);
      }
    }
  }
  return bounds[0] <= bounds[2] ? bounds : undefined;
}
