import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";

const { AreaPicker } = await import("../../src/components/area-picker.tsx");
const { AskRemoval } = await import("../../src/components/ask-removal.tsx");
const { Dialog } = await import("../../src/components/dialog.tsx");
const { DrawingTools } = await import("../../src/components/drawing-tools.tsx");
const { Countdown } = await import("../../src/components/countdown.tsx");
const { FillIn } = await import("../../src/components/fill-in.tsx");
const { ForgottenPassword } = await import("../../src/components/forgotten-password.tsx");
const { lazy } = await import("../../src/components/lazy-component.tsx");
const { MailReadiness } = await import("../../src/screens/invitations.tsx");
const { NameDialog } = await import("../../src/components/name-dialog.tsx");
const { Navigation } = await import("../../src/components/navigation.tsx");
const { OfflineMark } = await import("../../src/components/offline-mark.tsx");
const { Panel } = await import("../../src/components/panel.tsx");
const { PlaceSearch } = await import("../../src/components/place-search.tsx");
const { PointerLabel } = await import("../../src/components/pointer-label.tsx");
const { Problem } = await import("../../src/components/problem.tsx");
const { PublishDialog } = await import("../../src/components/publish-dialog.tsx");
const { PushPreview } = await import("../../src/components/push-preview.tsx");
const { PushReadiness } = await import("../../src/components/push-readiness.tsx");
const { ReachNow } = await import("../../src/components/reach-view.tsx");
const { ShowMore } = await import("../../src/components/show-more.tsx");
const { TextEditor } = await import("../../src/components/text-editor.tsx");
const { Title } = await import("../../src/components/title.tsx");
const { TrainingBanner } = await import("../../src/components/training-banner.tsx");
const { mapElement } = await import("../../src/map/the-map.ts");
const { isLive, knownAt } = await import("../../src/state/connection.ts");
const drafts = await import("../../src/state/draft.ts");
const { reach } = await import("../../src/state/reach.ts");
const { session } = await import("../../src/state/session.ts");
const { moment } = await import("../../src/words/time.ts");

let asked: ReturnType<typeof fakeService>;
beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  isLive.value = true;
  await go("#/new");
  asked = fakeService({
    AlertReach: () => refusal("INTERNAL_SERVER_ERROR", "It failed."),
    MailServer: () => ({ mailServer: { state: "ON", reason: null, since: null } }),
    PublishStep: () => ({ publishStep: { takeBackSeconds: 5, confirmAbove: 9 } }),
    PushProviders: () => ({
      pushProviders: [{ provider: "expo", state: "ON", reason: null, since: null }],
    }),
    SavedAreas: () => ({ savedAreas: [{ id: 3, name: "Reno", version: 1, user: null }] }),
  });
});
afterEach(closeScreens);

/** A publication to a few people. */
const FEW = {
  ...{
    title: "Warn 8 people?",
    status: "ACTUAL" as const,
    action: "Warn",
    told: 8,
    isIncomplete: false,
  },
  ...{ publish: async () => {}, onClose() {}, children: "" },
};

/** Returns attributes of the first element with a tag name. */
const attributes = (screen: Screen, name: string, ...names: string[]) =>
  names.map((one) => screen.elements(name)[0]?.getAttribute(one) ?? null);

test.each([
  ["#/alerts", "Alerts"],
  ["#/alerts/7/report", "Alerts"],
  ["#/users", "Users"],
])("at the address %s, the navigation marks %s as the current page", async (address, name) => {
  await go(address);
  const screen = show(h(Navigation, {}));
  const here = screen.elements("a").filter((link) => link.getAttribute("aria-current") === "page");
  expect(here.map((link) => screen.textOf(link))).toEqual([name]);
});

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
  await removal.reads("It is gone for all administrators then.");
  await removal.press("Remove it");
  await removal.until(() => !removal.isEnabled("button", "Remove it"));
  const question = { title: "Save", placeholder: "", hint: "", name: "Reno", action: "Save" };
  const name = show(h(NameDialog, { ...question, save: pending, onInput() {}, onClose }));
  await name.press("Save");
  await name.until(() => !name.isEnabled("button", "Save"));
});

test.each([
  ["MailServer", "Mail:", () => h(MailReadiness, {})],
  ["PushProviders", "App (Expo):", () => h(PushReadiness, { reached: null })],
  ["SavedAreas", "Reno saved", () => h(AreaPicker, { onPick() {} })],
  // No number must be typed once it is known that 8 people are few.
  ["PublishStep", /^(?!.*Type the number).*Not yet/s, () => h(PublishDialog, FEW)],
])("%s is requested once, however often its component is drawn", async (name, text, part) => {
  const screen = show(part() as never);
  await screen.reads(text);
  // If it was drawn again, this gives its requests time to be sent.
  await closeScreens();
  expect(asked.map((one) => one.name)).toEqual([name]);
});

test("the message about a lost connection says from when the numbers are", async () => {
  const mark = show(h(OfflineMark, {}));
  isLive.value = false;
  knownAt.value = 1_000_000;
  await mark.reads(`numbers are from ${moment(1_000_000)}. Connecting again…`);
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

test("a screen whose code cannot be loaded has a button that reloads the page", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  const { location } = globalThis;
  let reloads = 0;
  Object.assign(globalThis, {
    location: {
      reload() {
        reloads += 1;
      },
    },
  });
  const screen = show(
    h(
      lazy(() => Promise.reject(new Error("404"))),
      {},
    ),
  );
  await screen.press("Try again");
  Object.assign(globalThis, { location });
  expect(reloads).toBe(1);
  warn.mockRestore();
});

test("the button for more of a list stays enabled while it is busy, so that it keeps the focus", () => {
  const busy = show(h(ShowMore, { isBusy: true, onClick() {} }));
  expect([busy.names("button"), busy.isEnabled("button", "Asking…")]).toEqual([["Asking…"], true]);
  const rests = show(h(ShowMore, { isBusy: false, onClick() {} }));
  expect(rests.names("button")).toEqual(["Show more"]);
  const isBusy = [busy, rests].map((one) => attributes(one, "button", "aria-busy"));
  expect(isBusy).toEqual([["true"], ["false"]]);
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
  expect(attributes(preview, "div", "dir")).toEqual(["auto"]);
  // A title is cut between characters as people see them.
  const firefighters = "👩‍🚒".repeat(60);
  expect(show(h(PushPreview, { ...real, headline: firefighters, text: "x" })).text).toContain(
    firefighters,
  );
});

test("measurements are on the side of the pointer with more space, in each direction", async () => {
  const bounds = { left: 0, top: 0, width: 400, height: 300 };
  Object.assign(mapElement, { getBoundingClientRect: () => bounds });
  const screen = show(h(PointerLabel, {}));
  // Waits until the label follows the pointer.
  await screen.until(() => true);
  const move = Object.assign(new CustomEvent("pointermove"), { clientX: 300, clientY: 50 });
  mapElement.dispatchEvent(move);
  const { left, right, top, bottom } = (screen.elements("p")[0] as HTMLElement).style;
  expect([left, right, top, bottom]).toEqual(["auto", "116px", "66px", "auto"]);
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
