import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { put, storage } from "./helpers/browser-state.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { loseAnswer } from "./helpers/lose-answer.ts";
import { setAhead } from "./helpers/set-ahead.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate"] });
put("localStorage", { value: storage() });
/** What the browser keeps. */
let kept: Map<string, unknown>;
/** True if the browser has no database. */
let isClosed = false;
const database = () => {
  if (isClosed) throw new Error("There is no database.");
  return kept;
};
jest.unstable_mockModule("../../src/console/person/kept.ts", () => ({
  keep: async (name: string, value: unknown) => void database().set(name, value),
  kept: async (name: string) => database().get(name),
  keptAll: async () => [],
  forgetAll: async () => {},
  forgetKept: async () => kept.clear(),
}));
type Tell = (position: object) => unknown;
/** Tells the page where the browser is, or that it may not. */
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
const { askHere, here, openHere, reportOnce, reportWhileOpen } = await import(
  "../../src/console/person/here.ts"
);
const { followReports, reports, reportTrouble } = await import(
  "../../src/console/person/reports.ts"
);
const { alerts } = await import("../../src/console/person/inbox.ts");
const { session } = await import("../../src/console/state/session.ts");

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
  [kept, options, watches, answer] = [new Map(), [], 0, undefined];
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

test("a place that was kept is the last one until another is reported", async () => {
  kept.set("here", { latitude: 5 });
  await openHere();
  expect(here.value).toEqual({ latitude: 5 });
  kept.set("here", { latitude: 6 });
  await openHere();
  expect(here.value).toEqual({ latitude: 5 });
});

test("a place is reported and asked about although nothing can be kept", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  isClosed = true;
  try {
    await openHere();
    expect(here.value).toBeUndefined();
    await reportOnce();
    expect(reported()).toEqual([1]);
    expect(here.value).toMatchObject({ latitude: 1, alerts: [{ alertId: 7 }] });
    expect(warn).toHaveBeenCalledTimes(2);
  } finally {
    isClosed = false;
    warn.mockRestore();
  }
});

test("what the service says of a place counts for the versions that were known before", async () => {
  await askHere();
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
  expect(kept.get("here")).toEqual(here.value);
  // The browser looks anew, not for long.
  expect(options).toEqual([{ enableHighAccuracy: true, timeout: 30_000, maximumAge: 0 }]);
});

test("a place is dated by the service's clock, here and there", async () => {
  setAhead(3600);
  await reportOnce();
  expect(here.value?.takenAt).toBe(NOW + 3600);
  expect(asked[0]).toMatchObject({
    name: "NewPosition",
    variables: { input: { takenAt: NOW + 3600 } },
  });
});

test("what is said of an earlier place is not said of the next one", async () => {
  const next = { latitude: 9, longitude: 9, accuracy: 1, takenAt: NOW + 5 };
  meanwhile = () => {
    here.value = next;
  };
  await reportOnce();
  expect(here.value).toEqual(next);
});

test("a place that could not be reported is known here, and nothing is said of it", async () => {
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  await expect(reportOnce()).rejects.toThrow("Too many.");
  expect(here.value).toMatchObject({ latitude: 1 });
  expect(here.value?.alerts).toBeUndefined();
  expect(kept.get("here")).toMatchObject({ latitude: 1 });
});

/** Lets a report that a clock began come to its end. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("places are reported once a minute, and what failed at once", async () => {
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
  // The browser stays where it came to meanwhile.
  jest.advanceTimersByTime(1);
  await settled();
  expect(reported()).toEqual([1, 2, 4]);
  expect(asked.findLast(({ name }) => name === "NewPosition")?.variables).toMatchObject({
    input: { takenAt: NOW + 1 },
  });
  // It moves on after a while.
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

test("a minute begins with each report, also with one after a failure", async () => {
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

test("a place that could not be reported is after a minute, unless the page has stopped", async () => {
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
  "a %s without an answer holds up no later report",
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

test("a place that waits is not reported after a later one", async () => {
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

test("a place that was dated by a clock ahead of its time holds up no later one", async () => {
  here.value = { latitude: 9, longitude: 9, accuracy: 1, takenAt: NOW + 7200 };
  const stop = reportWhileOpen(() => {});
  await tell(position(2));
  expect(reported()).toEqual([2]);
  stop();
});

test("the page reports while that is wanted, and says why it does not", async () => {
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
