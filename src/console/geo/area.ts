import circle from "@turf/circle";
import { featureCollection, polygon } from "@turf/helpers";
import union from "@turf/union";
import type { MultiPolygon, Polygon, Position } from "geojson";

/** Where an alert is for. */
export type Area = Polygon | MultiPolygon;

/** A part of an area as it was drawn: its rings, the outer one first. */
export interface Shape {
  kind: "polygon" | "circle";
  coordinates: Position[][];
}

/** A circle as a shape. */
export function circleShape(centre: Position, metres: number): Shape {
  const { geometry } = circle(centre, metres / 1000, { units: "kilometers", steps: 64 });
  return { kind: "circle", coordinates: geometry.coordinates };
}

/** The parts of an area as shapes. */
export function shapesOf(area: Area): Shape[] {
  const parts = area.type === "Polygon" ? [area.coordinates] : area.coordinates;
  return parts.map((coordinates) => ({ kind: "polygon", coordinates }));
}

/** Whether a shape has three corners that differ: one that is being drawn may not have them yet. */
function isWhole({ coordinates: [ring] }: Shape): boolean {
  return new Set(ring?.map(String)).size >= 3;
}

/** The area that shapes make together, where they overlap once; undefined where there is none yet. */
export function areaOf(shapes: Shape[]): Area | undefined {
  const whole = shapes.filter(isWhole);
  const [first] = whole;
  if (!first) return undefined;
  if (whole.length === 1 && first.coordinates.length === 1) {
    return { type: "Polygon", coordinates: first.coordinates };
  }
  // With itself if it is alone: a hole that was dragged over the edge is cut from what it covers.
  const parts = whole.length === 1 ? [first, first] : whole;
  try {
    return union(featureCollection(parts.map(({ coordinates }) => polygon(coordinates))))?.geometry;
  } catch {
    // Crossing itself: the API says so, once it is published or its reach is asked for.
    return { type: "MultiPolygon", coordinates: whole.map(({ coordinates }) => coordinates) };
  }
}

/** West, south, east, north. */
export type Bounds = [number, number, number, number];

/** The box around geometries; undefined around none. */
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
