import { draft } from "../state/draft.ts";
import { lastingZones } from "./lasting-layers.ts";
import { showAreas } from "./show-areas.ts";
import { showDraft } from "./show-draft.ts";

/** Fits the map to the draft's zones, or to the zones of the other active alerts if nothing is drawn. */
export async function showAll(): Promise<void> {
  if (draft.peek().shapes.length > 0) await showDraft(draft.peek());
  else await showAreas(lastingZones.peek().map(({ geometry }) => geometry));
}
