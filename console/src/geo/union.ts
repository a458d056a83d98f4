import { signal } from "@preact/signals";
import type { MultiPolygon, Polygon, Position } from "geojson";

/** Returns the union of polygons; undefined if it is empty. Throws if a polygon crosses itself. */
export type Unite = (polygons: Position[][][]) => Polygon | MultiPolygon | undefined;

/**
 * Makes unions, once its code has loaded. The code is large, and the map can be used without it: few areas need it
 * there, and they are drawn again when it has loaded. The screens that draw areas import it.
 */
export const uniting = signal<Unite>();
