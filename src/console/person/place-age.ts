import { computed } from "@preact/signals";
import { reachability } from "../join/reachability.ts";
import { now } from "../state/now.ts";

/** Seconds after which a position is too old to be found by: the default of an alert's maxPositionAge. */
const OLD = 86_400;

/** True if alerts cannot find the user by their position: there is none, or it is old. Undefined until that is known. */
export const isPlaceOld = computed(() => {
  const state = reachability.data.value;
  if (!state) return undefined;
  return state.lastReportedAt === null || state.lastReportedAt < now.value - OLD;
});
