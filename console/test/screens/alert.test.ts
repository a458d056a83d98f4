import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { alertOf, cellRow, heldOf, row } from "../helpers/alerts.ts";
import { endless } from "../helpers/endless.ts";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { live } from "../helpers/live.ts";
import { ageing, eitherWay, looksOf, sectionsOf } from "../helpers/marked.ts";
import { closeScreens, type Screen, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";
import { stopTimers } from "../helpers/stop-timers.ts";

/** The areas that the map was moved to. */
const moves: object[][] = [];
jest.unstable_mockModule("../../src/map/show-areas.ts", () => ({
  showAreas: async (areas: object[]) => void moves.push(areas),
}));
const { AlertScreen } = await import("../../src/screens/alert.tsx");
const { session } = await import("../../src/state/session.ts");
const { alertZones } = await import("../../src/map/zone-layers.ts");
const { recipients } = await import("../../src/map/recipient-layers.ts");
const { moment } = await import("../../src/words/time.ts");

const NOW = Math.floor(Date.now() / 1000);
type Reached = { id: number } & Record<string, unknown>;

let alert: object | undefined;
let people: Reached[];
let total: number | undefined;
let why: object | undefined;
let users: object[];
let cells: object[];
/** The name of an operation that fails. */
let failing = "";
/** If set, the service waits for it before it answers about people. */
let held: Promise<void> | undefined;
let asked: ReturnType<typeof fakeService>;

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  alert = alertOf({ createdAt: NOW - 7200, expiresAt: NOW + 5 * 3600 });
  people = [reached(1)];
  total = undefined;
  why = undefined;
  users = [];
  cells = [];
  moves.length = 0;
  failing = "";
  held = undefined;
  const unlessFailing = (name: string, data: (variables: Record<string, unknown>) => object) => ({
    [name]: (variables: Record<string, unknown>) =>
      failing === name ? refusal("INTERNAL_SERVER_ERROR", "It failed.") : data(variables),
  });
  asked = fakeService({
    Alert: () => ({ alerts: alert ? [alert] : [] }),
    ...unlessFailing("AlertTimeline", () => ({
      alerts: [{ timeline: [{ beganAt: NOW - 7020, duration: 60, told: 3, pushed: 2, seen: 1 }] }],
    })),
    ...unlessFailing("PeopleReached", async ({ limit, offset }) => {
      await held;
      return {
        notificationsConnection: { totalCount: total ?? people.length },
        notifications: people.slice(Number(offset), Number(offset) + Number(limit)),
      };
    }),
    Cells: () => ({ cells }),
    AlertCells: () => ({ alerts: alert ? [alert] : [], cells }),
    Channels: () => ({ pushProviders: [] }),
    PublishStep: () => ({ publishStep: { takeBackSeconds: 0, confirmAbove: 1000 } }),
    PublicationHold: () => ({ publicationHold: heldOf({ state: "PUBLISHED", alertId: 7 }) }),
    WhyNotified: () => why && { whyNotified: why },
    ...unlessFailing("Users", async ({ limit, offset }) => {
      await held;
      return { usersOverview: users.slice(Number(offset), Number(offset) + Number(limit)) };
    }),
  });
});
afterEach(closeScreens);

const reached = (id: number, changes: object = {}): Reached => ({
  id,
  userId: id,
  kind: "ALERT",
  level: "ONE",
  latitude: 44,
  longitude: 11,
  createdAt: NOW - 60,
  seen: false,
  seenAt: null,
  movingActivity: "STILL",
  placeKept: true,
  user: { name: `Person ${id}`, email: `person-${id}@example.org` },
  ...changes,
});
const open = async () => {
  const screen = show(h(AlertScreen, { id: 7 }));
  await screen.reads("People in the zones");
  return screen;
};
const rows = (screen: Screen) =>
  screen
    .elements("tr")
    .map((tr) => [...tr.children].map((cell) => screen.textOf(cell)))
    .filter(([level]) => /^(ONE|TWO|THREE)$/.test(level ?? ""));

test("the alert screen says what the alert is, who published it, when it ends and how far it reaches", async () => {
  const screen = await open();
  expect(screen.text).toContain("Flood\nLIVE");
  expect(screen.text).toContain(
    `Alert id 7, published ${moment(NOW - 7200)} by Ada. Ends in 5 h (${moment(NOW + 5 * 3600)}).`,
  );
  expect(screen.text).toContain("TWO reaches 500 m, THREE 1.5 km.");
  expect(screen.text).toContain("LIVE For everyone.");
  expect(screen.text).not.toContain("All-clear:");
  expect(screen.text).toContain("Whether pushes go out now");
  expect(screen.announced).toEqual(["3 in the zones 1 pushed 0 seen"]);
  expect(screen.find("link", "Update…")?.getAttribute("href")).toBe("#/alerts/7/update");
  const report = screen.find("link", "Report, to print or download");
  expect(report?.getAttribute("href")).toBe("#/alerts/7/report");
  expect(looksOf(screen, "main, .actions > *")).toEqual(["stage", "button", "danger", "button"]);
  expect(screen.elements("dialog")).toEqual([]);
  expect(alertZones.value.map(({ properties }) => properties.level)).toEqual([
    "THREE",
    "TWO",
    "ONE",
  ]);
  await screen.reads("4 min later");
  await closeScreens();
  expect(alertZones.value).toEqual([]);
});

test("one tab is shown at a time, chosen by a click or an arrow key", async () => {
  const screen = await open();
  const shown = () =>
    screen
      .elements("div")
      .filter((one) => one.getAttribute("role") === "tabpanel" && !one.hidden)
      .map((one) => screen.textOf(one).slice(0, 7));
  expect(shown()).toEqual(["People "]);
  await screen.press("People");
  await screen.until(() => shown()[0] === "Notific");
  const [tab] = screen.elements("button").filter((one) => one.tabIndex === 0 && one.id);
  const press = (key: string) =>
    tab?.dispatchEvent(Object.assign(new Event("keydown", { bubbles: true }), { key }));
  press("ArrowRight");
  await screen.until(() => shown()[0] === "History");
  press("ArrowRight");
  await screen.until(() => shown()[0] === "People ");
});

test("each section of the alert screen has a name", async () => {
  expect(sectionsOf(await open())).toEqual([
    "The alert",
    "People in the zones",
    "How fast it was",
    "What they are told",
    "Notifications",
    "Why someone has a notification or not",
    "History",
  ]);
});

test("the map is moved to the zones, and again only when they have changed", async () => {
  const screen = await open();
  const zones = () => alertZones.value.map(({ geometry }) => geometry);
  expect(moves).toEqual([zones()]);
  const update = async (changes: object) => {
    alert = alertOf(changes);
    live.tell({ alertProgress: alert });
    await screen.reads(`${(changes as { title: string }).title}\nLIVE`);
  };
  await update({ version: 2, title: "Gas" });
  expect(moves).toHaveLength(1);
  const other = { type: "Polygon", coordinates: [square(12, 44, 0.01)] };
  const changed: Record<string, object> = {};
  for (const [at, area] of ["areaLevel3GeoJson", "areaLevel2GeoJson", "areaGeoJson"].entries()) {
    changed[area] = other;
    await update({ version: 3 + at, title: `Fire ${at}`, ...changed });
    expect(zones()[at]).toEqual(other);
    expect(moves).toHaveLength(2 + at);
    expect(moves.at(-1)).toEqual(zones());
  }
});

test.each([
  ["expired", { expiresAt: NOW - 2 * 3600 }],
  ["cancelled", { state: "CANCELLED", cancelledAt: NOW - 2 * 3600, allClear: "Over." }],
])("an alert that is %s cannot be updated or ended again", async (_, changes) => {
  alert = alertOf({ expiresAt: NOW + 3600, ...changes });
  const screen = await open();
  expect(screen.text).toContain(`Ended ${moment(NOW - 2 * 3600)}`);
  expect(screen.text.includes("All-clear: Over.")).toBe("allClear" in changes);
  expect(eitherWay(screen).includes("Over.")).toBe("allClear" in changes);
  expect(screen.has("link", "Update…")).toBe(false);
  expect(screen.has("button", "End it…")).toBe(false);
  expect(screen.text).not.toContain("LIVE");
  expect(screen.text).not.toContain("Whether pushes go out now");
});

test("an alert whose publisher was erased names no publisher", async () => {
  alert = alertOf({ user: null });
  const screen = await open();
  expect(screen.text).toMatch(/Alert id 7, published .+ \S+\. Ends/);
  expect(screen.text).not.toMatch(/published .+ by /);
});

test("the people reached are counted at each level, also at levels without any", async () => {
  alert = alertOf({
    reachedUsers: 1234,
    delivery: [
      row("TWO", {
        users: 10,
        usersPushed: 6,
        usersWaiting: 3,
        usersFailed: 1,
        usersSeen: 5,
        seenAfterMedian: 120,
      }),
      row("ONE", { users: 1, usersSeen: 1 }),
    ],
  });
  const screen = await open();
  expect(rows(screen).slice(0, 3)).toEqual([
    ["ONE", "1", "0", "0", "0", "1"],
    ["TWO", "10", "6", "3", "1", "5"],
    ["THREE", "0", "0", "0", "0", "0"],
  ]);
  await screen.reads("1,234 in the zones\n6 pushed\n6 seen");
  const headings = screen.elements("th").filter((cell) => cell.getAttribute("scope") === "col");
  expect(headings.slice(0, 6).map((cell) => screen.textOf(cell))).toEqual([
    "Level",
    "In the zones",
    "Pushed",
    "Waiting",
    "Failed",
    "Seen",
  ]);
  const bars = screen.elements("progress");
  expect(bars.map((bar) => Number(bar.value))).toEqual([0, 1, 6, 5, 0, 0]);
  expect(bars.map((bar) => bar.getAttribute("max"))).toEqual(["1", "1", "10", "10", "1", "1"]);
  expect(bars.map((bar) => bar.getAttribute("aria-hidden"))).toEqual(Array(6).fill("true"));
  expect(ageing(screen).slice(0, 11)).toEqual([
    "1,234 in the zones 6 pushed 6 seen",
    ...["1", "0", "0", "0", "1"],
    ...["10", "6", "3", "1", "5"],
  ]);
  const titles = screen.elements("span").map((cell) => cell.getAttribute("title"));
  expect(titles.filter(Boolean)).toEqual(["half within 2 min"]);
});

const cellOf = (name: string, changes: object = {}) => ({
  name,
  people: 20,
  reportedAt: NOW,
  isAnswering: true,
  ...changes,
});
const told = (cell: string, level: string, users: number, changes: object = {}) =>
  cellRow(cell, { version: 1, level, users, usersPushed: 2, usersSeen: 1, ...changes });

test("the people of cells count too, with a line for each cell that says how far it is", async () => {
  cells = ["bari", "como", "lodi"].map((name) => cellOf(name));
  cells.push(cellOf("milano", { isAnswering: false, reportedAt: NOW - 600 }));
  cells.push(cellOf("roma", { isAnswering: false, reportedAt: null, people: null }));
  cells.push(cellOf("siena", { isAnswering: false }));
  alert = alertOf({
    cells: [
      told("bari", "ONE", 4, { isComplete: true, usersWaiting: 3 }),
      told("bari", "TWO", 5, { isComplete: true, usersFailed: 2 }),
      told("como", "ONE", 1000),
      cellRow("lodi"),
      cellRow("milano"),
      cellRow("roma"),
      told("siena", "ONE", 1, { isComplete: true }),
    ],
  });
  const screen = await open();
  await screen.reads("Its last report was");
  expect(screen.text).toContain("1,013 in the zones\n9 pushed\n4 seen");
  const lines = screen.elements("tr").map((tr) => [...tr.children].map((td) => screen.textOf(td)));
  const first = lines.findIndex(([name]) => name === "bari complete");
  expect(lines.slice(first, first + 6)).toEqual([
    ["bari complete", "9", "4", "3", "2", "2"],
    ["como publishing", "1,000", "2", "0", "0", "1"],
    ["lodi has not got this version yet", ...Array(5).fill("0")],
    [
      "milano does not answer: 20 people may know nothing of it. Its last report was 10 min ago.",
      ...Array(5).fill("0"),
    ],
    ["roma does not answer: its people may know nothing of it", ...Array(5).fill("0")],
    ["siena complete, but does not answer now", "1", "2", "0", "0", "1"],
  ]);
});

test("a cell with an earlier version is not complete", async () => {
  cells = [cellOf("bari")];
  alert = alertOf({ version: 2, cells: [told("bari", "ONE", 4)] });
  await (await open()).reads("has not got this version yet");
});

test("what the cells report is loaded again every five seconds", async () => {
  cells = [cellOf("bari")];
  alert = alertOf({ cells: [cellRow("bari")] });
  stopTimers();
  const screen = await open();
  await screen.reads("has not got this version yet");
  alert = alertOf({ cells: [told("bari", "ONE", 40)] });
  jest.advanceTimersByTime(5000);
  await screen.reads("43 in the zones");
  cells = [cellOf("bari", { isAnswering: false })];
  jest.advanceTimersByTime(5000);
  await screen.reads("does not answer");
});

test("without cells nothing of cells is shown or asked for", async () => {
  stopTimers();
  const screen = await open();
  await screen.reads("In the zones: 3");
  jest.advanceTimersByTime(20_000);
  expect(screen.text).not.toContain("Cell");
  expect(asked.filter(({ name }) => name.includes("Cells"))).toEqual([]);
});

test("the alert screen says why pushes failed or wait", async () => {
  alert = alertOf({
    pushFailures: [
      { provider: "expo", reason: "DeviceNotRegistered", isFinal: true, pushes: 3, users: 2 },
      { provider: "fcm", reason: "fcm is off: set FCM", isFinal: false, pushes: 1, users: 1 },
    ],
  });
  const screen = await open();
  await screen.reads("3 pushes to 2 people failed: DeviceNotRegistered · App (Expo)");
  await screen.reads("1 push to 1 person waits and is tried again: ask your operator (FCM)");
  alert = alertOf({ pushFailures: null, delivery: null });
  await closeScreens();
  expect((await open()).text).not.toContain("Why pushes did not go out");
});

test("each text has its own speech", async () => {
  alert = alertOf({ audioUrl2: null });
  const screen = await open();
  const sounds = () =>
    screen
      .elements("audio")
      .map((one) =>
        ["aria-label", "src", "preload", "controls"].map((name) => one.getAttribute(name)),
      );
  // Speech is not loaded before someone listens.
  expect(sounds()).toEqual([
    ["Text ONE as speech", "http://localhost/audio/1.mp3", "none", ""],
    ["Text THREE as speech", "http://localhost/audio/3.mp3", "none", ""],
  ]);
  expect(screen.text).toContain("Flood\nONE\nGo up.\nTWO\nStay away.\nTHREE\nRoads are closed.");
  const italian = screen.elements("p").filter((one) => one.getAttribute("lang") === "it");
  expect(italian.map((one) => screen.textOf(one))).toEqual([
    "Flood",
    "Go up.",
    "Stay away.",
    "Roads are closed.",
  ]);
  const title = "Flood";
  expect(eitherWay(screen)).toEqual([title, ...italian.map((one) => screen.textOf(one))]);
  // The missing speech comes a moment later.
  alert = alertOf();
  await screen.until(() => sounds().length === 3);
});

test("missing speech is requested at growing intervals for a minute, while the alert is active", async () => {
  alert = alertOf({ audioUrl2: null });
  const loads = () => asked.filter(({ name }) => name === "Alert").length;
  stopTimers();
  const screen = await open();
  const first = loads();
  for (const [at, pause] of [1000, 2000, 4000, 8000, 15_000, 30_000].entries()) {
    jest.advanceTimersByTime(pause - 1);
    expect(loads()).toBe(first + at);
    jest.advanceTimersByTime(1);
    await screen.until(() => loads() === first + at + 1);
  }
  expect(jest.getTimerCount()).toBe(0);
  // The texts of an update have no speech yet.
  alert = alertOf({ version: 2, title: "Gas", audioUrl2: null });
  live.tell({ alertProgress: alert });
  await screen.reads("Gas\nLIVE");
  const updated = loads();
  jest.advanceTimersByTime(1000);
  await screen.until(() => loads() === updated + 1);
  await closeScreens();
  alert = alertOf({ state: "EXPIRED", audioUrl2: null });
  const ended = await open();
  await ended.reads("In the zones: 3");
  jest.advanceTimersByTime(1500);
  expect(jest.getTimerCount()).toBe(0);
});

test.each(["audioUrl1", "audioUrl3"])(
  "the alert is loaded again while it has no %s, and not once it has one",
  async (name) => {
    alert = alertOf({ [name]: null });
    const loads = () => asked.filter((one) => one.name === "Alert").length;
    stopTimers();
    const screen = await open();
    await screen.until(() => screen.elements("audio").length === 2);
    alert = alertOf();
    const before = loads();
    jest.advanceTimersByTime(1000);
    await screen.until(() => screen.elements("audio").length === 3);
    jest.advanceTimersByTime(60_000);
    await screen.reads("Flood\nLIVE");
    expect(loads()).toBe(before + 1);
  },
);

const progress = (told: number) =>
  live.tell({
    alertProgress: {
      ...alertOf(),
      reachedUsers: told,
      delivery: [row("ONE", { targeted: told, users: told })],
    },
  });

test.each(["PeopleReached", "AlertTimeline"])(
  "%s is requested again even while the numbers change each second",
  async (operation) => {
    const loads = () => asked.filter(({ name }) => name === operation).length;
    stopTimers();
    const screen = await open();
    await screen.reads("1 of 1 notifications");
    await screen.reads("In the zones: 3");
    const before = loads();
    for (let second = 4; second < 8; second += 1) {
      progress(second);
      await screen.reads(`${second} in the zones`);
      jest.advanceTimersByTime(1000);
    }
    expect(loads()).toBeGreaterThan(before);
    await closeScreens();
    expect(jest.getTimerCount()).toBe(0);
  },
);

test.each(["PeopleReached", "AlertTimeline"])(
  "a failed %s request shows an error, and is sent again by a button",
  async (name) => {
    failing = name;
    const screen = await open();
    await screen.reads("It failed.");
    // Who was told is not known then.
    expect(screen.text).not.toContain("Nobody yet");
    failing = "";
    const { fetch } = globalThis;
    const givenUp = endless(name);
    for (const times of [1, 2]) {
      await screen.press("Try again");
      await screen.until(() => givenUp().length === times);
    }
    expect(givenUp()).toEqual([true, false]);
    globalThis.fetch = fetch;
    await screen.press("Try again");
    await screen.until(() => !screen.text.includes("It failed."));
  },
);

test("the notifications list who was told, when, and whether they have seen it", async () => {
  people = [
    reached(3, {
      ...{ kind: "ALL_CLEAR", level: "TWO", createdAt: NOW - 7200 },
      ...{ seen: true, seenAt: NOW - 3600 },
    }),
    reached(2, { kind: "UPDATE", seen: true }),
    reached(1, { user: null, placeKept: false }),
  ];
  const screen = await open();
  await screen.reads("3 of 3 notifications, the newest first");
  expect(screen.text).toContain(
    `TWO Person 3 person-3@example.org\nAll-clear ${moment(NOW - 7200)}. Seen ${moment(NOW - 3600)}.`,
  );
  expect(screen.text).toMatch(/ONE Person 2 person-2@example.org\nUpdate .+\. Seen\./);
  expect(screen.text).toContain(`ONE User 1\nAlert ${moment(NOW - 60)}. Not seen yet.`);
  expect(screen.has("button", "Show more")).toBe(false);
  // A place that was cleared is not on the map.
  expect(recipients.value.map(({ properties, geometry }) => [properties, geometry])).toEqual([
    [
      { level: "TWO", seen: true },
      { type: "Point", coordinates: [11, 44] },
    ],
    [
      { level: "ONE", seen: true },
      { type: "Point", coordinates: [11, 44] },
    ],
  ]);
  await closeScreens();
  expect(recipients.value).toEqual([]);
});

test("the total of notifications is never shown as less than the number listed", async () => {
  [people, total] = [[reached(2), reached(1)], 1];
  await (await open()).reads("2 of 2 notifications");
});

test("an alert that has told nobody says so", async () => {
  people = [];
  const screen = await open();
  await screen.reads("Nobody yet. Who comes in while it lasts is warned then.");
  expect(screen.text).not.toContain("the newest first");
});

test("more people are listed by a button, and requested once all that are loaded are listed", async () => {
  people = Array.from({ length: 1150 }, (_, index) => reached(2000 - index));
  const screen = await open();
  const listed = () => screen.names("button").filter((name) => /^Why Person/.test(name)).length;
  await screen.reads("20 of 1,150 notifications");
  expect(listed()).toBe(20);
  const pages = () => asked.filter(({ name }) => name === "PeopleReached");
  const { variables } = pages()[0] as { variables: object };
  expect(variables).toEqual({ alertId: 7, limit: 1000, offset: 0 });
  for (const number of [120, 240, 480, 960]) {
    await screen.press("Show more");
    expect(listed()).toBe(number);
  }
  expect(pages().every(({ variables: { offset } }) => offset === 0)).toBe(true);
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await screen.press("Show more");
  expect(screen.find("button", "Asking…")?.getAttribute("aria-busy")).toBe("true");
  resolve();
  await screen.reads("1,150 of 1,150 notifications");
  expect(listed()).toBe(1150);
  expect(pages().some(({ variables: { offset } }) => offset === 1000)).toBe(true);
  expect(screen.has("button", "Show more")).toBe(false);
});

test("a list that shows all people has no button for more", async () => {
  people = Array.from({ length: 20 }, (_, index) => reached(20 - index));
  const short = await open();
  await short.reads("20 of 20 notifications");
  expect(short.has("button", "Show more")).toBe(false);
  await closeScreens();
  people = [reached(21), ...people];
  const longer = await open();
  await longer.press("Show more");
  await longer.reads("21 of 21 notifications");
  expect(longer.has("button", "Show more")).toBe(false);
});

test("more people can be shown while the list is loaded again", async () => {
  people = Array.from({ length: 21 }, (_, index) => reached(21 - index));
  const loads = () => asked.filter(({ name }) => name === "PeopleReached").length;
  stopTimers();
  const screen = await open();
  await screen.reads("20 of 21 notifications");
  held = new Promise(() => {});
  progress(4);
  await screen.reads("4 in the zones");
  jest.advanceTimersByTime(1500);
  await screen.until(() => loads() === 2);
  expect(screen.find("button", "Show more")?.getAttribute("aria-busy")).toBe("false");
});

test("a live event updates the numbers, and loads who was told", async () => {
  const screen = await open();
  await screen.reads("3 in the zones");
  people = [reached(2), reached(1)];
  progress(4);
  await screen.reads("4 in the zones");
  await screen.reads("2 of 2 notifications");
});

const explain = async (reason: object) => {
  people = [reached(1, { userId: 9 })];
  why = {
    rule: "OUTSIDE",
    level: null,
    latitude: 44.123456,
    longitude: 11.5,
    takenAt: NOW - 3600,
    age: 7200,
    accuracy: 15,
    distance1: 4800,
    distance2: 0,
    distance3: null,
    ...reason,
  };
  const screen = await open();
  await screen.press("Why Person 1 has a notification");
  await screen.reads(/otification/);
  return screen;
};

test.each([
  ["INSIDE_WHEN_PUBLISHED", "Notification: inside a zone when it was published."],
  ["CAME_IN_LATER", "Notification: came in, or further in, while it lasted."],
  ["CAME_IN_AFTER_THE_END", "No notification: came in after it had ended."],
  ["NOT_A_TESTER", "No notification: it is an exercise or a test, and this user is not a tester."],
  ["NOT_YET", "No notification yet: it is still being published."],
  ["NO_POSITION", "No notification: has never reported a position."],
  ["OUTSIDE", "No notification: outside of all zones."],
  ["TOO_COARSE", "No notification: the position is too coarse to tell whether it lies in a zone."],
  ["TOO_OLD", "No notification: the last position was too old."],
])("the explanation of a notification puts the rule %s into words", async (rule, sentence) => {
  const screen = await explain({ rule });
  await screen.reads(sentence);
});

test("the explanation has the position, its age and its distance to each zone", async () => {
  const screen = await explain({});
  expect(asked).toContainEqual({ name: "WhyNotified", variables: { alertId: 7, userId: 9 } });
  expect(screen.text).toContain("Person 1\nNo notification: outside of all zones.");
  const [dialog] = screen.elements("dialog");
  expect(dialog?.getAttribute("aria-label")).toBe("Why Person 1 has a notification or not");
  expect(screen.text).toContain("Position\n44.12346, 11.50000 (± 15 m)");
  expect(screen.text).toMatch(/Taken\n.+, 2 h old\n/);
  expect(screen.text).toContain("Area\n4.8 km away\nZone TWO\ninside\nZone THREE\n–");
  await screen.press("Close");
  expect(screen.text).not.toContain("Zone THREE");
});

test("the explanation says which age counted, and leaves out an unknown age, time or position", async () => {
  const counted = await explain({ level: "ONE", accuracy: null });
  expect(counted.text).toMatch(/Taken\n.+, 2 h old when it counted\n/);
  expect(counted.text).not.toContain("±");
  await closeScreens();
  expect((await explain({ age: null })).text).toMatch(/Taken\n[^\n]+(?<! old)\nArea/);
  await closeScreens();
  expect((await explain({ takenAt: null })).text).not.toContain("Taken");
  await closeScreens();
  expect((await explain({ latitude: null })).text).not.toContain("Zone TWO");
});

test("a failed explanation is requested again by a button", async () => {
  const screen = await open();
  await screen.press("Why Person 1 has a notification");
  await screen.reads("The service does not answer.");
  why = { rule: "NOT_YET", latitude: null };
  await screen.press("Try again");
  await screen.reads("No notification yet");
});

test("any user can be found by name or email, and gets an explanation", async () => {
  const screen = await open();
  const find = "Find by any word of a name, or by email";
  await screen.reads("1 of 1 notifications");
  expect(asked.filter(({ name }) => name === "Users")).toEqual([]);
  expect(screen.text).not.toContain("Nobody has");
  await screen.type(find, "rita");
  await screen.reads("Nobody has “rita” in the name, or an email that begins so.");
  expect(screen.announced).toContain("Nobody has “rita” in the name, or an email that begins so.");
  failing = "Users";
  await screen.type(find, "r");
  await screen.reads("It failed.");
  failing = "";
  users = Array.from({ length: 10 }, (_, id) => ({ id, name: `R ${id}`, email: `${id}@r.org` }));
  await screen.press("Try again");
  await screen.reads("R 9\n9@r.org");
  expect(screen.text).not.toContain("Nobody has");
  const last = asked.filter(({ name }) => name === "Users").at(-1);
  expect(last?.variables).toMatchObject({ search: "r", limit: 10, offset: 0 });
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await screen.press("Show more");
  expect(screen.find("button", "Asking…")?.getAttribute("aria-busy")).toBe("true");
  resolve();
  const next = () => asked.filter(({ name }) => name === "Users").at(-1)?.variables;
  await screen.until(() => next()?.offset === 10);
  why = { rule: "TOO_OLD", latitude: null };
  await screen.press("Why R 4 has a notification or not");
  await screen.reads("R 4\nNo notification: the last position was too old.");
  expect(asked).toContainEqual({ name: "WhyNotified", variables: { alertId: 7, userId: 4 } });
  await screen.press("Close");
  expect(screen.text).not.toContain("too old");
});

test("the history has the newest change first, and who made it", async () => {
  const version = (number: number, changes: object = {}) => ({
    ...alertOf(),
    version: number,
    createdAt: 1_000_000 + number * 86_400,
    isRenotified: false,
    texts: [],
    user: { name: "Ada" },
    ...changes,
  });
  alert = alertOf({
    history: [
      version(1),
      version(3, { text1: "Go down.", allClear: "Over.", user: null }),
      version(2, { text1: "Go down." }),
    ],
  });
  const screen = await open();
  const history = screen.text.split("History\n").at(-1);
  const [first, second, third] = [1, 2, 3].map((number) => moment(1_000_000 + number * 86_400));
  expect(history).toBe(
    `Ended it: “Over.”\n${third}, a user\nChanged text ONE: “Go down.”\n${second}, Ada\nPublished it\n${first}, Ada`,
  );
  // The marks of the plot are the versions.
  await screen.reads("In the zones: 3\nPushed: 2\nSeen: 1");
  await screen.reads("Update 1");
});

test("a dialog ends the alert, which is then loaded again", async () => {
  const screen = await open();
  await screen.press("End it…");
  await screen.press("Not yet");
  expect(screen.has("field", "All-clear")).toBe(false);
  const loads = () => asked.filter(({ name }) => name === "Alert").length;
  const before = loads();
  await screen.press("End it…");
  await screen.type("All-clear", "Over.");
  alert = alertOf({ state: "CANCELLED", cancelledAt: NOW, allClear: "Over." });
  await screen.press("End it now");
  await screen.reads("All-clear: Over.");
  expect(screen.has("field", "All-clear")).toBe(false);
  expect(loads()).toBeGreaterThan(before);
});

test("an alert that does not exist shows a message, and can be loaded again", async () => {
  alert = undefined;
  const screen = show(h(AlertScreen, { id: 7 }));
  await screen.reads("There is no alert id 7: look in the list.");
  alert = alertOf();
  await screen.press("Try again");
  await screen.reads("People in the zones");
});
