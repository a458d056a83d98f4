import { type Area, boundsOf, type Shape } from "../geo/area.ts";
import { theMap } from "./the-map.ts";

const MARGIN = 60;
const CLOSEST = 15;

/** Brings the map to where areas are. */
export async function showAreas(areas: Area[]): Promise<void> {
  const bounds = boundsOf(areas);
  if (!bounds) return;
  const map = await theMap();
  map.fitBounds(bounds, { padding: MARGIN, maxZoom: CLOSEST, animate: false });
}

export const showShapes = (shapes: Shape[]) =>
  showAreas(shapes.map(({ coordinates }) => ({ type: "Polygon", coordinates })));
