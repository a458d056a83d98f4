import { type Area, areaOf, boundsOf } from "../geo/area.ts";
import { zonesAround } from "../geo/zones.ts";
import type { Draft } from "../state/draft-fields.ts";
import { theMap } from "./the-map.ts";

/** Around them, in pixels; the tools stand above. */
const MARGIN = { top: 100, right: 50, bottom: 50, left: 50 };
const CLOSEST = 15;

/** Brings the map to where areas are. */
export async function showAreas(areas: Area[]): Promise<void> {
  const bounds = boundsOf(areas);
  if (!bounds) return;
  const map = await theMap();
  map.fitBounds(bounds, { padding: MARGIN, maxZoom: CLOSEST, animate: false });
}

/** Brings the map to all that a draft concerns. */
export async function showDraft({ shapes, level2Distance, level3Distance }: Draft): Promise<void> {
  const area = areaOf(shapes);
  if (!area) return;
  await showAreas(
    zonesAround(area, level2Distance, level3Distance).map(({ geometry }) => geometry),
  );
}
