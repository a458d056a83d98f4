import { computed, effect } from "@preact/signals";
import {
  AlertReachDocument,
  AlertUpdateReachDocument,
  type ReachFragment,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import type { Area } from "../geo/area.ts";
import { reachInput, updateInput } from "./alert-input.ts";
import { draft, draftArea, draftCrossings } from "./draft.ts";
import type { Draft } from "./draft-fields.ts";
import { loaded } from "./loaded.ts";
import { positionAge } from "./position-age.ts";

export type Reach = ReachFragment;

/** Milliseconds without a change before a request: one request for each move would make the answers late. */
const REST = 250;

async function ask(draft: Draft, area: Area, signal: AbortSignal): Promise<Reach | null> {
  const { alertId: id, base } = draft;
  if (id === undefined || !base) {
    const input = reachInput(draft, area);
    return (await request(AlertReachDocument, { input }, { signal })).alertReach;
  }
  const input = updateInput(draft, base, area);
  return (await request(AlertUpdateReachDocument, { id, input }, { signal })).alertUpdateReach;
}

/** The draft's reach, by the rules of publication. */
export const reach = loaded(async (signal): Promise<Reach | undefined> => {
  const area = draftArea.peek();
  // A drag may pass through outlines that cross themselves, which have no reach.
  if (!area || draftCrossings.peek().length > 0) return undefined;
  return (await ask(draft.peek(), area, signal)) ?? undefined;
});

/** The fields on which the reach depends. The texts are not among them. */
const reachFields = computed(() => {
  const { alertId, base, level2Distance, level3Distance, status, isRenotified } = draft.value;
  const age = positionAge(draft.value);
  const version = [alertId, base?.version, isRenotified];
  return JSON.stringify([draftArea.value, level2Distance, level3Distance, status, age, version]);
});

/** Loads the reach now and after each change that matters. Returns a function that stops. */
export function followReach(): () => void {
  // Another draft's reach would say that nobody knows the old text.
  reach.set(undefined);
  return effect(() => {
    void reachFields.value;
    const timer = setTimeout(() => void reach.load(), REST);
    return () => clearTimeout(timer);
  });
}

/** How many people a reach has in all, and how many of them an earlier version told. */
export function sums({ one, two, three, againOne, againTwo, againThree }: Reach) {
  const all = one + two + three;
  const again = againOne + againTwo + againThree;
  return { all, again, newly: all - again };
}
