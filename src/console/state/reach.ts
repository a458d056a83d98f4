import { computed, effect } from "@preact/signals";
import { AlertReachDocument, type AlertReachQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { reachInput } from "./alert-input.ts";
import { draft, draftArea, draftCrossings } from "./draft.ts";
import { loaded } from "./loaded.ts";
import { positionAge } from "./position-age.ts";

export type Reach = NonNullable<AlertReachQuery["alertReach"]>;

/** Milliseconds without a change before a request: one request for each move would make the answers late. */
const REST = 250;

/** The draft's reach, by the rules of publication. */
export const reach = loaded(async (signal): Promise<Reach | undefined> => {
  const area = draftArea.peek();
  // A drag may pass through outlines that cross themselves, which have no reach.
  if (!area || draftCrossings.peek().length > 0) return undefined;
  const input = reachInput(draft.peek(), area);
  const { alertReach } = await request(AlertReachDocument, { input }, { signal });
  return alertReach ?? undefined;
});

/** The fields on which the reach depends. The texts are not among them. */
const reachFields = computed(() => {
  const { level2Distance, level3Distance, status } = draft.value;
  const age = positionAge(draft.value);
  return JSON.stringify([draftArea.value, level2Distance, level3Distance, status, age]);
});

/** Loads the reach after each change that matters. Returns a function that stops. */
export function followReach(): () => void {
  return effect(() => {
    void reachFields.value;
    const timer = setTimeout(() => void reach.load(), REST);
    return () => clearTimeout(timer);
  });
}
