import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { put, storage } from "./helpers/browser-state.ts";
import { fakeService } from "./helpers/fake-service.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate"] });
put("localStorage", { value: storage() });
localStorage.setItem("location-alerts.kept-of", "3");
let steps: string[];
/** The browser takes its time: only what the code awaits is sure to happen before the next step. */
const later = () => new Promise((resolve) => setImmediate(resolve));
jest.unstable_mockModule("../src/person/kept.ts", () => ({
  keep: async () => {},
  kept: async () => undefined,
  keptAll: async () => [],
  forgetAll: async () => {},
  async forgetKept() {
    for (let turn = 0; turn < 5; turn += 1) await later();
    steps.push("forget what is kept");
  },
}));
let isOwn: boolean;
let abandon: (timeoutMs?: AbortSignal) => Promise<void>;
jest.unstable_mockModule("../src/push/this-device.ts", () => ({
  isOwnDevice: () => isOwn,
  abandon: (timeoutMs: AbortSignal) => {
    // The service removes a device only for the user who is logged in.
    steps.push(session.value ? "abandon" : "abandon too late");
    return abandon(timeoutMs);
  },
}));
put("caches", {
  value: {
    keys: async () => ["location-alerts-person-a", "location-alerts-person-b", "another"],
    async delete(name: string) {
      await later();
      steps.push(`delete ${name}`);
    },
  },
});
put("location", {
  value: { hash: "#/me", reload: () => steps.push("reload") },
});
Object.assign(window, { caches: {} });
const { admit } = await import("../src/person/forget.ts");
const { leave } = await import("../src/person/leave.ts");
const { here } = await import("../src/person/here.ts");
const { zones } = await import("../src/person/drawn-zones.ts");
const { reports } = await import("../src/person/reports.ts");
const { told } = await import("../src/person/inbox.ts");
const { session } = await import("../src/state/session.ts");

const FORGOTTEN = [
  "forget what is kept",
  "delete location-alerts-person-a",
  "delete location-alerts-person-b",
];
let asked: ReturnType<typeof fakeService>;
beforeEach(() => {
  steps = [];
  isOwn = true;
  abandon = async () => {};
  asked = fakeService({ Logout: () => ({ logout: true }) });
  here.value = { latitude: 1, longitude: 1, accuracy: 1, takenAt: 1 };
  zones.value = new Map([[7, {} as never]]);
  told.value = [{} as never];
  reports.value = true;
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  location.hash = "#/me";
});
const isEmpty = () =>
  !here.value && zones.value.size === 0 && !reports.value && told.value.length === 0;
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test("a user is admitted only after another user's data is removed and the page has reloaded", async () => {
  expect(admit(1)).toBe(false);
  await settle();
  expect([isEmpty(), steps]).toEqual([true, [...FORGOTTEN, "reload"]]);
});

test("a logout ends the pushes, then the session, and removes all data", async () => {
  const timeout = jest.spyOn(AbortSignal, "timeout");
  let timeoutMs: AbortSignal | undefined;
  abandon = async (given) => {
    timeoutMs = given;
  };
  await leave();
  expect(timeout.mock.calls[0]).toEqual([5_000]);
  expect(timeoutMs).toBe(timeout.mock.results[0]?.value);
  timeout.mockRestore();
  expect(steps).toEqual(["abandon", ...FORGOTTEN]);
  expect([session.value, location.hash, isEmpty()]).toEqual([null, "", true]);
  await settle();
  expect(asked.map(({ name }) => name)).toEqual(["Logout"]);
});

test("a logout leaves another user's pushes alone, and succeeds even if pushes cannot be ended", async () => {
  isOwn = false;
  await leave();
  expect(steps).toEqual(FORGOTTEN);
  jest.spyOn(console, "warn").mockImplementation(() => {});
  [isOwn, steps] = [true, []];
  abandon = async () => {
    throw new Error("no answer");
  };
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  await leave();
  expect(session.value).toBeNull();
  expect(steps).toEqual(["abandon", ...FORGOTTEN]);
});

test("the same user is admitted again, and another one only after the first one's data is removed", async () => {
  const keptOf = () => localStorage.getItem("location-alerts.kept-of");
  expect([admit(1), admit(1)]).toEqual([true, true]);
  // A page that loads later knows the user too.
  expect(keptOf()).toBe("1");
  expect([isEmpty(), steps]).toEqual([false, []]);
  expect(admit(2)).toBe(false);
  await settle();
  expect([isEmpty(), steps]).toEqual([true, [...FORGOTTEN, "reload"]]);
  expect(keptOf()).toBe("null");
  // Until the page loads again, it has what it has loaded for the first user.
  expect(admit(2)).toBe(false);
  expect(admit(1)).toBe(true);
});
