import { computed, effect, signal } from "@preact/signals";
import { type Area, areaOf, type Shape } from "../geo/area.ts";
import { crossingsOf } from "../geo/crossings.ts";
import type { Draft } from "./draft-fields.ts";
import { type DraftSlot, draftSlot, rememberDraft } from "./draft-slot.ts";
import { keptDrafts, removeDraft } from "./kept-drafts.ts";
import { route } from "./route.ts";

const newAlertSlot = draftSlot();
const updateSlot = draftSlot();
const currentSlot = computed<DraftSlot>(() =>
  route.value.screen === "update" ? updateSlot : newAlertSlot,
);

/** The draft of the present screen. */
export const draft = computed(() => currentSlot.value.draft.value);

/** The draft's key. It does not change while the draft is edited. */
export const draftKey = computed(() => draft.value.key);

/** Where the draft is open: a draft is open in one tab at a time, so that no tab overwrites another's. */
export const draftPlace = computed(() => currentSlot.value.place.value);

/** The shapes during a drag, before the pointer is released. */
const shapesInMotion = signal<Shape[]>();

/** A separate signal, so that the area is not computed again when a text changes. */
const draftShapes = computed(() => shapesInMotion.value ?? draft.value.shapes);

/** The area as the map shows it, also during a drag. */
export const draftArea = computed<Area | undefined>(() => areaOf(draftShapes.value));

/** Where the outline of that area crosses itself. */
export const draftCrossings = computed(() => (draftArea.value ? crossingsOf(draftArea.value) : []));

const redoSteps = signal<Shape[][]>([]);
const undoSteps = signal<Shape[][]>([]);
export const canUndo = computed(() => undoSteps.value.length > 0);
export const canRedo = computed(() => redoSteps.value.length > 0);

function forgetSteps(): void {
  shapesInMotion.value = undefined;
  undoSteps.value = [];
  redoSteps.value = [];
}
// Undo must not cross from one draft to another.
effect(() => {
  void currentSlot.value;
  forgetSteps();
});

const MAX_STEPS = 100;

export function editDraft(change: Partial<Draft>): void {
  currentSlot.peek().draft.value = { ...draft.peek(), ...change };
}

/** Shows shapes during a drag, without a step to undo. */
export function previewShapes(shapes: Shape[]): void {
  shapesInMotion.value = shapes;
}

/** Sets the draft's shapes, as a step that can be undone. */
export function setShapes(shapes: Shape[]): void {
  shapesInMotion.value = undefined;
  const before = draft.peek().shapes;
  if (JSON.stringify(before) === JSON.stringify(shapes)) return;
  undoSteps.value = [...undoSteps.peek(), before].slice(-MAX_STEPS);
  redoSteps.value = [];
  editDraft({ shapes });
}

function step(from: typeof undoSteps, to: typeof undoSteps): void {
  const shapes = from.peek().at(-1);
  if (!shapes) return;
  shapesInMotion.value = undefined;
  to.value = [...to.peek(), draft.peek().shapes];
  from.value = from.peek().slice(0, -1);
  editDraft({ shapes });
}

export const undoShapes = () => step(undoSteps, redoSteps);
export const redoShapes = () => step(redoSteps, undoSteps);

/** Replaces the content of the draft, which stays the same draft. */
export function replaceDraft(by: Draft): void {
  forgetSteps();
  editDraft(by);
}

/** Opens this tab's draft of a new alert, or of the update of one. Returns false if there is none. */
export async function openDraft(alertId?: number): Promise<boolean> {
  const isOpen = await currentSlot.peek().open(alertId);
  forgetSteps();
  return isOpen;
}

/** Begins another draft with a new key and the given fields. The present one stays in the browser. */
export function beginDraft(from: Partial<Draft> = {}): void {
  forgetSteps();
  currentSlot.peek().begin(from);
}

/** Takes the draft from the tab in which it is open. */
export async function takeOverDraft(): Promise<void> {
  await currentSlot.peek().takeOver();
  forgetSteps();
}

/** Removes the present draft, and no other, because it was published or discarded. Begins another draft. */
export function discardDraft(): void {
  forgetSteps();
  currentSlot.peek().discard();
}

/** The slot that has a draft open in this tab. */
const slotOf = (key: string) =>
  [newAlertSlot, updateSlot].find(
    (slot) => slot.place.value === "here" && slot.draft.value.key === key,
  );

/** Edits a draft that this tab has open, on any screen. */
export function editOpenDraft(key: string, change: Partial<Draft>): void {
  const slot = slotOf(key);
  if (slot) slot.draft.value = { ...slot.draft.peek(), ...change };
}

/** True if this tab has the draft open. */
export const isOpenHere = (key: string) => slotOf(key) !== undefined;

/** True if the present screen shows the draft. */
export const isOnScreen = (key: string) =>
  ["new", "update"].includes(route.peek().screen) && draft.peek().key === key;

/** Removes a draft that is open in this tab or in no tab. */
export function discardKeptDraft(key: string): void {
  const slot = slotOf(key);
  if (slot) slot.discard();
  else removeDraft(key);
}

/** Removes a draft that was published, unless it has been changed since. */
export function discardSentDraft(key: string, sentAt: number): void {
  const changedAt = keptDrafts().find(({ draft: kept }) => kept.key === key)?.changedAt ?? 0;
  if (changedAt * 1000 <= sentAt) discardKeptDraft(key);
}

/** Makes this tab work on a draft that the browser keeps. */
export function continueDraft(kept: Draft): void {
  if (isOpenHere(kept.key)) return;
  (kept.alertId === undefined ? newAlertSlot : updateSlot).leave();
  rememberDraft(kept);
}
