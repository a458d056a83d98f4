import { computed, effect, type Signal, signal } from "@preact/signals";
import { type Area, areaOf, type Shape } from "../geo/area.ts";
import { crossingsOf } from "../geo/crossings.ts";
import { onReturn } from "./connection.ts";
import { copyOf, lockCopy, ownCopies } from "./draft-copies.ts";
import { type Draft, newDraft } from "./draft-fields.ts";
import { loadDraft } from "./draft-rows.ts";
import { OpenDraft } from "./open-draft.ts";
import { goTo, route, screenWatch } from "./route.ts";
import { session } from "./session.ts";

type Slot = Signal<OpenDraft | undefined>;
const newAlertSlot: Slot = signal();
const updateSlot: Slot = signal();
const slots = [newAlertSlot, updateSlot];
/** The area of an authority, which is drawn as that of an alert is. */
const areaSlot: Slot = signal();
const slotFor = (alertId: number | undefined) =>
  alertId === undefined ? newAlertSlot : updateSlot;
const presentSlot = computed(() => {
  const { screen } = route.value;
  return screen === "authorities" ? areaSlot : slotFor(screen === "update" ? 0 : undefined);
});

// The next user does not see what the last one has not shared.
effect(() => {
  if (session.value) return;
  for (const slot of [...slots, areaSlot]) {
    slot.peek()?.close();
    slot.value = undefined;
  }
});

/** The draft that is open for the present screen, with what became of it. */
export const openDraft = computed(() => presentSlot.value.value);

const NONE = newDraft();

/** The draft of the present screen; an empty one if none is open. */
export const draft = computed(() => openDraft.value?.draft.value ?? NONE);

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
  void openDraft.value?.replaced.value;
  forgetSteps();
});

const MAX_STEPS = 100;

export function editDraft(change: Partial<Draft>): void {
  openDraft.peek()?.edit(change);
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

/** Returns the name under which a tab remembers its draft of a new alert, or of an alert's update. */
const nameOf = (alertId: number | undefined) => `${TAB}${alertId ?? "new"}`;
const TAB = "location-alerts.tab.";

/** Returns what a reloaded tab remembers: the keys of its drafts, by their names. */
function remembered(): Record<string, string> {
  try {
    return { ...sessionStorage };
  } catch {
    // Storage is off.
    return {};
  }
}

/** Shows a draft in place of the one before, which stays in its row. */
function show(shown: OpenDraft): void {
  const { key, alertId } = shown.draft.peek();
  const slot = slotFor(alertId);
  slot.peek()?.close();
  slot.value = shown;
  try {
    sessionStorage.setItem(nameOf(alertId), key);
  } catch {
    // Storage is off: a reload begins a new draft.
  }
}

/** Begins another draft with the given fields. */
export const beginDraft = (from: Partial<Draft> = {}): void =>
  show(new OpenDraft({ ...newDraft(), ...from }));

/** Begins to draw the area of an authority. Nothing keeps it until it is saved. */
export function beginArea(shapes: Shape[]): void {
  const open = new OpenDraft({ ...newDraft(), shapes });
  open.forget();
  areaSlot.value = open;
}

/** Opens this tab's draft of a new alert, or of the update of one. Returns false if there is none. */
export async function reopenDraft(alertId?: number): Promise<boolean> {
  const open = slotFor(alertId).peek();
  if (open && open.draft.peek().alertId === alertId) return true;
  const key = remembered()[nameOf(alertId)];
  if (!key || !copyOf(key)) return false;
  const isStill = screenWatch();
  const lock = await lockCopy(key);
  const copy = copyOf(key);
  if (!copy || !isStill()) {
    lock?.();
    return false;
  }
  // A tab that was duplicated goes on with a copy of its own.
  const own = lock ? copy : { ...copy, key: crypto.randomUUID() };
  show(new OpenDraft(own, lock ?? (() => {})));
  return true;
}

/** Opens a draft by the id of its row, unless the user leaves the screen before it has loaded. */
export async function openRow(id: number, alertId?: number): Promise<void> {
  if (slotFor(alertId).peek()?.draft.peek().row?.id !== id) {
    const isStill = screenWatch();
    const loaded = await loadDraft(id);
    if (!isStill()) return;
    show(new OpenDraft(loaded));
  }
  goTo(alertId === undefined ? { screen: "new" } : { screen: "update", id: alertId });
}

/** Removes the draft of the present screen. */
export async function removeDraft(): Promise<void> {
  const open = openDraft.peek();
  await open?.remove();
  for (const slot of slots) if (slot.peek() === open) slot.value = undefined;
}

/** True if the present screen shows the draft. */
export const isOnScreen = (key: string) =>
  ["new", "update", "authorities"].includes(route.peek().screen) && draft.peek().key === key;

/**
 * Closes the draft that was published from a row, unless it has changed since. Shows the alert if the draft is on the
 * screen. Without an alert it waits, and its row stays until it is published.
 */
export function closePublished(rowId: number, alertId?: number, content?: string): void {
  for (const slot of slots) {
    const open = slot.peek();
    if (!open || open.draft.peek().row?.id !== rowId) continue;
    if (open.content.peek() !== (content ?? open.draft.peek().row?.saved)) continue;
    if (isOnScreen(open.draft.peek().key)) {
      goTo(alertId === undefined ? { screen: "proposals" } : { screen: "alert", id: alertId });
    }
    if (alertId === undefined) open.close();
    else open.forget();
    slot.value = undefined;
  }
}

/** Sends what tabs that are gone have left: to its row, or to a new one if that was changed, published or removed. */
async function sendLeftCopies(): Promise<void> {
  const own = new Set(Object.values(remembered()));
  for (const { key } of ownCopies()) {
    const lock = own.has(key) ? undefined : await lockCopy(key);
    const copy = lock && copyOf(key);
    if (!copy) continue;
    const left = new OpenDraft(copy, lock);
    await left.save();
    if (["conflict", "gone"].includes(left.trouble.peek()?.kind ?? "")) await left.keepAsOwn();
    left.close();
  }
}

/** The pause between two tries to send what tabs have left, which may be large. */
const RESEND_PAUSE_MS = 20_000;

/** Sends what tabs have left, now and when the connection is back. Returns a function that stops. */
export function followLeftCopies(): () => void {
  void sendLeftCopies();
  return onReturn(() => void sendLeftCopies(), RESEND_PAUSE_MS);
}
