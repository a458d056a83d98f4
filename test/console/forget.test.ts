import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { put, storage } from "./helpers/browser-state.ts";
import { fakeService } from "./helpers/fake-service.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate"] });
put("localStorage", { value: storage() });
localStorage.setItem("location-alerts.kept-of", "3");
let steps: string[];
/** The browser takes its time: only what is waited for is sure to happen before what comes next. */
const later = () => new Promise((resolve) => setImmediate(resolve));
jest.unstable_mockModule("../../src/console/person/kept.ts", () => ({
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
let abandon: (patience?: AbortSignal) => Promise<void>;
jest.unstable_mockModule("../../src/console/push/this-device.ts", () => ({
  isOwnDevice: () => isOwn,
  abandon: (patience: AbortSignal) => {
    // The service takes the device from who is logged in.
    steps.push(session.value ? "abandon" : "abandon too late");
    return abandon(patience);
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
const { admit, forgetPerson } = await import("../../src/console/person/forget.ts");
const { leave } = await import("../../src/console/person/log-out.ts");
const { here } = await import("../../src/console/person/here.ts");
const { zones } = await import("../../src/console/person/zones.ts");
const { reports } = await import("../../src/console/person/reports.ts");
const { told } = await import("../../src/console/person/inbox.ts");
const { session } = await import("../../src/console/state/session.ts");

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

test("what another user has left in the browser is forgotten before one is let in", async () => {
  expect(admit(1)).toBe(false);
  await settle();
  expect([isEmpty(), steps]).toEqual([true, [...FORGOTTEN, "reload"]]);
});

test("everything of a user is forgotten, and nothing of other pages", async () => {
  await forgetPerson();
  expect([isEmpty(), steps]).toEqual([true, FORGOTTEN]);
});

test("a logout ends the pushes first, then the session, and forgets all", async () => {
  const timeout = jest.spyOn(AbortSignal, "timeout");
  let patience: AbortSignal | undefined;
  abandon = async (given) => {
    patience = given;
  };
  await leave();
  expect(timeout.mock.calls[0]).toEqual([5_000]);
  expect(patience).toBe(timeout.mock.results[0]?.value);
  timeout.mockRestore();
  expect(steps).toEqual(["abandon", ...FORGOTTEN]);
  expect([session.value, location.hash, isEmpty()]).toEqual([null, "", true]);
  await settle();
  expect(asked.map(({ name }) => name)).toEqual(["Logout"]);
});

test("a logout leaves the pushes of another user alone, and is one if pushes cannot be ended", async () => {
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

test("a user is let in again, and another one after all of theirs is forgotten", async () => {
  const keptOf = () => localStorage.getItem("location-alerts.kept-of");
  expect([admit(1), admit(1)]).toEqual([true, true]);
  // A page that loads later knows it too.
  expect(keptOf()).toBe("1");
  expect([isEmpty(), steps]).toEqual([false, []]);
  expect(admit(2)).toBe(false);
  await settle();
  expect([isEmpty(), steps]).toEqual([true, [...FORGOTTEN, "reload"]]);
  expect(keptOf()).toBe("null");
  // Until it loads again, the page has what it has loaded of the first user.
  expect(admit(2)).toBe(false);
  expect(admit(1)).toBe(true);
});
