import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import type { PersonAlert, Told } from "../../src/person/inbox.ts";
import { put } from "../helpers/browser-state.ts";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { browser } from "../helpers/kept.ts";
import { looksOf, sectionsOf } from "../helpers/marked.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { setAhead } from "../helpers/set-ahead.ts";
import { square } from "../helpers/square.ts";
import { personAlertOf, toldOf as told } from "../helpers/told.ts";

/** Tells the page whether a text is in view. */
let look: (isIntersecting: boolean) => void = () => {};
/** Whether each observer watches a text. */
let isWatched: boolean[] = [];
Object.assign(globalThis, {
  IntersectionObserver: class {
    readonly #index = isWatched.length;
    constructor(tell: (entries: object[]) => void) {
      look = (isIntersecting) => tell([{ isIntersecting }]);
    }
    observe() {
      isWatched[this.#index] = true;
    }
    disconnect() {
      isWatched[this.#index] = false;
    }
  },
});
const { NowScreen } = await import("../../src/person/now-screen.tsx");
const { AlertScreen } = await import("../../src/person/alert-screen.tsx");
const { MessagesScreen } = await import("../../src/person/messages-screen.tsx");
const { Tabs } = await import("../../src/person/person-page.tsx");
const { MeScreen } = await import("../../src/person/me-screen.tsx");
const { Keys } = await import("../../src/person/me-screen.tsx");
const { ThisBrowser } = await import("../../src/push/this-browser.tsx");
const { deviceState } = await import("../../src/push/this-device.ts");
const { noteAnswer } = await import("../../src/state/connection.ts");
const { session } = await import("../../src/state/session.ts");
const { here } = await import("../../src/person/here.ts");
const inbox = await import("../../src/person/inbox.ts");
const { ringAtNews } = await import("../../src/person/ring.ts");
const { reports, reportTrouble } = await import("../../src/person/reports.ts");
const { zones } = await import("../../src/person/drawn-zones.ts");
const { isFresh } = await import("../../src/person/concerns.ts");
const { isPlaceOld } = await import("../../src/person/place-age.ts");
const { now } = await import("../../src/state/now.ts");
const { reachability } = await import("../../src/join/reachability.ts");
const { hostSettings } = await import("../../src/state/host-settings.ts");
const { moment } = await import("../../src/words/time.ts");

/** When the test began, in seconds. */
let begun = 0;
const alertOf = (id: number, fields?: Partial<PersonAlert>) => personAlertOf(begun, id, fields);
const toldOf = (id: number, alertId: number, fields?: Partial<Told>) =>
  told(begun, id, alertId, fields);

const ISSUER = { name: "Civil Protection" };
const NOT_REACHED = { hasDevice: false, lastReportedAt: null, webPushPublicKey: null };

let hasDevice: boolean;
let lastReportedAt: number | null;

/** Sets what the person was told. */
function tell(rows: Told[], alerts: PersonAlert[]): void {
  inbox.alerts.value = new Map(alerts.map((alert) => [alert.id, alert]));
  inbox.told.value = rows;
}

beforeEach(() => {
  begun = Math.floor(Date.now() / 1000);
  // Otherwise the first answer of a test would end an outage of an earlier test, and pages would ask again.
  noteAnswer();
  isWatched = [];
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  browser.kept = new Map();
  hostSettings.value = undefined;
  here.value = undefined;
  reachability.set(undefined as never);
  inbox.knownAt.value = begun;
  inbox.inboxProblem.value = "";
  tell([], []);
  hasDevice = true;
  lastReportedAt = begun - 60;
  fakeService({
    Reachability: () => ({
      me: { emailVerified: true },
      devices: hasDevice ? [{ provider: "web_push", leftAt: null }] : [],
      lastReportedAt,
      webPushPublicKey: null,
    }),
    NotificationSeen: () => ({ notificationUpdate: { id: 1 } }),
    PersonZones: () => ({ alerts: [] }),
    AlertsHere: () => ({ activeAlertsAt: [] }),
    NewPosition: () => ({ newPosition: { id: 1 } }),
    PersonCursors: () => ({ newestNotificationCursor: "n", newestAlertCursor: "a" }),
    PersonTold: () => ({ notifications: [] }),
    PersonChanges: () => ({ notifications: [], alerts: [] }),
    "places.json": () => [],
    "metropolises.json": () => [["Loiano", "IT", 11.05, 44.15, 400_000]],
  });
});
afterEach(async () => {
  await closeScreens();
  zones.value = new Map();
  setAhead(0);
});

/** A place in the area of alert 7. */
const inAreaOf7 = () => ({
  latitude: 44,
  longitude: 11,
  accuracy: 5,
  takenAt: begun,
  alerts: [{ alertId: 7, level: "ONE", distance: 0 } as never],
  versions: new Map([[7, 1]]),
});

const open = () => show(h(NowScreen, {}));
/** Waits for work that changes nothing on the screen. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next));
};
const area = (west: number, south: number, size: number) => ({
  type: "Polygon" as const,
  coordinates: [square(west, south, size)],
});
/** Zones around a square of a tenth of a degree. */
const zonesAt = (west: number, south: number, version = 1) => ({
  id: 7,
  version,
  ONE: area(west, south, 0.1),
  TWO: area(west - 0.02, south - 0.02, 0.14),
  THREE: area(west - 0.05, south - 0.05, 0.2),
});
/** What is written on a drawing. */
const namesOn = (screen: Screen) => screen.elements("text").map((one) => screen.textOf(one));

// This is the first test that draws a map, because the map's places stay loaded.
test("place names that arrive late are not written on the drawing of other zones", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  fakeService({
    Reachability: () => undefined,
    PersonZones: () => ({ alerts: [] }),
    "places.json": () => ["towns-76-53"],
    "towns-76-53.json": () => promise,
    "metropolises.json": () => [["Loiano", "IT", 11.05, 44.15, 400_000]],
  });
  zones.value = new Map([[7, zonesAt(11, 44.1)]]);
  tell([toldOf(3, 7)], [alertOf(7)]);
  const screen = open();
  await screen.until(() => screen.elements("svg").length > 0);
  zones.value = new Map([[7, zonesAt(15, 44.1)]]);
  // A person who is that far away is not on the drawing.
  await screen.until(() => !namesOn(screen).includes("You"));
  resolve([]);
  await settle();
  expect(namesOn(screen)).toEqual(["5 km"]);
});

test("the page says that nothing is known before the service has answered", async () => {
  inbox.knownAt.value = undefined;
  const screen = open();
  await screen.reads("Loading…");
  expect(screen.text).not.toContain("concern");
});

test("a person with a fresh position and a device reads that no alert concerns them", async () => {
  const screen = open();
  expect(screen.text).toContain("Loading…");
  await screen.reads("No alert concerns you");
  await screen.reads(/You will be warned\.\nYour position was known \d+ s ago\./);
  expect(screen.text).not.toContain("No warning can reach you");
  expect(screen.text).not.toContain("What you see is from");
  expect(screen.elements("section").map((one) => one.getAttribute("role"))).toContain("status");
});

test("the page checks every half minute whether the person would be warned", async () => {
  const timers = jest.spyOn(globalThis, "setTimeout");
  await open().reads("You will be warned.");
  await closeScreens();
  expect(timers.mock.calls.map(([, time]) => time)).toContain(30_000);
  timers.mockRestore();
});

test("a person without a position, or with an old one, reads that it is not known if alerts concern them", async () => {
  lastReportedAt = null;
  const screen = open();
  await screen.reads("We do not know where you are");
  await screen.reads("You would not be warned yet.\nNo position of yours has arrived yet.");
  await closeScreens();
  // By default, an alert counts positions of the last day.
  lastReportedAt = begun - 86_460;
  const other = open();
  await other.reads("Alerts find you by it: report where you are.");
  expect(other.text).toContain("We do not know where you are");
  expect(other.text).toContain("You would not be warned yet.");
});

test("the service's answer is old after two minutes, and a position after more than a day", () => {
  const isFreshAfter = (age: number) => {
    inbox.knownAt.value = now.value - age;
    return isFresh.value;
  };
  expect([isFreshAfter(119), isFreshAfter(120)]).toEqual([true, false]);
  const isOldAfter = (age: number) => {
    reachability.set({ ...NOT_REACHED, isVerified: true, lastReportedAt: now.value - age });
    return isPlaceOld.value;
  };
  expect([isOldAfter(86_400), isOldAfter(86_401)]).toEqual([false, true]);
});

test("a person without a device reads that they would not be warned, with a link to change that", async () => {
  hasDevice = false;
  const screen = open();
  await screen.reads("You would not be warned yet.");
  await screen.reads("No warning can reach you while this page is closed: turn on warnings");
  expect(screen.find("link", "turn on warnings")?.getAttribute("href")).toBe("#/me");
});

test("a page without a recent answer says that it does not know now, and how old its data is", async () => {
  inbox.inboxProblem.value = "There is no connection to the service.";
  inbox.knownAt.value = begun - 600;
  const screen = open();
  await screen.reads("We cannot tell now");
  await screen.reads(
    /There is no connection to the service\. What you see is from .+, 10 min ago\./,
  );
  await closeScreens();
  inbox.inboxProblem.value = "";
  // An answer that is two minutes old no longer counts.
  inbox.knownAt.value = begun - 121;
  await open().reads("We cannot tell now");
  await closeScreens();
  inbox.knownAt.value = begun - 90;
  await open().reads("No alert concerns you");
});

test("an alert says where the person was, what to do, since when and until when", async () => {
  tell([toldOf(3, 7)], [alertOf(7)]);
  const screen = open();
  await screen.reads("An alert concerns you");
  await screen.reads("You were near the area\nGas leak\nClose the windows.");
  const [told, ends] = [moment(begun - 600), moment(begun + 7200)];
  expect(screen.text).toContain(
    `You were told\n${told} (10 min ago)\nIt lasts until\n${ends} (in 2 h)`,
  );
  const place = screen.elements("p").find((one) => one.classList.contains("place"));
  expect(place?.getAttribute("role")).toBe("status");
  expect(screen.text).not.toContain("Last news");
  expect(screen.text).not.toContain("danger");
});

test("an alert says first who warns, and how severe it is; how urgent, only to those inside", async () => {
  hostSettings.value = { map: null, alertDefaults: null, hasMail: false, organisation: ISSUER };
  const fields = { severity: "EXTREME", urgency: "IMMEDIATE" } as const;
  tell(
    [toldOf(4, 7, { level: "ONE" }), toldOf(3, 8)],
    [alertOf(7, fields), alertOf(8, { ...fields, authority: { name: "Bologna" } })],
  );
  const screen = open();
  const [inside = "", near = ""] = screen.elements("article").map((card) => screen.textOf(card));
  expect(inside).toMatch(
    /^Civil Protection\s+You were inside the area\s+Extreme danger\. Act now\.\s+Gas leak\s+Leave\./,
  );
  // An authority that has a name comes before the service's.
  expect(near).toMatch(/^Bologna\s+You were near the area\s+Extreme danger\.\s+Gas leak/);
  const over = { ...fields, state: "CANCELLED", cancelledAt: begun } as const;
  tell([toldOf(3, 8)], [alertOf(8, over)]);
  await screen.reads("It is over");
  expect(screen.text).not.toContain("danger");
});

test("a real warning that arrives in the open page sounds and vibrates, and a drill only vibrates", () => {
  const rung: unknown[] = [];
  put("navigator", { value: { vibrate: (pattern: number[]) => rung.push(pattern.length) } });
  put("AudioContext", {
    value: class {
      currentTime = 0;
      createOscillator = () => ({
        frequency: { setValueAtTime() {} },
        connect() {},
        start: () => rung.push("sound"),
        stop() {},
      });
    },
  });
  inbox.answers.value = 0;
  const stop = ringAtNews();
  tell([toldOf(3, 7)], [alertOf(7)]);
  inbox.answers.value = 1;
  expect(rung).toEqual([]);
  const drill = alertOf(8, { status: "EXERCISE" });
  tell([toldOf(4, 8), toldOf(3, 7)], [alertOf(7), drill]);
  expect(rung.splice(0)).toEqual([1]);
  // A text that is marked as seen is no news.
  tell([toldOf(4, 8, { seen: true }), toldOf(3, 7)], [alertOf(7), drill]);
  expect(rung).toEqual([]);
  tell([toldOf(5, 7, { level: "ONE" }), toldOf(4, 8)], [alertOf(7), drill]);
  expect(rung).toEqual([3, "sound"]);
  stop();
  inbox.answers.value = 0;
});

test("the button Listen plays the text for the place where the person is now, or the all-clear", async () => {
  const heard: string[] = [];
  put("Audio", {
    value: class {
      src = "";
      async play() {
        heard.push(this.src);
      }
      pause() {}
    },
  });
  put("SpeechSynthesisUtterance", {
    value: class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
  const speechSynthesis = {
    speak: ({ text = "" }) => heard.push(text),
    cancel() {},
    getVoices: () => [{ lang: "en-GB" }],
  };
  put("speechSynthesis", { value: speechSynthesis });
  Object.assign(window, { speechSynthesis });
  here.value = inAreaOf7();
  tell([toldOf(3, 7)], [alertOf(7, { audioUrls: ["one.mp3", "two.mp3"] })]);
  const screen = open();
  await screen.reads("You are inside the area\nGas leak\nLeave.");
  await screen.press("▶ Listen");
  await screen.until(() => heard.length === 1);
  const sign = screen.elements("span").find((one) => screen.textOf(one) === "■");
  expect(sign?.getAttribute("aria-hidden")).toBe("true");
  const over = { state: "CANCELLED", cancelledAt: begun, allClear: "Go back." } as const;
  tell([toldOf(3, 7)], [alertOf(7, over)]);
  await screen.press("▶ Listen");
  await screen.until(() => heard.length === 2);
  expect(heard).toEqual(["http://localhost/one.mp3", "Go back."]);
});

test("where the service has no voice, the page says so, unless the browser has one", async () => {
  hostSettings.value = { alertDefaults: { voices: ["it"] } } as never;
  const voices: object[] = [{ lang: "it-IT" }];
  let changed = () => {};
  const speechSynthesis = {
    getVoices: () => voices,
    addEventListener: (_: string, listener: () => void) => {
      changed = listener;
    },
    removeEventListener() {},
  };
  put("speechSynthesis", { value: speechSynthesis });
  Object.assign(window, { speechSynthesis });
  tell([toldOf(3, 7)], [alertOf(7, { language: "so" })]);
  const screen = open();
  await screen.reads("Not spoken: no voice for Somali.");
  expect(screen.find("button", "▶ Listen")).toBeUndefined();
  voices.push({ lang: "so-SO" });
  changed();
  await screen.reads("▶ Listen");
  hostSettings.value = undefined;
});

test("the age of a place that was just reported is right even if the browser's clock is slow", async () => {
  setAhead(3600);
  put("navigator", {
    value: {
      languages: ["en"],
      geolocation: {
        getCurrentPosition: (found: (position: object) => void) =>
          found({
            coords: { latitude: 45, longitude: 11, accuracy: 7 },
            timestamp: Date.now() - 120_000,
          }),
      },
    },
  });
  zones.value = new Map([[7, zonesAt(11, 44)]]);
  tell([toldOf(3, 7, { createdAt: begun + 3000 })], [alertOf(7)]);
  const screen = open();
  await screen.press("Report where I am");
  await screen.reads("From where you were 2 min ago.");
  expect(screen.text).toContain("You are outside now.");
});

test("an exercise is marked, an update has its time, and an alert without a title shows its number", async () => {
  tell(
    [toldOf(4, 7, { kind: "UPDATE", version: 2, createdAt: begun - 60 }), toldOf(3, 7)],
    [alertOf(7, { status: "EXERCISE", version: 2, title: "  " })],
  );
  const screen = open();
  await screen.reads("EXERCISE\nFor testers only. Not real.\nAlert id 7\n");
  expect(looksOf(screen, "p")).toEqual(expect.arrayContaining(["place", "not-real", "what-to-do"]));
  expect(looksOf(screen, "dl")).toEqual(["facts"]);
  await screen.reads("Last news");
  expect(screen.text).toMatch(/You were told\n.+ \(10 min ago\)/);
});

test("the time of the last news is shown only for a later version, and only while the alert is active", async () => {
  const later = toldOf(4, 7, { kind: "UPDATE", version: 2, createdAt: begun - 60 });
  tell([later, toldOf(3, 7)], [alertOf(7, { version: 2 })]);
  const screen = open();
  await screen.reads(`Last news\n${moment(begun - 60)}\n`);
  // The person has only moved into another zone.
  tell([toldOf(4, 7, { level: "ONE", createdAt: begun - 60 }), toldOf(3, 7)], [alertOf(7)]);
  await screen.until(() => !screen.text.includes("Last news"));
  const over = { state: "CANCELLED", cancelledAt: begun - 30, allClear: "Go back." } as const;
  tell([later, toldOf(3, 7)], [alertOf(7, { version: 2, ...over })]);
  await screen.reads("Go back.");
  expect(screen.text).not.toContain("Last news");
});

test("an active alert shows how far away its area is, and draws it on a map", async () => {
  zones.value = new Map([[7, zonesAt(11, 44.1)]]);
  tell([toldOf(3, 7)], [alertOf(7)]);
  const screen = open();
  await screen.reads(/The area\n.+ to the north From where you were 10 min ago\./);
  await screen.until(() => screen.elements("svg").length > 0);
  expect(looksOf(screen, "path").filter(Boolean)).toEqual(["zone-THREE", "zone-TWO", "zone-ONE"]);
  const lines = () => screen.elements("path").map((one) => one.getAttribute("d") ?? "");
  expect(new Set(lines().slice(0, 3)).size).toBe(3);
  await screen.until(() => namesOn(screen).length > 2);
  expect(namesOn(screen)).toEqual(["Loiano", "You", "10 km"]);
  expect(looksOf(screen, "g")).toEqual(["place-name", "own-place", "scale-bar"]);
  const svg = screen.elements("svg")[0];
  expect(["class", "role", "aria-label"].map((name) => svg?.getAttribute(name))).toEqual([
    ...["area-map", "img", "The area and its zones on a map."],
  ]);
  // North is above.
  const [loiano, you] = screen.elements("circle").map((mark) => Number(mark.getAttribute("cy")));
  expect(you).toBeGreaterThan(loiano as number);
  expect(named("PersonZones")).toEqual([]);
  tell([toldOf(3, 7)], [alertOf(7, { version: 2 })]);
  await screen.until(() => named("PersonZones").length > 0);
  expect(named("PersonZones")).toEqual([{ id: 7 }]);
  // The person was told only once.
  expect(screen.text).not.toContain("Last news");
  // The names follow the zones.
  zones.value = new Map([[7, zonesAt(15, 44.1, 2)]]);
  await screen.until(() => namesOn(screen).length === 1);
  zones.value = new Map([
    [7, { ...zonesAt(15, 44.1, 2), THREE: { ...area(0, 0, 0), coordinates: [] } }],
  ]);
  await screen.until(() => screen.elements("svg").length === 0);
  tell([toldOf(3, 7)], [alertOf(7, { state: "CANCELLED", cancelledAt: begun - 30 })]);
  await screen.reads("It was over");
  expect(screen.text).not.toContain("The area");
  expect(screen.elements("svg")).toEqual([]);
});

test("an alert that is over stays for a day with its all-clear", async () => {
  const over = { state: "CANCELLED", cancelledAt: begun - 3600, allClear: "Go back." } as const;
  tell(
    [toldOf(3, 7), toldOf(2, 8), toldOf(1, 9)],
    [
      alertOf(7, over),
      alertOf(8, { ...over, title: "Old", cancelledAt: begun - 86_460 }),
      alertOf(9, { title: "Flood" }),
    ],
  );
  const screen = open();
  await screen.reads("An alert concerns you");
  await screen.reads("It is over\nGas leak\nGo back.");
  expect(screen.text).toContain(`It was over\n${moment(begun - 3600)} (60 min ago)`);
  expect(screen.text).not.toContain("Old");
  expect(screen.text.indexOf("Flood")).toBeLessThan(screen.text.indexOf("Gas leak"));
});

test("exercises and tests are shown calmly below what is real, and concern nobody", async () => {
  const over = { state: "CANCELLED", cancelledAt: begun - 60, allClear: "Go back." } as const;
  const drills = [
    alertOf(7, { status: "EXERCISE", title: "Drill" }),
    alertOf(8, { status: "TEST", title: "Siren" }),
  ];
  const rows = [toldOf(4, 7, { level: "ONE" }), toldOf(3, 8, { level: "ONE" }), toldOf(2, 9)];
  tell(rows, drills);
  const screen = open();
  await screen.reads("No alert concerns you");
  await screen.reads("Exercises and tests\n");
  expect(looksOf(screen, "article")).toEqual(["alert-card drill", "alert-card drill"]);
  tell([...rows, toldOf(1, 10)], [...drills, alertOf(9, { title: "Flood" }), alertOf(10, over)]);
  await screen.reads("An alert concerns you");
  expect(looksOf(screen, "article")).toEqual([
    "alert-card zone-TWO",
    "alert-card over",
    "alert-card drill",
    "alert-card drill",
  ]);
  const places = ["Flood", "It is over", "Exercises and tests", "Drill"];
  expect(places.map((text) => screen.text.indexOf(text))).toEqual(
    places.map((text) => screen.text.indexOf(text)).toSorted((a, b) => a - b),
  );
  await closeScreens();
  const messages = show(h(MessagesScreen, {}));
  expect(looksOf(messages, "a")).toEqual(["zone-TWO", "drill", "drill", "over"]);
  await closeScreens();
  const { text } = show(h(AlertScreen, { id: 7 }));
  expect(text).toContain("EXERCISE: For testers only. Not real.");
});

test("the push of an exercise is shown calmly below what is real", async () => {
  browser.kept.set("push-4", push(4));
  const data = { notificationId: 5, alertId: 8, level: "ONE", kind: "ALERT", status: "EXERCISE" };
  browser.kept.set("push-5", push(5, { title: "EXERCISE – Siren", data }));
  inbox.inboxProblem.value = "There is no connection to the service.";
  const screen = open();
  await screen.reads(/Gas leak\n[\s\S]*Exercises and tests\n[\s\S]*EXERCISE – Siren/);
  expect(looksOf(screen, "article")).toEqual(["alert-card zone-ONE", "alert-card drill"]);
});

test("an alert's card has the colour of its level, and no colour once the alert is over", async () => {
  const over = { state: "CANCELLED", cancelledAt: begun - 60, allClear: "Go back." } as const;
  const cards = [toldOf(3, 7), toldOf(2, 8, { level: "ONE" }), toldOf(1, 9)];
  tell(cards, [alertOf(7, { language: "it" }), alertOf(8), alertOf(9, over)]);
  const screen = open();
  await screen.reads("2 alerts concern you");
  // The more urgent alert comes first.
  expect(looksOf(screen, "article")).toEqual([
    "alert-card zone-ONE",
    "alert-card zone-TWO",
    "alert-card over",
  ]);
  const status = () => screen.elements("div").find((one) => one.classList.contains("answer"));
  expect(status()?.getAttribute("class")).toBe("answer affected");
  expect(status()?.getAttribute("role")).toBe("status");
  // A screen reader speaks the alert's language.
  const card = screen.elements("article")[1];
  expect(
    [...(card?.querySelectorAll("[lang]") ?? [])].map((one) => [
      one.localName,
      one.getAttribute("lang"),
    ]),
  ).toEqual([
    ["h2", "it"],
    ["p", "it"],
  ]);
  // The language may be written from right to left.
  expect([...(card?.querySelectorAll("[dir=auto]") ?? [])].map((one) => one.localName)).toEqual([
    ...["h2", "p"],
  ]);
  expect(card?.getAttribute("aria-labelledby")).toBe(card?.querySelector("h2")?.id);
  await closeScreens();
  const messages = show(h(MessagesScreen, {}));
  await messages.reads("active");
  expect(looksOf(messages, "a")).toEqual(["zone-ONE", "zone-TWO", "over"]);
  await closeScreens();
  tell([], []);
  const calm = open();
  await calm.reads("No alert concerns you");
  expect(looksOf(calm, "div")).toContain("answer");
});

test("an alert whose end has passed only “should be over” while there is no connection to the service", async () => {
  inbox.inboxProblem.value = "There is no connection to the service.";
  tell([toldOf(3, 7)], [alertOf(7, { expiresAt: begun - 60 })]);
  const screen = open();
  await screen.reads("It should be over. There is no connection to ask.");
  inbox.inboxProblem.value = "";
  inbox.knownAt.value = begun - 600;
  await screen.reads("It is over");
});

test("the page scrolls to news, and asks about the person's place again at each answer of the service", async () => {
  const scrolled: number[][] = [];
  Object.assign(window, { scrollTo: (...to: number[]) => scrolled.push(to) });
  here.value = { latitude: 44, longitude: 11, accuracy: 5, takenAt: begun };
  inbox.answers.value = 0;
  const screen = open();
  await screen.reads("No alert concerns you");
  expect([scrolled, named("AlertsHere")]).toEqual([[], []]);
  tell([toldOf(3, 7)], [alertOf(7)]);
  await screen.until(() => scrolled.length === 1);
  inbox.answers.value += 1;
  await screen.until(() => named("AlertsHere").length === 1);
  inbox.answers.value += 1;
  await screen.until(() => named("AlertsHere").length === 2);
  expect(scrolled).toEqual([[0, 0]]);
  tell([toldOf(4, 7, { version: 2 }), toldOf(3, 7)], [alertOf(7, { version: 2 })]);
  await screen.until(() => scrolled.length === 2);
});

test("a text in view is marked as seen, after the next answer if that failed", async () => {
  tell([toldOf(4, 7, { seen: false })], [alertOf(7)]);
  let answer: object | undefined = refusal("TOO_MANY_REQUESTS");
  fakeService({
    NotificationSeen: () => answer ?? { notificationUpdate: { id: 4 } },
    PersonZones: () => ({ alerts: [] }),
    Reachability: () => undefined,
  });
  const screen = open();
  await screen.reads("Close the windows.");
  look(false);
  await screen.reads("Close the windows.");
  expect(named("NotificationSeen")).toEqual([]);
  look(true);
  look(true);
  await screen.until(() => named("NotificationSeen").length > 0);
  answer = undefined;
  expect(inbox.told.value[0]?.seen).toBe(false);
  inbox.answers.value += 1;
  await screen.until(() => isWatched.length === 2);
  expect(named("NotificationSeen")).toHaveLength(1);
  look(true);
  await screen.until(() => inbox.told.value[0]?.seen === true);
  expect(named("NotificationSeen")).toHaveLength(2);
  // Texts that have been seen are no longer watched.
  await screen.until(() => isWatched.every((is) => !is));
});

test("a text on a hidden page is marked as seen only once the page is visible", async () => {
  const hide = (value: boolean) =>
    Object.defineProperty(document, "hidden", { configurable: true, value });
  hide(true);
  tell([toldOf(4, 7, { seen: false })], [alertOf(7)]);
  const screen = open();
  await screen.reads("Close the windows.");
  look(true);
  await screen.reads("Close the windows.");
  expect(named("NotificationSeen")).toEqual([]);
  hide(false);
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.until(() => named("NotificationSeen").length === 1);
  await closeScreens();
  // The user leaves the screen while the page is hidden.
  hide(true);
  tell([toldOf(5, 7, { seen: false })], [alertOf(7)]);
  await open().reads("Close the windows.");
  look(true);
  await closeScreens();
  hide(false);
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(named("NotificationSeen")).toHaveLength(1);
});

const push = (notificationId: number, fields: object = {}) => ({
  title: "Gas leak",
  body: "Leave.",
  data: { notificationId, alertId: 7, level: "ONE", kind: "ALERT" },
  at: begun - 30,
  ...fields,
});

test("a push is shown while the service cannot be asked, unless its notification is already known", async () => {
  browser.kept.set("push-4", push(4));
  browser.kept.set("push-3", push(3, { title: "Known" }));
  tell([toldOf(3, 7)], [alertOf(7)]);
  inbox.answers.value = 1;
  const screen = open();
  await screen.reads("An alert concerns you");
  expect(screen.text).not.toContain("Pushed to this browser");
  inbox.inboxProblem.value = "There is no connection to the service.";
  await screen.reads(/Pushed to this browser, .+\nGas leak\nLeave\./);
  expect(screen.text).not.toContain("Known");
  expect(looksOf(screen, "article")[0]).toBe("alert-card zone-ONE");
  await closeScreens();
  const other = show(h(AlertScreen, { id: 8 }));
  await other.reads("Alert id 8");
  expect(other.text).not.toContain("Pushed to this browser");
});

test("an arriving push is shown, and disappears once the inbox has been read", async () => {
  const listeners = new Set<(message: object) => void>();
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: {
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    },
  });
  inbox.answers.value = 1;
  inbox.inboxProblem.value = "There is no connection to the service.";
  const screen = open();
  await screen.reads("There is no connection to the service.");
  browser.kept.set("push-4", push(4));
  for (const listen of listeners) listen({ data: "pushed" });
  await screen.reads("Pushed to this browser");
  const heading = screen.elements("article")[0]?.querySelector("h2");
  expect([heading?.id, heading?.getAttribute("dir")]).toEqual(["push-4", "auto"]);
  expect(screen.elements("article")[0]?.getAttribute("aria-labelledby")).toBe("push-4");
  browser.kept.clear();
  inbox.inboxProblem.value = "";
  await screen.until(() => !screen.text.includes("Pushed to this browser"));
  inbox.inboxProblem.value = "There is no connection to the service.";
  await screen.reads("There is no connection to the service.");
  expect(screen.text).not.toContain("Pushed to this browser");
  await closeScreens();
  expect(listeners.size).toBe(0);
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("a push is shown at once, until the service has answered", async () => {
  inbox.answers.value = 0;
  browser.kept.set("push-4", push(4));
  const { promise, resolve } = Promise.withResolvers<object>();
  fakeService({
    PersonCursors: () => promise,
    PersonChanges: () => promise,
    PersonTold: () => ({ notifications: [] }),
  });
  const screen = show(h(AlertScreen, { id: 7 }));
  await screen.reads(/Pushed to this browser, .+\nGas leak\nLeave\./);
  expect(inbox.inboxProblem.value).toBe("");
  resolve({
    newestNotificationCursor: "n",
    newestAlertCursor: "a",
    notifications: [],
    alerts: [],
  });
  await screen.until(() => !screen.text.includes("Pushed to this browser"));
});

test("the newest push comes first, its title is not repeated as its text, and an all-clear has no colour", async () => {
  const data = { notificationId: 6, alertId: 7, level: "ONE", kind: "ALL_CLEAR" };
  browser.kept.set("push-4", push(4, { title: "Leave.", at: begun - 3600 }));
  browser.kept.set("push-6", push(6, { title: "It is over", body: "Go back.", data }));
  inbox.inboxProblem.value = "There is no connection to the service.";
  const screen = open();
  const [newer, older] = [moment(begun - 30), moment(begun - 3600)];
  await screen.reads(`Pushed to this browser, ${newer}\nIt is over\nGo back.\n`);
  expect(screen.text).toMatch(new RegExp(`Pushed to this browser, ${older}\nLeave\\.\n(?!Leave)`));
  expect(looksOf(screen, "article")).toEqual(["alert-card over", "alert-card zone-ONE"]);
});

test("the screen of an alert lists every notification that the person got about it", async () => {
  tell(
    [
      toldOf(4, 7, { kind: "UPDATE", level: "ONE", createdAt: begun - 60 }),
      toldOf(3, 7),
      toldOf(2, 8),
    ],
    [alertOf(7), alertOf(8)],
  );
  const before = inbox.answers.value;
  const screen = show(h(AlertScreen, { id: 7 }));
  await screen.reads("This alert is active");
  await screen.reads("You were inside the area\nGas leak\nLeave.");
  const times = [moment(begun - 60), moment(begun - 600)];
  expect(screen.text).toMatch(/What I was told\n.+\n.+$/);
  expect(screen.text.split("\n").slice(-2)).toEqual([
    `Update ONE ${times[0]}`,
    `Alert TWO ${times[1]}`,
  ]);
  expect(sectionsOf(screen)).toEqual(["What I was told"]);
  expect(document.title).toBe("Gas leak – Location alerts");
  expect(screen.find("link", "All messages")?.getAttribute("href")).toBe("#/messages");
  // A push may arrive before the page has read its alert.
  await screen.until(() => inbox.answers.value > before);
  await closeScreens();
  const over = {
    state: "CANCELLED",
    cancelledAt: begun,
    allClear: "Go back.",
    title: null,
  } as const;
  tell([toldOf(5, 7, { kind: "ALL_CLEAR" }), toldOf(3, 7)], [alertOf(7, over)]);
  const cancelled = show(h(AlertScreen, { id: 7 }));
  await cancelled.reads("It is over");
  expect(cancelled.text).not.toContain("This alert is active");
  await cancelled.reads(/What I was told\nAll-clear TWO/);
  await closeScreens();
  inbox.knownAt.value = begun;
  await show(h(AlertScreen, { id: 9 })).reads("You were not told of this alert.");
});

test("an alert known only by a push is not called active, nor one that the person was not told of", async () => {
  let isAway = true;
  const answers = { PersonCursors: { newestNotificationCursor: "n", newestAlertCursor: "a" } };
  fakeService({
    PersonCursors: () => (isAway ? undefined : answers.PersonCursors),
    PersonTold: () => ({ notifications: [] }),
    PersonChanges: () => (isAway ? undefined : { notifications: [], alerts: [] }),
  });
  browser.kept.set("push-4", push(4));
  const screen = show(h(AlertScreen, { id: 7 }));
  await screen.reads("Pushed to this browser");
  const heading = () => screen.textOf(screen.elements("h1")[0] as never);
  expect(heading()).toBe("Alert id 7");
  expect(screen.text).not.toMatch(/This alert is active|You were not told/);
  isAway = false;
  await inbox.readInbox();
  await screen.reads("You were not told of this alert.");
});

test("an alert is over once its all-clear was pushed, even if the service cannot be asked", async () => {
  fakeService({ PersonCursors: () => undefined, PersonChanges: () => undefined });
  tell([toldOf(3, 7), toldOf(2, 8)], [alertOf(7), alertOf(8)]);
  const data = { notificationId: 4, alertId: 7, level: "ONE", kind: "ALL_CLEAR" };
  browser.kept.set("push-4", push(4, { data }));
  const screen = show(h(AlertScreen, { id: 7 }));
  await screen.reads("It is over");
  expect(screen.text).not.toContain("This alert is active");
  await closeScreens();
  const other = show(h(AlertScreen, { id: 8 }));
  await other.reads("There is no connection to the service.");
  expect(other.text).toContain("This alert is active");
});

test("a browser says whose pushes it gets", async () => {
  put("isSecureContext", { value: true });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => undefined },
  });
  const notification = { permission: "granted" };
  put("Notification", { value: notification });
  Object.assign(window, { PushManager: {}, Notification: notification });
  const screen = show(h(ThisBrowser, { publicKey: "key", onChange: reachability.load }));
  await screen.reads("Warnings are off here.");
  deviceState.value = "another's";
  await screen.reads("Warnings here are for someone else who logged in.");
  expect(screen.text).not.toContain("off here");
  const button = (name: string) => screen.find("button", name);
  expect(button("Turn on warnings")?.getAttribute("class")).toBe("primary");
  expect(sectionsOf(screen)).toEqual(["This browser"]);
  expect(screen.elements("p")[0]?.getAttribute("role")).toBe("status");
  deviceState.value = "lapsed";
  await screen.reads("Warnings no longer come here");
  expect(screen.has("button", "Turn on warnings")).toBe(true);
  deviceState.value = "on";
  await screen.reads("Warnings come to this browser, also when this page is closed.");
  expect(named("Reachability")).toEqual([]);
  expect(button("Turn off warnings")?.hasAttribute("class")).toBe(false);
  // The page asks again whether the user would be warned.
  const { promise, resolve } = Promise.withResolvers<object>();
  fakeService({ Reachability: () => promise });
  await screen.press("Turn off warnings");
  await screen.until(() => named("Reachability").length === 1);
  await screen.reads("Warnings are off here.");
  expect(screen.isEnabled("button", "Turn on warnings")).toBe(false);
  resolve(refusal("INTERNAL_SERVER_ERROR"));
  await screen.until(() => screen.isEnabled("button", "Turn on warnings"));
  // The browser refuses notifications.
  Object.assign(notification, { requestPermission: async () => "denied" });
  await screen.press("Turn on warnings");
  await screen.reads("Notifications were not allowed");
  await closeScreens();
  notification.permission = "denied";
  const blocked = show(h(ThisBrowser, { publicKey: "key", onChange: reachability.load }));
  await blocked.reads("Notifications of this page are blocked");
  expect([blocked.names("button"), blocked.text.includes("off here")]).toEqual([[], false]);
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("the service is asked again by a button", async () => {
  inbox.inboxProblem.value = "There is no connection to the service.";
  const screen = open();
  await screen.press("Try again");
  await screen.until(() => !screen.text.includes("There is no connection"));
});

test("the messages list each alert, whether it is active and whether it is new", async () => {
  tell(
    [toldOf(4, 7, { seen: false }), toldOf(3, 8)],
    [
      alertOf(7, { title: " ", status: "TEST" }),
      alertOf(8, { state: "CANCELLED", cancelledAt: begun - 60, allClear: "Go back." }),
    ],
  );
  const screen = show(h(MessagesScreen, {}));
  await screen.reads(/Close the windows\. ?active · .+ TESTnew/);
  await screen.reads(/Gas leak ?over · /);
  expect(screen.text).not.toMatch(/Gas leak.+new/);
  expect(screen.elements("a").map((link) => link.getAttribute("href"))).toEqual([
    "#/alerts/7",
    "#/alerts/8",
  ]);
  expect(screen.text).not.toContain("Nothing yet.");
  tell([], []);
  await screen.reads("Nothing yet.");
  inbox.inboxProblem.value = "There is no connection to the service.";
  await screen.reads("There is no connection to the service. What you see is from");
  inbox.knownAt.value = undefined;
  await screen.until(() => !screen.text.includes("Nothing yet."));
});

test("a message has the time of its latest notification, and is new if that was not seen", async () => {
  const later = toldOf(4, 7, { version: 2, seen: false, createdAt: begun - 60 });
  tell([later, toldOf(3, 7)], [alertOf(7, { version: 2, title: " Gas leak ", language: "it" })]);
  const screen = show(h(MessagesScreen, {}));
  await screen.reads(`active · ${moment(begun - 60)} new`);
  expect(looksOf(screen, "span")).toEqual(["message-title", "message-state"]);
  expect(looksOf(screen, "ul")).toEqual(["messages"]);
  const title = screen.elements("span").find((one) => screen.textOf(one) === "Gas leak");
  expect([title?.getAttribute("lang"), title?.getAttribute("dir")]).toEqual(["it", "auto"]);
});

test("the tabs count new notifications, and mark the current screen", async () => {
  tell([toldOf(4, 7, { seen: false }), toldOf(3, 7, { seen: false }), toldOf(2, 7)], [alertOf(7)]);
  const screen = show(h(Tabs, {}));
  expect(screen.names("link")).toEqual(["Now", "Messages (2)", "Me"]);
  expect(looksOf(screen, "nav")).toEqual(["tabs"]);
  const links = screen.elements("a").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["#/", "#/messages", "#/me"]);
  expect(screen.elements("nav")[0]?.getAttribute("aria-label")).toBe("Screens");
  // Another screen begins at its top.
  const scrolled: number[][] = [];
  Object.assign(window, { scrollTo: (...to: number[]) => scrolled.push(to) });
  const current = () =>
    screen.elements("a").map((link) => Number(link.getAttribute("aria-current") === "page"));
  expect(current()).toEqual([1, 0, 0]);
  const at = async (address: string) => {
    await go(address);
    return current();
  };
  expect(await at("#/messages")).toEqual([0, 1, 0]);
  expect(scrolled).toEqual([[0, 0]]);
  expect(await at("#/alerts/7")).toEqual([0, 1, 0]);
  expect(await at("#/me")).toEqual([0, 0, 1]);
  expect(await at("#/alerts/7x")).toEqual([1, 0, 0]);
  expect(await at("#/alerts/12345678901")).toEqual([1, 0, 0]);
  tell([], []);
  await screen.until(() => screen.has("link", "Messages"));
});

/** The answers that the user's own screen needs besides the profile. */
const OWN = {
  DeviceKeys: () => ({ deviceKeys: [], devices: [] }),
  Sessions: () => ({ sessions: [] }),
  Logout: () => ({ logout: true }),
  Reachability: () => ({
    me: { emailVerified: false },
    devices: [],
    lastReportedAt: null,
    webPushPublicKey: null,
  }),
};

test("the person's own screen offers the language and the logout even while the profile is unknown", async () => {
  let memberships: object[] = [];
  let isAway = true;
  let publicKey: string | null = null;
  // An answer to Reachability would end the outage, and the page would ask again by itself.
  const reached = Promise.withResolvers<object>();
  const keys = Promise.withResolvers<object>();
  fakeService({
    ...OWN,
    DeviceKeys: () => keys.promise,
    Reachability: () => reached.promise,
    Me: () =>
      isAway
        ? undefined
        : {
            me: { id: 1, name: "Ada", email: "ada@example.org", memberships, quietHours: null },
            webPushPublicKey: publicKey,
          },
  });
  const screen = show(h(MeScreen, {}));
  await screen.reads("The service does not answer.");
  expect(screen.has("field", "Language of this page")).toBe(true);
  expect(screen.names("button")).toEqual(["Try again", "Log out"]);
  isAway = false;
  await screen.press("Try again");
  await screen.until(() => screen.has("field", "Email"));
  expect(screen.valueOf("Email")).toBe("ada@example.org");
  expect(screen.textOf(screen.elements("h1")[0] as never)).toBe("Ada");
  expect(sectionsOf(screen)).toEqual([
    "This browser",
    "Quiet hours",
    "My positions",
    "My devices",
    "Where I am logged in",
    "Name, email and address",
    "Password",
    "My data",
  ]);
  expect(screen.text).not.toContain("None yet.");
  keys.resolve(OWN.DeviceKeys());
  await screen.reads("Devices that report my position\nNone yet.");
  // The service has no key for pushes.
  expect(screen.text).toContain("Web Push is off at this service.");
  expect(screen.text).not.toContain("Confirm your email");
  hostSettings.value = { map: null, alertDefaults: null, hasMail: true } as never;
  // The page says this even if it is the first page that is opened.
  reached.resolve(OWN.Reachability());
  await screen.reads("Confirm your email by the link that was mailed to you.");
  const console = "Open the console";
  expect(screen.has("link", console)).toBe(false);
  await closeScreens();
  memberships = [{ role: "VIEWER" }];
  publicKey = "key";
  put("isSecureContext", { value: true });
  const own = show(h(MeScreen, {}));
  await own.until(() => own.has("link", console));
  expect(own.find("link", console)?.getAttribute("href")).toBe("http://localhost/console/");
  await own.until(() => !own.text.includes("Web Push is off"));
});

test.each(["Log out", "Erase me"])(
  "%s leaves nothing of the person in the browser",
  async (way) => {
    fakeService({
      ...OWN,
      Me: () => ({
        me: { id: 1, name: "Ada", email: "ada@example.org", memberships: [], quietHours: null },
        webPushPublicKey: null,
      }),
      EraseMe: () => ({ eraseMe: { userId: 1 } }),
    });
    await go("#/me");
    browser.kept.set("here", { latitude: 45 });
    tell([toldOf(3, 7)], [alertOf(7)]);
    const screen = show(h(MeScreen, {}));
    await screen.until(() => screen.has("field", "Email"));
    if (way === "Erase me") {
      await screen.press("Erase me…");
      await screen.type("Your own password", "mine");
    }
    await screen.press(way);
    await screen.until(() => session.value === null && browser.kept.size === 0);
    expect([inbox.told.value, location.hash]).toEqual([[], ""]);
  },
);

test("apps that report positions are listed, and can be revoked", async () => {
  let keys = [
    { id: 5, name: "OwnTracks", createdAt: begun - 600, lastUsedAt: null as number | null },
    { id: 6, name: "Overland", createdAt: begun - 600, lastUsedAt: begun as number | null },
  ];
  let answer: object | undefined = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  const devices = [
    { id: 1, provider: "fcm", createdAt: begun - 900, leftAt: null },
    { id: 2, provider: "expo", createdAt: begun, leftAt: begun },
  ];
  let list: object | undefined = refusal("INTERNAL_SERVER_ERROR", "No list.");
  fakeService({
    DeviceKeys: () => list ?? { deviceKeys: keys, devices },
    DeviceKeyRevoke: () => answer ?? { deviceKeyRevoke: { id: 6 } },
  });
  const screen = show(h(Keys, {}));
  await screen.reads("No list.");
  expect(screen.find("link", "Set up an app that reports")?.getAttribute("href")).toBe(
    "http://localhost/join",
  );
  list = undefined;
  await screen.press("Try again");
  await screen.reads(`App (Firebase) since ${moment(begun - 900)}`);
  expect(screen.text).not.toContain("App (Expo)");
  const since = moment(begun - 600);
  await screen.reads(`OwnTracks\nsince ${since}, never used`);
  const name = screen.elements("span").find((one) => screen.textOf(one) === "OwnTracks");
  expect(name?.getAttribute("dir")).toBe("auto");
  await screen.reads(`Overland\nsince ${since}, last used ${moment(begun)}`);
  await screen.press("Revoke Overland");
  await screen.reads("It failed.");
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press("Revoke Overland");
  await screen.until(() => named("DeviceKeyRevoke").length === 2);
  expect(screen.isEnabled("button", "Revoke OwnTracks")).toBe(false);
  keys = keys.slice(0, 1);
  resolve({ deviceKeyRevoke: { id: 6 } });
  await screen.until(() => !screen.has("button", "Revoke Overland"));
  expect(named("DeviceKeyRevoke").at(-1)).toEqual({ id: 6 });
  expect(screen.text).not.toContain("None yet.");
  await closeScreens();
  [keys, list] = [[], { deviceKeys: [], devices: [devices[1]] }];
  const none = show(h(Keys, {}));
  await none.reads("Devices that warn me\nNone yet.\nDevices that report my position\nNone yet.");
});

test("a button reports the person's place once, and asks which alerts apply there", async () => {
  let isAllowed = false;
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: {
      getCurrentPosition: (resolve: (position: object) => void, reject: () => void) =>
        isAllowed
          ? resolve({
              coords: { latitude: 45, longitude: 12, accuracy: 7 },
              timestamp: (begun + 500) * 1000,
            })
          : reject(),
    },
  });
  const screen = open();
  await screen.press("Report where I am");
  await screen.reads("The browser does not tell where it is: allow it, or use an app.");
  expect(screen.text).not.toContain("Your place is reported.");
  isAllowed = true;
  await screen.press("Report where I am");
  await screen.reads("Your place is reported.");
  expect(screen.text).not.toContain("allow it");
  const [{ input } = {}] = named("NewPosition") as { input: { takenAt: number } }[];
  expect(input).toMatchObject({ latitude: 45, longitude: 12, accuracy: 7 });
  // The time of the position may be ahead of the browser's clock.
  expect(input?.takenAt).toBeLessThan(begun + 400);
  expect(named("AlertsHere")).toContainEqual({ latitude: 45, longitude: 12 });
  // The answer is shown at once, and kept.
  expect(browser.kept.get("here")).toMatchObject({ latitude: 45, alerts: [], versions: new Map() });
  await screen.until(() => named("Reachability").length > 1);
  isAllowed = false;
  await screen.press("Report where I am");
  await screen.reads("allow it");
  expect(screen.text).not.toContain("Your place is reported.");
  expect(sectionsOf(screen)).toContain("Where I am");
});

test("a person can have their place reported repeatedly, and reads why that fails", async () => {
  let found: (position: object) => void = () => {};
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: {
      getCurrentPosition(resolve: typeof found) {
        found = resolve;
      },
    },
  });
  const screen = open();
  const again = "Report it again and again while this page is open";
  expect(screen.isChecked(again)).toBe(false);
  await screen.check(again);
  expect(reports.value).toBe(true);
  reportTrouble.value = "The browser does not tell where it is.";
  await screen.reads("The browser does not tell where it is.");
  await screen.check(again, false);
  expect(reports.value).toBe(false);
  reportTrouble.value = "";
  await screen.press("Report where I am");
  await screen.reads("Looking where you are…");
  expect(screen.isEnabled("button", "Looking where you are…")).toBe(false);
  found({ coords: { latitude: 45, longitude: 12, accuracy: 7 }, timestamp: begun * 1000 });
  await screen.reads("Your place is reported.");
});
