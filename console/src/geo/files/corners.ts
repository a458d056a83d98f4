import type { Shape } from "../area.ts";

/** Returns the number of corners of shapes. */
export const cornersOf = (shapes: readonly Shape[]) =>
  shapes.flatMap(({ coordinates }) => coordinates).reduce((sum, ring) => sum + ring.length, 0);
