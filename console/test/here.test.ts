import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { put, storage } from "./helpers/browser-state.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { browser } from "./helpers/kept.ts";
import { loseAnswer } from "./helpers/lose-answer.ts";
import { setAhead } from "./helpers/set-ahead.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate"] });
put("localStorage", { value: storage() });
type Tell = (position: object) => unknown;
/** These functions tell the page where the browser is, or that the browser refuses to say. */
let tell: Tell;
let fail: () => void;
let options: object[];
let watches: number;
put("navigator", {
  value: {
    languages: ["en"],
    geolocation: {
      getCurrentPosition(found: Tell, _refuse: () => void, how: object) {
        options.push(how);
        found(position(1));
      },
      watchPosition(found: Tell, refuse: () => void, how: object) {
        [tell, fail] = [found, refuse];
        options.push(how);
        watches += 1;
        return 9;
      },
      clearWatch: (id: number) => {
        if (id === 9) watches -= 1;
      },
    },
  },
});
const { loadAlertsHere, here, openHere, reportOnce, reportWhileOpen } = await import(
  "../src/person/here.ts"
);
const { followReports, reports, reportTrouble } = await import("../src/person/reports.ts");
const { alerts } = await import("../src/person/inbox.ts");
const { session } = await import("../src/state/session.ts");

const NOW = Math.floor(Date.now() / 1000);
const position = (latitude: number, at = NOW) => ({
  coords: { latitude, longitude: 12, accuracy: 7 },
  timestamp: at * 1000 + 900,
});
let answer: object | undefined;
let meanwhile: () => void;
let asked: ReturnType<typeof fakeService>;
const reported = () =>
  asked
    .filter(({ name }) => name === "NewPosition")
    .map(({ variables }) => (variables.input as { latitude: number }).latitude);
beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  [browser.kept, options, watches, answer] = [new Map(), [], 0, undefined];
  here.value = undefined;
  meanwhile = () => {};
  alerts.value = new Map();
  asked = fakeService({
    NewPosition: () => answer ?? { newPosition: { id: 1 } },
    AlertsHere: () => {
      meanwhile();
      return { activeAlertsAt: [{ alertId: 7, level: "ONE", distance: 0 }] };
    },
  });
});

afterEach(() => setAhead(0));

test("a stored place is restored when the page opens, but does not replace a known one", async () => {
  browser.kept.set("here", { latitude: 5 });
  await openHere();
  expect(here.value).toEqual({ latitude: 5 });
  browser.kept.set("here", { latitude: 6 });
  await openHere();
  expect(here.value).toEqual({ latitude: 5 });
});

test("a place is reported and its alerts are asked for, even if the browser can store nothing", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  browser.isClosed = true;
  try {
    await openHere();
    expect(here.value).toBeUndefined();
    await reportOnce();
    expect(reported()).toEqual([1]);
    expect(here.value).toMatchObject({ latitude: 1, alerts: [{ alertId: 7 }] });
    expect(warn).toHaveBeenCalledTimes(2);
  } finally {
    browser.isClosed = false;
    warn.mockRestore();
  }
});

test("the service's answer about a place is noted with the alert versions known before the request", async () => {
  await loadAlertsHere();
  expect(asked).toEqual([]);
  alerts.value = new Map([[7, { version: 2 } as never]]);
  meanwhile = () => {
    alerts.value = new Map([[7, { version: 3 } as never]]);
  };
  await reportOnce();
  expect(here.value).toEqual({
    latitude: 1,
    longitude: 12,
    accuracy: 7,
    takenAt: NOW,
    alerts: [{ alertId: 7, level: "ONE", distance: 0 }],
    versions: new Map([[7, 2]]),
  });
  expect(browser.kept.get("here")).toEqual(here.value);
  // The browser must find a new position, and has 30 seconds for it.
  expect(options).toEqual([{ enableHighAccuracy: true, timeout: 30_000, maximumAge: 0 }]);
});

test("a place is dated by the service's clock, on the page and in the report", async () => {
  setAhead(3600);
  await reportOnce();
  expect(here.value?.takenAt).toBe(NOW + 3600);
  expect(asked[0]).toMatchObject({
    name: "NewPosition",
    variables: { input: { takenAt: NOW + 3600 } },
  });
});

test("an answer about an earlier place is not applied to the next one", async () => {
  const next = { latitude: 9, longitude: 9, accuracy: 1, takenAt: NOW + 5 };
  meanwhile = () => {
    here.value = next;
  };
  await reportOnce();
  expect(here.value).toEqual(next);
});

test("a place that could not be reported is kept on the page, without alerts", async () => {
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  await expect(reportOnce()).rejects.toThrow("Too many.");
  expect(here.value).toMatchObject({ latitude: 1 });
  expect(here.value?.alerts).toBeUndefined();
  expect(browser.kept.get("here")).toMatchObject({ latitude: 1 });
});

/** Waits until a report that a timer began has ended. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("places are reported once a minute, and the next one at once after a failure", async () => {
  const notes: unknown[] = [];
  const stop = reportWhileOpen((error) => notes.push((error as Error | undefined)?.message));
  expect(options).toEqual([{ enableHighAccuracy: true }]);
  fail();
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  await tell(position(1));
  answer = undefined;
  await tell(position(2));
  await tell(position(3));
  jest.advanceTimersByTime(59_999);
  await tell(position(4, NOW + 1));
  expect(reported()).toEqual([1, 2]);
  // The browser stays at its last place, which is reported after the minute.
  jest.advanceTimersByTime(1);
  await settled();
  expect(reported()).toEqual([1, 2, 4]);
  expect(asked.findLast(({ name }) => name === "NewPosition")?.variables).toMatchObject({
    input: { takenAt: NOW + 1 },
  });
  // The browser moves on after a while.
  jest.advanceTimersByTime(60_000);
  await settled();
  await tell(position(5, NOW + 60));
  expect(reported()).toEqual([1, 2, 4, 5]);
  expect(notes).toEqual([
    "The browser does not tell where it is: allow it, or use an app.",
    "Too many.",
    undefined,
    undefined,
    undefined,
  ]);
  stop();
  expect(watches).toBe(0);
});

test("each report starts a new minute, also a report after a failed one", async () => {
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  const stop = reportWhileOpen(() => {});
  await tell(position(1));
  answer = undefined;
  jest.advanceTimersByTime(30_000);
  await tell(position(2));
  jest.advanceTimersByTime(30_000);
  await settled();
  await tell(position(3));
  expect(reported()).toEqual([1, 2]);
  jest.advanceTimersByTime(30_000);
  await settled();
  expect(reported()).toEqual([1, 2, 3]);
  stop();
});

test("a place that could not be reported is reported again after a minute, unless reporting has stopped", async () => {
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  const stop = reportWhileOpen(() => {});
  await tell(position(1));
  jest.advanceTimersByTime(60_000);
  await settled();
  expect(reported()).toEqual([1, 1]);
  stop();
  jest.advanceTimersByTime(60_000);
  await settled();
  expect(reported()).toEqual([1, 1]);
});

test.each(["mutation NewPosition", "query AlertsHere"])(
  "a %s without an answer does not block later reports",
  async (operation) => {
    const notes: unknown[] = [];
    const stop = reportWhileOpen((error) => notes.push((error as Error | undefined)?.message));
    const outOfTime = loseAnswer(operation);
    const report = tell(position(1));
    await settled();
    expect(new Set(outOfTime())).toEqual(new Set([15_000]));
    await report;
    await tell(position(2));
    expect(reported().at(-1)).toBe(2);
    expect(notes).toEqual([expect.stringMatching(/^The service does not answer/), undefined]);
    stop();
  },
);

test("a place that waits to be reported is dropped when a later one is reported", async () => {
  setAhead(3600);
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  const stop = reportWhileOpen(() => {});
  await tell(position(3, NOW - 1));
  answer = undefined;
  await reportOnce();
  jest.advanceTimersByTime(60_000);
  await settled();
  expect(reported()).toEqual([3, 1]);
  stop();
});

test("a place dated by a clock that was ahead does not block later places", async () => {
  here.value = { latitude: 9, longitude: 9, accuracy: 1, takenAt: NOW + 7200 };
  const stop = reportWhileOpen(() => {});
  await tell(position(2));
  expect(reported()).toEqual([2]);
  stop();
});

test("the page reports positions while that is turned on, and says why if it cannot", async () => {
  const stop = followReports();
  expect(watches).toBe(0);
  reports.value = true;
  expect(watches).toBe(1);
  fail();
  expect(reportTrouble.value).toContain("allow it, or use an app");
  await tell(position(1));
  expect(reportTrouble.value).toBe("");
  fail();
  reports.value = false;
  expect([watches, reportTrouble.value]).toEqual([0, ""]);
  reports.value = true;
  stop();
  expect(watches).toBe(0);
  reports.value = false;
});
