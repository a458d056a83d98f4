import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { alertOf, row } from "../helpers/alerts.ts";
import { endless } from "../helpers/endless.ts";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { ageing, eitherWay, looksOf, sectionsOf } from "../helpers/marked.ts";
import "../helpers/replace-address.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { setAhead } from "../helpers/set-ahead.ts";
import { stopTimers } from "../helpers/stop-timers.ts";

jest.unstable_mockModule("../../src/map/place-of-area.ts", () => ({
  usePlaceOf: () => "Modena, Italy",
}));
const { AlertsScreen } = await import("../../src/screens/alerts.tsx");
const { draftRows } = await import("../../src/state/draft-rows.ts");
const { AlertReportScreen } = await import("../../src/screens/alert-report.tsx");
const { StatisticsScreen } = await import("../../src/screens/statistics.tsx");
const { session } = await import("../../src/state/session.ts");
const { hostSettings } = await import("../../src/state/host-settings.ts");
const { isLive } = await import("../../src/state/connection.ts");
const { now, tick } = await import("../../src/state/now.ts");
const { moment } = await import("../../src/words/time.ts");
const { exactMoment } = await import("../../src/words/report-time.ts");
const { TimelinePlot } = await import("../../src/components/timeline-plot.tsx");
const { parseCsv } = await import("../../src/words/csv.ts");

const NOW = Math.floor(Date.now() / 1000);
let total: number;
let alerts: object[];
let alert: object | undefined;
let statistics: object[];
let shared: object[];
/** The name of an operation that fails. */
let failing = "";
const rows = (screen: Screen) =>
  screen.elements("tr").map((tr) => [...tr.children].map((cell) => screen.textOf(cell)));

beforeEach(async () => {
  // A minute that ends during a test would change what it shows.
  jest.spyOn(Date, "now").mockReturnValue(NOW * 1000);
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  await go("#/alerts");
  alerts = [found(7)];
  total = 1;
  alert = alertOf();
  statistics = [];
  shared = [];
  failing = "";
  const unlessFailing = (name: string, data: () => object) => ({
    [name]: () => (failing === name ? refusal("INTERNAL_SERVER_ERROR", "It failed.") : data()),
  });
  fakeService({
    ...unlessFailing("AlertsSearch", () => ({ alertsSearch: { total, alerts } })),
    ...unlessFailing("SharedDrafts", () => ({ sharedDrafts: shared })),
    SharedDraftRemove: () => ({ sharedDraftRemove: { id: 5 } }),
    Alert: () => ({ alerts: alert ? [alert] : [] }),
    PeopleReached: () => ({
      notificationsConnection: { totalCount: 1 },
      notifications: [
        {
          ...{ id: 1, userId: 5, kind: "ALERT", level: "ONE", latitude: 44, longitude: 11 },
          ...{ createdAt: NOW - 60, seen: false, seenAt: null, movingActivity: null },
          ...{ placeKept: true, user: { name: "Rita", email: "rita@example.org" } },
        },
      ],
    }),
    ...unlessFailing("AlertTimeline", () => ({
      alerts: [
        {
          timeline: [
            { beganAt: NOW - 7200, duration: 60, told: 3, pushed: 2, seen: 1 },
            { beganAt: NOW - 7100, duration: 60, told: 2, pushed: 0, seen: 1 },
          ],
        },
      ],
    })),
    Channels: () => ({ pushProviders: [] }),
    ...unlessFailing("AlertStatistics", () => ({ alertStatistics: statistics })),
  });
});
afterEach(async () => {
  await closeScreens();
  jest.restoreAllMocks();
});

const found = (id: number, changes: object = {}) => ({
  id,
  title: "Flood",
  state: "ACTIVE",
  status: "ACTUAL",
  createdAt: NOW - 7200,
  expiresAt: NOW + 7200,
  cancelledAt: null,
  reachedUsers: 1234,
  ...changes,
});

/** Expects that each cell repeats its column's heading, because cells stand below each other on a phone. */
function expectLabels(screen: Screen): void {
  expect(looksOf(screen, "main, div:has(> table)")).toEqual(["page", "table stacked"]);
  const headings = rows(screen)[0]?.slice(1);
  const [first, ...lines] = screen.elements("tr");
  for (const cell of first?.children ?? []) expect(cell.getAttribute("scope")).toBe("col");
  for (const line of lines) {
    const [heading, ...cells] = [...line.children];
    expect(heading?.getAttribute("scope")).toBe("row");
    expect(cells.map((cell) => cell.getAttribute("data-label"))).toEqual(headings);
  }
}
/** The values and the texts of a select. */
const choices = (screen: Screen, label: string) =>
  [...(screen.find("field", label)?.querySelectorAll("option") ?? [])].map(
    (option) => `${option.getAttribute("value") ?? ""}: ${screen.textOf(option)}`,
  );

test("the list of alerts shows their state, status, end and number of people", async () => {
  alerts = [
    found(7),
    found(8, { status: "TEST", state: "CANCELLED", cancelledAt: NOW - 3 * 3600 }),
    found(9, { expiresAt: NOW - 4 * 3600 }),
  ];
  total = 3;
  const screen = show(h(AlertsScreen, { query: "" }));
  await screen.reads("3 alerts");
  const cells = rows(screen).slice(1);
  expect(cells[0]?.[3]).toBe(moment(NOW - 7200));
  expectLabels(screen);
  expect(cells.map(([name, state, kind, , ends, told]) => [name, state, kind, ends, told])).toEqual(
    [
      ["7: Flood", "Active", "LIVE", "in 2 h", "1,234"],
      ["8: Flood", "Ended", "TEST", "3 h ago", "1,234"],
      ["9: Flood", "Ended", "LIVE", "4 h ago", "1,234"],
    ],
  );
  expect(screen.find("link", "8: Flood")?.getAttribute("href")).toBe("#/alerts/8");
  expect(screen.announced).toEqual(["3 alerts"]);
  expect(ageing(screen)).toEqual([
    "3 alerts",
    ...["in 2 h", "1,234"],
    ...["3 h ago", "1,234"],
    ...["4 h ago", "1,234"],
  ]);
  expect(screen.has("link", "Older")).toBe(false);
});

test("the list names the feed of a service that has one, and its address can be copied", async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => copied.push(text);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  const settings = { map: null, alertDefaults: null, hasMail: false };
  const publicUrl = "https://alerts.example.org";
  const screen = show(h(AlertsScreen, { query: "" }));
  expect(screen.text).not.toContain("alerts.atom");
  hostSettings.value = { ...settings, publicUrl, hasFeed: true };
  await screen.reads("Other services read the alerts at https://alerts.example.org/alerts.atom");
  await screen.press("Copy the address");
  expect(copied).toEqual(["https://alerts.example.org/alerts.atom"]);
  hostSettings.value = settings;
});

test("a changed filter is put into the address, and the list is loaded by the address", async () => {
  const screen = show(h(AlertsScreen, { query: "search=gas&state=ACTIVE&page=2" }));
  total = 60;
  await screen.reads("60 alerts");
  expect(named("AlertsSearch")[0]).toMatchObject({
    search: "gas",
    state: "ACTIVE",
    limit: 25,
    offset: 25,
  });
  await screen.reads("Page 2 of 3");
  expect(screen.find("link", "Newer")?.getAttribute("href")).toBe(
    "#/alerts?search=gas&state=ACTIVE",
  );
  expect(screen.find("link", "Older")?.getAttribute("href")).toMatch(/page=3$/);
  const pages = history.length;
  // A changed filter begins at the first page.
  await screen.choose("Live or drill", "Exercises");
  expect(location.hash).toBe("#/alerts?search=gas&state=ACTIVE&status=EXERCISE");
  await screen.choose("State", "Ended by an all-clear");
  expect(location.hash).toBe("#/alerts?search=gas&state=CANCELLED");
  await screen.type("Published from", "2026-01-02");
  expect(location.hash).toMatch(/from=2026-01-02$/);
  await screen.type("Published until", "2026-01-03");
  expect(location.hash).toMatch(/&to=2026-01-03$/);
  await screen.type("Words", "x".repeat(300));
  expect(location.hash).toContain(`search=${"x".repeat(200)}&`);
  expect(history.length).toBe(pages);
});

test("the filter shows what the address has", async () => {
  const query = "search=gas&state=EXPIRED&status=TEST&from=2026-01-02&to=2026-01-03";
  const screen = show(h(AlertsScreen, { query }));
  const labels = ["Words", "State", "Live or drill", "Published from", "Published until"];
  expect(labels.map((label) => screen.valueOf(label))).toEqual([
    "gas",
    "EXPIRED",
    "TEST",
    "2026-01-02",
    "2026-01-03",
  ]);
  const types = ["Words", "Published from", "Published until"].map((label) =>
    screen.rulesOf(label),
  );
  expect(types).toEqual([{ type: "search" }, { type: "date" }, { type: "date" }]);
  const words = screen.find("field", "Words");
  expect(words?.getAttribute("placeholder")).toBe("in title, texts, all-clear");
  expect(choices(screen, "State")).toEqual([
    ": Any",
    "ACTIVE: Active",
    "EXPIRED: Ended by itself",
    "CANCELLED: Ended by an all-clear",
  ]);
  expect(choices(screen, "Live or drill")).toEqual([
    ": Any",
    "ACTUAL: Live",
    "EXERCISE: Exercises",
    "TEST: Tests",
  ]);
});

test("on a phone the filter is unfolded once something is filtered, and stays so", async () => {
  const { matchMedia } = globalThis;
  globalThis.matchMedia = (() => ({ matches: false })) as never;
  try {
    const query = signal("");
    const Following = () => h(AlertsScreen, { query: query.value });
    const isOpen = (screen: Screen) => screen.elements("details")[0]?.open;
    expect(isOpen(show(h(Following, {})))).toBe(false);
    await closeScreens();
    query.value = "search=gas";
    const screen = show(h(Following, {}));
    expect(isOpen(screen)).toBe(true);
    query.value = "";
    await screen.until(() => screen.valueOf("Words") === "");
    expect(isOpen(screen)).toBe(true);
  } finally {
    globalThis.matchMedia = matchMedia;
  }
});

test("alerts are loaded again every 15 seconds, when the connection is back, and once after typing", async () => {
  stopTimers();
  try {
    const query = signal("");
    const Following = () => h(AlertsScreen, { query: query.value });
    const screen = show(h(Following, {}));
    const isAsked = (times: number) =>
      screen.until(() => named("AlertsSearch").length === times, `${times} searches`);
    await screen.until(() => jest.getTimerCount() === 3);
    jest.advanceTimersByTime(0);
    await isAsked(1);
    await screen.reads("1 alert");
    jest.advanceTimersByTime(14_999);
    expect(named("AlertsSearch")).toHaveLength(1);
    jest.advanceTimersByTime(1);
    await isAsked(2);
    expect(named("SharedDrafts")).toHaveLength(2);
    isLive.value = false;
    isLive.value = true;
    await isAsked(3);
    for (const typed of ["search=g", "search=ga"]) {
      query.value = typed;
      await screen.until(() => screen.valueOf("Words") === typed.slice(7));
    }
    jest.advanceTimersByTime(199);
    expect(named("AlertsSearch")).toHaveLength(3);
    jest.advanceTimersByTime(1);
    await isAsked(4);
    expect(named("AlertsSearch")[3]).toMatchObject({ search: "ga" });
    failing = "AlertsSearch";
    jest.advanceTimersByTime(15_000);
    await screen.reads("It failed.");
    failing = "";
    await screen.press("Try again");
    await screen.until(() => !screen.text.includes("It failed."));
    await closeScreens();
    expect(jest.getTimerCount()).toBe(0);
    const left = named("AlertsSearch").length;
    isLive.value = false;
    isLive.value = true;
    await closeScreens();
    expect(named("AlertsSearch")).toHaveLength(left);
  } finally {
    isLive.value = true;
  }
});

test("a search is aborted when a newer one begins", async () => {
  const givenUp = endless("AlertsSearch");
  const screen = show(h(AlertsScreen, { query: "" }));
  await screen.until(() => givenUp().length === 1);
  isLive.value = false;
  isLive.value = true;
  await screen.until(() => givenUp().length === 2);
  expect(givenUp()).toEqual([true, false]);
});

test("a page without alerts has no table, and pages link to newer and older ones only where there are any", async () => {
  alerts = [];
  total = 0;
  const screen = show(h(AlertsScreen, { query: "page=4" }));
  await screen.reads("0 alerts");
  await screen.reads("Page 4 of 4");
  expect(screen.elements("table")).toEqual([]);
  expect(screen.has("link", "Older")).toBe(false);
  await closeScreens();
  total = 26;
  const first = show(h(AlertsScreen, { query: "" }));
  await first.reads("Page 1 of 2");
  expect(["Newer", "Older"].map((name) => first.has("link", name))).toEqual([false, true]);
  expect(first.elements("nav")[0]?.getAttribute("aria-label")).toBe("Pages");
  await closeScreens();
  // A full page may be the last.
  total = 50;
  await show(h(AlertsScreen, { query: "page=2" })).reads("Page 2 of 2");
});

test("drafts are listed with who sees them, and can be opened and removed by users who may publish them", async () => {
  const sharedOf = (id: number, name: string, changes: object = {}) => ({
    id,
    name,
    version: 1,
    updatedAt: NOW - 60,
    isTraining: false,
    isPrivate: false,
    alertId: null,
    user: { id: 2, name: "Colleague" },
    editor: null,
    editingUntil: null,
    ...changes,
  });
  shared = [
    sharedOf(5, "Reno", { editor: { id: 3, name: "Another" }, editingUntil: NOW + 60 }),
    sharedOf(6, "Drill", { isTraining: true, user: null }),
    sharedOf(7, "Mine", { isPrivate: true, alertId: 9 }),
  ];
  const screen = show(h(AlertsScreen, { query: "" }));
  await screen.reads(/Reno\nChanged .+ by Colleague\. Another works on it now/);
  expect(screen.text).toMatch(/Drill In training\nChanged [^.]+\n/);
  expect(screen.text).toMatch(/Mine\nUpdate of alert id 9\. Changed [^.]+\. Only you see it\n/);
  expect(screen.names("button").filter((name) => name.endsWith(" Drill"))).toEqual([
    "Open Drill",
    "Remove Drill",
  ]);
  expect(named("SharedDrafts")[0]).toEqual({ limit: 1000 });
  now.value = NOW + 60;
  await screen.until(() => !screen.text.includes("works on it now"));
  await screen.press("Remove Mine");
  await screen.reads("Its area and its texts are gone then.");
  await screen.press("Keep it");
  expect(screen.has("button", "Remove it")).toBe(false);
  await screen.press("Remove Reno");
  await screen.reads("It is gone for your colleagues too then.");
  // Each answer sets the clock. If the clock caused another request, this would never end.
  expect(named("SharedDrafts")).toHaveLength(1);
  shared = [];
  await screen.press("Remove it");
  await screen.until(() => !screen.text.includes("Drafts"));
  expect(named("SharedDraftRemove")).toEqual([{ id: 5 }]);
  await closeScreens();
  shared = [sharedOf(5, "Reno"), sharedOf(6, "Drill", { isTraining: true })];
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", isTraining: true };
  const own = show(h(AlertsScreen, { query: "" }));
  await own.reads("Reno");
  expect(own.has("button", "Open Reno")).toBe(false);
  await own.press("Open Drill");
  await own.until(() => named("SharedDraft").length > 0);
  expect(named("SharedDraft")).toEqual([{ id: 6 }]);
});

const openReport = async () => {
  const screen = show(h(AlertReportScreen, { id: 7 }));
  await screen.reads("Report of alert id 7: Flood");
  return screen;
};

/** The rows of the report's file. */
const fileOf = (screen: Screen) => {
  const href = screen.find("link", "Download the figures as CSV")?.getAttribute("href") ?? "";
  const csv = decodeURIComponent(href).replace(/^[^,]+,/, "");
  return parseCsv(csv).map(({ cells }) => cells.join("|"));
};

test("the report of an alert has its facts, its figures and a CSV file of the figures", async () => {
  alert = alertOf({
    status: "EXERCISE",
    event: "Water",
    allClear: "Over.",
    state: "CANCELLED",
    cancelledAt: 1_500_000,
    history: [
      { ...alertOf(), version: 2, allClear: null, text1: "Go up now." },
      { ...alertOf(), version: 1, allClear: null },
    ],
    delivery: [row("ONE", { users: 2 })],
  });
  const screen = await openReport();
  await screen.reads("Report of alert id 7: Flood Ended");
  for (const text of [
    `Published\n${exactMoment(1_000_000)} by Ada\n`,
    `Ended\n${exactMoment(1_500_000)}`,
    "What happened\nWater",
    "ONE is the area, TWO reaches 500 m, THREE 1.5 km around it.",
    "Language\nItalian",
    "All-clear\nOver.",
    "EXERCISE For testers only.",
    "In the zones: 5\nPushed: 2\nSeen: 2",
    "Where\nModena, Italy",
    "The middle is at 44.0050, 11.0050.",
    `As of\n${exactMoment(NOW)}`,
    /Version 1: Published\n.+\nFlood\nONE\nGo up\./,
    /Version 2: Update 1\n.+, Ada\nChanged text ONE: “Go up now.”\nFlood\nONE\nGo up now\./,
    "3 in the zones",
  ])
    await screen.reads(text);
  expect(["Alert", "AlertTimeline"].map(named)).toEqual([[{ id: 7 }], [{ id: 7 }]]);
  expect(eitherWay(screen)).toContain("Over.");
  expect(looksOf(screen, "main, button")).toEqual(["page alert-report", "primary", ""]);
  expect(sectionsOf(screen)).toEqual([
    "Where",
    "Versions",
    "People in the zones",
    "How fast it was",
  ]);
  const link = screen.find("link", "Download the figures as CSV");
  expect(link?.getAttribute("download")).toBe("alert-7.csv");
  const href = decodeURIComponent(link?.getAttribute("href") ?? "");
  expect(href.startsWith("data:text/csv;charset=utf-8,\uFEFF")).toBe(true);
  expect(fileOf(screen)).toContain("people|in-zones|ONE||2");
  expect(fileOf(screen)).toContain("version 1|text|ONE||Go up.");
  // Whoever looks at people is recorded, so they are asked for.
  expect(named("PeopleReached")).toEqual([]);
  await screen.press("Show who was notified");
  await screen.reads(`Alert ${exactMoment(NOW - 60)}.`);
  expect(screen.find("link", "Back to the alert")?.getAttribute("href")).toBe("#/alerts/7");
});

test("a report shows the time of its figures, and loads the newest ones before it is printed", async () => {
  alert = alertOf({ delivery: [row("ONE", { users: 2 })], expiresAt: NOW + 3600 });
  const screen = await openReport();
  const printed: string[] = [];
  Object.assign(globalThis, { print: () => printed.push(screen.text) });
  const clock = jest.spyOn(Date, "now").mockReturnValue((NOW + 2 * 86_400) * 1000);
  try {
    tick();
    await screen.reads(`As of\n${exactMoment(NOW)}`);
    await screen.reads("Flood Active");
    expect(fileOf(screen)).toContain("people|in-zones|ONE||2");
    alert = alertOf({ delivery: [row("ONE", { users: 3 })], expiresAt: NOW + 3600 });
    await screen.press("Print, or save as PDF");
    await screen.until(() => printed.length > 0);
    expect(printed).toEqual([expect.stringContaining(`As of\n${exactMoment(NOW + 2 * 86_400)}`)]);
    expect(printed.join()).toContain("Flood Ended");
    expect(fileOf(screen)).toContain("people|in-zones|ONE||3");
    expect(fileOf(screen)).toContain(
      `alert|as-of||${new Date((NOW + 2 * 86_400) * 1000).toISOString()}|`,
    );
  } finally {
    clock.mockRestore();
    tick();
  }
});

test("the time of a report follows the service's clock", async () => {
  setAhead(3600);
  try {
    const screen = await openReport();
    await screen.reads(`As of\n${exactMoment(NOW + 3600)}`);
  } finally {
    setAhead(0);
  }
});

test.each(["Alert", "AlertTimeline"])(
  "printing a report again aborts its earlier request: %s",
  async (name) => {
    const screen = await openReport();
    const givenUp = endless(name);
    for (const times of [1, 2]) {
      await screen.press("Print, or save as PDF");
      await screen.until(() => givenUp().length === times);
    }
    expect(givenUp()).toEqual([true, false]);
  },
);

test("a failure to load drafts is shown even if none are known", async () => {
  draftRows.set([]);
  failing = "SharedDrafts";
  const screen = show(h(AlertsScreen, { query: "" }));
  await screen.reads("It failed.");
  expect(screen.text).not.toContain("Drafts");
});

test("known drafts stay listed when they cannot be loaded again, or one cannot be opened", async () => {
  draftRows.set([
    {
      ...{ id: 5, name: "Reno", version: 1, updatedAt: NOW, isTraining: false },
      ...{ isPrivate: false, alertId: null },
      ...{ user: null, editor: null, editingUntil: null },
    },
  ]);
  failing = "SharedDrafts";
  const screen = show(h(AlertsScreen, { query: "" }));
  await screen.reads("Drafts\nIt failed.");
  await screen.press("Open Reno");
  await screen.reads("Drafts\nThe service does not answer.");
  globalThis.fetch = () => new Promise(() => {});
  await screen.press("Open Reno");
  await screen.until(() => !screen.isEnabled("button", "Open Reno"));
  draftRows.set([]);
});

test("a report draws the three zones with a legend", async () => {
  const screen = await openReport();
  const picture = screen
    .elements("svg")
    .find((one) => one.getAttribute("aria-label") === "The alert's three zones");
  const zones = [...(picture?.children ?? [])].map((part) => part.getAttribute("class"));
  expect(zones).toEqual(["zone-THREE", "zone-TWO", "zone-ONE", "scale-bar"]);
  await screen.reads("ONE inside the area TWO near it THREE further around");
});

test("a report whose times cannot be loaded shows an error, and loads them again by a button", async () => {
  failing = "AlertTimeline";
  const screen = show(h(AlertReportScreen, { id: 7 }));
  await screen.reads("It failed.");
  failing = "";
  await screen.press("Try again");
  await screen.reads("Report of alert id 7: Flood");
});

test("the timeline plot draws each line to its end, and labels the versions that have room", () => {
  const steps = [
    { beganAt: 1000, duration: 60, told: 3, pushed: 2, seen: 1 },
    { beganAt: 1060, duration: 60, told: 1, pushed: 0, seen: 1 },
  ];
  const marks = [
    { at: 1240, text: "Update 2" },
    { at: 1000, text: "Published" },
    { at: 1024, text: "Update 1" },
  ];
  const screen = show(h(TimelinePlot, { steps, marks, publishedAt: 1000 }));
  const lines = screen.elements("polyline");
  const of = (names: string[]) => (one: Element) => names.map((name) => one.getAttribute(name));
  expect(lines.map(of(["class", "points"]))).toEqual([
    ["course-told", "4.0,152.0 4.0,152.0 4.0,63.5 102.0,63.5 102.0,34.0 396.0,34.0"],
    ["course-pushed", "4.0,152.0 4.0,152.0 4.0,93.0 102.0,93.0 102.0,93.0 396.0,93.0"],
    ["course-seen", "4.0,152.0 4.0,152.0 4.0,122.5 102.0,122.5 102.0,93.0 396.0,93.0"],
  ]);
  const texts = screen.elements("text");
  expect(texts.map((one) => [screen.textOf(one), ...of(["x", "y", "text-anchor"])(one)])).toEqual([
    ["Published", "4", "12", "start"],
    ["Update 2", "396", "12", "end"],
    ["4 people", "396", "30", "end"],
    ["4 min later", "396", "166", "end"],
  ]);
  expect(screen.elements("svg")[0]?.getAttribute("aria-label")).toMatch(
    /^How the numbers grew to 4 people in 4 min\./,
  );
  // The lines for nobody and for all people, and one line for each version.
  const [axis, ...versions] = screen
    .elements("path")
    .slice(0, 4)
    .map(of(["d"]));
  expect(axis).toEqual(["M4 34H396M4 152H396"]);
  expect(versions.flat().map((path) => path?.replace(/(\.\d)\d*/, "$1"))).toEqual([
    "M4 16V152",
    "M43.2 16V152",
    "M396 16V152",
  ]);
});

test("the timeline plot of an alert that told nobody is drawn without invalid numbers", () => {
  const marks = [{ at: 1000, text: "Published" }];
  const screen = show(h(TimelinePlot, { steps: [], marks, publishedAt: 1000 }));
  const drawn = screen
    .elements()
    .flatMap((one) => ["d", "points"].map((name) => one.getAttribute(name)));
  expect(drawn.join()).not.toMatch(/NaN|Infinity/);
});

test("a report says when an active alert ends, leaves out unknown facts, and loads a missing alert again", async () => {
  alert = alertOf({ user: null });
  const screen = await openReport();
  await screen.reads(`Published\n${exactMoment(1_000_000)}\nEnds\n${exactMoment(4_000_000_000)}\n`);
  expect(screen.text).not.toContain("What happened");
  expect(screen.text).not.toContain("All-clear");
  await closeScreens();
  alert = undefined;
  const none = show(h(AlertReportScreen, { id: 7 }));
  await none.reads("There is no alert id 7: look in the list.");
  alert = alertOf();
  await none.press("Try again");
  await none.reads("Report of alert id 7");
});

test("the timeline's table lists the versions between its steps", async () => {
  alert = alertOf({
    createdAt: NOW - 7200,
    history: [
      { ...alertOf(), version: 2, createdAt: NOW - 7150, user: null, allClear: null },
      { ...alertOf(), version: 1, createdAt: NOW - 7201, user: null, allClear: null },
    ],
  });
  const screen = await openReport();
  const table = () => rows(screen).filter(([when]) => when?.includes("UTC"));
  expect(rows(screen)).toContainEqual(["From", "In the zones", "Pushed", "Seen"]);
  const wide = screen.elements("td").filter((cell) => cell.hasAttribute("colspan"));
  expect(wide.map((cell) => cell.getAttribute("colspan"))).toEqual(["3", "3"]);
  expect(table().map(([, ...cells]) => cells)).toEqual([
    ["Published"],
    ["3", "2", "1"],
    ["Update 1"],
    ["2", "0", "1"],
  ]);
  expect(screen.text).toContain("3 min later");
});

test("the statistics count alerts and people by month and status", async () => {
  statistics = [
    {
      beganAt: Date.UTC(2026, 1, 1) / 1000,
      status: "EXERCISE",
      alerts: 2,
      told: 3000,
      pushed: 1500,
      seen: 1000,
      pushedAfterMedian: 40,
    },
    {
      beganAt: Date.UTC(2026, 0, 1) / 1000,
      status: "ACTUAL",
      alerts: 1,
      told: 0,
      pushed: 0,
      seen: 0,
      pushedAfterMedian: null,
    },
    {
      beganAt: Date.UTC(2025, 11, 1) / 1000,
      status: "TEST",
      alerts: 1,
      told: 4,
      pushed: 2,
      seen: 0,
      pushedAfterMedian: 0,
    },
    {
      beganAt: Date.UTC(2025, 10, 1) / 1000,
      status: "TEST",
      alerts: 1,
      told: 3,
      pushed: 1,
      seen: 2,
      pushedAfterMedian: 5,
    },
  ];
  const screen = show(h(StatisticsScreen, {}));
  await screen.reads("February 2026");
  expect(rows(screen).slice(1)).toEqual([
    ["February 2026", "EXERCISE", "2", "3,000", "1,500 (50 %)", "40 s", "1,000 (33 %)"],
    ["January 2026", "LIVE", "1", "0", "0", "–", "0"],
    ["December 2025", "TEST", "1", "4", "2 (50 %)", "0 s", "0 (0 %)"],
    ["November 2025", "TEST", "1", "3", "1 (33 %)", "5 s", "2 (67 %)"],
  ]);
  expect(ageing(screen).slice(0, 5)).toEqual([
    "2",
    "3,000",
    "1,500 (50 %)",
    "40 s",
    "1,000 (33 %)",
  ]);
  expect(named("AlertStatistics")).toEqual([{ months: 12 }]);
  expectLabels(screen);
  expect(choices(screen, "The last")).toEqual(["3: 3 months", "12: 12 months", "60: 5 years"]);
  failing = "AlertStatistics";
  await screen.choose("The last", "3 months");
  await screen.reads("It failed.");
  failing = "";
  await screen.press("Try again");
  await screen.reads("February 2026");
  expect(named("AlertStatistics").at(-1)).toEqual({ months: 3 });
  statistics = [];
  await screen.choose("The last", "5 years");
  await screen.reads("No alert was published in this time.");
  expect(named("AlertStatistics").at(-1)).toEqual({ months: 60 });
});

test("no list is shown as empty before its first answer", async () => {
  const screens = {
    ...(await import("../../src/screens/users.tsx")),
    ...(await import("../../src/screens/invitations.tsx")),
    ...(await import("../../src/screens/audit-log.tsx")),
    ...(await import("../../src/screens/templates.tsx")),
    ...{ AlertsScreen, StatisticsScreen, AlertReportScreen },
  };
  globalThis.fetch = () => new Promise(() => {});
  for (const [name, shown] of Object.entries(screens)) {
    if (!name.endsWith("Screen")) continue;
    const screen = show(
      h(shown as typeof AlertReportScreen & typeof AlertsScreen, { id: 7, query: "" }),
    );
    await screen.reads("Loading…");
    expect(screen.text).not.toMatch(/There is no|No alert was|No area is|0 users/);
  }
});
