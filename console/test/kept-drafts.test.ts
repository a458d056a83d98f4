import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { newDraft } from "../src/state/draft-slot.ts";
import {
  keepDraft,
  keptChanges,
  keptDraft,
  keptDrafts,
  removeDraft,
  unkeptKeys,
} from "../src/state/kept-drafts.ts";
import { put, storage, turnStorageOff } from "./helpers/browser-state.ts";
import { square } from "./helpers/square.ts";

beforeEach(() => {
  jest.useFakeTimers({ now: 100_000 });
  put("localStorage", { value: storage() });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Returns how many changes a step announces. */
function changesBy(step: () => void): number {
  const before = keptChanges.value;
  step();
  return keptChanges.value - before;
}
const draft = (key: string) => ({
  ...newDraft(),
  key,
  event: key,
  shapes: [{ kind: "polygon" as const, coordinates: [square(11, 44, 1)] }],
  positionAge: "90",
});

test("the last changed draft comes first, with the time of its change", () => {
  for (const key of ["a", "b", "c"]) {
    keepDraft(draft(key));
    jest.advanceTimersByTime(2000);
  }
  keepDraft({ ...draft("b"), event: "again" });
  expect(keptDrafts().map((kept) => [kept.draft.event, kept.changedAt])).toEqual([
    ["again", 106],
    ["c", 104],
    ["a", 100],
  ]);
  expect(keptDraft("a")).toEqual(draft("a"));
});

test("stored values that are no drafts of this console are skipped", () => {
  keepDraft(draft("a"));
  localStorage.setItem("location-alerts.draft.old", JSON.stringify({ draft: {}, changedAt: 1 }));
  localStorage.setItem("location-alerts.draft.broken", "{");
  localStorage.setItem("another", JSON.stringify({ draft: draft("x"), changedAt: 1 }));
  expect(keptDrafts()).toEqual([{ draft: draft("a"), changedAt: 100 }]);
  expect(keptDrafts()).toHaveLength(1);
  expect(keptDraft("broken")).toBeUndefined();
});

test("added and removed drafts are announced, here and in other tabs, and changed ones are not", () => {
  expect(changesBy(() => keepDraft(draft("a")))).toBe(1);
  expect(changesBy(() => keepDraft({ ...draft("a"), event: "again" }))).toBe(0);
  expect(changesBy(() => removeDraft("a"))).toBe(1);
  const elsewhere = (key: string | null) =>
    changesBy(() => window.dispatchEvent(Object.assign(new Event("storage"), { key })));
  expect(["location-alerts.draft.b", null, "location-alerts.view"].map(elsewhere)).toEqual([
    1, 1, 0,
  ]);
});

test("without storage nothing is kept, and nothing fails", () => {
  turnStorageOff();
  expect([keepDraft(draft("a")), keepDraft(draft("b"))]).toEqual([false, false]);
  expect(keptDrafts()).toEqual([]);
  // The page knows which drafts are not kept.
  expect([...unkeptKeys.value]).toEqual(["a", "b"]);
  removeDraft("a");
  expect([...unkeptKeys.value]).toEqual(["b"]);
  put("localStorage", { value: storage() });
  expect(keepDraft(draft("b"))).toBe(true);
  expect(unkeptKeys.value.size).toBe(0);
});
