import { computed } from "@preact/signals";
import { reachability } from "../join/reachability.ts";
import { alertDefaults } from "../state/host-settings.ts";
import { now } from "../state/now.ts";

/**
 * True if alerts cannot find the user by their position: they have none, or an alert with default settings ignores it
 * for its age. Undefined until that is known.
 */
export const isPlaceOld = computed(() => {
  const state = reachability.data.value;
  if (!state) return undefined;
  const { maxPositionAge } = alertDefaults.value;
  return state.lastReportedAt === null || state.lastReportedAt < now.value - maxPositionAge;
});
