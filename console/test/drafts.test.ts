import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import type { Shape } from "../src/geo/area.ts";
import { locks, openAddress, put, storage } from "./helpers/browser-state.ts";
import { square } from "./helpers/square.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const drafts = await import("../src/state/draft.ts");
jest.useRealTimers();
const { draft, openDraft, beginDraft, editDraft, setShapes, canUndo } = drafts;

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
  expect(openDraft.value).toBeUndefined();
  beginDraft({ alertId: 7, event: "update" });
  expect(canUndo.value).toBe(false);
  setShapes([shape(2)]);
  openAddress("#/new");
  expect([draft.value.event, canUndo.value]).toEqual(["new", false]);
  openAddress("#/alerts/7/update");
  expect(draft.value.event).toBe("update");
});

test("undo and redo are cleared when a draft is replaced or removed", async () => {
  const steps = {
    replaced: () => openDraft.value?.replace({ ...draft.value, event: "theirs" }),
    "begun anew": () => drafts.beginDraft({ shapes: [shape(3)] }),
    removed: () => drafts.removeDraft(),
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
