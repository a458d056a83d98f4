import type { Draft } from "./draft-fields.ts";
import { alertDefaults } from "./host-settings.ts";

/**
 * Returns the draft's distances of TWO and THREE, in metres. The service fills in missing distances by the same rule.
 */
export function distancesOf(
  draft: Pick<Draft, "level2Distance" | "level3Distance">,
): [number, number] {
  const { level2Distance, level3Distance } = alertDefaults.value;
  const two = draft.level2Distance ?? level2Distance;
  // The default of THREE grows with TWO, so that it stays further out.
  return [two, draft.level3Distance ?? (two * level3Distance) / level2Distance];
}
