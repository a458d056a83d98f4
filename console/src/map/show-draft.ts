import { areaOf } from "../geo/area.ts";
import { zonesAround } from "../geo/zones.ts";
import { distancesOf } from "../state/distances.ts";
import type { Draft } from "../state/draft-fields.ts";
import { showAreas } from "./show-areas.ts";

/** Fits the map to a draft's zones. */
export async function showDraft(draft: Draft): Promise<void> {
  const area = areaOf(draft.shapes);
  if (!area) return;
  await showAreas(zonesAround(area, ...distancesOf(draft)).map(({ geometry }) => geometry));
}
