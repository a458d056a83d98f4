import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { alertOf, row } from "../helpers/alerts.ts";
import { fakeService } from "../helpers/fake-service.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";

const { AlertsScreen } = await import("../../../src/console/screens/alerts.tsx");
const { AlertReportScreen } = await import("../../../src/console/screens/alert-report.tsx");
const { StatisticsScreen } = await import("../../../src/console/screens/statistics.tsx");
const { session } = await import("../../../src/console/state/session.ts");
const { parseCsv } = await import("../../../src/console/words/csv.ts");
const { beginDraft, draft, editDraft } = await import("../../../src/console/state/draft.ts");

const NOW = Math.floor(Date.now() / 1000);
let total: number;
let alerts: object[];
let alert: object | undefined;
let statistics: object[];
let shared: object[];
let asked: ReturnType<typeof fakeService>;
const named = (name: string) =>
  asked.filter((one) => one.name === name).map(({ variables }) => variables);
const rows = (screen: Screen) =>
  screen.elements("tr").map((tr) => [...tr.children].map((cell) => screen.textOf(cell)));

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  await go("#/alerts");
  alerts = [found(7)];
  total = 1;
  alert = alertOf();
  statistics = [];
  shared = [];
  asked = fakeService({
    AlertsSearch: () => ({ alertsSearch: { total, alerts } }),
    SharedDrafts: () => ({ sharedDrafts: shared }),
    SharedDraftRemove: () => ({ sharedDraftRemove: { id: 5 } }),
    Alert: () => ({ alerts: alert ? [alert] : [] }),
    AlertTimeline: () => ({
      alerts: [
        {
          timeline: [
            { beganAt: NOW - 7200, duration: 60, told: 3, pushed: 2, seen: 1 },
            { beganAt: NOW - 7100, duration: 60, told: 2, pushed: 0, seen: 1 },
          ],
        },
      ],
    }),
    PushProviders: () => ({ pushProviders: [] }),
    AlertStatistics: () => ({ alertStatistics: statistics }),
  });
});
afterEach(closeScreens);

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

test("lists alerts with their state, kind, end and people", async () => {
  alerts = [
    found(7),
    found(8, { status: "TEST", state: "CANCELLED", cancelledAt: NOW - 3 * 3600 }),
    found(9, { expiresAt: NOW - 4 * 3600 }),
  ];
  total = 3;
  const screen = show(h(AlertsScreen, { query: "" }));
  await screen.reads("3 alerts");
  const cells = rows(screen).slice(1);
  expect(cells.map(([name, state, kind, , ends, told]) => [name, state, kind, ends, told])).toEqual(
    [
      ["7: Flood", "Active", "LIVE", "in 2 h", "1,234"],
      ["8: Flood", "Cancelled", "TEST", "3 h ago", "1,234"],
      ["9: Flood", "Ended", "LIVE", "4 h ago", "1,234"],
    ],
  );
  expect(screen.find("link", "8: Flood")?.getAttribute("href")).toBe("#/alerts/8");
  expect(screen.has("link", "Older")).toBe(false);
});

test("the filter goes to the address, and the list follows the address", async () => {
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
  // A change begins at the first page.
  await screen.choose("Live or drill", "Exercises");
  expect(location.hash).toBe("#/alerts?search=gas&state=ACTIVE&status=EXERCISE");
  await screen.choose("State", "Cancelled");
  expect(location.hash).toBe("#/alerts?search=gas&state=CANCELLED");
  await screen.type("Published from", "2026-01-02");
  expect(location.hash).toMatch(/from=2026-01-02$/);
  await screen.type("Published until", "2026-01-03");
  expect(location.hash).toMatch(/&to=2026-01-03$/);
  await screen.type("Words", "x".repeat(300));
  expect(location.hash).toContain(`search=${"x".repeat(200)}&`);
});

test("a page beyond the last one says so, and no alert is no table", async () => {
  alerts = [];
  total = 0;
  const screen = show(h(AlertsScreen, { query: "page=4" }));
  await screen.reads("0 alerts");
  await screen.reads("Page 4 of 4");
  expect(screen.elements("table")).toEqual([]);
  expect(screen.has("link", "Older")).toBe(false);
});

test("the drafts of this browser are continued or discarded", async () => {
  beginDraft();
  editDraft({ title: "Gas" });
  const gas = `location-alerts.draft.${draft.value.key}`;
  // The last changed is first in the list.
  const kept = { ...JSON.parse(localStorage.getItem(gas) ?? ""), changedAt: 1 };
  localStorage.setItem(gas, JSON.stringify(kept));
  beginDraft();
  editDraft({ texts: ["Flood", "", ""] });
  const screen = show(h(AlertsScreen, { query: "" }));
  await screen.reads("Drafts in this browser");
  expect(screen.find("link", "Gas")?.getAttribute("href")).toBe("#/new");
  await screen.press("Discard the draft Gas");
  await screen.reads("Its area and its texts are gone then.");
  await screen.press("Discard it");
  await screen.until(() => !screen.has("link", "Gas"));
  expect(screen.has("link", "Flood")).toBe(true);
});

test("shared drafts are opened or removed, by who may publish them", async () => {
  const sharedOf = (id: number, name: string, changes: object = {}) => ({
    id,
    name,
    version: 1,
    updatedAt: NOW - 60,
    isTraining: false,
    user: { id: 2, name: "Colleague" },
    editor: null,
    editingUntil: null,
    ...changes,
  });
  shared = [
    sharedOf(5, "Reno", { editor: { id: 2, name: "Colleague" }, editingUntil: NOW + 60 }),
    sharedOf(6, "Drill", { isTraining: true, user: null }),
  ];
  const screen = show(h(AlertsScreen, { query: "" }));
  await screen.reads(/Reno\nChanged .+ by Colleague\. Colleague works on it now/);
  expect(screen.text).toMatch(/Drill In training\nChanged [^.]+\n/);
  await screen.press("Remove Reno");
  shared = [];
  await screen.press("Remove it");
  await screen.until(() => !screen.text.includes("Shared drafts"));
  expect(named("SharedDraftRemove")).toEqual([{ id: 5 }]);
  await closeScreens();
  shared = [sharedOf(5, "Reno"), sharedOf(6, "Drill", { isTraining: true })];
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", isTraining: true };
  const own = show(h(AlertsScreen, { query: "" }));
  await own.reads("Reno");
  expect(own.has("button", "Open Reno")).toBe(false);
  expect(own.has("button", "Open Drill")).toBe(true);
});

const openReport = async () => {
  const screen = show(h(AlertReportScreen, { id: 7 }));
  await screen.reads("Report of alert 7: Flood");
  return screen;
};

test("a report has the facts, the figures and a file of them", async () => {
  alert = alertOf({
    status: "EXERCISE",
    event: "Water",
    allClear: "Over.",
    state: "CANCELLED",
    cancelledAt: 1_500_000,
    delivery: [row("ONE", { users: 2 })],
  });
  const screen = await openReport();
  await screen.reads("Report of alert 7: Flood Cancelled");
  for (const text of [
    /Published\nJan 12, 1970.+ by Ada\n/,
    /Ended\nJan 18, 1970/,
    "What happened\nWater",
    "ONE is the area, TWO reaches 500 m, THREE 1.5 km around it.",
    "Language\nItalian",
    "All-clear\nOver.",
    "EXERCISE For testers only.",
    "Told: 5\nPushed: 2\nSeen: 2",
    "The middle is at 44.0050, 11.0050.",
  ])
    await screen.reads(text);
  const link = screen.find("link", "Download the figures as CSV");
  expect(link?.getAttribute("download")).toBe("alert-7.csv");
  const href = decodeURIComponent(link?.getAttribute("href") ?? "");
  expect(href.startsWith("data:text/csv;charset=utf-8,\uFEFF")).toBe(true);
  const csv = parseCsv(href.replace(/^[^,]+,/, "")).map(({ cells }) => cells.join("|"));
  expect(csv).toContain("people|told|ONE||2");
  expect(screen.find("link", "Back to the alert")?.getAttribute("href")).toBe("#/alerts/7");
});

test("a report of an active alert says when it ends, and no more than is known", async () => {
  alert = alertOf({ user: null });
  const screen = await openReport();
  await screen.reads(/Published\n[^\n]+\nEnds\nOct 2, 2096/);
  expect(screen.text).not.toContain("What happened");
  expect(screen.text).not.toContain("All-clear");
  await closeScreens();
  alert = undefined;
  const none = show(h(AlertReportScreen, { id: 7 }));
  await none.reads("There is no alert 7: look in the list.");
  alert = alertOf();
  await none.press("Try again");
  await none.reads("Report of alert 7");
});

test("the timeline's table has the versions among its steps", async () => {
  alert = alertOf({
    createdAt: NOW - 7200,
    history: [
      { ...alertOf(), version: 2, createdAt: NOW - 7150, user: null, allClear: null },
      { ...alertOf(), version: 1, createdAt: NOW - 7201, user: null, allClear: null },
    ],
  });
  const screen = await openReport();
  const table = () => rows(screen).filter(([when]) => when?.includes("UTC"));
  expect(table().map(([, ...cells]) => cells)).toEqual([
    ["Published"],
    ["3", "2", "1"],
    ["Update 1"],
    ["2", "0", "1"],
  ]);
});

test("statistics by month and kind", async () => {
  statistics = [
    {
      beganAt: Date.UTC(2026, 1, 1) / 1000,
      status: "EXERCISE",
      alerts: 2,
      told: 3000,
      seen: 1000,
      toldAfterMedian: 40,
    },
    {
      beganAt: Date.UTC(2026, 0, 1) / 1000,
      status: "ACTUAL",
      alerts: 1,
      told: 0,
      seen: 0,
      toldAfterMedian: null,
    },
  ];
  const screen = show(h(StatisticsScreen, {}));
  await screen.reads("February 2026");
  expect(rows(screen).slice(1)).toEqual([
    ["February 2026", "EXERCISE", "2", "3,000", "40 s", "1,000 (33 %)"],
    ["January 2026", "LIVE", "1", "0", "–", "0"],
  ]);
  expect(named("AlertStatistics")).toEqual([{ months: 12 }]);
  statistics = [];
  await screen.choose("The last", "5 years");
  await screen.reads("No alert was published in this time.");
  expect(named("AlertStatistics").at(-1)).toEqual({ months: 60 });
});
