import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { fakeService } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";

const PERSON = "../../src/person";
/** Tests resolve this to let the page read what the browser keeps. */
let opening: PromiseWithResolvers<void>;
/** The names that the page has asked the browser's database for. */
let read: string[];
jest.unstable_mockModule(`${PERSON}/kept.ts`, () => ({
  keep: async () => {},
  kept(name: string) {
    read.push(name);
    return opening.promise;
  },
  keptAll: async () => [],
  forgetAll: async () => {},
  forgetKept: async () => {},
}));
/** What has begun and ended, in order. */
let steps: string[];
const follow = (name: string) => () => {
  steps.push(name);
  return () => void steps.push(`no ${name}`);
};
jest.unstable_mockModule(`${PERSON}/follow-inbox.ts`, () => ({ followInbox: follow("inbox") }));
jest.unstable_mockModule(`${PERSON}/keep-offline.ts`, () => ({ keepOffline: follow("offline") }));
jest.unstable_mockModule(`${PERSON}/reports.ts`, () => ({
  reports: signal(false),
  reportTrouble: signal(""),
  followReports: follow("reports"),
}));
const { PersonPage } = await import("../../src/person/person-page.tsx");
const { session, sessionHasExpired } = await import("../../src/state/session.ts");

let asked: ReturnType<typeof fakeService>;
beforeEach(async () => {
  [steps, read, opening] = [[], [], Promise.withResolvers()];
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  asked = fakeService({});
  await go("#/");
});
afterEach(closeScreens);

test("the inbox is followed once the browser's kept data is read, until the logout", async () => {
  const screen = show(h(PersonPage, {}));
  await screen.until(() => steps.length > 0);
  expect(steps).toEqual(["reports", "offline"]);
  expect(read).toEqual(["inbox", "here", "zones"]);
  opening.resolve();
  await screen.until(() => steps.length > 2);
  expect(steps.splice(0)).toEqual(["reports", "offline", "inbox"]);
  session.value = null;
  await screen.until(() => screen.has("button", "Log in"));
  await screen.until(() => steps.length === 3);
  expect(steps.toSorted()).toEqual(["no inbox", "no offline", "no reports"]);
  expect(screen.has("field", "Language of this page")).toBe(true);
});

test("the inbox is not followed for a person who logs out before the kept data is read", async () => {
  const screen = show(h(PersonPage, {}));
  await screen.until(() => steps.length > 0);
  session.value = null;
  await screen.until(() => screen.has("button", "Log in"));
  opening.resolve();
  await screen.reads("Log in");
  expect(steps).not.toContain("inbox");
});

test("a person whose session has expired is asked to log in", async () => {
  session.value = { token: "old", userId: 1, email: "ada@example.org" };
  sessionHasExpired("old");
  const screen = show(h(PersonPage, {}));
  expect(screen.has("button", "Log in")).toBe(true);
  expect(screen.valueOf("Email")).toBe("ada@example.org");
  expect(["Email", "Password"].map((label) => screen.rulesOf(label))).toEqual([
    { type: "email", required: "", autocomplete: "username" },
    { type: "password", required: "", autocomplete: "current-password" },
  ]);
  expect(screen.has("link", "Messages")).toBe(false);
});

test("each address has its screen, and each alert one of its own", async () => {
  opening.resolve();
  const screen = show(h(PersonPage, {}));
  const heading = () => screen.textOf(screen.elements("h1")[0] as never);
  const headings: string[] = [];
  for (const address of ["#/messages", "#/me", "#/", "#/alerts/7"]) {
    await go(address);
    headings.push(heading());
  }
  expect(headings).toEqual(["Messages", "Me", "Loading…", "Alert id 7"]);
  // The screen of an alert loads the inbox again.
  await screen.until(() => asked.some(({ name }) => name === "PersonCursors"));
  asked.length = 0;
  await go("#/alerts/8");
  expect(heading()).toBe("Alert id 8");
  await screen.until(() => asked.some(({ name }) => name === "PersonCursors"));
});

test("another user sees nothing of the page before it has loaded again", async () => {
  await closeScreens();
  let reloads = 0;
  Object.defineProperty(location, "reload", { configurable: true, value: () => (reloads += 1) });
  session.value = { token: "d.e.f", userId: 2, email: "bob@example.org" };
  const screen = show(h(PersonPage, {}));
  expect(screen.text).toBe("");
  await screen.until(() => reloads === 1);
  expect(steps).toEqual([]);
});
