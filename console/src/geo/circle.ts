import circle from "@turf/circle";
import type { Position } from "geojson";
import type { Shape } from "./area.ts";

/** Returns a circle as a shape with 64 corners. */
export function circleShape(centre: Position, metres: number): Shape {
  const { geometry } = circle(centre, metres / 1000, { units: "kilometers", steps: 64 });
  return { kind: "circle", coordinates: geometry.coordinates };
}
