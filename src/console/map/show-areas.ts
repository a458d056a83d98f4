import { type Area, boundsOf } from "../geo/area.ts";
import { theMap } from "./the-map.ts";

/** Pixels around the areas. The drawing tools need space at the top. */
const MARGIN = { top: 100, right: 50, bottom: 50, left: 50 };
const LARGEST_ZOOM = 15;

/** Fits the map to areas. */
export async function showAreas(areas: Area[]): Promise<void> {
  const bounds = boundsOf(areas);
  if (!bounds) return;
  const map = await theMap();
  map.fitBounds(bounds, { padding: MARGIN, maxZoom: LARGEST_ZOOM, animate: false });
}
