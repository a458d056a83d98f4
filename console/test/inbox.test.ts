import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { fakeService, named, refusal } from "./helpers/fake-service.ts";
import { browser } from "./helpers/kept.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate"] });
const inbox = await import("../src/person/inbox.ts");
const { session } = await import("../src/state/session.ts");

const NOW = 1_800_000_000;
const alert = (id: number, version = 1, state = "EXPIRED") => ({
  id,
  version,
  state,
  cursor: `a${id}.${version}`,
});
const row = (id: number, alertId: number, version = 1) => ({
  id,
  cursor: `n${id}`,
  seen: false,
  alert: alert(alertId, version),
});

let rows: object[];
let changes: { notifications?: object[] | null; alerts?: object[] | null }[];
let answer: object | undefined;
let asked: ReturnType<typeof fakeService>;
/** Runs before the service answers which notifications there are. */
let meanwhile: () => unknown;

beforeEach(async () => {
  jest.setSystemTime(NOW * 1000 + 900);
  [rows, changes, answer, browser.kept] = [[], [], undefined, new Map()];
  meanwhile = () => {};
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  await inbox.emptyInbox();
  inbox.inboxProblem.value = "";
  asked = fakeService({
    PersonCursors: () => ({ newestNotificationCursor: "n0", newestAlertCursor: "a0" }),
    async PersonTold({ limit, offset }) {
      await meanwhile();
      const from = Number(offset ?? 0);
      return { notifications: rows.slice(from, from + Number(limit)) };
    },
    PersonChanges: () => answer ?? changes.shift() ?? { notifications: [], alerts: [] },
    PersonAlertNow: ({ id }) => ({ alerts: [alert(Number(id), 9)] }),
  });
});

const toldIds = () => inbox.told.value.map(({ id }) => id);
const versions = () =>
  Object.fromEntries([...inbox.alerts.value].map(([id, one]) => [id, one.version]));
const keptInbox = () =>
  browser.kept.get("inbox") as { userId: number; knownAt: number; since: object; told: object[] };

test("the first read asks for the cursors before the newest notifications, so that no change is lost", async () => {
  browser.kept.set("push-4", {});
  rows = [row(3, 7), row(5, 8), row(4, 7)];
  const before = inbox.answers.value;
  await inbox.readInbox();
  expect(asked.map(({ name }) => name)).toEqual(["PersonCursors", "PersonTold"]);
  expect(named("PersonTold")).toEqual([{ limit: 100, offset: 0 }]);
  expect([toldIds(), versions()]).toEqual([[5, 4, 3], { 7: 1, 8: 1 }]);
  expect([inbox.knownAt.value, inbox.answers.value - before]).toEqual([NOW, 1]);
  expect(keptInbox()).toMatchObject({
    userId: 1,
    knownAt: NOW,
    since: { notifications: "n0", alerts: "a0" },
    told: [{ id: 5, alertId: 8 }, { id: 4 }, { id: 3 }],
    alerts: [{ id: 7 }, { id: 8 }],
  });
  // The kept pushes say the same, so they are removed.
  expect([...browser.kept.keys()]).toEqual(["inbox"]);
});

test("later reads ask for changes after the cursors, until there are no more", async () => {
  rows = [row(1, 7)];
  await inbox.readInbox();
  const many = Array.from({ length: 100 }, (_, at) => row(2 + at, 8));
  jest.setSystemTime((NOW + 60) * 1000);
  const news = [...Array.from({ length: 99 }, () => alert(8, 2)), alert(7, 2)];
  changes = [
    { notifications: many, alerts: [] },
    { notifications: [], alerts: news },
    { notifications: null, alerts: null },
  ];
  await inbox.readInbox();
  expect(named("PersonChanges")).toEqual([
    { notifications: "n0", alerts: "a0", limit: 100 },
    { notifications: "n101", alerts: "a0", limit: 100 },
    { notifications: "n101", alerts: "a7.2", limit: 100 },
  ]);
  expect(inbox.knownAt.value).toBe(NOW + 60);
  // The oldest notification is not kept any more, and so its alert is not needed.
  expect([toldIds().length, toldIds()[0], toldIds().at(-1)]).toEqual([100, 101, 2]);
  expect(versions()).toEqual({ 8: 2 });
});

/** Notifications of an alert that has ended, the newest first. */
const ended = (most: number, from = 1) =>
  Array.from({ length: most }, (_, at) => row(from + most - 1 - at, 8));
/** A notification of an alert that still holds. */
const holding = (id: number) => ({ ...row(id, 7), alert: alert(7, 1, "ACTIVE") });

test("an active alert stays in the inbox until it ends, even after 100 newer notifications", async () => {
  rows = [holding(1)];
  await inbox.readInbox();
  changes = [{ notifications: ended(100, 2), alerts: [] }];
  await inbox.readInbox();
  expect([toldIds().length, toldIds().at(-1)]).toEqual([101, 1]);
  expect(versions()).toEqual({ 7: 1, 8: 1 });
  changes = [{ notifications: [], alerts: [alert(7, 1, "CANCELLED")] }];
  await inbox.readInbox();
  expect([toldIds().length, versions()]).toEqual([100, { 8: 1 }]);
});

test("an active alert is found behind 250 newer notifications, but not behind a thousand", async () => {
  rows = [...ended(250, 2), holding(1)];
  await inbox.readInbox();
  expect(named("PersonTold")).toEqual([0, 100, 200].map((offset) => ({ limit: 100, offset })));
  expect([toldIds().length, toldIds()[0], toldIds().at(-1)]).toEqual([101, 251, 1]);
  await inbox.emptyInbox();
  rows = [...ended(1000, 2), holding(1)];
  await inbox.readInbox();
  expect([named("PersonTold").length, toldIds().length]).toEqual([13, 100]);
});

test("notifications that were read are shown, even if a later page fails", async () => {
  rows = ended(150, 2);
  let isAway = true;
  meanwhile = () => {
    if (isAway && named("PersonTold").length === 2) throw refusal("INTERNAL_SERVER_ERROR", "Away.");
  };
  await inbox.readInbox();
  expect([toldIds().length, toldIds()[0]]).toEqual([100, 151]);
  isAway = false;
  // All pages are asked for again.
  await inbox.readInbox();
  expect(named("PersonTold").at(-1)).toEqual({ limit: 100, offset: 100 });
  expect(named("PersonTold")).toHaveLength(4);
});

test("a changed alert is updated in the inbox only if the person was notified of it", async () => {
  rows = [row(1, 7)];
  await inbox.readInbox();
  changes = [{ notifications: [], alerts: [alert(7, 2), alert(9, 1)] }];
  await inbox.readInbox();
  expect(versions()).toEqual({ 7: 2 });
  changes = [{ notifications: [{ ...row(1, 7, 2), seen: true }], alerts: [] }];
  await inbox.readInbox();
  expect(inbox.told.value).toMatchObject([{ id: 1, alertId: 7, seen: true }]);
});

test("an alert is kept in the language that the person reads", async () => {
  const reading = {
    language: "ar",
    title: null,
    text1: "غادر",
    text2: "2",
    text3: "3",
    allClear: null,
  };
  const heard = { ...alert(7, 1), language: "it", text1: "Esci" };
  rows = [{ ...row(1, 7), alert: { ...heard, reading } }];
  await inbox.readInbox();
  expect(inbox.alerts.value.get(7)).toMatchObject(reading);
  changes = [{ notifications: [], alerts: [{ ...heard, reading: null } as never] }];
  await inbox.readInbox();
  expect(inbox.alerts.value.get(7)).toMatchObject({ text1: "Esci" });
});

test("after the database was restored, notifications that it lost are removed from the inbox", async () => {
  rows = [row(1, 7), row(2, 8)];
  await inbox.readInbox();
  answer = refusal("CONFLICT");
  rows = [row(1, 7)];
  await inbox.readInbox();
  expect([toldIds(), versions(), inbox.inboxProblem.value]).toEqual([[1], { 7: 1 }, ""]);
});

test("a failed request shows its error, and known notifications stay", async () => {
  rows = [row(1, 7)];
  await inbox.readInbox();
  const before = inbox.answers.value;
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  jest.setSystemTime((NOW + 60) * 1000);
  await inbox.readInbox();
  expect(inbox.inboxProblem.value).toBe("Too many.");
  expect([toldIds(), inbox.knownAt.value, inbox.answers.value - before]).toEqual([[1], NOW, 0]);
  expect(named("PersonTold")).toHaveLength(1);
  globalThis.fetch = async () => {
    throw new TypeError("fetch failed");
  };
  await inbox.readInbox();
  expect(inbox.inboxProblem.value).toBe("There is no connection to the service.");
});

test("a request without an answer within 15 seconds shows an error, and the next one is sent", async () => {
  let end = new AbortController();
  const timeout = jest.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    end = new AbortController();
    return end.signal;
  });
  rows = [row(1, 7)];
  const { fetch } = globalThis;
  let unanswered = "";
  globalThis.fetch = async (url, init) => {
    if (JSON.parse(String(init?.body)).query.trim().startsWith(`query ${unanswered}`)) end.abort();
    init?.signal?.throwIfAborted();
    return await fetch(url, init);
  };
  for (const name of ["PersonCursors", "PersonTold", "PersonChanges"]) {
    unanswered = name;
    await inbox.readInbox();
    expect(inbox.inboxProblem.value).toBe("There is no connection to the service.");
    unanswered = "none";
    if (name !== "PersonCursors") await inbox.readInbox();
  }
  expect([toldIds(), inbox.inboxProblem.value]).toEqual([[1], ""]);
  unanswered = "PersonAlertNow";
  await expect(inbox.readAlert(7)).rejects.toMatchObject({ code: "UNREACHABLE" });
  expect(new Set(timeout.mock.calls.flat())).toEqual(new Set([15_000]));
  timeout.mockRestore();
});

test("reads requested during another read run once after it", async () => {
  let again: Promise<void> | undefined;
  meanwhile = () => {
    again = inbox.readInbox();
  };
  const first = inbox.readInbox();
  expect(inbox.readInbox()).toBe(first);
  await first;
  await again;
  expect(named("PersonTold")).toHaveLength(1);
  expect(named("PersonChanges")).toHaveLength(1);
  await inbox.readInbox();
  expect(named("PersonChanges")).toHaveLength(2);
});

test("nothing is stored after a logout or a change of user, and nothing is asked for without a session", async () => {
  meanwhile = () => {
    session.value = null;
  };
  await inbox.readInbox();
  expect([inbox.knownAt.value, browser.kept.size]).toEqual([undefined, 0]);
  const { length } = asked;
  await inbox.readInbox();
  expect(asked).toHaveLength(length);
  // A read that was requested before the logout does not happen either.
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  meanwhile = () => {
    void inbox.readInbox();
    session.value = null;
  };
  await inbox.emptyInbox();
  await inbox.readInbox();
  expect(named("PersonChanges")).toEqual([]);
  // What was on the screen is marked as seen while the user logs out.
  inbox.markSeen(new Set([1]));
  await new Promise((resolve) => setImmediate(resolve));
  expect(browser.kept.size).toBe(0);
  // Another user may have logged in instead.
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  meanwhile = () => {
    session.value = { token: "g.h.i", userId: 2, email: "bob@example.org" };
  };
  await inbox.emptyInbox();
  await inbox.readInbox();
  expect([inbox.knownAt.value, browser.kept.size]).toEqual([undefined, 0]);
  meanwhile = () => {};
  session.value = { token: "d.e.f", userId: 1, email: "ada@example.org" };
  await inbox.readInbox();
  expect(inbox.knownAt.value).toBe(NOW);
});

const KEPT = {
  userId: 1,
  knownAt: NOW - 60,
  since: { notifications: "n4", alerts: "a4" },
  told: [{ id: 4, alertId: 7, seen: false }],
  alerts: [alert(7)],
};

test("the stored inbox is shown at once, and changes are asked for from its cursors on", async () => {
  browser.kept.set("inbox", KEPT);
  await inbox.openInbox();
  expect([toldIds(), versions(), inbox.knownAt.value]).toEqual([[4], { 7: 1 }, NOW - 60]);
  await inbox.readInbox();
  expect(named("PersonChanges")).toEqual([{ notifications: "n4", alerts: "a4", limit: 100 }]);
});

test("a stored inbox is not shown if it is another user's or older than an answer", async () => {
  browser.kept.set("inbox", { ...KEPT, userId: 2 });
  await inbox.openInbox();
  expect([toldIds(), inbox.knownAt.value]).toEqual([[], undefined]);
  await inbox.readInbox();
  browser.kept.set("inbox", KEPT);
  await inbox.openInbox();
  expect([toldIds(), inbox.knownAt.value]).toEqual([[], NOW]);
});

test("the inbox is read even if the browser has no database", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  browser.isClosed = true;
  try {
    await inbox.openInbox();
    rows = [row(3, 7)];
    await inbox.readInbox();
    expect([toldIds(), inbox.inboxProblem.value]).toEqual([[3], ""]);
    await inbox.emptyInbox();
    expect(toldIds()).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(3);
  } finally {
    browser.isClosed = false;
    warn.mockRestore();
  }
});

test("a notification marked as seen is shown as seen at once, and stored so", async () => {
  rows = [row(1, 7), row(2, 7)];
  await inbox.readInbox();
  inbox.markSeen(new Set([1]));
  const seen = [
    { id: 2, seen: false },
    { id: 1, seen: true },
  ];
  expect(inbox.told.value).toMatchObject(seen);
  await new Promise((resolve) => setImmediate(resolve));
  expect(keptInbox().told).toMatchObject(seen);
});

test("a single alert can be read again, and is updated in the inbox if the person was notified of it", async () => {
  rows = [row(1, 7)];
  await inbox.readInbox();
  expect(await inbox.readAlert(7)).toMatchObject({ version: 9 });
  expect(await inbox.readAlert(8)).toMatchObject({ version: 9 });
  expect(versions()).toEqual({ 7: 9 });
});
