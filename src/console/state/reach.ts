import { computed, effect } from "@preact/signals";
import { AlertReachDocument, type AlertReachQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { reachInput } from "./alert-input.ts";
import { draft, draftArea } from "./draft.ts";
import { loaded } from "./loaded.ts";
import { positionAge } from "./position-age.ts";

export type Reach = NonNullable<AlertReachQuery["alertReach"]>;

/** Milliseconds that a hand rests before it is asked: asked at each move, the answers would come late. */
const REST = 250;

/** Whom the draft would reach, by what decides at its publication. */
export const reach = loaded(async (signal): Promise<Reach | undefined> => {
  const area = draftArea.peek();
  if (!area) return undefined;
  const input = reachInput(draft.peek(), area);
  const { alertReach } = await request(AlertReachDocument, { input }, { signal });
  return alertReach ?? undefined;
});

/** What the reach depends on: not the texts. */
const question = computed(() => {
  const { level2Distance, level3Distance, status } = draft.value;
  const age = positionAge(draft.value);
  return JSON.stringify([draftArea.value, level2Distance, level3Distance, status, age]);
});

/** Asks again whenever the draft changes where it matters, until the function returned is called. */
export function followReach(): () => void {
  return effect(() => {
    void question.value;
    const timer = setTimeout(() => void reach.load(), REST);
    return () => clearTimeout(timer);
  });
}
