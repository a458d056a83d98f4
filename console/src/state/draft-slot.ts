import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Draft } from "./draft-fields.ts";
import { lockDraft, openDrafts } from "./draft-locks.ts";
import { keepDraft, keptDraft, keptDrafts, removeDraft } from "./kept-drafts.ts";

export const newDraft = (): Draft => ({
  key: crypto.randomUUID(),
  shapes: [],
  texts: ["", "", ""],
  status: "ACTUAL",
  positionAge: "",
  positionAgeUnit: "hours",
  event: "",
  severity: "UNKNOWN",
  urgency: "UNKNOWN",
  certainty: "UNKNOWN",
  language: "",
  isRenotified: false,
});

/**
 * Milliseconds until a draft counts as open in another tab: a reloaded page gets its own lock back with a short delay.
 */
const LOCK_TIMEOUT_MS = 500;

/** Where the draft of this tab is open: here, in another tab, or not yet. */
export type Place = "nowhere" | "here" | "elsewhere";

/** Returns the name under which a tab remembers its draft of a new alert, or of an alert's update. */
const nameOf = (alertId: number | undefined) => `location-alerts.tab.${alertId ?? "new"}`;

function rememberedKey(alertId: number | undefined): string | null {
  try {
    return sessionStorage.getItem(nameOf(alertId));
  } catch {
    return null;
  }
}

/** Makes this tab continue with a draft when its screen opens next. */
export function rememberDraft({ key, alertId }: Pick<Draft, "key" | "alertId">): void {
  try {
    sessionStorage.setItem(nameOf(alertId), key);
  } catch {
    // Storage is off: a reload begins a new draft.
  }
}

/** The draft that a tab works on. It is stored when it changes, and only this tab may change it. */
export interface DraftSlot {
  draft: Signal<Draft>;
  place: ReadonlySignal<Place>;
  /** Opens the draft of this tab; in a new tab, the last one that no tab has open. Returns false if there is none. */
  open(alertId: number | undefined): Promise<boolean>;
  /** Begins another draft. The present one stays in the browser. */
  begin(from: Partial<Draft>): void;
  /** Takes the draft from the tab in which it is open. */
  takeOver(): Promise<void>;
  /** Leaves the draft to other tabs. */
  leave(): void;
  /** Removes the draft from the browser, and begins another. */
  discard(): void;
}

export function draftSlot(): DraftSlot {
  /** The draft as it was opened. It is stored when it differs. */
  let opened = newDraft();
  const draft = signal(opened);
  const place = signal<Place>("nowhere");
  let release = () => {};

  effect(() => {
    const changed = draft.value;
    if (place.peek() === "here" && changed !== opened) keepDraft(changed);
  });

  function show(shown: Draft): void {
    opened = shown;
    draft.value = shown;
    rememberDraft(shown);
  }
  function leave(): void {
    release();
    place.value = "nowhere";
  }
  function begin(from: Partial<Draft>): void {
    leave();
    show({ ...newDraft(), ...from });
    place.value = "here";
    release = lockDraft(opened.key, false, { held: () => {}, lost });
  }
  /** Begins an empty draft. The draft of an update cannot be empty: the screen of the update begins it. */
  function empty(): void {
    if (draft.peek().alertId === undefined) {
      begin({});
    } else {
      leave();
      opened = newDraft();
      draft.value = opened;
    }
  }
  function lost(): void {
    place.value = "elsewhere";
  }
  /** Locks a draft and shows it, or says that it is elsewhere until the other tab is closed. */
  function take(wanted: Draft, isForced: boolean): Promise<void> {
    leave();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        show(wanted);
        place.value = "elsewhere";
        resolve();
      }, LOCK_TIMEOUT_MS);
      const held = () => {
        clearTimeout(timer);
        // The tab that had it may just have changed, published or discarded it.
        const kept = keptDraft(wanted.key);
        if (kept) {
          show(kept);
          place.value = "here";
        } else if (place.peek() === "nowhere") {
          empty();
        }
        resolve();
      };
      const unlock = lockDraft(wanted.key, isForced, { held, lost });
      release = () => {
        clearTimeout(timer);
        unlock();
        resolve();
      };
    });
  }

  return {
    draft,
    place,
    begin,
    leave,
    async open(alertId) {
      if (place.peek() === "here" && draft.peek().alertId === alertId) return true;
      const suitable = keptDrafts().flatMap(({ draft: kept }) =>
        kept.alertId === alertId ? [kept] : [],
      );
      const own = rememberedKey(alertId);
      const taken = own ? undefined : await openDrafts();
      const found = suitable.find(({ key }) => (own ? key === own : !taken?.has(key)));
      if (!found) return false;
      await take(found, false);
      return place.peek() !== "nowhere";
    },
    takeOver: () => take(draft.peek(), true),
    discard() {
      removeDraft(draft.peek().key);
      empty();
    },
  };
}
