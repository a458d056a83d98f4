import { computed, effect, signal } from "@preact/signals";
import {
  AlertReachDocument,
  AlertUpdateReachDocument,
  type ReachFragment,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import type { Area } from "../geo/area.ts";
import { reachInput, reachTexts, updateInput } from "./alert-input.ts";
import { draft, draftArea, draftCrossings } from "./draft.ts";
import type { Draft } from "./draft-fields.ts";
import { loaded } from "./loaded.ts";
import { positionAge } from "./position-age.ts";
import { type Audience, ringing } from "./push.ts";

export type Reach = ReachFragment;

/** The time without a change before a request: one request for each move would make the answers late. */
const DEBOUNCE_MS = 250;

async function ask(draft: Draft, area: Area, signal: AbortSignal): Promise<Reach | null> {
  const { alertId: id, base } = draft;
  if (id === undefined || !base) {
    const input = reachInput(draft, area);
    return (await request(AlertReachDocument, { input }, { signal })).alertReach;
  }
  const { texts, ...rest } = updateInput(draft, base, area);
  const input = { ...rest, ...(texts && { texts: reachTexts(draft.translations ?? []) }) };
  return (await request(AlertUpdateReachDocument, { id, input }, { signal })).alertUpdateReach;
}

/** The fields on which the reach depends. The texts are not among them. */
const reachFields = computed(() => {
  const { authorityId, alertId, base, level2Distance, level3Distance, status, isRenotified } =
    draft.value;
  const languages = draft.value.translations?.map(({ language }) => language);
  const age = positionAge(draft.value);
  const version = [authorityId, alertId, base?.version, isRenotified];
  return JSON.stringify([
    draftArea.value,
    level2Distance,
    level3Distance,
    status,
    age,
    version,
    languages,
  ]);
});

/** The fields of the last request, and for each answer the fields that it belongs to. */
const askedFields = signal("");
const answered = new WeakMap<Reach, string>();

/** True if the service refuses to publish in this area, as the error says. */
export const isRefused = signal(false);

/** The draft's reach, by the rules of publication. While it is counted again, this is the previous reach. */
export const reach = loaded(async (cancelled): Promise<Reach | undefined> => {
  const area = draftArea.peek();
  const fields = reachFields.peek();
  askedFields.value = fields;
  // A drag may pass through outlines that cross themselves, which have no reach.
  const isClear = area && draftCrossings.peek().length === 0;
  const asking = isClear ? ask(draft.peek(), area, cancelled) : undefined;
  const found = await asking?.catch((error) => {
    if (!cancelled.aborted) isRefused.value = error.code === "FORBIDDEN";
    throw error;
  });
  isRefused.value = false;
  if (found) answered.set(found, fields);
  return found ?? undefined;
});

/** The reach of the draft as it is now; undefined while it is not known. */
export const presentReach = computed(() => {
  const found = reach.data.value;
  return found && answered.get(found) === reachFields.value ? found : undefined;
});

/** True while the reach of the draft as it is now is being counted, or is about to be. */
export const isCounting = computed(
  () => reach.isLoading.value || askedFields.value !== reachFields.value,
);

/** Loads the reach now and after each change that matters. Returns a function that stops. */
export function followReach(): () => void {
  // Another draft's reach would suggest that nobody was told the old text.
  reach.set(undefined);
  return effect(() => {
    void reachFields.value;
    const timer = setTimeout(() => void reach.load(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });
}

/**
 * Returns how many people a reach has at each level and in all, those of the cells too. How many of them an earlier
 * version notified, and how many are new, is known of the people here only.
 */
export function sums({ one, two, three, againOne, againTwo, againThree, cells, ...more }: Reach) {
  const inCells = (field: "one" | "two" | "three" | "withDevice") =>
    cells.reduce((sum, cell) => sum + (cell[field] ?? 0), 0);
  const levels = [one + inCells("one"), two + inCells("two"), three + inCells("three")] as const;
  const again = againOne + againTwo + againThree;
  return {
    levels,
    all: levels[0] + levels[1] + levels[2],
    again,
    newly: one + two + three - again,
    withDevice: more.withDevice + inCells("withDevice"),
  };
}

/** Returns whom the draft concerns. Of the people of cells, those with a device count as phones that ring. */
export function audienceOf(found: Reach): Audience {
  const { all, withDevice } = sums(found);
  const phones = ringing(found.ringing);
  return {
    inZones: all + found.alreadyTold,
    due: all,
    phones: phones === undefined ? phones : phones + withDevice - found.withDevice,
    providers: found.byProvider?.map(({ provider }) => provider) ?? [],
  };
}
