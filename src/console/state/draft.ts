import { computed, effect, type Signal, signal } from "@preact/signals";
import { type Area, areaOf, type Shape } from "../geo/area.ts";
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

const ofNewAlert = stored<Draft>("draft", newDraft());
const ofUpdate = stored<Draft>("update", newDraft());
const current = computed<Signal<Draft>>(() =>
  route.value.screen === "update" ? ofUpdate : ofNewAlert,
);

/** The draft of the screen one is at. */
export const draft = computed(() => current.value.value);

/** The shapes as they are under the pointer, before they are let go. */
const shapesInHand = signal<Shape[]>();

/** The area as one sees it. */
export const draftArea = computed<Area | undefined>(() =>
  areaOf(shapesInHand.value ?? draft.value.shapes),
);

const undone = signal<Shape[][]>([]);
const done = signal<Shape[][]>([]);
export const canUndo = computed(() => done.value.length > 0);
export const canRedo = computed(() => undone.value.length > 0);

function forgetSteps(): void {
  shapesInHand.value = undefined;
  done.value = [];
  undone.value = [];
}
// Steps are of one draft.
effect(() => {
  void current.value;
  forgetSteps();
});

/** As many steps as one goes back by. */
const MOST_STEPS = 100;

export function editDraft(change: Partial<Draft>): void {
  current.peek().value = { ...draft.peek(), ...change };
}

/** Shows shapes while they are drawn or dragged. */
export function holdShapes(shapes: Shape[]): void {
  shapesInHand.value = shapes;
}

/** Puts shapes in the draft, as a step that can be undone. */
export function setShapes(shapes: Shape[]): void {
  shapesInHand.value = undefined;
  const before = draft.peek().shapes;
  if (JSON.stringify(before) === JSON.stringify(shapes)) return;
  done.value = [...done.peek(), before].slice(-MOST_STEPS);
  undone.value = [];
  editDraft({ shapes });
}

function step(from: typeof done, to: typeof done): void {
  const shapes = from.peek().at(-1);
  if (!shapes) return;
  shapesInHand.value = undefined;
  to.value = [...to.peek(), draft.peek().shapes];
  from.value = from.peek().slice(0, -1);
  editDraft({ shapes });
}

export const undoShapes = () => step(done, undone);
export const redoShapes = () => step(undone, done);

/** Begins anew, under a key of its own, from what is given. */
export function beginDraft(from: Partial<Draft> = {}): void {
  forgetSteps();
  current.peek().value = { ...newDraft(), ...from };
}
