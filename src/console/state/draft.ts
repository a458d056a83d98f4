import { computed, effect, type Signal, signal } from "@preact/signals";
import { type Area, areaOf, type Shape } from "../geo/area.ts";
import { crossingsOf } from "../geo/crossings.ts";
import type { Draft } from "./draft-fields.ts";
import { route } from "./route.ts";
import { stored } from "./stored.ts";

const newDraft = (): Draft => ({
  key: crypto.randomUUID(),
  shapes: [],
  level2Distance: 1000,
  level3Distance: 2000,
  texts: ["", "", ""],
  hours: 24,
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

const newAlertDraft = stored<Draft>("draft", newDraft());
const updateDraft = stored<Draft>("update", newDraft());
const currentDraft = computed<Signal<Draft>>(() =>
  route.value.screen === "update" ? updateDraft : newAlertDraft,
);

/** The draft of the present screen. */
export const draft = computed(() => currentDraft.value.value);

/** The shapes during a drag, before the pointer is released. */
const shapesInMotion = signal<Shape[]>();

/** A signal of its own, so that a changed text does not compute the area again. */
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
  void currentDraft.value;
  forgetSteps();
});

/** The number of steps that undo keeps. */
const MOST_STEPS = 100;

export function editDraft(change: Partial<Draft>): void {
  currentDraft.peek().value = { ...draft.peek(), ...change };
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
  undoSteps.value = [...undoSteps.peek(), before].slice(-MOST_STEPS);
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

/** Replaces the draft by a new one with a new key and the given fields. */
export function beginDraft(from: Partial<Draft> = {}): void {
  forgetSteps();
  currentDraft.peek().value = { ...newDraft(), ...from };
}
