import type { Position } from "geojson";

/** Returns the number of corners of polygons. */
export const cornerCount = (polygons: readonly Position[][][]) =>
  polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
