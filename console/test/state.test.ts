import "./helpers/globals.ts";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Shape } from "../src/geo/area.ts";
import "../src/geo/unite.ts";
import { square } from "./helpers/square.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { loaded } = await import("../src/state/loaded.ts");
const { afterLogin } = await import("../src/state/loaded.ts");
const { pages } = await import("../src/state/pages.ts");
const { isExpired, session, sessionHasExpired } = await import("../src/state/session.ts");
const { stateOf, titleOf } = await import("../src/state/alert-list.ts");
const { noteServiceClock } = await import("../src/state/service-clock.ts");
const drafts = await import("../src/state/draft.ts");
const { draft, setShapes, undoShapes, redoShapes, canUndo, canRedo } = drafts;

const DAY = 86_400_000;
const NOW = Date.parse("2026-10-21T07:28:00Z");

let logins = 0;
/** Logs in with a new token that lasts for `days` days. */
function logIn(days: number, more = {}): void {
  logins += 1;
  const payload = btoa(JSON.stringify({ exp: (NOW + days * DAY) / 1000, jti: logins }));
  session.value = { token: `a.${payload}.b`, userId: 1, email: "ada@example.org", ...more };
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  logIn(1000);
});
afterEach(() => {
  session.value = null;
  jest.useRealTimers();
});

describe("a login", () => {
  // A timer holds 24.8 days at most. It fires at once if it is given more.
  test.each([1, 25, 60, 365])("of %i days expires after that time, without a request", (days) => {
    logIn(days);
    const timers = jest.spyOn(globalThis, "setTimeout");
    jest.advanceTimersByTime(1000);
    expect(timers).not.toHaveBeenCalled();
    jest.advanceTimersByTime(days * DAY - 1001);
    expect(isExpired.value).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isExpired.value).toBe(true);
    timers.mockRestore();
  });

  test("expires also if its token has the characters of base64url", () => {
    const payload = btoa(JSON.stringify({ exp: (NOW + DAY) / 1000, name: "ûÿþûÿþ?~?~?" }));
    const token = `a.${payload.replaceAll("+", "-").replaceAll("/", "_")}.b`;
    expect(token).toMatch(/-.*_|_.*-/);
    session.value = { token, userId: 1, email: "ada@example.org" };
    jest.advanceTimersByTime(DAY);
    expect(isExpired.value).toBe(true);
  });

  test("that ended while the page was closed is expired", () => {
    logIn(-1);
    expect(isExpired.value).toBe(true);
  });

  test("that can be renewed starts no timer for its end", () => {
    session.value = null;
    const timers = jest.getTimerCount();
    logIn(1);
    expect(jest.getTimerCount()).toBe(timers + 1);
    logIn(1, { refreshToken: "the next" });
    expect(jest.getTimerCount()).toBe(timers);
  });

  test.each([
    ["ahead", -3],
    ["behind", 3],
  ])("ends by the service's clock, on a computer whose clock is %s", (_, days) => {
    // With these times, the least and the greatest possible difference of the clocks are equal.
    const learn = (ahead: number) =>
      noteServiceClock(
        new Date(Date.now() + ahead * DAY).toUTCString(),
        Date.now() + 1000,
        Date.now(),
      );
    learn(days);
    logIn(days + 2);
    expect(isExpired.value).toBe(false);
    // The computer's clock is put right meanwhile.
    jest.setSystemTime(NOW + days * DAY);
    learn(0);
    jest.advanceTimersByTime(2 * DAY - 1);
    expect(isExpired.value).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isExpired.value).toBe(true);
  });

  test("that is replaced by another leaves no timer, and does not end the new one", () => {
    logIn(1);
    const timers = jest.getTimerCount();
    logIn(2);
    expect(jest.getTimerCount()).toBe(timers);
    jest.advanceTimersByTime(DAY);
    expect(isExpired.value).toBe(false);
  });
});

test("a function that waits for a login runs only after the first one", () => {
  const run = jest.fn();
  for (const _login of [1, 2]) {
    sessionHasExpired(session.value?.token as string);
    if (run.mock.calls.length === 0) afterLogin(run);
    logIn(1000);
    expect(run).toHaveBeenCalledTimes(1);
  }
});

test("a function that waits for a login does not run after a logout", () => {
  const run = jest.fn();
  sessionHasExpired(session.value?.token as string);
  afterLogin(run);
  session.value = null;
  logIn(1000);
  expect(run).not.toHaveBeenCalled();
});

describe("loaded data", () => {
  /** Makes loaded data whose requests the test answers. */
  function asked() {
    const answers: PromiseWithResolvers<string>[] = [];
    const signals: AbortSignal[] = [];
    const data = loaded((signal) => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      signals.push(signal);
      return answer.promise;
    });
    return { data, answers, signals };
  }

  test("are those of the last request, even if an earlier one is answered later", async () => {
    const { data, answers, signals } = asked();
    const [first, second] = [data.load(), data.load()];
    expect(signals[0]?.aborted).toBe(true);
    answers[1]?.resolve("new");
    await second;
    expect([data.data.value, data.isLoading.value]).toEqual(["new", false]);
    answers[0]?.resolve("old");
    await first;
    expect(data.data.value).toBe("new");
  });

  test("are loading until the last request is answered", async () => {
    const { data, answers } = asked();
    const [first, second] = [data.load(), data.load()];
    answers[0]?.reject(new Error("cancelled"));
    await first;
    expect([data.error.value, data.isLoading.value]).toEqual(["", true]);
    answers[1]?.resolve("new");
    await second;
    expect(data.isLoading.value).toBe(false);
  });

  test("stay after a failure, and the error is cleared by the next success", async () => {
    const complain = jest.spyOn(console, "error").mockImplementation(() => {});
    const { data, answers } = asked();
    const first = data.load();
    answers[0]?.resolve("old");
    await first;
    const second = data.load();
    answers[1]?.reject(new Error("failed"));
    await second;
    expect(data.error.value).toMatch(/went wrong/);
    expect([data.data.value, data.isLoading.value]).toEqual(["old", false]);
    const third = data.load();
    answers[2]?.resolve("new");
    await third;
    expect(data.error.value).toBe("");
    complain.mockRestore();
  });

  test("are not asked for without a login, or with one that has expired", async () => {
    const { data, answers } = asked();
    sessionHasExpired(session.value?.token as string);
    void data.load();
    session.value = null;
    void data.load();
    expect(answers).toEqual([]);
    expect(data.isLoading.value).toBe(false);
    // The page of the next user asks for its own data.
    logIn(1000);
    expect(answers).toEqual([]);
  });

  test("that could not be asked for are asked for once after the next login", async () => {
    const { data, answers } = asked();
    sessionHasExpired(session.value?.token as string);
    void data.load();
    void data.load();
    logIn(1000);
    expect(answers).toHaveLength(1);
    answers[0]?.resolve("mine");
    await Promise.resolve();
    await Promise.resolve();
    expect([data.data.value, data.isLoading.value]).toEqual(["mine", false]);
  });

  test("are asked for again after a login if the session had ended during the request", async () => {
    const complain = jest.spyOn(console, "error").mockImplementation(() => {});
    const { data, answers } = asked();
    const first = data.load();
    sessionHasExpired(session.value?.token as string);
    answers[0]?.reject(new Error("It has ended."));
    await first;
    expect(answers).toHaveLength(1);
    logIn(1000);
    expect(answers).toHaveLength(2);
    complain.mockRestore();
  });
});

describe("the pages of a list", () => {
  /** A list of rows on a host, in pages of three. */
  function paged(count: number) {
    const host = { rows: Array.from({ length: count }, (_, index) => ({ id: index + 1 })) };
    const list = pages(3, async ({ limit, offset }) => host.rows.slice(offset, offset + limit));
    const ids = () => list.data.value?.map(({ id }) => id);
    return { host, list, ids };
  }

  test("come one after another, until one is not full", async () => {
    const { list, ids } = paged(7);
    await list.begin();
    expect([ids(), list.hasMore.value]).toEqual([[1, 2, 3], true]);
    await list.more();
    expect([ids(), list.hasMore.value]).toEqual([[1, 2, 3, 4, 5, 6], true]);
    await list.more();
    expect([ids(), list.hasMore.value]).toEqual([[1, 2, 3, 4, 5, 6, 7], false]);
  });

  test("ask the host for rows that are not known yet", async () => {
    const asked: object[] = [];
    const list = pages(2, async (page) => {
      asked.push(page);
      return [{ id: page.offset + 1 }, { id: page.offset + 2 }];
    });
    await list.begin();
    await list.more();
    expect(asked).toEqual([
      { limit: 2, offset: 0 },
      { limit: 2, offset: 2 },
    ]);
  });

  test("are all reloaded, without the rows that are gone", async () => {
    const { host, list, ids } = paged(7);
    await list.begin();
    await list.more();
    host.rows.splice(0, 2);
    await list.load();
    expect(ids()).toEqual([3, 4, 5, 6, 7]);
  });

  test("start again with the first one only", async () => {
    const { list, ids } = paged(7);
    await list.begin();
    await list.more();
    await list.begin();
    expect(ids()).toEqual([1, 2, 3]);
  });

  test("have no rows from before a reload, even if the next page is asked for during it", async () => {
    const { host, list, ids } = paged(7);
    await list.begin();
    host.rows.splice(0, 1);
    const reload = list.load();
    await list.more();
    await reload;
    expect(ids()).toEqual([2, 3, 4, 5, 6, 7]);
  });

  test("show each row once if new rows shift them", async () => {
    const { host, list, ids } = paged(4);
    await list.begin();
    host.rows.unshift({ id: 0 });
    await list.more();
    expect(ids()).toEqual([1, 2, 3, 4]);
  });

  test("continue with new rows if all rows of the next page are already known", async () => {
    const { host, list, ids } = paged(7);
    await list.begin();
    host.rows.unshift({ id: -2 }, { id: -1 }, { id: 0 });
    await list.more();
    expect([ids(), list.hasMore.value]).toEqual([[1, 2, 3, 4, 5, 6], true]);
  });
});

describe("the draft's shapes", () => {
  const shape = (x: number): Shape => ({ kind: "polygon", coordinates: [square(x, 0, 1)] });
  const shown = () => draft.value.shapes.map(({ coordinates }) => coordinates[0]?.[0]?.[0]);
  beforeEach(() => drafts.beginDraft());

  test("are undone and redone step by step", () => {
    setShapes([shape(1)]);
    setShapes([shape(1), shape(2)]);
    undoShapes();
    expect(shown()).toEqual([1]);
    undoShapes();
    expect([shown(), canUndo.value]).toEqual([[], false]);
    undoShapes();
    redoShapes();
    redoShapes();
    expect([shown(), canRedo.value]).toEqual([[1, 2], false]);
    undoShapes();
    expect(shown()).toEqual([1]);
  });

  test("add no step to undo if nothing changes, as after a click without a drag", () => {
    setShapes([shape(1)]);
    setShapes([shape(1)]);
    undoShapes();
    expect([shown(), canUndo.value]).toEqual([[], false]);
  });

  test("are shown while they are dragged, and add no step until the pointer is released", () => {
    setShapes([shape(1)]);
    drafts.previewShapes([shape(9)]);
    expect(drafts.draftArea.value?.coordinates).toEqual(shape(9).coordinates);
    expect(shown()).toEqual([1]);
    undoShapes();
    expect(drafts.draftArea.value).toBeUndefined();
  });
});

test.each([
  ["ACTIVE", 101, "ACTIVE"],
  ["ACTIVE", 100, "EXPIRED"],
  ["ACTIVE", 99, "EXPIRED"],
  ["CANCELLED", 99, "CANCELLED"],
] as const)(
  "at the time 100, an alert whose state is %s and whose end is %i is %s",
  (state, expiresAt, now) => {
    expect(stateOf({ state, expiresAt }, 100)).toBe(now);
  },
);

test("an alert is known by its title, or else by the first line of its most urgent text", () => {
  expect(titleOf({ text1: "\n Flood\r\nLeave the centre." })).toBe("Flood");
  expect(titleOf({ title: null, text1: "Leave the centre." })).toBe("Leave the centre.");
  expect(titleOf({ title: " Flood ", text1: "Leave the centre." })).toBe("Flood");
  expect(titleOf({ title: " ", text1: "Leave the centre." })).toBe("Leave the centre.");
});
