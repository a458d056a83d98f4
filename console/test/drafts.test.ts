import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import type { Shape } from "../src/geo/area.ts";
import { locks, openAddress, put, storage } from "./helpers/browser-state.ts";
import { square } from "./helpers/square.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { newDraft } = await import("../src/state/draft-slot.ts");
const drafts = await import("../src/state/draft.ts");
const { keepDraft, keptDraft } = await import("../src/state/kept-drafts.ts");
const { refuseAnotherUsersTry } = await import("../src/state/tried.ts");
const { session } = await import("../src/state/session.ts");
jest.useRealTimers();
const { draft, draftPlace, beginDraft, editDraft, setShapes, canUndo } = drafts;

const shape = (x: number): Shape => ({ kind: "polygon", coordinates: [square(x, 0, 1)] });

beforeEach(() => {
  put("localStorage", { value: storage() });
  put("sessionStorage", { value: storage() });
  put("navigator", { value: { locks: locks() } });
  openAddress("#/new");
  beginDraft();
});

test("a new alert and an update are two drafts, and undo does not cross from one to the other", () => {
  editDraft({ event: "new" });
  setShapes([shape(1)]);
  openAddress("#/alerts/7/update");
  expect(draftPlace.value).toBe("nowhere");
  beginDraft({ alertId: 7, event: "update" });
  expect(canUndo.value).toBe(false);
  setShapes([shape(2)]);
  openAddress("#/new");
  expect([draft.value.event, canUndo.value]).toEqual(["new", false]);
  openAddress("#/alerts/7/update");
  expect(draft.value.event).toBe("update");
});

test("undo and redo are cleared when a draft is replaced, opened, taken over or discarded", async () => {
  const steps = {
    replaced: () => drafts.replaceDraft({ ...draft.value, event: "theirs" }),
    opened: () => drafts.openDraft(),
    "taken over": () => drafts.takeOverDraft(),
    discarded: () => drafts.discardDraft(),
    "begun anew": () => drafts.beginDraft({ hours: 6 }),
  };
  for (const [name, step] of Object.entries(steps)) {
    setShapes([shape(1)]);
    setShapes([shape(2)]);
    drafts.undoShapes();
    drafts.previewShapes([shape(9)]);
    await step();
    expect([name, canUndo.value, drafts.canRedo.value]).toEqual([name, false, false]);
    // The dragged shape is discarded.
    expect(drafts.draftArea.value?.coordinates[0]).not.toEqual(square(9, 0, 1));
  }
});

test("up to a hundred steps can be undone, and setting the same shapes is no step", () => {
  for (let step = 1; step <= 102; step += 1) setShapes([shape(step)]);
  setShapes([shape(102)]);
  for (let step = 1; step <= 100; step += 1) drafts.undoShapes();
  expect([draft.value.shapes, canUndo.value]).toEqual([[shape(2)], false]);
  drafts.redoShapes();
  expect(draft.value.shapes).toEqual([shape(3)]);
  // A new shape replaces the undone ones, so they cannot be redone.
  setShapes([shape(5)]);
  expect(drafts.canRedo.value).toBe(false);
});

test("discarding a kept draft leaves the open one, and discarding the open one begins an empty draft", () => {
  editDraft({ event: "open" });
  const { key } = draft.value;
  const kept = { ...newDraft(), event: "kept" };
  keepDraft(kept);
  expect([drafts.isOpenHere(key), drafts.isOpenHere(kept.key)]).toEqual([true, false]);
  drafts.discardKeptDraft(kept.key);
  expect(keptDraft(kept.key)).toBeUndefined();
  expect(draft.value.event).toBe("open");
  drafts.discardKeptDraft(key);
  expect(keptDraft(key)).toBeUndefined();
  expect([draft.value.event, draftPlace.value]).toEqual(["", "here"]);
  expect(draft.value.key).not.toBe(key);
  editDraft({ event: "published" });
  const published = draft.value.key;
  drafts.discardDraft();
  expect(keptDraft(published)).toBeUndefined();
  expect(draft.value.event).toBe("");
});

test("a tab can continue with another kept draft, and the draft before it stays kept", async () => {
  editDraft({ event: "before" });
  const { key } = draft.value;
  const [other, update] = [
    { ...newDraft(), event: "other" },
    { ...newDraft(), alertId: 7, event: "update" },
  ];
  keepDraft(other);
  keepDraft(update);
  drafts.continueDraft(draft.value);
  expect(draftPlace.value).toBe("here");
  drafts.continueDraft(update);
  expect([draftPlace.value, drafts.isOpenHere(key)]).toEqual(["here", true]);
  drafts.continueDraft(other);
  expect(drafts.isOpenHere(key)).toBe(false);
  expect(await drafts.openDraft()).toBe(true);
  expect(draft.value.event).toBe("other");
  expect(keptDraft(key)?.event).toBe("before");
  openAddress("#/alerts/7/update");
  expect(await drafts.openDraft(7)).toBe(true);
  expect(draft.value.event).toBe("update");
});

test("retrying a publication is refused if another administrator tried it, and allowed if that is unknown", () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  const tryOf = (triedBy: number | undefined) => () =>
    refuseAnotherUsersTry({ ...draft.value, tried: {} as never, triedBy });
  expect(tryOf(2)).toThrow(/^Another administrator tried to publish this/);
  expect(tryOf(1)).not.toThrow();
  // An older console did not note who had tried.
  expect(tryOf(undefined)).not.toThrow();
  session.value = null;
});
