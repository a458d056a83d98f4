import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";

// The modules start a clock when they load.
jest.useFakeTimers();
const { draftSlot, newDraft, rememberDraft } = await import(
  "../../src/console/state/draft-slot.ts"
);
const { keepDraft, keptDrafts } = await import("../../src/console/state/kept-drafts.ts");
jest.useRealTimers();

type Items = Record<string, string>;

/** What a browser keeps of a page. */
const storage = (): object =>
  Object.create({
    getItem(this: Items, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Items, name: string, text: string) {
      this[name] = text;
    },
    removeItem(this: Items, name: string) {
      delete this[name];
    },
  });

/** The locks of all tabs. One that is held is never given away. */
function locks() {
  const held = new Set<string>();
  return {
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
    async request(name: string, _how: object, hold: () => Promise<void>) {
      if (held.has(name)) return await new Promise(() => {});
      held.add(name);
      await hold();
      held.delete(name);
    },
  };
}

const put = (name: string, value: PropertyDescriptor) =>
  Object.defineProperty(globalThis, name, { configurable: true, ...value });
const newTab = () => put("sessionStorage", { value: storage() });

beforeEach(() => {
  put("localStorage", { value: storage() });
  put("navigator", { value: { locks: locks() } });
  newTab();
});

test("a browser that keeps nothing has a draft all the same", async () => {
  for (const name of ["localStorage", "sessionStorage"]) {
    put(name, {
      get: () => {
        throw new DOMException("Storage is off.", "SecurityError");
      },
    });
  }
  const slot = draftSlot();
  expect(await slot.open(undefined)).toBe(false);
  slot.begin({ event: "Flood" });
  expect([slot.place.value, slot.draft.value.event]).toEqual(["here", "Flood"]);
  slot.discard();
  expect([slot.place.value, slot.draft.value.event]).toEqual(["here", ""]);
});

test("a tab goes on with its own draft, and a new tab with the last one that no tab has open", async () => {
  const one = { ...newDraft(), event: "one" };
  keepDraft(one);
  keepDraft({ ...newDraft(), alertId: 7, event: "an update" });
  const slot = draftSlot();
  expect(await slot.open(undefined)).toBe(true);
  expect([slot.place.value, slot.draft.value.event]).toEqual(["here", "one"]);

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

test("a draft is kept when it changes, not when it is opened, and is gone when it is discarded", async () => {
  const slot = draftSlot();
  slot.begin({});
  expect(keptDrafts()).toEqual([]);
  slot.draft.value = { ...slot.draft.value, event: "Flood" };
  expect(keptDrafts().map(({ draft }) => draft.event)).toEqual(["Flood"]);
  slot.discard();
  expect(keptDrafts()).toEqual([]);
  slot.leave();
  slot.draft.value = { ...slot.draft.value, event: "elsewhere" };
  expect(keptDrafts()).toEqual([]);
});
