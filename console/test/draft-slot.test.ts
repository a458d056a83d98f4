import "./helpers/globals.ts";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { batch } from "@preact/signals";
import { locks, put, storage, turnStorageOff } from "./helpers/browser-state.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { draftSlot, newDraft, rememberDraft } = await import("../src/state/draft-slot.ts");
const { keepDraft, keptDrafts, removeDraft } = await import("../src/state/kept-drafts.ts");
jest.useRealTimers();

const newTab = () => put("sessionStorage", { value: storage() });

beforeEach(() => {
  put("localStorage", { value: storage() });
  put("navigator", { value: { locks: locks() } });
  newTab();
});

/** What a tab shows: where its draft is open, and the draft's event. */
const shown = (slot: ReturnType<typeof draftSlot>) => [slot.place.value, slot.draft.value.event];

test("a browser without storage can begin and discard a draft", async () => {
  turnStorageOff();
  const slot = draftSlot();
  expect(await slot.open(undefined)).toBe(false);
  slot.begin({ event: "Flood" });
  expect(shown(slot)).toEqual(["here", "Flood"]);
  slot.discard();
  expect(shown(slot)).toEqual(["here", ""]);
});

test("a tab continues with its own draft, and a new tab with the last draft that is not open elsewhere", async () => {
  const one = { ...newDraft(), event: "one" };
  keepDraft(one);
  keepDraft({ ...newDraft(), alertId: 7, event: "an update" });
  const slot = draftSlot();
  expect(await slot.open(undefined)).toBe(true);
  expect(shown(slot)).toEqual(["here", "one"]);

  newTab();
  expect(await draftSlot().open(undefined)).toBe(false);
  keepDraft({ ...newDraft(), event: "two" });
  const other = draftSlot();
  expect(await other.open(undefined)).toBe(true);
  expect(other.draft.value.event).toBe("two");
  other.leave();
  await new Promise(setImmediate);

  rememberDraft(one);
  slot.leave();
  await new Promise(setImmediate);
  const again = draftSlot();
  expect(await again.open(undefined)).toBe(true);
  expect(again.draft.value.event).toBe("one");
});

test("a draft is stored when it changes, not when it is opened, and is removed when it is discarded", async () => {
  const slot = draftSlot();
  slot.begin({});
  batch(() => slot.begin({}));
  expect(keptDrafts()).toEqual([]);
  slot.draft.value = { ...slot.draft.value, event: "Flood" };
  expect(keptDrafts().map(({ draft }) => draft.event)).toEqual(["Flood"]);
  slot.discard();
  expect(keptDrafts()).toEqual([]);
  slot.leave();
  slot.draft.value = { ...slot.draft.value, event: "elsewhere" };
  expect(keptDrafts()).toEqual([]);
});

test("an open draft stays open when another one is stored, and is remembered for a reload before it changes", async () => {
  const slot = draftSlot();
  slot.begin({ alertId: 7, event: "Flood" });
  const { key } = slot.draft.value;
  expect(sessionStorage.getItem("location-alerts.tab.7")).toBe(key);
  keepDraft({ ...newDraft(), alertId: 7, event: "another" });
  expect(await slot.open(7)).toBe(true);
  expect(slot.draft.value.key).toBe(key);
  // There is no draft of another alert.
  expect(await slot.open(8)).toBe(false);
});

test("an update that is discarded leaves no empty draft open", () => {
  const slot = draftSlot();
  slot.begin({ alertId: 7, event: "Flood" });
  slot.discard();
  expect(shown(slot)).toEqual(["nowhere", ""]);
  expect(slot.draft.value.alertId).toBeUndefined();
});

describe("a draft that another tab has open", () => {
  let owner: ReturnType<typeof draftSlot>;
  let tab: ReturnType<typeof draftSlot>;
  const change = (event: string) => {
    owner.draft.value = { ...owner.draft.value, event };
  };
  const settle = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(async () => {
    jest.useFakeTimers();
    owner = draftSlot();
    owner.begin({});
    change("Flood");
    await settle();
    tab = draftSlot();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Opens the draft in the second tab, which waits for it for half a second. */
  async function openElsewhere(): Promise<void> {
    const opening = tab.open(undefined);
    await jest.advanceTimersByTimeAsync(500);
    expect(await opening).toBe(true);
    expect(shown(tab)).toEqual(["elsewhere", "Flood"]);
  }

  test("is shown as open elsewhere after half a second, and opens here once the other tab leaves it", async () => {
    const opening = tab.open(undefined);
    await jest.advanceTimersByTimeAsync(499);
    expect(tab.place.value).toBe("nowhere");
    await jest.advanceTimersByTimeAsync(1);
    expect(await opening).toBe(true);
    expect(shown(tab)).toEqual(["elsewhere", "Flood"]);
    change("Gas");
    owner.leave();
    await settle();
    expect(shown(tab)).toEqual(["here", "Gas"]);
    expect(owner.place.value).toBe("nowhere");
  });

  test("opens here if the other tab leaves it within half a second", async () => {
    const opening = tab.open(undefined);
    await settle();
    owner.leave();
    await settle();
    expect(await opening).toBe(true);
    await jest.advanceTimersByTimeAsync(1000);
    expect(tab.place.value).toBe("here");
  });

  test("can be taken over, and later changes in the other tab are not stored", async () => {
    await openElsewhere();
    change("Gas");
    await tab.takeOver();
    await settle();
    expect(shown(tab)).toEqual(["here", "Gas"]);
    expect(owner.place.value).toBe("elsewhere");
    change("too late");
    expect(keptDrafts().map(({ draft }) => draft.event)).toEqual(["Gas"]);
    // The tab that lost the draft may leave. The draft stays in the tab that took it.
    owner.leave();
    await settle();
    expect([owner.place.value, tab.place.value]).toEqual(["nowhere", "here"]);
  });

  test("is replaced by an empty draft if it is published there while this tab waits for it", async () => {
    const opening = tab.open(undefined);
    await settle();
    const { key } = owner.draft.value;
    removeDraft(key);
    owner.leave();
    await settle();
    expect(await opening).toBe(true);
    expect(shown(tab)).toEqual(["here", ""]);
    expect(tab.draft.value.key).not.toBe(key);
  });

  test("stays shown as open elsewhere if it is published there later", async () => {
    await openElsewhere();
    removeDraft(owner.draft.value.key);
    owner.leave();
    await settle();
    expect(shown(tab)).toEqual(["elsewhere", "Flood"]);
  });

  test("is not opened by a tab that has left while it waited, and can be opened by others", async () => {
    const opening = tab.open(undefined);
    await settle();
    tab.leave();
    expect(await opening).toBe(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(tab.place.value).toBe("nowhere");
    owner.leave();
    await settle();
    expect(tab.place.value).toBe("nowhere");
    // The tab that has left does not keep the draft from other tabs either.
    expect(await draftSlot().open(undefined)).toBe(true);
  });
});
