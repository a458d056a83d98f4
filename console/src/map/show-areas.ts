import type { Position } from "geojson";
import { type Area, boundsOf } from "../geo/area.ts";
import { sharedMap } from "./the-map.ts";

/** Pixels around the areas. The drawing tools need space at the top. */
const MARGIN = { top: 100, right: 50, bottom: 50, left: 50 };
/** A zoom that shows the surroundings of a place. */
const NEAR_ZOOM = 11;

/** Ignores that the map cannot be drawn: a message in its place says so. */
const ignoreMissingMap = () => undefined;

/** Fits the map to areas. */
export async function showAreas(areas: Area[], maxZoom = 15): Promise<void> {
  const bounds = boundsOf(areas);
  if (!bounds) return;
  const map = await sharedMap().catch(ignoreMissingMap);
  map?.fitBounds(bounds, { padding: MARGIN, maxZoom, animate: false });
}

/** Moves the map to a place, and zooms in if it is zoomed far out. */
export async function showPlace([longitude, latitude]: Position): Promise<void> {
  const map = await sharedMap().catch(ignoreMissingMap);
  const center: [number, number] = [longitude as number, latitude as number];
  map?.jumpTo({ center, zoom: Math.max(map.getZoom(), NEAR_ZOOM) });
}
