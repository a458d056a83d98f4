import "../../src/words/console-refusals.ts";
import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import type { Alert } from "../../src/api/load-alert.ts";
import { alertOf, heldOf, row } from "../helpers/alerts.ts";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { looksOf } from "../helpers/marked.ts";
import { closeScreens, type Screen, show } from "../helpers/screen.ts";
import { stopTimers } from "../helpers/stop-timers.ts";

/** The areas in the map's picture. */
let pictured: object[] = [];
jest.unstable_mockModule("../../src/map/map-picture.tsx", () => ({
  MapPicture: ({ areas }: { areas: object[] }) => {
    pictured = areas;
    return null;
  },
}));
const { Cancel } = await import("../../src/screens/alert/cancel.tsx");
const { session } = await import("../../src/state/session.ts");
const { endIn } = await import("../../src/state/placeholders.ts");
const { publishStep } = await import("../../src/state/publish-step.ts");
const { alertZones } = await import("../../src/map/zone-layers.ts");
const { zonesOf } = await import("../../src/state/alert-list.ts");

/** The service's answers about the held publication, in order. The last one is repeated. */
let answers: (object | null)[];
let confirmAbove: number;
/** If set, the service waits for it before it says above how many people their number must be typed. */
let step: Promise<void> | undefined;
let stepRefusal: object | undefined;
let template: object | undefined;
/** Whether pushes go out by Expo. */
let push: string;
let asked: ReturnType<typeof fakeService>;
let closed: boolean[];

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  publishStep.set(undefined);
  answers = [heldOf(), heldOf({ state: "PUBLISHED", alertId: 7 })];
  confirmAbove = 1000;
  step = undefined;
  stepRefusal = undefined;
  template = undefined;
  push = "ON";
  closed = [];
  const next = () => (answers.length > 1 ? answers.shift() : answers[0]) as object | null;
  const held = (name: string) => async () => {
    const answer = await next();
    return answer && "errors" in answer ? answer : { [name]: answer };
  };
  asked = fakeService({
    PublishStep: async () => {
      await step;
      return stepRefusal ?? { publishStep: { takeBackSeconds: 0, confirmAbove } };
    },
    Channels: () => ({
      pushProviders: [{ provider: "expo", state: push, reason: "set EXPO", since: null }],
    }),
    AllClearReach: () => ({ alerts: [{ allClearReach: [{ providers: ["expo"], users: 1 }] }] }),
    AlertTemplates: () => ({ alertTemplates: [template && { texts: [], ...template }] }),
    PublicationHold: held("publicationHold"),
    HeldPublicationNow: held("heldPublication"),
    PublicationTakeBack: () => ({ publicationTakeBack: heldOf() }),
  });
});
afterEach(closeScreens);

const cancel = (changes: object = {}) =>
  show(
    h(Cancel, {
      alert: alertOf(changes) as unknown as Alert,
      onClose: (isEnded) => closed.push(isEnded),
    }),
  );
const sent = () =>
  asked.filter(({ name }) => name === "PublicationHold").map(({ variables }) => variables.input);
/** Writes an all-clear, and ends the alert. */
const end = async (screen: Screen) => {
  await screen.type("All-clear", "It is over.");
  await screen.press("End it now");
};
/** Opens the dialog, and ends the alert. */
const endIt = async () => {
  const screen = cancel();
  await end(screen);
  return screen;
};
const isReady = async (screen: Screen) => {
  await screen.until(() => publishStep.data.value !== undefined);
  await screen.until(() => !publishStep.isLoading.value);
  return screen.isEnabled("button", "End it now");
};

test("the all-clear dialog says who gets the all-clear, and sends it once", async () => {
  const screen = cancel();
  expect(screen.elements("dialog")[0]?.getAttribute("class")).toBe("wide");
  await screen.reads("3 in the zones · 1 phone will ring");
  await screen.reads("LIVE");
  expect(screen.text).toContain("ONE 2 people\nTHREE 1 person");
  expect(screen.text).toContain("Italian");
  expect(await isReady(screen)).toBe(false);
  await screen.type("All-clear", "  ");
  expect(await isReady(screen)).toBe(false);
  await screen.type("All-clear", "It ");
  expect(screen.valueOf("All-clear")).toBe("It ");
  await screen.type("All-clear", "It is over.");
  expect(screen.text).toContain("What they see\nLocation alerts · now\nIt is over.\nIn the zones");
  await screen.press("End it now");
  await screen.until(() => closed.length > 0);
  expect(closed).toEqual([true]);
  expect(sent()).toEqual([{ alertId: 7, allClear: "It is over.", key: expect.any(String) }]);
});

test("a live all-clear that rings no phone says so in red, and needs a tick", async () => {
  push = "OFF";
  const screen = cancel();
  await screen.type("All-clear", "It is over.");
  await screen.reads("✕ App pushes (Expo) are off: ask your operator (EXPO)");
  expect(looksOf(screen, ".phones")).toEqual(["phones problem"]);
  expect(await isReady(screen)).toBe(false);
  await screen.check("I know that no phone will ring");
  expect(await isReady(screen)).toBe(true);
});

test("the all-clear dialog shows the alert's status, who is in each zone, its zones and whose phones ring", async () => {
  push = "OFF";
  const changes = { status: "EXERCISE", delivery: [row("TWO", { users: 4, targeted: 9 })] };
  alertZones.value = zonesOf(alertOf(changes) as never);
  const screen = cancel(changes);
  await screen.reads("EXERCISE For testers only. Not real.");
  expect(screen.text).toContain("In the zones\nTWO 4 people\nLanguage");
  expect(pictured).toEqual(alertZones.value.map(({ geometry }) => geometry));
  await screen.reads("3 in the zones · 0 phones will ring");
  expect(screen.has("field", "I know that no phone will ring")).toBe(false);
  alertZones.value = [];
});

test("a second click sends no second all-clear", async () => {
  const screen = cancel();
  await screen.type("All-clear", "It is over.");
  await screen.until(() => screen.isEnabled("button", "End it now"));
  const send = screen.find("button", "End it now");
  send?.click();
  send?.click();
  await screen.until(() => closed.length > 0);
  expect(sent()).toHaveLength(1);
});

test("an all-clear that is too long cannot be sent", async () => {
  const screen = cancel();
  await screen.type("All-clear", "x".repeat(10_001));
  await screen.reads("1 characters too many: 10,000 at most");
  expect(await isReady(screen)).toBe(false);
  await screen.type("All-clear", "x".repeat(10_000));
  expect(await isReady(screen)).toBe(true);
});

test("the limit above which the number of people must be typed stays known if it cannot be loaded again", async () => {
  expect(await isReady(cancel())).toBe(false);
  await closeScreens();
  stepRefusal = refusal("INTERNAL_SERVER_ERROR");
  const screen = cancel();
  await screen.until(() => publishStep.error.value !== "");
  expect(publishStep.data.value).toMatchObject({ confirmAbove: 1000 });
  publishStep.error.value = "";
});

test("the all-clear begins with the template's text, whose placeholders must be filled in", async () => {
  template = { allClear: "The water in {place} has gone." };
  const screen = cancel({ templateId: 4 });
  await screen.until(() => screen.valueOf("All-clear") !== "");
  expect(asked).toContainEqual({ name: "AlertTemplates", variables: { limit: 1, id: 4 } });
  expect(await isReady(screen)).toBe(false);
  await screen.type("place", "Bologna");
  expect(await isReady(screen)).toBe(true);
  expect(screen.valueOf("place")).toBe("Bologna");
  expect(screen.text).toContain("· now\nThe water in Bologna has gone.\n");
  await screen.press("End it now");
  await screen.until(() => closed.length > 0);
  expect(sent()).toMatchObject([{ allClear: "The water in Bologna has gone." }]);
  // What the alert has filled in is not asked for again.
  template = { text2: "Stay out of {place}.", allClear: "{place} is open again." };
  const other = cancel({ templateId: 4, text2: "Stay out of Molinella." });
  await other.reads("· now\nMolinella is open again.\n");
  expect([other.valueOf("place"), await isReady(other)]).toEqual(["Molinella", true]);
});

test("the all-clear begins with the template's text in each language, filled in by the same values", async () => {
  const arabic = { language: "ar", text1: "x", text2: "x", text3: "x" };
  template = {
    allClear: "{place} is safe.",
    texts: [{ ...arabic, allClear: "{place} آمنة حتى {end}." }],
  };
  const screen = cancel({ templateId: 4, texts: [arabic] });
  await screen.until(() => screen.valueOf("All-clear in Arabic") !== "");
  await screen.type("place", "Bologna");
  expect(await isReady(screen)).toBe(true);
  await screen.press("End it now");
  await screen.until(() => closed.length > 0);
  const { end } = endIn(4_000_000_000, "ar");
  expect(sent()).toMatchObject([
    { allClearTexts: [{ language: "ar", allClear: `Bologna آمنة حتى ${end}.` }] },
  ]);
});

test("the all-clear is written in the alert's other languages, and says who reads its own instead", async () => {
  const texts = ["ar", "es"].map((language) => ({ language, text1: "x", text2: "x", text3: "x" }));
  const screen = cancel({ texts });
  await screen.type("All-clear", "Finito.");
  await screen.reads("Who reads Arabic and Spanish gets it in Italian.");
  expect(await isReady(screen)).toBe(true);
  await screen.type("All-clear in Arabic", "انتهى الخطر.");
  await screen.reads("Who reads Spanish gets it in Italian.");
  expect(screen.text).toContain("Arabic\nLocation alerts · now\nانتهى الخطر.\n");
  const field = screen.find("field", "All-clear in Arabic");
  expect([field?.getAttribute("lang"), field?.getAttribute("dir")]).toEqual(["ar", "auto"]);
  await screen.type("All-clear in Spanish", "x".repeat(10_001));
  expect(await isReady(screen)).toBe(false);
  await screen.type("All-clear in Spanish", " ");
  await screen.press("End it now");
  await screen.until(() => closed.length > 0);
  expect(sent()).toMatchObject([
    { allClear: "Finito.", allClearTexts: [{ language: "ar", allClear: "انتهى الخطر." }] },
  ]);
});

test("a text written before the template arrives is kept, and braces are no placeholders without a template", async () => {
  template = { allClear: "Of the template." };
  const screen = cancel({ templateId: 4 });
  await screen.type("All-clear", "My own.");
  await screen.until(() => asked.some(({ name }) => name === "AlertTemplates"));
  await isReady(screen);
  expect(screen.valueOf("All-clear")).toBe("My own.");
  screen.close();
  const other = cancel();
  await other.type("All-clear", "Set {x} to 1.");
  expect(await isReady(other)).toBe(true);
  expect(other.has("field", "x")).toBe(false);
  await other.press("End it now");
  await other.until(() => closed.length > 0);
  expect(sent()).toMatchObject([{ allClear: "Set {x} to 1." }]);
});

const typed = (number: string) => `Type the number of people, ${number}, to go on`;

/** Shows the dialog of an alert whose number of people changes. */
const follow = (reachedUsers: number) => {
  const alert = signal(alertOf({ reachedUsers }));
  const Followed = () =>
    h(Cancel, {
      alert: alert.value as unknown as Alert,
      onClose: (isEnded) => closed.push(isEnded),
    });
  const reach = (number: number) => {
    alert.value = alertOf({ reachedUsers: number });
  };
  return { screen: show(h(Followed, {})), reach };
};

test("an all-clear to many people requires typing their number, which stays the same until a try", async () => {
  confirmAbove = 2;
  answers = [heldOf({ state: "TAKEN_BACK" })];
  const { promise, resolve } = Promise.withResolvers<void>();
  step = promise;
  const { screen, reach } = follow(1234);
  await screen.type("All-clear", "It is over.");
  reach(1300);
  await screen.type(typed("1,234"), "1,23");
  expect(screen.isEnabled("button", "End it now")).toBe(false);
  expect(screen.find("field", typed("1,234"))?.getAttribute("inputmode")).toBe("numeric");
  await screen.type(typed("1,234"), "1,234");
  // The service's limit arrives late.
  resolve();
  expect(await isReady(screen)).toBe(true);
  reach(1400);
  await screen.reads("1,234 in the zones");
  await screen.press("End it now");
  await screen.reads("It was taken back: nothing was published.");
  await screen.reads("1,400 in the zones");
  expect([screen.valueOf(typed("1,400")), await isReady(screen), closed]).toEqual(["", false, []]);
});

test("the number of people must be typed once it is known to be above the limit, or the limit is not known", async () => {
  confirmAbove = 3;
  const { screen, reach } = follow(2);
  expect(screen.has("field", typed("2"))).toBe(true);
  await screen.type("All-clear", "It is over.");
  expect(await isReady(screen)).toBe(true);
  // As many as the limit are few.
  reach(3);
  await screen.reads("2 in the zones");
  expect([await isReady(screen), screen.names("field")]).toEqual([true, ["All-clear"]]);
  reach(1300);
  await screen.type(typed("1,300"), "1300");
  expect(await isReady(screen)).toBe(true);
});

test("a held all-clear can be taken back at once, and nothing else can be done meanwhile", async () => {
  answers = [heldOf({ secondsLeft: 600 }), heldOf({ state: "TAKEN_BACK" })];
  const screen = await endIt();
  await screen.reads(/Goes out in (600|599) s/);
  await screen.reads("Nothing is published yet. It goes out even if you close this page.");
  expect(screen.textOf(document.activeElement as unknown as Element)).toBe("Take it back");
  expect(screen.has("button", "End it now")).toBe(false);
  expect(screen.has("button", "Not yet")).toBe(false);
  expect(screen.isEnabled("field", "All-clear")).toBe(false);
  await screen.press("Take it back");
  await screen.reads("It was taken back: nothing was published.");
  expect(asked).toContainEqual({ name: "PublicationTakeBack", variables: { id: 5 } });
  expect(asked.map(({ name }) => name)).toContain("HeldPublicationNow");
  expect(screen.isEnabled("field", "All-clear")).toBe(true);
  expect(closed).toEqual([]);
});

test("a key that is held down or pressed twice does not take back the all-clear that it sent", async () => {
  answers = [heldOf({ secondsLeft: 600 }), heldOf({ state: "TAKEN_BACK" })];
  const clock = jest.spyOn(Date, "now").mockReturnValue(1_000_000);
  const screen = await endIt();
  await screen.reads("Goes out in");
  /** Returns true if nothing prevents the key's default action. */
  const press = (key: string, repeat = false) => {
    const event = new Event("keydown", { bubbles: true, cancelable: true });
    return document.activeElement?.dispatchEvent(Object.assign(event, { key, repeat }));
  };
  clock.mockReturnValue(1_000_499);
  expect([press("Enter"), press(" "), press("Escape"), press("Tab")]).toEqual([
    ...[false, false, true, true],
  ]);
  clock.mockReturnValue(1_000_500);
  expect([press("Enter", true), press("Enter"), press(" ")]).toEqual([false, true, true]);
  clock.mockRestore();
});

test("Escape takes back a held all-clear, and otherwise closes the dialog", async () => {
  answers = [heldOf({ secondsLeft: 600 }), heldOf({ state: "TAKEN_BACK" })];
  const screen = cancel();
  expect(screen.escape()).toBe(true);
  await end(screen);
  await screen.reads("Goes out in");
  expect([screen.escape(), closed]).toEqual([false, [false]]);
  await screen.reads("It was taken back: nothing was published.");
});

test("Escape takes back a held all-clear even if it was pressed too early before", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  answers = [promise, heldOf({ state: "TAKEN_BACK" })];
  const screen = await endIt();
  await screen.reads("One moment…");
  expect(["One moment…", "Not yet"].map((name) => screen.isEnabled("button", name))).toEqual([
    ...[false, false],
  ]);
  expect(screen.escape()).toBe(false);
  resolve(heldOf({ secondsLeft: 600 }));
  await screen.reads("Goes out in");
  // Now the browser closes the dialog without asking, and it opens again.
  expect(screen.closeDialog()).toBe(false);
  await screen.reads("It was taken back: nothing was published.");
  expect(closed).toEqual([]);
});

test("a retry gets a new key, except after a try without an answer and with the same text", async () => {
  const keys = () => sent().map((input) => (input as { key: string }).key);
  answers = [heldOf({ state: "TAKEN_BACK" })];
  const screen = await endIt();
  await screen.reads("It was taken back: nothing was published.");
  // Another request has the same key.
  answers = [refusal("CONFLICT", "It has this key.")];
  await screen.press("End it now");
  await screen.reads("It has this key.");
  answers = [refusal("INTERNAL_SERVER_ERROR")];
  await screen.press("End it now");
  await screen.reads("if it stays, tell whoever runs the service");
  const { fetch } = globalThis;
  globalThis.fetch = async (...call) => {
    await fetch(...call);
    throw new TypeError("fetch failed");
  };
  answers = [heldOf()];
  await screen.press("End it now");
  await screen.reads("If it has got this, it goes out.");
  // The service refuses another text with the same key, even if nothing went out.
  await screen.type("All-clear", "It is over now.");
  await screen.press("End it now");
  await screen.until(() => keys().length === 5);
  const [first, second, third, fourth, fifth] = keys();
  expect(new Set([first, second, third, fifth]).size).toBe(4);
  expect(fourth).toBe(third);
});

test("the dialog asks again while the all-clear is held, and says why it was not published, if the service does", async () => {
  answers = [
    heldOf(),
    refusal("INTERNAL_SERVER_ERROR"),
    null,
    heldOf({ state: "FAILED", reason: "It was refused.", refusal: "NO_ALERT" }),
  ];
  const screen = await endIt();
  await screen.reads("This alert does not exist. Look in the list.");
  answers = [heldOf({ state: "FAILED" })];
  await screen.press("End it now");
  await screen.reads("It was not published: try again.");
  expect(closed).toEqual([]);
});

test("a held all-clear is looked up when it is due, and then at intervals", async () => {
  answers = [heldOf({ secondsLeft: 5 }), heldOf()];
  const looks = () => asked.filter(({ name }) => name === "HeldPublicationNow").length;
  const screen = cancel();
  await screen.type("All-clear", "It is over.");
  expect(await isReady(screen)).toBe(true);
  stopTimers();
  await screen.press("End it now");
  await screen.reads("Goes out in");
  for (const [milliseconds, times] of [
    [4999, 0],
    [1, 1],
    [299, 1],
    [1, 2],
  ] as const) {
    await jest.advanceTimersByTimeAsync(milliseconds);
    // Waits for the answer.
    await screen.until(() => true);
    expect([milliseconds, looks()]).toEqual([milliseconds, times]);
  }
  answers = [heldOf({ state: "PUBLISHED", alertId: 7 })];
  await jest.advanceTimersByTimeAsync(300);
  await screen.until(() => closed.length > 0);
});

test("the dialog says that it is too late to take the all-clear back", async () => {
  answers = [heldOf({ secondsLeft: 600 })];
  const screen = cancel();
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) =>
    String(init?.body).includes("PublicationTakeBack")
      ? Promise.resolve(Response.json(refusal("CONFLICT", "It is too late.")))
      : fetch(address, init);
  await end(screen);
  await screen.press("Take it back");
  await screen.reads("It is too late.");
  expect(screen.isEnabled("button", "Take it back")).toBe(true);
  // While the service is asked again, the earlier message is gone.
  globalThis.fetch = () => new Promise(() => {});
  await screen.press("Take it back");
  await screen.until(() => !screen.isEnabled("button", "Take it back"));
  expect(screen.text).not.toContain("It is too late.");
});
