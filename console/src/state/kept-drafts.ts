import { signal } from "@preact/signals";
import type { Draft } from "./draft-fields.ts";

const PREFIX = "location-alerts.draft.";

/** A draft in the browser's storage, and when it was changed last, in seconds since 1970. */
export interface KeptDraft {
  draft: Draft;
  changedAt: number;
}

/** Counts the additions and removals of drafts, here and in other tabs. */
export const keptChanges = signal(0);

/** The drafts whose last change this browser could not store. */
export const unkeptKeys = signal<ReadonlySet<string>>(new Set());

function setKept(key: string, isKept: boolean): void {
  const others = [...unkeptKeys.peek()].filter((unkept) => unkept !== key);
  unkeptKeys.value = new Set(isKept ? others : [...others, key]);
}

function read(name: string): KeptDraft | undefined {
  try {
    const kept: KeptDraft = JSON.parse(localStorage.getItem(name) ?? "");
    return kept.draft.key ? kept : undefined;
  } catch {
    // There is none, another version of the console wrote it, or storage is off.
    return undefined;
  }
}

/** Returns the draft with a key, if the browser has it. */
export const keptDraft = (key: string) => read(PREFIX + key)?.draft;

/** Returns all drafts of this browser, the last changed first. */
export function keptDrafts(): KeptDraft[] {
  let names: string[] = [];
  try {
    names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    // Storage is off.
  }
  return names
    .flatMap((name) => read(name) ?? [])
    .sort((one, other) => other.changedAt - one.changedAt);
}

/**
 * Stores a draft. Each has its own place, so that tabs do not overwrite each other's.
 * @returns False if the storage is full or off: the draft lasts until the page is closed.
 */
export function keepDraft(draft: Draft): boolean {
  const kept: KeptDraft = { draft, changedAt: Math.floor(Date.now() / 1000) };
  try {
    const isNew = localStorage.getItem(PREFIX + draft.key) === null;
    localStorage.setItem(PREFIX + draft.key, JSON.stringify(kept));
    if (isNew) keptChanges.value += 1;
    setKept(draft.key, true);
    return true;
  } catch {
    setKept(draft.key, false);
    return false;
  }
}

/** Removes a draft that was published or discarded. */
export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Storage is off.
  }
  setKept(key, true);
  keptChanges.value += 1;
}

window.addEventListener("storage", ({ key }) => {
  if (key === null || key.startsWith(PREFIX)) keptChanges.value += 1;
});
