import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { wkt } from "../../../test/helpers/wkt.ts";
import { alertOf } from "../helpers/alerts.ts";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";
import { stopTimers } from "../helpers/stop-timers.ts";
import "../helpers/live.ts";

/** The areas that the map was moved to. */
const moves: object[][] = [];
jest.unstable_mockModule("../../src/map/show-areas.ts", () => ({
  showAreas: async (areas: object[]) => void moves.push(areas),
}));
const { Navigation } = await import("../../src/app.tsx");
const { OfflineMark } = await import("../../src/components/offline-mark.tsx");
const { TrainingBanner } = await import("../../src/app.tsx");
const { Problem } = await import("../../src/components/problem.tsx");
const { PlaceSearch } = await import("../../src/components/place-search.tsx");
const { DrawingTools } = await import("../../src/components/drawing-tools.tsx");
const { PointerLabel } = await import("../../src/components/pointer-label.tsx");
const { PushPreview } = await import("../../src/components/push-preview.tsx");
const { StatusBand } = await import("../../src/components/status-band.tsx");
const { Countdown } = await import("../../src/components/countdown.tsx");
const { Dialog } = await import("../../src/components/dialog.tsx");
const { Field } = await import("../../src/components/field.tsx");
const { lazy } = await import("../../src/components/lazy-component.tsx");
const { LevelBadge } = await import("../../src/components/badges.tsx");
const { PushReadiness } = await import("../../src/screens/alert/progress.tsx");
const { StateBadge } = await import("../../src/components/state-badge.tsx");
const { download } = await import("../../src/api/download.ts");
const { Title } = await import("../../src/components/title.tsx");
const { pointerMeasure } = await import("../../src/map/pointer-measure.ts");
const { mapElement } = await import("../../src/map/the-map.ts");
const { lastingZones } = await import("../../src/map/lasting-layers.ts");
const { hostSettings } = await import("../../src/state/host-settings.ts");
const { TextEditor } = await import("../../src/components/text-editor.tsx");
const { MapScreen } = await import("../../src/screens/map.tsx");
const { session } = await import("../../src/state/session.ts");
const { channels } = await import("../../src/state/push.ts");
const { isLive, knownAt } = await import("../../src/state/connection.ts");
const { alerts } = await import("../../src/state/alert-list.ts");
const { alertZones } = await import("../../src/map/zone-layers.ts");
const positions = await import("../../src/state/positions.ts");
const { boundsOf } = await import("../../src/geo/area.ts");
const drafts = await import("../../src/state/draft.ts");
const { StartFrom } = await import("../../src/screens/new-alert/start-from.tsx");
const { AskRemoval } = await import("../../src/components/ask-removal.tsx");
const { FillIn } = await import("../../src/components/fill-in.tsx");
const { ForgottenPassword } = await import("../../src/components/login-form.tsx");
const { NameDialog } = await import("../../src/components/name-dialog.tsx");
const { Panel } = await import("../../src/components/panel.tsx");
const { PublishDialog } = await import("../../src/components/publish-dialog.tsx");
const { ReachNow } = await import("../../src/components/reach-view.tsx");
const { ShowMore } = await import("../../src/components/show-more.tsx");
const { reach } = await import("../../src/state/reach.ts");
const { moment } = await import("../../src/words/time.ts");

let isTraining: boolean;
let providers: object[] | undefined;
const provider = (state: string) => ({ provider: "expo", state, reason: null, since: null });
let asked: ReturnType<typeof fakeService>;

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", name: "Ada" };
  isLive.value = true;
  isTraining = false;
  providers = undefined;
  channels.set(undefined as never);
  await go("#/");
  asked = fakeService({
    AlertReach: () => refusal("INTERNAL_SERVER_ERROR", "It failed."),
    Logout: () => ({ logout: true }),
    PublishStep: () => ({ publishStep: { takeBackSeconds: 5, confirmAbove: 9 } }),
    AlertTemplates: () => ({ alertTemplates: [] }),
    SavedAreas: () => ({ savedAreas: [{ id: 3, name: "Reno", version: 1, user: null }] }),
    Training: () => ({ me: { isTraining, name: "Ada" } }),
    Alerts: () => ({ alerts: [] }),
    Channels: () =>
      providers
        ? { pushProviders: providers, mailServer: { state: "OFF" } }
        : refusal("INTERNAL_SERVER_ERROR"),
  });
});
afterEach(closeScreens);

test.each([
  ["#/", "Situation"],
  ["#/alerts", "Alerts"],
  ["#/alerts/7", "Alerts"],
  ["#/alerts/7/report", "Alerts"],
  ["#/alerts/7/update", "Alerts"],
  ["#/statistics", "Statistics"],
  ["#/templates", "Templates"],
  ["#/users", "Users"],
  ["#/invitations", "Invitations"],
  ["#/audit-log", "Audit log"],
  ["#/me", "Ada"],
  ["#/new", "New alert"],
])("at the address %s, the navigation marks %s as the current page", async (address, name) => {
  await go(address);
  const screen = show(h(Navigation, {}));
  const here = screen.elements("a").filter((link) => link.getAttribute("aria-current") === "page");
  expect(here.map((link) => screen.textOf(link))).toEqual([name]);
});

test("lights show which channels work, and the header names the authority", async () => {
  providers = [provider("ON"), provider("OFF")];
  hostSettings.value = { organisation: { name: "Reno Valley", logo: "console/logo" } } as never;
  const screen = show(h(Navigation, {}));
  const shown = () => screen.elements("li").map((light) => screen.textOf(light));
  await screen.until(() => shown().length > 0);
  expect(shown()).toEqual(["Push on", "Mail off"]);
  expect(screen.text).toContain("Reno Valley");
  expect(screen.elements("img")[0]?.getAttribute("src")).toContain("/console/logo");
  providers = [provider("ON"), provider("FAILING")];
  isLive.value = false;
  isLive.value = true;
  await screen.until(() => shown()[0] === "Push failing");
  hostSettings.value = undefined;
});

test("the logout ends the session in the browser and at the service", async () => {
  const screen = show(h(Navigation, {}));
  expect(screen.find("button", "Log out")?.getAttribute("title")).toBe("ada@example.org");
  await screen.press("Log out");
  expect(session.value).toBeNull();
  await screen.until(() => asked.some((one) => one.name === "Logout"));
});

test("a failed request has a button that sends it again", async () => {
  const retry = jest.fn();
  const screen = show(h(Problem, { text: "It failed.", retry }));
  await screen.press("Try again");
  expect(retry).toHaveBeenCalledTimes(1);
  for (const problem of [{ text: "", retry }, { text: "It failed." }])
    expect(show(h(Problem, problem)).has("button", "Try again")).toBe(false);
});

test("a lost connection shows from when the numbers are, until it is back", async () => {
  const mark = show(h(OfflineMark, {}));
  const classOf = () => mark.elements()[0]?.getAttribute("class");
  expect([mark.text, classOf()]).toEqual(["", "unseen"]);
  isLive.value = false;
  knownAt.value = 1_000_000;
  await mark.reads(
    `The connection is lost: numbers are from ${moment(1_000_000)}. Connecting again…`,
  );
  expect(classOf()).toBe("problem offline");
  isLive.value = true;
  await mark.until(() => mark.text === "");
});

test("the training banner checks on each screen whether the user is in training", async () => {
  const screen = show(h(TrainingBanner, {}));
  await screen.until(() => asked.length === 1);
  const [banner] = screen.elements("p");
  expect([screen.text, banner?.getAttribute("class")]).toEqual(["", "unseen"]);
  isTraining = true;
  await go("#/alerts");
  await screen.reads("Training. Whatever you publish is an exercise: only testers get it.");
  expect(banner?.getAttribute("class")).toBe("training");
});

test("a drawing tool is enabled when it has something to do", async () => {
  const { tool, isDrawing } = await import("../../src/map/drawing.ts");
  drafts.beginDraft();
  const steps: string[] = [];
  const drawing = { undo: () => steps.push("undo"), redo: () => steps.push("redo"), stop() {} };
  const screen = show(h(DrawingTools, { drawing: drawing as never }));
  const usable = () => screen.names("button").filter((name) => screen.isEnabled("button", name));
  expect(usable()).toEqual(["Corners", "Rectangle", "Circle", "Edit"]);
  // The corners of an unfinished area can be undone.
  isDrawing.value = true;
  await screen.until(() => usable().includes("Undo"));
  isDrawing.value = false;
  await screen.until(() => !usable().includes("Undo"));
  await screen.press("Circle");
  await screen.reads("Click the middle, then where the circle ends.");
  const pressed = screen
    .elements("button")
    .filter((one) => one.getAttribute("aria-pressed") === "true");
  expect(pressed.map((one) => screen.textOf(one))).toEqual(["Circle"]);
  const ring = wkt("11 44, 12 44, 12 45, 11 44");
  const area = { type: "Polygon", coordinates: [ring] };
  lastingZones.value = [{ geometry: area } as never];
  await screen.press("Show all");
  expect(moves.splice(0)).toEqual([[area]]);
  drafts.setShapes([{ kind: "polygon", coordinates: [ring] }]);
  await screen.until(() => screen.isEnabled("button", "Clear"));
  // The map moves to the draft's zones, and not to those of other alerts.
  await screen.press("Show all");
  lastingZones.value = [];
  const [shown] = moves.splice(0);
  expect(shown).toHaveLength(3);
  expect(boundsOf(shown as never)?.[0]).toBeLessThan(11);
  expect(usable()).not.toContain("Redo");
  expect(usable()).toEqual(expect.arrayContaining(["Hole", "Undo", "Show all"]));
  await screen.press("Undo");
  await screen.press("Clear");
  expect(drafts.draft.value.shapes).toEqual([]);
  expect(tool.value).toBe("polygon");
  drafts.undoShapes();
  await screen.press("Redo");
  expect(steps).toEqual(["undo", "redo"]);
});

test("the tools for holes and for clearing are enabled even if there is no step to undo", () => {
  const ring = square(11, 44, 1);
  drafts.beginDraft({ shapes: [{ kind: "polygon", coordinates: [ring] }] });
  const screen = show(h(DrawingTools, { drawing: undefined }));
  const usable = screen.names("button").filter((name) => screen.isEnabled("button", name));
  expect(usable).toEqual(["Corners", "Rectangle", "Circle", "Hole", "Edit", "Clear", "Show all"]);
});

test.each([
  ["", "Not written yet"],
  ["x".repeat(170), "170 of about 170 characters that a locked phone shows"],
  ["x".repeat(171), "171 characters: a locked phone shows about 170"],
  ["👩‍🚒", "1 of about 170 characters that a locked phone shows"],
  ["x".repeat(10_001), "1 characters too many: 10,000 at most"],
])("a text field says how long its text is (%#)", async (value, advice) => {
  const screen = show(h(TextEditor, { label: "Text", value, onInput() {} }));
  expect(screen.text).toContain(advice);
  const [field] = screen.elements("textarea");
  const [hint] = screen.elements("p");
  expect(field?.getAttribute("aria-describedby")).toBe(hint?.getAttribute("id"));
  expect(field?.getAttribute("aria-invalid")).toBe(String(value.length > 10_000));
  expect(hint?.getAttribute("class")).toBe(value.length > 170 ? "hint attention" : "hint");
});

test("a screen's heading titles the tab, and takes the focus unless the user has moved it elsewhere", async () => {
  document.title = "before";
  const heading = show(h(Title, { text: "Alerts" }));
  await heading.until(() => document.title === "Alerts – Location alerts");
  expect(document.activeElement?.localName).toBe("h1");
  heading.close();
  await heading.until(() => document.title === "before");
  const text = signal("Alert 7");
  const Renamed = () => h(Title, { text: text.value });
  const renamed = show(h(Renamed, {}));
  await renamed.until(() => document.title === "Alert 7 – Location alerts");
  text.value = "Alert 7: Flood";
  await renamed.until(() => document.title === "Alert 7: Flood – Location alerts");
  renamed.close();
  await renamed.until(() => document.title === "before");
  for (const [current, isTaken] of [
    ["page", true],
    [undefined, false],
  ] as const) {
    const link = show(h("a", { href: "#/", "aria-current": current }, "Map"));
    link.elements("a")[0]?.focus();
    const next = show(h(Title, { text: "Map" }));
    await next.until(() => document.title === "Map – Location alerts");
    expect(document.activeElement?.localName === "h1").toBe(isTaken);
    next.close();
    await next.until(() => document.title === "before");
  }
});

test("measurements are shown beside the pointer, on the side with more space", async () => {
  const bounds = { left: 10, top: 20, width: 400, height: 300 };
  Object.assign(mapElement, { getBoundingClientRect: () => bounds });
  const screen = show(h(PointerLabel, {}));
  const [label] = screen.elements("p");
  expect(label?.hasAttribute("hidden")).toBe(true);
  pointerMeasure.value = ["500 m", "1 km²"];
  await screen.until(() => label?.hasAttribute("hidden") === false);
  expect(screen.text).toBe("500 m1 km²");
  const place = (type: string, clientX: number, clientY: number) => {
    mapElement.dispatchEvent(Object.assign(new CustomEvent(type), { clientX, clientY }));
    const { left, right, top, bottom } = (label as HTMLElement).style;
    return [left, right, top, bottom];
  };
  expect(place("pointermove", 110, 70)).toEqual(["116px", "auto", "66px", "auto"]);
  expect(place("pointermove", 310, 70)).toEqual(["auto", "116px", "66px", "auto"]);
  expect(place("pointerdown", 310, 270)).toEqual(["auto", "116px", "auto", "66px"]);
  pointerMeasure.value = [];
});

test("a push preview takes its title from the headline, or else from the first of several lines", () => {
  const preview = (text: string, headline?: string) => {
    const screen = show(
      h(PushPreview, {
        status: "ACTUAL",
        language: "en",
        title: "Push",
        text,
        ...(headline && { headline }),
      }),
    );
    return screen.text.split("\n").slice(2);
  };
  expect(preview(" Go up. ")).toEqual(["Go up."]);
  expect(preview("Go up.\nNow.")).toEqual(["Go up.", "Go up. Now."]);
  expect(preview("Go up.", "Flood")).toEqual(["Flood", "Go up."]);
  expect(preview("Go up.\nNow.", " ")).toEqual(["Go up.", "Go up. Now."]);
  expect(preview("")).toEqual(["Write the text to see it here."]);
  expect(preview("Go up.", "x".repeat(60))[0]).toBe("x".repeat(60));
  expect(preview("Go up.", "x".repeat(61))[0]).toBe(`${"x".repeat(59)}…`);
});

test("the push state of each provider is shown, and loaded again when the connection is back", async () => {
  const screen = show(h(PushReadiness, {}));
  await screen.reads("Whether pushes go out is not known now.");
  providers = [
    { provider: "expo", state: "ON", reason: null, since: null },
    { provider: "fcm", state: "OFF", reason: "set FCM", since: null },
  ];
  isLive.value = false;
  isLive.value = true;
  await screen.reads(/✓ App pushes \(Expo\) are on\n✕ App pushes \(Firebase\) are off/);
  const states = screen.elements("li");
  expect(states.map((state) => state.getAttribute("class") ?? "")).toEqual(["", "bad"]);
  await closeScreens();
  asked.length = 0;
  isLive.value = false;
  isLive.value = true;
  // Gives requests time to be sent.
  await closeScreens();
  expect(asked).toEqual([]);
});

test("badges have the colour of their state and level", () => {
  const classOf = (screen: Screen) => screen.elements()[0]?.getAttribute("class");
  const state = (state: "ACTIVE" | "EXPIRED", status: "ACTUAL" | "TEST") =>
    classOf(show(h(StateBadge, { state, status })));
  expect(state("EXPIRED", "TEST")).toBe("badge state-EXPIRED");
  expect(state("ACTIVE", "TEST")).toBe("badge state-ACTIVE");
  expect(state("ACTIVE", "ACTUAL")).toBe("badge state-ACTIVE real");
  expect(classOf(show(h(LevelBadge, { level: "TWO" })))).toBe("badge level-TWO");
});

test("a hint describes its field to screen readers", () => {
  const field = { label: "Name", value: "", onInput() {} };
  const screen = show(h(Field, { ...field, hint: "Of a place." }));
  const [input, hint] = [screen.elements("input")[0], screen.elements("p")[0]];
  expect(input?.getAttribute("aria-describedby")).toBe(hint?.getAttribute("id"));
  const [other] = show(h(Field, field)).elements("input");
  expect(other?.hasAttribute("aria-describedby")).toBe(false);
});

test("a wide dialog takes the focus itself, so that it is read from its beginning", async () => {
  const dialog = { label: "Large", onClose() {}, children: "Text" };
  const large = show(h(Dialog, { ...dialog, isWide: true }));
  await large.until(() => document.activeElement?.localName === "dialog");
  expect(large.elements("dialog")[0]?.getAttribute("class")).toBe("wide");
  large.close();
  expect(show(h(Dialog, dialog)).elements("dialog")[0]?.hasAttribute("class")).toBe(false);
});

test("a dialog says that the connection is lost, as it hides the rest of the page", async () => {
  const screen = show(h(Dialog, { label: "Question", onClose() {}, children: "Text" }));
  expect(screen.text).toBe("Text");
  isLive.value = false;
  await screen.reads("The connection is lost");
});

test("a screen's code is loaded once, and a failure to load it has a button that reloads the page", async () => {
  let loads = 0;
  const { promise, resolve } = Promise.withResolvers<() => string>();
  const Late = lazy(() => {
    loads += 1;
    return promise;
  });
  const screen = show(h(Late, {}));
  const isBusy = (one: Screen) => one.elements("main")[0]?.getAttribute("aria-busy");
  expect(isBusy(screen)).toBe("true");
  resolve(() => "It is here.");
  await screen.reads("It is here.");
  expect(show(h(Late, {})).text).toBe("It is here.");
  await Late.preload();
  expect(loads).toBe(1);
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  const failed = show(
    h(
      lazy(() => Promise.reject(new Error("404"))),
      {},
    ),
  );
  await failed.reads("This screen cannot be loaded.");
  expect(isBusy(failed)).toBe("false");
  const { location } = globalThis;
  const reload = jest.fn();
  Object.assign(globalThis, { location: { reload } });
  await failed.press("Try again");
  Object.assign(globalThis, { location });
  expect(reload).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test("a file of the host is downloaded by a link to it", () => {
  const clicked: (string | null)[][] = [];
  Object.assign(window.HTMLAnchorElement.prototype, {
    click(this: Element) {
      clicked.push(["href", "download"].map((name) => this.getAttribute(name)));
    },
  });
  download("/export/1");
  expect(clicked).toEqual([["http://localhost/export/1", ""]]);
  Reflect.deleteProperty(window.HTMLAnchorElement.prototype, "click");
});

test("a live alert, an exercise and a test differ in words, colour and shape", () => {
  const looks = (["ACTUAL", "EXERCISE", "TEST"] as const).map((status) => {
    const screen = show(h(StatusBand, { status }));
    const [band] = screen.elements("p");
    const shape = screen.elements("path")[0]?.getAttribute("d")?.slice(0, 6);
    return [screen.text.split(" ")[0], band?.getAttribute("class"), shape];
  });
  expect(looks).toEqual([
    ["LIVE", "status-band status-ACTUAL", "M12 2 "],
    ["EXERCISE", "status-band status-EXERCISE", "M12 2a"],
    ["TEST", "status-band status-TEST", "M3 3h1"],
  ]);
});

test("people and alerts do not wait for a map that comes from another server", async () => {
  // They wait for the map for 10 s at most, and timers do not run here.
  stopTimers();
  const isFollowed = () => asked.some(({ name }) => name === "Alerts");
  const screen = show(h(MapScreen, {}));
  hostSettings.value = { map: null, hasMail: false, alertDefaults: null };
  await screen.until(() => screen.text.includes("Active alerts"));
  expect(isFollowed()).toBe(false);
  hostSettings.value = { map: { kind: "style" } as never, hasMail: false, alertDefaults: null };
  await screen.until(isFollowed);
  positions.positionsProblem.value = "There are more.";
  await screen.reads("There are more.");
  positions.positionsProblem.value = "";
  await screen.reads("No active alert");
  hostSettings.value = undefined;
  alerts.set(undefined as never);
});

test("people and alerts wait at most ten seconds for the map", async () => {
  stopTimers();
  const isFollowed = () => asked.some(({ name }) => name === "Alerts");
  const screen = show(h(MapScreen, {}));
  await screen.until(() => jest.getTimerCount() > 0);
  jest.advanceTimersByTime(9_999);
  await screen.until(() => true);
  expect(isFollowed()).toBe(false);
  jest.advanceTimersByTime(1);
  await screen.until(isFollowed);
  await screen.reads("No active alert");
  alerts.set(undefined as never);
});

test("the map lists active alerts, and shows their zones", async () => {
  const screen = show(h(MapScreen, {}));
  expect(screen.text).not.toContain("No active alert");
  alerts.set([] as never);
  await screen.reads("No active alert");
  const expiresAt = Math.floor(Date.now() / 1000) + 7200;
  alerts.set([
    alertOf({ status: "TEST", reachedUsers: 1234, expiresAt }),
    alertOf({ id: 8, expiresAt: 1 }),
  ] as never);
  await screen.reads(/Active alerts\nFlood TEST\n1,234 in the zones · ends in (2 h|120 min)/);
  expect(screen.find("link", "Flood")?.getAttribute("href")).toBe("#/alerts/7");
  expect(screen.has("button", "Show all")).toBe(false);
  await screen.until(() => alertZones.value.length === 3);
  const drawn = alertZones.value;
  alerts.set([alertOf({ status: "TEST", reachedUsers: 1235, expiresAt })] as never);
  await screen.reads("1,235 in the zones");
  // A new number draws no zones again.
  expect(alertZones.value).toBe(drawn);
  const moved = alertOf({ version: 2, status: "TEST", expiresAt });
  alerts.set([moved] as never);
  await screen.until(() => alertZones.value !== drawn);
  await screen.press("Show alert id 7 on the map");
  alerts.set([alertOf(), alertOf({ id: 8 })] as never);
  await screen.press("Show all");
  // The map was fitted to the live ones too.
  expect(moves.map(({ length }) => length)).toEqual([3, 6, 6]);
  await closeScreens();
  expect(alertZones.value).toEqual([]);
});

test("a countdown shows each second, then that the publication is going out, or that it is stuck", async () => {
  stopTimers();
  const now = jest.spyOn(Date, "now");
  try {
    now.mockReturnValue(1000);
    const screen = show(h(Countdown, { until: 2500, takeBack: async () => {} }));
    await screen.reads("Goes out in 2 s");
    await screen.until(() => jest.getTimerCount() > 0);
    for (const [milliseconds, text] of [
      [1500, "Goes out in 1 s"],
      [2499, "Goes out in 1 s"],
      [2500, "Going out…"],
      [12_501, "It has not gone out: the service does not answer or cannot write"],
    ] as const) {
      now.mockReturnValue(milliseconds);
      jest.advanceTimersByTime(250);
      await screen.reads(text);
    }
    await closeScreens();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    now.mockRestore();
  }
});

test("the map screen says how many people have reported a position", async () => {
  const screen = show(h(MapScreen, {}));
  expect(screen.text).not.toContain("reported");
  const isBusy = () =>
    screen
      .elements("p")
      .find((one) => one.getAttribute("class") === "figures")
      ?.getAttribute("aria-busy");
  expect(isBusy()).toBe("true");
  positions.positionsChanged.value += 1;
  await screen.reads("Nobody has reported a position yet.");
  expect(isBusy()).toBe("false");
  positions.positionCount.value = 1;
  await screen.reads("1 person has reported where they are.");
});

/** A publication to a few people. */
const FEW = {
  ...{
    title: "Warn 8 people?",
    status: "ACTUAL" as const,
    action: "Warn",
    audience: undefined,
    told: 8,
    isIncomplete: false,
  },
  ...{ publish: async () => {}, onClose() {}, children: "" },
};

/** Returns attributes of the first element with a tag name. */
const attributes = (screen: Screen, name: string, ...names: string[]) =>
  names.map((one) => screen.elements(name)[0]?.getAttribute(one) ?? null);

test("parts that change by themselves are announced to screen readers", () => {
  const roles = (screen: Screen) =>
    screen.elements().flatMap((one) => one.getAttribute("role") ?? []);
  const takeBack = async () => {};
  expect(roles(show(h(OfflineMark, {})))).toEqual(["status"]);
  expect(roles(show(h(TrainingBanner, {})))).toEqual(["status"]);
  expect(roles(show(h(ForgottenPassword, { email: "" })))).toEqual(["alert", "status"]);
  expect(roles(show(h(Problem, { text: "" })))).toEqual(["alert"]);
  expect(roles(show(h(PlaceSearch, {})))).toEqual(["status"]);
  expect(roles(show(h(Countdown, { until: 0, takeBack })))).toEqual(["status", "timer", "alert"]);
});

test("parts of a page have names for screen readers", () => {
  const named = (screen: Screen, name: string) => attributes(screen, name, "aria-label");
  expect(named(show(h(Navigation, {})), "nav")).toEqual(["Screens"]);
  expect(
    named(show(h(Dialog, { label: "Question", onClose() {}, children: "" })), "dialog"),
  ).toEqual(["Question"]);
  const tools = show(h(DrawingTools, { drawing: undefined }));
  const bar = tools.elements("div").find((one) => one.getAttribute("role") === "toolbar");
  expect(bar?.getAttribute("aria-label")).toBe("Drawing");
  const panel = show(h(Panel, { label: "Alert 7", children: "Text" }));
  // Keys can scroll the panel.
  expect(attributes(panel, "section", "aria-label", "tabindex")).toEqual(["Alert 7", "0"]);
  // Screen readers skip the label, because the forms say the same.
  expect(attributes(show(h(PointerLabel, {})), "p", "aria-hidden")).toEqual(["true"]);
});

test("each drawing tool says how it is used", async () => {
  drafts.beginDraft({ shapes: [{ kind: "polygon", coordinates: [square(11, 44, 1)] }] });
  const screen = show(h(DrawingTools, { drawing: undefined }));
  for (const [name, help] of [
    ["Corners", "Click corner by corner; click the first one or press Enter to finish."],
    ["Rectangle", "Click one corner, then the opposite one."],
    ["Circle", "Click the middle, then where the circle ends."],
    ["Hole", "Click the corners of what to leave out; finish it like an area."],
    ["Edit", "Click an area or hole; drag it, its corners or points between; Delete removes it."],
  ] as const) {
    await screen.press(name);
    await screen.reads(help);
  }
});

test("a dialog's button is disabled while its request is pending", async () => {
  const onClose = () => {};
  const pending = () => new Promise<void>(() => {});
  const removal = show(h(AskRemoval, { name: "Flood", remove: pending, onClose }));
  await removal.reads("Remove “Flood”?");
  await removal.reads("It is gone for your colleagues too then.");
  await removal.press("Remove it");
  await removal.until(() => !removal.isEnabled("button", "Remove it"));
  const question = { title: "Save", placeholder: "", hint: "", name: "Reno", action: "Save" };
  const name = show(h(NameDialog, { ...question, save: pending, onInput() {}, onClose }));
  await name.press("Save");
  await name.until(() => !name.isEnabled("button", "Save"));
});

test.each([
  ["Channels", "App pushes (Expo)", () => h(PushReadiness, {})],
  ["AlertTemplates,SavedAreas", "Reno saved", () => h(StartFrom, {})],
  // No number must be typed once it is known that 8 people are few.
  ["PublishStep", /^(?!.*Type the number).*Not yet/s, () => h(PublishDialog, FEW)],
])("%s is requested once, however often its component is drawn", async (name, text, part) => {
  providers = [provider("ON")];
  const screen = show(part() as never);
  await screen.reads(text);
  // If it was drawn again, this gives its requests time to be sent.
  await closeScreens();
  expect(asked.map((one) => one.name).join()).toBe(name);
});

test("a removed dialog is closed, and its late events do not close the next one", async () => {
  let closed = 0;
  const onClose = () => {
    closed += 1;
  };
  const scrolled: number[][] = [];
  Object.assign(window.HTMLElement.prototype, {
    scrollTo: (...place: number[]) => scrolled.push(place),
  });
  const screen = show(h(Dialog, { label: "Question", onClose, isWide: true, children: "" }));
  const [dialog] = screen.elements("dialog");
  await screen.until(() => document.activeElement === dialog);
  // The dialog is shown from its beginning.
  expect([scrolled, dialog?.getAttribute("tabindex")]).toEqual([[[0, 0]], "-1"]);
  Reflect.deleteProperty(window.HTMLElement.prototype, "scrollTo");
  screen.close();
  await screen.until(() => dialog?.open === false);
  closed = 0;
  dialog?.dispatchEvent(new Event("close"));
  expect(closed).toBe(0);
});

test("the button for more of a list stays enabled while it is busy, so that it keeps the focus", () => {
  const busy = show(h(ShowMore, { isBusy: true, onClick() {} }));
  expect([busy.names("button"), busy.isEnabled("button", "Asking…")]).toEqual([["Asking…"], true]);
  const rests = show(h(ShowMore, { isBusy: false, onClick() {} }));
  expect(rests.names("button")).toEqual(["Show more"]);
  const isBusy = [busy, rests].map((one) => attributes(one, "button", "aria-busy"));
  expect(isBusy).toEqual([["true"], ["false"]]);
});

test("a text field says how many segments of SMS its text has, if the service sends any", () => {
  const advice = (value: string) =>
    show(h(TextEditor, { label: "Text", headline: "Gas", value, onInput() {} })).text;
  hostSettings.value = { hasSms: true, publicUrl: "https://a.example" } as never;
  expect(advice("Leave.")).toContain("that a locked phone shows · 1 SMS segment");
  expect(advice("x".repeat(150))).toContain("2 SMS segments");
  expect(advice("x".repeat(600))).toContain("4 SMS segments, without the end of the text");
  hostSettings.value = undefined;
  expect(advice("Leave.")).not.toContain("SMS");
});

test("the form for placeholders is shown only for texts that have some", () => {
  const form = (text: string) => show(h(FillIn, { texts: [text], values: {}, onChange() {} })).text;
  expect([form("Go up."), form("Leave {place}.")]).toEqual(["", "Fill in\nplace"]);
});

test("a text has its own writing direction, and one of only spaces counts as not written", () => {
  const editor = show(h(TextEditor, { label: "Text", value: " \n", onInput() {} }));
  expect(editor.text).toContain("Not written yet");
  expect(attributes(editor, "textarea", "dir")).toEqual(["auto"]);
  const real = { title: "Push", status: "ACTUAL", language: "he" } as const;
  const preview = show(h(PushPreview, { ...real, text: "שלום" }));
  const body = preview.showing("שלום");
  expect(["dir", "lang"].map((name) => body?.getAttribute(name))).toEqual(["auto", "he"]);
  // A title is cut between characters as people see them.
  const firefighters = "👩‍🚒".repeat(60);
  expect(show(h(PushPreview, { ...real, headline: firefighters, text: "x" })).text).toContain(
    firefighters,
  );
});

test("a heading takes the focus once, without scrolling the map above it out of sight", async () => {
  const options: unknown[] = [];
  const { focus } = window.HTMLElement.prototype;
  window.HTMLElement.prototype.focus = (how) => void options.push(how);
  const text = signal("Alert 7");
  const Renamed = () => h(Title, { text: text.value });
  const screen = show(h(Renamed, {}));
  await screen.until(() => options.length > 0);
  // The heading takes the focus only once: a user who has moved the focus keeps it.
  text.value = "Alert 7: Flood";
  await screen.until(() => document.title.startsWith("Alert 7: Flood"));
  window.HTMLElement.prototype.focus = focus;
  expect(options).toEqual([{ preventScroll: true }]);
});

test("a reach that could not be counted is requested again by a button", async () => {
  drafts.beginDraft({ shapes: [{ kind: "polygon", coordinates: [square(11, 44, 1)] }] });
  const screen = show(h(ReachNow, {}));
  await reach.load();
  await screen.reads("It failed.");
  const before = asked.length;
  await screen.press("Try again");
  await screen.until(() => asked.length > before);
  // Without an area, there is no reach to show.
  drafts.setShapes([]);
  await screen.until(() => screen.text === "");
});
