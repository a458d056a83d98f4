import "../../src/words/console-refusals.ts";
import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { wkt } from "../../../test/helpers/wkt.ts";
import { heldOf, reachOf } from "../helpers/alerts.ts";
import { fakeDrafts } from "../helpers/fake-drafts.ts";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";

/** The areas and the places to which the map was moved. */
let pictured: object[] = [];
const places: object[] = [];
jest.unstable_mockModule("../../src/map/show-areas.ts", () => ({
  showAreas: async (areas: object[]) => {
    pictured = areas;
  },
  showPlace: async (place: object) => void places.push(place),
}));
const { NewAlertScreen } = await import("../../src/screens/new-alert.tsx");
const { SentBefore } = await import("../../src/components/sent-before.tsx");
const { session } = await import("../../src/state/session.ts");
const { beginDraft, draft, draftCrossings, editDraft, openDraft } = await import(
  "../../src/state/draft.ts"
);
const { contentOf, readContent } = await import("../../src/state/draft-content.ts");
const { boundsOf } = await import("../../src/geo/area.ts");
const { hostSettings } = await import("../../src/state/host-settings.ts");
const { alerts } = await import("../../src/state/alert-list.ts");
const { publishStep } = await import("../../src/state/publish-step.ts");
const { now } = await import("../../src/state/now.ts");
const { endIn } = await import("../../src/state/placeholders.ts");
const { isDrawing } = await import("../../src/map/drawing.ts");
const { isCounting } = await import("../../src/state/reach.ts");
const { channels } = await import("../../src/state/push.ts");

const SHAPE = { kind: "polygon" as const, coordinates: [square(11, 44, 0.01)] };
const TEXTS: [string, string, string] = ["Go up.", "Stay away.", "Roads are closed."];
/** Land around the shape. */
const LAND = { type: "MultiPolygon", coordinates: [[square(5, 40, 10)]] };
const NOBODY = { one: 0, two: 0, three: 0 };
const NOW = () => Math.floor(Date.now() / 1000);

let reach: object | undefined;
/** The people within 50 km of the area. */
let around: object;
let held: object | undefined;
let translation: object;
/** The state of the publication, if it differs from the answer to its request. */
let found: object | undefined;
let isTraining: boolean;
let asked: ReturnType<typeof fakeService>;
let areas: object[];
let alertTemplates: object[];
let cells: object[];
/** Whether pushes go out by Expo and by Firebase. */
let pushStates: [string, string];
let confirmAbove: number;

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  hostSettings.value = undefined;
  publishStep.set(undefined);
  channels.set({ pushProviders: [], mailServer: null });
  reach = reachOf();
  around = reachOf();
  held = heldOf({ state: "PUBLISHED", alertId: 7 });
  found = undefined;
  isTraining = false;
  areas = [];
  alertTemplates = [];
  cells = [];
  pushStates = ["ON", "OFF"];
  confirmAbove = 1000;
  asked = fakeService({
    ...fakeDrafts().answers,
    "config.json": () => ({
      map: null,
      hasMail: false,
      hasTranslation: true,
      alertDefaults: {
        level2Distance: 500,
        level3Distance: 1500,
        duration: 3 * 3600,
        maxPositionAge: 7200,
        language: "it",
        voices: ["it", "de"],
      },
    }),
    Alerts: () => ({ alerts: [] }),
    "coarse-land.json": () => LAND,
    "fine-land.json": () => LAND,
    AlertReach: async ({ input }) => {
      const isWide = (input as { level3Distance: number }).level3Distance === 50_000;
      const alertReach = await (isWide ? around : reach);
      return alertReach && ("errors" in alertReach ? alertReach : { alertReach });
    },
    Cells: () => ({ cells }),
    AlertTemplates: () => ({ alertTemplates }),
    PublishStep: () => ({ publishStep: { takeBackSeconds: 0, confirmAbove } }),
    Channels: () => ({
      pushProviders: [
        { provider: "expo", state: pushStates[0], reason: null, since: null },
        { provider: "fcm", state: pushStates[1], reason: "set FCM", since: null },
      ],
    }),
    PublicationHold: async () => {
      const publicationHold = await held;
      if (!publicationHold) return undefined;
      return "errors" in publicationHold ? publicationHold : { publicationHold };
    },
    HeldPublicationNow: () => ({ heldPublication: found ?? held }),
    PublicationTakeBack: () => {
      found = heldOf({ state: "TAKEN_BACK" });
      return { publicationTakeBack: found };
    },
    Training: () => ({ me: { id: 1, isTraining } }),
    AuthorityArea: () => ({ authorities: [{ areaGeoJson: null }] }),
    SavedAreas: () => ({ savedAreas: areas }),
    NewSavedArea: () => ({ newSavedArea: { id: 3 } }),
    TextsTranslate: () => translation,
    SavedAreaEdit: () => ({ savedAreaEdit: { id: 3 } }),
  });
  await go("#/new");
  beginDraft();
});
afterEach(closeScreens);

const open = async () => {
  const screen = show(h(NewAlertScreen, {}));
  await screen.reads("New alert");
  await screen.reads("3 hours, as usual");
  return screen;
};
/** Opens a draft that can be published. */
const openWhole = async (changes: object = {}) => {
  editDraft({ shapes: [SHAPE], texts: TEXTS, ...changes });
  const screen = await open();
  if (reach) await screen.reads("6 in the zones");
  return screen;
};
const copyOf = (key: string) => localStorage.getItem(`location-alerts.draft.${key}`);
const sent = () =>
  asked
    .filter(({ name }) => name === "PublicationHold")
    .map(({ variables }) => (variables.input as { newAlert: object }).newAlert);
const check = async (screen: Screen) => {
  await screen.press("Check…");
  await screen.reads("Not yet");
};
const publish = async (screen: Screen) => {
  await check(screen);
  await screen.press("Publish now");
};
/** Publishes a draft that can be published. */
const publishWhole = async (changes: object = {}) => {
  const screen = await openWhole(changes);
  await publish(screen);
  return screen;
};
const CHECK = "Check…";

test("an alert cannot be published before it is complete, and the screen says what is missing", async () => {
  const screen = await open();
  expect(screen.isEnabled("button", "Check")).toBe(false);
  await screen.press("Next");
  // The focus follows the step.
  expect(screen.textOf(document.activeElement as unknown as Element)).toBe("What");
  expect(screen.isEnabled("button", CHECK)).toBe(false);
  await screen.reads("Draw the area first.");
  expect(screen.announced).toEqual(
    expect.arrayContaining(["Draw the area first.", "Draw the area on the map."]),
  );
  expect(screen.find("button", CHECK)?.getAttribute("class")).toBe("live");
  editDraft({ shapes: [SHAPE] });
  await screen.reads("Write the three texts.");
  expect(screen.isEnabled("button", CHECK)).toBe(false);
  editDraft({ texts: TEXTS });
  await screen.until(() => screen.isEnabled("button", CHECK));
});

test("an alert cannot be published while a shape is being drawn", async () => {
  const screen = await openWhole();
  isDrawing.value = true;
  await screen.reads("Finish the shape on the map first");
  expect(screen.isEnabled("button", CHECK)).toBe(false);
  isDrawing.value = false;
  await screen.until(() => screen.isEnabled("button", CHECK));
  // The alert also waits if the shape is begun while the question is open.
  await check(screen);
  await screen.until(() => screen.isEnabled("button", "Publish now"));
  isDrawing.value = true;
  await screen.reads("Finish the shape on the map first");
  expect(screen.isEnabled("button", "Publish now")).toBe(false);
  isDrawing.value = false;
  await screen.until(() => screen.isEnabled("button", "Publish now"));
});

test("the confirmation shows all that goes out, and publishes the alert once", async () => {
  const screen = await openWhole({ title: "Flood", event: "Water" });
  expect(screen.text).toContain("ONE 3TWO 2THREE 1\n4 with a device · 2.5 km²");
  expect(screen.text).toContain("LIVE 6 in the zones · 4 phones will ring");
  await check(screen);
  await screen.reads("ONE 3 people inside the area");
  for (const text of [
    "ONE 3 people inside the area\nLocation alerts · now\nFlood\nGo up.",
    "TWO 2 people near it\nLocation alerts · now\nFlood\nStay away.",
    "THREE 1 person further around\nLocation alerts · now\nFlood\nRoads are closed.",
    "Language\nItalian",
    "People\n4 with a device · 2.5 km². Who comes in while it lasts is warned then.",
    "Overlaps\nno other alert",
    "in 3 h",
  ])
    await screen.reads(text);
  const { draftZones } = await import("../../src/map/zone-layers.ts");
  expect(pictured).toHaveLength(3);
  expect(pictured).toEqual(draftZones.value.map(({ geometry }) => geometry));
  expect(screen.text).not.toContain("App (Firebase)");
  expect(screen.text).not.toContain("for the first time");
  const { key } = draft.value;
  await screen.press("Publish now");
  await screen.until(() => location.hash === "#/alerts/7");
  expect(sent()).toMatchObject([
    { title: "Flood", event: "Water", text1: "Go up.", status: "ACTUAL", draftId: 5 },
  ]);
  expect(localStorage.getItem(`location-alerts.draft.${key}`)).toBeNull();
});

test("the confirmation names the languages that the service does not speak", async () => {
  const texts = { title: "", texts: TEXTS };
  const translations = ["de-AT", "so", "sq"].map((language) => ({ ...texts, language }));
  const screen = await openWhole({ translations });
  await check(screen);
  await screen.reads("Not spoken: no voice for Somali and Albanian.");
});

test("what a machine translated is marked, and published only once somebody has confirmed it", async () => {
  translation = refusal("CONFLICT", "…", "TRANSLATION_FAILED");
  const empty = { language: "es", title: "", texts: ["", "", ""] as typeof TEXTS };
  const screen = await openWhole({ title: "Flood", translations: [empty] });
  await screen.press("Translate");
  await screen.reads("No translation came. Write the texts yourself, and tell");
  expect(draft.value.translations).toEqual([empty]);
  const texts = ["Inundación", "Suba.", "No venga.", "Hay calles cortadas."];
  translation = { textsTranslate: { texts } };
  await screen.press("Translate");
  await screen.reads("A machine wrote this. Read it, then confirm.");
  expect(asked.findLast(({ name }) => name === "TextsTranslate")?.variables.input).toEqual({
    from: "it",
    to: "es",
    texts: ["Flood", ...TEXTS],
  });
  await screen.type("Title in Spanish", "Inundaciones");
  const marked = { language: "es", title: "Inundaciones", texts: texts.slice(1), isUnread: true };
  expect(readContent(contentOf(draft.value)).translations).toEqual([marked]);
  await screen.reads("Read and confirm what a machine wrote: Spanish.");
  expect(screen.isEnabled("button", "Check…")).toBe(false);
  await screen.press("I have read it");
  await screen.until(() => screen.isEnabled("button", "Check…"));
  expect(screen.text).not.toContain("A machine wrote this.");
});

test.each([
  ["EXERCISE", "Publish the exercise?", "Publish the exercise"],
  ["TEST", "Publish the test?", "Publish the test"],
])("the confirmation names the status %s, and sends it", async (status, title, action) => {
  const screen = await openWhole({ status });
  await check(screen);
  await screen.reads(title);
  expect(screen.text).toContain(`${status} For testers only. Not real.`);
  expect(screen.find("button", action)?.getAttribute("class")).toBe("primary");
  await screen.press(action);
  await screen.until(() => sent().length > 0);
  expect(sent()).toMatchObject([{ status }]);
});

test("the confirmation lists overlapping alerts with their ends, and the neighbours whom the zones reach", async () => {
  const expiresAt = NOW() + 7200;
  const other = { alertId: 9, title: null, text1: "Gas", status: "TEST", expiresAt };
  reach = reachOf({ overlapping: [other], neighbours: ["Bologna", "Modena"], withDevice: 0 });
  const screen = await openWhole();
  await check(screen);
  await screen.reads(/TEST alert id 9, ends in (2 h|120 min): “Gas”/);
  expect(screen.text).not.toContain("no other alert");
  expect(screen.text).toContain("reaches into Bologna and Modena");
});

test("the people of cells are in the numbers, with a line for each cell, also for one that does not answer", async () => {
  const silent = { one: null, two: null, three: null, withDevice: null, problem: "It is late." };
  const cell = { people: null, reportedAt: NOW(), isAnswering: false };
  cells = [
    { ...cell, name: "milano", people: 20 },
    { ...cell, name: "roma" },
  ];
  reach = reachOf({
    cells: [
      { cell: "bari", one: 10, two: 20, three: 40, withDevice: 50, problem: null },
      { cell: "milano", ...silent },
      { cell: "roma", ...silent },
    ],
  });
  const lines = [
    "bari: 70 people",
    "milano does not answer: its 20 people are told when it is back",
    "roma does not answer: its people are told when it is back",
  ];
  const screen = await openWhole();
  await screen.reads("76 in the zones · 54 phones");
  await screen.reads(/ONE 13\s*TWO 22\s*THREE 41/);
  for (const line of lines) await screen.reads(line);
  await check(screen);
  await screen.reads("76 in the zones");
  await screen.reads("54 with a device");
  await screen.until(() => lines.every((line) => screen.text.split(line).length === 3));
});

test("people who are passed over are counted, and a provider whose pushes are off is named", async () => {
  reach = reachOf({ stale: 5, coarse: 7, byProvider: [{ provider: "fcm", users: 2 }] });
  const screen = await openWhole();
  await screen.reads("5 passed over: position too old · 7 passed over: position too coarse");
  await check(screen);
  await screen.reads("✕ App pushes (Firebase) are off: ask your operator (FCM)");
});

test("a provider whose pushes fail is named, and the reach is marked as busy while it is counted again", async () => {
  pushStates = ["ON", "FAILING"];
  reach = reachOf({ byProvider: [{ provider: "fcm", users: 2 }] });
  const screen = await openWhole();
  await check(screen);
  await screen.reads("! App pushes (Firebase) are failing: ");
  await screen.press("Not yet");
  const isBusy = () =>
    screen
      .elements()
      .map((one) => one.role === "status" && one.getAttribute("aria-busy"))
      .find(Boolean);
  await screen.until(() => isBusy() === "false");
  const { promise, resolve } = Promise.withResolvers<object>();
  reach = promise;
  editDraft({ level2Distance: 600 });
  await screen.until(() => isBusy() === "true");
  resolve(reachOf({ one: 9 }));
  await screen.reads("12 in the zones");
  await screen.until(() => isBusy() === "false");
  // The number that was counted stays if a new count fails.
  reach = undefined;
  editDraft({ level2Distance: 700 });
  await screen.reads("The service does not answer.");
  expect(screen.text).toContain("12 in the zones");
  reach = reachOf();
  await screen.press("Try again");
  await screen.reads("6 in the zones");
});

test("the confirmation says that the reach is not known, and counts it again when it is opened", async () => {
  reach = undefined;
  const screen = await openWhole();
  await screen.reads("The service does not answer.");
  await check(screen);
  await screen.reads("How many they are is");
  await screen.reads("How many they are is not known now.");
  expect(screen.text).not.toContain("Overlaps");
  const before = asked.filter(({ name }) => name === "AlertReach").length;
  await screen.press("Not yet");
  reach = reachOf();
  await check(screen);
  await screen.reads("6 in the zones");
  expect(asked.filter(({ name }) => name === "AlertReach").length).toBeGreaterThan(before);
});

test("the reach of an earlier area is not shown, and publishing waits for the new one", async () => {
  const screen = await openWhole();
  await screen.until(() => asked.some(({ name }) => name === "PublishStep"));
  const { promise, resolve } = Promise.withResolvers<object>();
  reach = promise;
  editDraft({ level2Distance: 900 });
  await check(screen);
  await screen.reads("How many they are is");
  await screen.reads("How many they are is being counted.");
  expect(screen.isEnabled("button", "Publish now")).toBe(false);
  expect(screen.text).not.toContain("3 people inside the area");
  resolve(reachOf({ one: 1997 }));
  await screen.reads("2,000 in the zones");
  expect(screen.isEnabled("button", "Publish now")).toBe(false);
  await screen.type("Type the number of people, 2,000, to go on", "2000");
  expect(screen.isEnabled("button", "Publish now")).toBe(true);
  // If the people cannot be counted, the alert can go out all the same.
  await screen.press("Not yet");
  reach = undefined;
  editDraft({ level2Distance: 800 });
  await check(screen);
  await screen.reads("How many they are is not known now.");
  expect(screen.isEnabled("button", "Publish now")).toBe(true);
});

test.each<[string, object | undefined, object, string[]]>([
  ["a slip of the hand", { x: 11, y: 44, side: 0.0004 }, {}, ["Part of it is only 44 m across."]],
  ["drawn on a small map", undefined, { area: 5.1e9 }, ["It is 5,100 km² large."]],
  ["at sea", { x: 20, y: 44, side: 0.01 }, {}, ["It is at sea, by the offline map."]],
  ["without people in its zones", undefined, NOBODY, ["Nobody is in its zones now."]],
  [
    "at sea on the other side of the earth, far from all who report",
    { x: 190, y: -44, side: 0.01 },
    { ...NOBODY, isFar: true },
    ["It is at sea, by the offline map.", "Nobody who reports is within 50 km of it."],
  ],
])("an area that is %s is published only if that is ticked", async (_what, at, changes, odd) => {
  const { x, y, side, isFar } = { x: 11, y: 44, side: 0.01, isFar: false, ...at, ...changes };
  reach = reachOf(changes);
  if (isFar) around = reachOf(NOBODY);
  editDraft({ shapes: [{ kind: "polygon", coordinates: [square(x, y, side)] }], texts: TEXTS });
  const screen = await open();
  await check(screen);
  for (const one of odd) await screen.reads(one);
  for (const one of odd) {
    expect(screen.isEnabled("button", "Publish now")).toBe(false);
    await screen.check(one);
  }
  expect(screen.isEnabled("button", "Publish now")).toBe(true);
});

test("what the confirmation says of people and other alerts is asked when it opens", async () => {
  const screen = await openWhole();
  await screen.until(() => publishStep.data.value !== undefined);
  const { promise, resolve } = Promise.withResolvers<object>();
  reach = promise;
  await check(screen);
  await screen.reads("Overlaps\nasking…");
  await screen.reads("How many they are is being counted.");
  expect(screen.text).not.toContain("no other alert");
  expect(screen.isEnabled("button", "Publish now")).toBe(false);
  resolve(reachOf({ one: 1997 }));
  await screen.reads("2,000 in the zones");
  await screen.reads("Type the number of people, 2,000, to go on");
  // An earlier number is not shown if a new count fails.
  await screen.press("Not yet");
  const last = Promise.withResolvers<object | undefined>();
  reach = last.promise;
  await check(screen);
  await screen.reads("How many they are is being counted.");
  expect(screen.has("field", /^Type the number/)).toBe(false);
  last.resolve(undefined);
  await screen.reads("How many they are is not known now.");
  await screen.reads("How many they are is");
  // But if that number was large, it must still be typed before the alert goes out.
  expect(screen.isEnabled("button", "Publish now")).toBe(false);
  await screen.type("Type the number of people, 2,000, to go on", "2000");
  expect(screen.isEnabled("button", "Publish now")).toBe(true);
});

test("publishing an older draft also waits at most eight seconds, counted from each new count of the reach", async () => {
  const screen = await openWhole();
  await screen.until(() => publishStep.data.value !== undefined);
  const isEnabled = () => screen.isEnabled("button", "Publish now");
  let count = Promise.withResolvers<undefined>();
  const countAnew = () => {
    count = Promise.withResolvers();
    reach = count.promise as never;
  };
  jest.useFakeTimers({ doNotFake: ["setImmediate", "performance", "nextTick", "queueMicrotask"] });
  try {
    countAnew();
    await check(screen);
    await screen.reads("How many they are is being counted.");
    jest.advanceTimersByTime(8000);
    await screen.until(isEnabled);
    // A count that fails ends the wait, and the next count has its own time.
    for (const time of [5000, 8000]) {
      count.resolve(undefined);
      await screen.until(() => !isCounting.value);
      countAnew();
      await screen.press("Try again");
      await screen.until(() => !isEnabled());
      jest.advanceTimersByTime(time - 1);
      await screen.reads("How many they are is being counted.");
      expect(isEnabled()).toBe(false);
    }
    jest.advanceTimersByTime(1);
    await screen.until(isEnabled);
  } finally {
    jest.useRealTimers();
  }
});

test("the number of people, if large, must be typed, and typed again after the alert was taken back", async () => {
  confirmAbove = 5;
  held = heldOf({ state: "TAKEN_BACK" });
  const screen = await openWhole();
  await check(screen);
  const typed = "Type the number of people, 6, to go on";
  await screen.type(typed, "3");
  expect(screen.isEnabled("button", "Publish now")).toBe(false);
  await screen.type(typed, "6");
  await screen.press("Publish now");
  await screen.reads("It was taken back: nothing was published.");
  expect(screen.valueOf(typed)).toBe("");
  expect(location.hash).toBe("#/new");
  expect(draft.value.texts).toEqual(TEXTS);
});

test("a publication without an answer is sent again unchanged", async () => {
  held = undefined;
  const screen = await publishWhole();
  await screen.reads("The service does not answer. If it has got this, it goes out. Try again");
  expect(draft.value.texts).toEqual(TEXTS);
  held = heldOf({ state: "PUBLISHED", alertId: 7 });
  await screen.press("Publish now");
  await screen.until(() => location.hash === "#/alerts/7");
  const [first, second] = asked.filter(({ name }) => name === "PublicationHold");
  expect(second).toEqual(first);
});

test("an earlier try without an answer that was published after all is linked", async () => {
  held = undefined;
  const screen = await openWhole();
  await check(screen);
  await screen.press("Publish now");
  await screen.reads("If it has got this, it goes out.");
  await screen.press("Not yet");
  await screen.type("ONE for those inside the area", "Go up now.");
  held = refusal("CONFLICT", "It was refused.", "KEY_OF_OTHER_ALERT");
  found = heldOf({ state: "PUBLISHED", alertId: 7 });
  await check(screen);
  await screen.press("Publish now");
  await screen.reads("An earlier try of this alert was published after all.");
  await screen.follow("Published as alert id 7");
  expect(location.hash).toBe("#/alerts/7");
});

test("a page that is loaded again within the countdown shows it, and takes the alert back", async () => {
  held = heldOf({ secondsLeft: 60 });
  const screen = await openWhole();
  await check(screen);
  await screen.press("Publish now");
  await screen.reads("Goes out in 60 s");
  const reloaded = show(h(SentBefore, {}));
  await reloaded.reads(TEXTS[0]);
  await reloaded.reads("Goes out in 60 s");
  await reloaded.press("Take it back");
  await reloaded.reads("It was taken back: nothing was published.");
  expect(draft.value.texts).toEqual(TEXTS);
  await reloaded.press("Close");
  expect(reloaded.text).toBe("");
});

test("a page that is loaded after the countdown links the alert, and removes its draft unless it was changed", async () => {
  for (const isChanged of [false, true]) {
    held = undefined;
    const screen = await openWhole();
    await check(screen);
    await screen.press("Publish now");
    await screen.reads("If it has got this, it goes out.");
    await closeScreens();
    if (isChanged) editDraft({ title: "Flood" });
    found = heldOf({ state: "PUBLISHED", alertId: 7 });
    const reloaded = show(h(SentBefore, {}));
    await reloaded.follow("Published as alert id 7");
    await reloaded.until(() => location.hash === "#/alerts/7" && reloaded.text === "");
    expect(openDraft.value?.draft.value.title).toBe(isChanged ? "Flood" : undefined);
    found = undefined;
    await go("#/new");
    beginDraft();
  }
});

test("an administrator whose training began meanwhile is told so before anything is published", async () => {
  const screen = await openWhole();
  await check(screen);
  isTraining = true;
  held = refusal("FORBIDDEN", "It was refused.", "OTHER_STATUS");
  await screen.press("Publish now");
  await screen.reads(
    "You are in training now, so this would be an exercise. Nothing was published",
  );
  await screen.reads("Publish the exercise?");
  held = heldOf({ state: "PUBLISHED", alertId: 7 });
  await screen.press("Publish the exercise");
  await screen.until(() => location.hash === "#/alerts/7");
  const [first, second] = asked.filter(({ name }) => name === "PublicationHold");
  expect(first?.variables).toMatchObject({ input: { expectedStatus: "ACTUAL" } });
  expect(second?.variables).toMatchObject({ input: { expectedStatus: "EXERCISE" } });
});

test("a draft that was published meanwhile is not published, and links the alert", async () => {
  const row = { id: 99, name: "Reno", isPrivate: false, version: 1, saved: "" };
  const screen = await publishWhole({ row });
  await screen.reads("An earlier try of this alert was published after all.");
  await screen.reads("Published as alert id 7");
  expect(sent()).toEqual([]);
});

test("an alert that the service did not publish shows why, and keeps its draft", async () => {
  held = heldOf({ state: "FAILED", reason: "It was refused.", refusal: "AUTHOR_NO_ADMINISTRATOR" });
  const screen = await publishWhole();
  await screen.reads("Its author is no longer an administrator");
  expect(screen.text).not.toContain("An earlier try");
  expect(draft.value.texts).toEqual(TEXTS);
});

test("a user who has left an alert that goes out stays on their screen, and keeps their other drafts", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  held = promise;
  const screen = await openWhole();
  const { key } = draft.value;
  await publish(screen);
  await screen.until(() => sent().length > 0);
  screen.close();
  await go("#/alerts/9/update");
  beginDraft({ alertId: 9 });
  editDraft({ title: "An update" });
  const other = draft.value;
  resolve(heldOf({ state: "PUBLISHED", alertId: 7 }));
  await screen.until(() => copyOf(key) === null);
  expect(location.hash).toBe("#/alerts/9/update");
  expect(draft.value).toBe(other);
  expect(copyOf(other.key)).toContain("An update");
});

test.each([
  [400_000, false],
  [90_000, true],
])("a retry after %d ms has the same key, end and text that names it: %s", async (ms, isSame) => {
  held = undefined;
  const texts: typeof TEXTS = ["Leave until {end}.", "Keep away.", "Beware."];
  const screen = await publishWhole({ hours: 6, templateId: 1, texts });
  await screen.reads("The service does not answer.");
  const later = Date.now() + ms;
  const clock = jest.spyOn(Date, "now").mockReturnValue(later);
  for (const tries of [2, 3]) {
    await screen.press("Publish now");
    await screen.until(() => sent().length === tries);
  }
  clock.mockRestore();
  const [first, second, third] = asked.flatMap(({ name, variables }) =>
    name === "PublicationHold" ? [variables.input as { key: string }] : [],
  );
  // The service refuses another publication with the same key, even if the first one failed.
  expect(second?.key === first?.key).toBe(isSame);
  if (isSame) expect(second).toEqual(first);
  expect(third).toEqual(second);
});

test("the form shows what the draft has", async () => {
  const screen = await openWhole({
    title: "Fire!",
    event: "Fire",
    status: "TEST",
    severity: "SEVERE",
    urgency: "IMMEDIATE",
    certainty: "LIKELY",
    category: "FIRE",
    responseType: "AVOID",
    language: "fr",
    positionAge: "30",
    positionAgeUnit: "minutes",
  });
  for (const [label, value] of Object.entries({
    Title: "Fire!",
    "What happens": "Fire",
    "Who is told": "TEST",
    Severity: "SEVERE",
    Urgency: "IMMEDIATE",
    Certainty: "LIKELY",
    "Kind of event": "FIRE",
    "What people should do": "AVOID",
    "Language of the texts": "fr",
    "Age of positions, at most": "30",
    "Hours or minutes": "minutes",
    "TWO for those near it": "Stay away.",
  }))
    expect([label, screen.valueOf(label)]).toEqual([label, value]);
  expect(screen.text).toContain("Empty: 120 minutes.");
});

test("each choice of the form is sent, and overlapping shapes are sent as one", async () => {
  const other = { kind: "polygon" as const, coordinates: [square(11.005, 44, 0.01)] };
  const screen = await openWhole({ shapes: [SHAPE, other] });
  await screen.choose("Lasts", "6 hours");
  await screen.choose("Who is told", "Testers (test)");
  // A space is typed before the word that follows it.
  await screen.type("What happens", "Gas ");
  await screen.type("Title", "Gas ");
  await screen.type(/^ONE/, "Go ");
  expect([draft.value.event, draft.value.title, draft.value.texts[0]]).toEqual([
    ...["Gas ", "Gas ", "Go "],
  ]);
  await screen.type(/^ONE/, TEXTS[0]);
  await screen.type("What happens", " Fire ");
  await screen.choose("Severity", "Severe");
  await screen.choose("Urgency", "Now");
  await screen.choose("Certainty", "Likely");
  await screen.choose("Kind of event", "Fire");
  await screen.choose("What people should do", "Evacuate");
  await screen.type("Language of the texts", " fr ");
  await screen.type("Age of positions, at most", "30");
  await screen.choose("Hours or minutes", "minutes");
  await screen.type("Title", " Fire! ");
  await check(screen);
  // The bar and the question each ask once, and not at each choice.
  expect(asked.filter(({ name }) => name === "PublishStep")).toHaveLength(2);
  await screen.press("Publish the test");
  await screen.until(() => sent().length > 0);
  const [input] = sent() as { expiresAt: number }[];
  expect(input).toMatchObject({
    area: { type: "Polygon" },
    status: "TEST",
    event: "Fire",
    severity: "SEVERE",
    urgency: "IMMEDIATE",
    certainty: "LIKELY",
    category: "FIRE",
    responseType: "EVACUATE",
    language: "fr",
    maxPositionAge: 1800,
    title: "Fire!",
  });
  expect(Math.abs((input?.expiresAt ?? 0) - NOW() - 6 * 3600)).toBeLessThan(600);
});

test("the form shows the service's duration, position age and language, and leaves them to the service", async () => {
  const screen = await openWhole();
  expect(screen.optionsOf("Lasts").slice(0, 2)).toEqual(["3 hours, as usual", "1 hour"]);
  expect(screen.valueOf("Lasts")).toBe("");
  expect(screen.text).toContain("Empty: 2 hours.");
  const age = screen.find("field", "Age of positions, at most");
  expect(
    ["placeholder", "inputmode", "autocomplete"].map((name) => age?.getAttribute(name)),
  ).toEqual(["2", "decimal", "off"]);
  expect(screen.text).toContain("Chooses the voice that speaks them. Empty: it.");
  await screen.choose("Lasts", "1 hour");
  await screen.choose("Lasts", "3 hours, as usual");
  await screen.type("Age of positions, at most", "0");
  await screen.reads("From 1 minute to 30 days.");
  await screen.type("Age of positions, at most", "");
  await publish(screen);
  await screen.until(() => sent().length > 0);
  for (const name of ["expiresAt", "maxPositionAge", "level2Distance", "level3Distance"])
    expect(sent()[0]).not.toHaveProperty(name);
  expect(sent()[0]).toMatchObject({ language: null });
});

test("the usual position age is shown without a thousands separator, and an age with one is refused", async () => {
  const screen = await openWhole();
  // The usual age is a day.
  hostSettings.value = undefined;
  await screen.choose("Hours or minutes", "minutes");
  await screen.reads("Empty: 1440 minutes.");
  await screen.type("Age of positions, at most", "1,440");
  await screen.reads("Write thousands without a mark: 1440.");
  expect(screen.isEnabled("button", CHECK)).toBe(false);
  await screen.type("Age of positions, at most", "1440");
  await screen.until(() => screen.isEnabled("button", CHECK));
});

test("a duration that is not among the choices, such as a template's, is added to them", async () => {
  const screen = await openWhole({ hours: 0.5 });
  expect(screen.optionsOf("Lasts").at(-1)).toBe("30 min");
  expect(screen.valueOf("Lasts")).toBe("0.5");
  // Lengths are not rounded: two lengths with the same name could not be told apart.
  editDraft({ hours: 36 });
  await screen.until(() => screen.optionsOf("Lasts").at(-1) === "36 h");
  editDraft({ hours: 6 });
  await screen.until(() => screen.optionsOf("Lasts").at(-1) === "1 week");
  const { alertDefaults } = hostSettings.value as unknown as { alertDefaults: object };
  hostSettings.value = { alertDefaults: { ...alertDefaults, duration: 5400 } } as never;
  await screen.until(() => screen.optionsOf("Lasts")[0] === "90 min, as usual");
});

test("a training user can only choose exercises", async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", isTraining: true };
  const screen = await openWhole();
  await screen.until(() => draft.value.status === "EXERCISE");
  expect(screen.optionsOf("Who is told")).toEqual(["Testers (exercise)"]);
  expect(screen.text).toContain("EXERCISE 6 in the zones");
});

test("texts TWO and THREE copy text ONE, or show how they differ from it", async () => {
  const screen = await open();
  const [one, two] = ["ONE for those inside the area", "TWO for those near it"];
  await screen.type(one, "Leave the centre now.");
  await screen.type(two, "Avoid the centre now.");
  await screen.reads("Against ONE: Leave Avoid the centre now.");
  expect(
    ["del", "ins"].map((name) => screen.elements(name).map((one) => screen.textOf(one))),
  ).toEqual([["Leave"], ["Avoid"]]);
  expect(screen.showing("Leave")?.closest("bdi")).toBeTruthy();
  await screen.check("THREE gets the same text as ONE");
  expect(screen.has("field", "THREE for those further around")).toBe(false);
  expect(screen.text).toContain("THREE for those further around");
  await screen.type(one, "Leave at once.");
  expect(draft.value.texts).toEqual(["Leave at once.", "Avoid the centre now.", "Leave at once."]);
  await screen.check("THREE gets the same text as ONE", false);
  await screen.type("THREE for those further around", "Own.");
  expect(draft.value.texts[2]).toBe("Own.");
  expect(screen.names("field")).not.toContain("ONE gets the same text as ONE");
  await screen.type(two, "Leave at once.");
  expect(screen.text).not.toContain("Against ONE: Leave at once.");
});

test("the preview shows the text in focus, and the title counts its characters", async () => {
  const screen = await openWhole({ title: "Flood 🌊" });
  await screen.reads("7 of 60 characters");
  await screen.reads("What ONE sees\nLocation alerts · now\nFlood 🌊\nGo up.");
  screen.focus("TWO for those near it");
  await screen.reads("What TWO sees\nLocation alerts · now\nFlood 🌊\nStay away.");
});

test("the placeholders of a template are filled in everywhere", async () => {
  const texts = ["{place}: go up until {end}.", "Avoid {place}.", "–"];
  const screen = await openWhole({ templateId: 4, title: "{danger} in {place}", texts });
  await screen.reads("Fill in danger, place.");
  expect(screen.isEnabled("button", CHECK)).toBe(false);
  await screen.type("danger", "Flood");
  await screen.type("place", "Molinella");
  // The end is known.
  const end = (hours: number) => endIn(now.value + hours * 3600, "it").end as string;
  await screen.reads(`Flood in Molinella\nMolinella: go up until ${end(3)}.`);
  await screen.choose("Lasts", "6 hours");
  await screen.until(() => screen.valueOf("end") === end(6));
  expect(draft.value.values).toEqual({ danger: "Flood", place: "Molinella" });
  await screen.type("end", "noon");
  expect(draft.value.values).toEqual({ danger: "Flood", place: "Molinella", end: "noon" });
  await check(screen);
  await screen.reads("Flood in Molinella\nAvoid Molinella.");
  await screen.press("Publish now");
  await screen.until(() => sent().length > 0);
  expect(sent()).toMatchObject([
    { title: "Flood in Molinella", text1: "Molinella: go up until noon.", templateId: 4 },
  ]);
});

test("a draft begins with a template, while nothing is written", async () => {
  const rest = { title: null, text3: "", level2Distance: null, level3Distance: null };
  const none = { duration: null, event: null, language: null, status: "TEST", texts: [] };
  alertTemplates = [
    { ...rest, ...none, id: 4, name: "Flood", text1: "Go up.", text2: "", duration: 7200 },
    { ...rest, ...none, id: 5, name: "Gas", text1: "Get out.", text2: "", level2Distance: 70 },
  ];
  const screen = await open();
  await screen.press("Flood template");
  expect(draft.value).toMatchObject({ templateId: 4, hours: 2, texts: ["Go up.", "", ""] });
  expect(screen.find("button", "Flood template")?.getAttribute("aria-pressed")).toBe("true");
  editDraft({ shapes: [SHAPE] });
  await screen.press("Gas template");
  expect(draft.value).toMatchObject({ templateId: 5, level2Distance: 70, shapes: [SHAPE] });
  expect(draft.value.hours).toBeUndefined();
  await screen.type(/^ONE/, "Get out now.");
  await screen.until(() => !screen.has("button", "Flood template"));
});

test("an outline that crosses itself shows an error, and has no zones", async () => {
  const { draftZones } = await import("../../src/map/zone-layers.ts");
  const screen = await openWhole({ status: "TEST" });
  await screen.until(() => draftZones.value.length === 3);
  expect(draftZones.value[0]?.properties).toMatchObject({ level: "THREE", mark: "TEST" });
  const [three, two] = draftZones.value.map(({ geometry }) => boundsOf([geometry])?.[0]);
  expect(three).toBeLessThan(two as number);
  const bow = wkt("11 44, 11.1 44.1, 11.1 44, 11 44.1, 11 44");
  editDraft({ shapes: [{ kind: "polygon", coordinates: [bow] }] });
  const crosses = "The outline crosses itself: move a corner at the mark.";
  await screen.reads(`${crosses}\nShow the mark`);
  const roles = screen.elements().flatMap((one) => {
    const role = one.getAttribute("role");
    return role && screen.textOf(one).startsWith(crosses) ? [role] : [];
  });
  expect(roles).toEqual(["alert", "status"]);
  await screen.until(() => draftZones.value.length === 0);
  expect(screen.isEnabled("button", CHECK)).toBe(false);
  await screen.press("Show the mark");
  expect(places).toEqual([draftCrossings.value[0]]);
  const box = screen.find("button", "Show the mark")?.parentElement;
  expect(box?.getAttribute("class")).toBe("problem");
  expect(screen.isEnabled("button", "Save this area…")).toBe(false);
  editDraft({ shapes: [SHAPE] });
  await screen.until(() => draftZones.value.length === 3);
  screen.close();
  await screen.until(() => draftZones.value.length === 0);
});

test("the zones of other alerts are shown, but none of those that have ended", async () => {
  const { lastingZones } = await import("../../src/map/lasting-layers.ts");
  const { alertOf } = await import("../helpers/alerts.ts");
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) =>
    String(init?.body).includes("query Alerts(")
      ? Promise.resolve(
          Response.json({
            data: { alerts: [alertOf(), alertOf({ id: 8, expiresAt: 1 }), alertOf({ id: 9 })] },
          }),
        )
      : fetch(address, init);
  const screen = await open();
  await screen.until(() => lastingZones.value.length > 0);
  const ids = lastingZones.value.map(({ properties }) => properties.alertId);
  expect(ids).toEqual([7, 7, 7, 9, 9, 9]);
  // The zones of an update take the place of the old ones.
  const before = lastingZones.value;
  alerts.set([
    alertOf({ version: 2 }),
    alertOf({ id: 8, expiresAt: 1 }),
    alertOf({ id: 9 }),
  ] as never);
  await screen.until(() => lastingZones.value !== before);
  screen.close();
  await screen.until(() => lastingZones.value.length === 0);
});

test("a screen that is left before its draft is open begins none", async () => {
  session.value = null;
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  sessionStorage.setItem("location-alerts.tab.new", "kept");
  const copy = { draft: { ...draft.value, key: "kept" }, userId: 1 };
  localStorage.setItem("location-alerts.draft.kept", JSON.stringify(copy));
  const { promise, resolve } = Promise.withResolvers<void>();
  const lock = navigator.locks.request("location-alerts.draft.kept", () => promise);
  const asked = jest.spyOn(navigator.locks, "request");
  const screen = show(h(NewAlertScreen, {}));
  expect(screen.elements("main")[0]?.getAttribute("aria-busy")).toBe("true");
  await screen.until(() => asked.mock.calls.length > 0);
  asked.mockRestore();
  await go("#/users");
  await closeScreens();
  resolve();
  await lock;
  await closeScreens();
  expect(openDraft.value).toBeUndefined();
});

test("a user of several authorities says which warns, and outside its area nothing is checked or published", async () => {
  const right = { name: "Bologna", role: "APPROVER" } as const;
  session.value = {
    ...{ token: "a.b.c", userId: 1, email: "ada@example.org" },
    rights: [
      { ...right, id: 2 },
      { ...right, id: 3, name: "Modena" },
    ],
  };
  const screen = await openWhole();
  expect(screen.optionsOf("Who warns")).toEqual(["Bologna", "Modena"]);
  reach = refusal("FORBIDDEN", "", "OUTSIDE_AUTHORITY");
  await screen.choose("Who warns", "Modena");
  await screen.reads("The area leaves the area of your authority.");
  expect(screen.isEnabled("button", "Check…")).toBe(false);
  expect(asked.findLast(({ name }) => name === "AlertReach")?.variables).toMatchObject({
    input: { authorityId: 3 },
  });
});

test("what needs approval is proposed and its draft stays, or published alone with a reason, or later", async () => {
  const rights = [{ id: 1, name: "Everywhere", role: "APPROVER" as const }];
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", rights };
  reach = reachOf({ needsApproval: true });
  held = heldOf({ state: "PROPOSED" });
  const screen = await openWhole();
  await check(screen);
  await screen.check(/^It cannot wait/);
  expect(screen.isEnabled("button", "Publish now")).toBe(false);
  await screen.type("Why it cannot wait", "Fire.");
  await screen.type("When to publish it", "2030-01-01T12:00");
  await screen.press("Publish then");
  await screen.until(() => location.hash === "#/proposals");
  const [first] = asked.filter(({ name }) => name === "PublicationHold");
  expect(first?.variables.input).toMatchObject({
    breakGlass: "Fire.",
    publishAt: Date.parse("2030-01-01T12:00") / 1000,
  });
  expect(asked.filter(({ name }) => name === "SharedDraftRemove")).toEqual([]);

  await go("#/new");
  beginDraft();
  const again = await openWhole();
  await check(again);
  await again.press("Propose");
  await again.until(() => location.hash === "#/proposals");
});
