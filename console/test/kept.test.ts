import { beforeEach, expect, test } from "@jest/globals";
import { forgetAll, forgetKept, keep, kept, keptAll } from "../src/person/kept.ts";
import { forgetPushes, keepPush, keptPushes } from "../src/person/pushed.ts";
import { put } from "./helpers/browser-state.ts";

type Store = Map<string, unknown>;
type Range = { lower: string; upper: string };
type Calls = Record<string, (() => void) | null> & { result?: unknown; error?: Error };

/** The stores of the browser's database, its open connections, and its faults. */
let stores: Map<string, Store>;
let opened: string[];
let open: number;
let isOff: boolean;
let isFull: boolean;
const within = (store: Store, { lower, upper }: Range) =>
  [...store.keys()].filter((name) => name >= lower && name <= upper).sort();

/** Returns a transaction. Its requests have results only when it ends, because no result may be read before. */
function transactionOn(name: string, mode: string) {
  const transaction: Calls & { objectStore?: unknown } = {};
  const store = stores.get(name);
  if (!store) throw new Error(`There is no store ${name}.`);
  const after = (isWrite: boolean, run: () => unknown) => {
    if (isWrite && mode !== "readwrite") throw new Error("It may only be read.");
    const request: Calls = {};
    setImmediate(() => {
      if (isFull) {
        transaction.error = new Error("It is full.");
        transaction.onabort?.();
      } else {
        request.result = run();
        transaction.oncomplete?.();
      }
    });
    return request;
  };
  transaction.objectStore = () => ({
    put: (value: unknown, key: string) => after(true, () => store.set(key, structuredClone(value))),
    get: (key: string) => after(false, () => store.get(key)),
    getAll: (range: Range) => after(false, () => within(store, range).map((key) => store.get(key))),
    delete: (range: Range) =>
      after(true, () => {
        for (const key of within(store, range)) store.delete(key);
      }),
    clear: () => after(true, () => store.clear()),
  });
  return transaction;
}

put("IDBKeyRange", { value: { bound: (lower: string, upper: string) => ({ lower, upper }) } });
put("indexedDB", {
  value: {
    open(name: string, version: number) {
      const opening: Calls = {};
      setImmediate(() => {
        if (isOff) {
          opening.error = new Error("It is off.");
          opening.onerror?.();
          return;
        }
        opening.result = {
          createObjectStore: (store: string) => stores.set(store, new Map()),
          transaction: transactionOn,
          close: () => {
            open -= 1;
          },
        };
        if (stores.size === 0) opening.onupgradeneeded?.();
        open += 1;
        opened.push(`${name} ${version}`);
        opening.onsuccess?.();
      });
      return opening;
    },
  },
});

beforeEach(() => {
  [stores, opened, open, isOff, isFull] = [new Map(), [], 0, false, false];
});

test("a value kept under a name can be read later, and is replaced by the next one of that name", async () => {
  expect(await kept("inbox")).toBeUndefined();
  await keep("inbox", { told: [1] });
  await keep("zones", []);
  expect([await kept("inbox"), await kept("zones")]).toEqual([{ told: [1] }, []]);
  await keep("inbox", { told: [2] });
  expect(await kept("inbox")).toEqual({ told: [2] });
  expect([...new Set(opened)]).toEqual(["location-alerts-person 1"]);
  // A database that stays open would keep a later page from upgrading it.
  expect(open).toBe(0);
});

test("all values whose names share a prefix are read and removed together, and no others", async () => {
  for (const name of ["push", "push-1", "push-20", "push.", "here"]) await keep(name, name);
  expect(await keptAll("push-")).toEqual(["push-1", "push-20"]);
  await forgetAll("push-");
  expect(await keptAll("push-")).toEqual([]);
  expect([await kept("push"), await kept("push."), await kept("here")]).toEqual([
    ...["push", "push.", "here"],
  ]);
  await forgetKept();
  expect(await keptAll("")).toEqual([]);
});

test("pushes are kept with their time, the newest first, until they are forgotten", async () => {
  const push = (notificationId: number) => ({
    title: "Gas leak",
    body: "Leave.",
    data: { notificationId, alertId: 7, level: "ONE" as const, kind: "ALERT" },
  });
  const before = Math.floor(Date.now() / 1000);
  await keepPush(push(9));
  // The push is stored before the worker may end.
  expect(stores.get("kept")?.has("push-9")).toBe(true);
  await keepPush(push(10));
  // The same push comes again. Only the fields that are shown are kept.
  await keepPush({ ...push(9), tag: "notification-9" } as never);
  const found = await keptPushes();
  expect(found.map(({ at, ...rest }) => rest)).toStrictEqual([push(10), push(9)]);
  for (const { at } of found) expect(at - before).toBeLessThan(3600);
  for (const { at } of found) expect(at).toBeGreaterThanOrEqual(before);
  await keep("here", 1);
  await forgetPushes();
  expect([await keptPushes(), await kept("here")]).toEqual([[], 1]);
});

test("keeping or reading a value fails if the browser's database is full or off", async () => {
  await keep("here", 1);
  isFull = true;
  await expect(keep("here", 2)).rejects.toThrow("It is full.");
  expect(open).toBe(0);
  isFull = false;
  isOff = true;
  await expect(kept("here")).rejects.toThrow("It is off.");
  isOff = false;
  expect(await kept("here")).toBe(1);
});
