import { computed, signal } from "@preact/signals";
import { type Area, areaOf, type Shape } from "../geo/area.ts";
import { stored } from "./stored.ts";

/** An alert that is being prepared. Kept in this browser until it is published or thrown away. */
export interface Draft {
  /** Makes publishing it twice make one alert. */
  key: string;
  shapes: Shape[];
  /** Metres around the area. */
  level2Distance: number;
  level3Distance: number;
  texts: [string, string, string];
  /** How long it lasts. */
  hours: number;
}

const newDraft = (): Draft => ({
  key: crypto.randomUUID(),
  shapes: [],
  level2Distance: 1000,
  level3Distance: 2000,
  texts: ["", "", ""],
  hours: 24,
});

export const draft = stored<Draft>("draft", newDraft());

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

/** As many steps as one goes back by. */
const MOST_STEPS = 100;

export function editDraft(change: Partial<Draft>): void {
  draft.value = { ...draft.value, ...change };
}

/** Shows shapes while they are drawn or dragged. */
export function holdShapes(shapes: Shape[]): void {
  shapesInHand.value = shapes;
}

/** Puts shapes in the draft, as a step that can be undone. */
export function setShapes(shapes: Shape[]): void {
  shapesInHand.value = undefined;
  const before = draft.value.shapes;
  if (JSON.stringify(before) === JSON.stringify(shapes)) return;
  done.value = [...done.value, before].slice(-MOST_STEPS);
  undone.value = [];
  editDraft({ shapes });
}

function step(from: typeof done, to: typeof done): void {
  const shapes = from.value.at(-1);
  if (!shapes) return;
  shapesInHand.value = undefined;
  to.value = [...to.value, draft.value.shapes];
  from.value = from.value.slice(0, -1);
  editDraft({ shapes });
}

export const undoShapes = () => step(done, undone);
export const redoShapes = () => step(undone, done);

/** Begins anew, under a key of its own. */
export function clearDraft(): void {
  shapesInHand.value = undefined;
  done.value = [];
  undone.value = [];
  draft.value = newDraft();
}
