import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h, render } from "preact";
import { alertOf } from "../helpers/alerts.ts";
import { fakeService } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";
import { stopTimers } from "../helpers/stop-timers.ts";
import "../helpers/live.ts";

let isWatched = false;
jest.unstable_mockModule("../../src/api/watch-connection.ts", () => ({
  watchConnection() {
    isWatched = true;
    return () => {
      isWatched = false;
    };
  },
}));
/** What has begun with the page. */
const begun: string[] = [];
jest.unstable_mockModule("../../src/design/console.css", () => ({}));
jest.unstable_mockModule("../../src/map/preload.ts", () => ({
  preloadMap: () => begun.push("map"),
}));
jest.unstable_mockModule("../../src/push/keep-device.ts", () => ({
  keepDevice: () => begun.push("device"),
}));
const { App } = await import("../../src/app.tsx");
const { me: LastScreen } = (await import("../../src/screens/lazy-screens.ts")).SCREENS;
const { session, noteSessionEnd } = await import("../../src/state/session.ts");
const { isLive } = await import("../../src/state/connection.ts");

const NOW = Math.floor(Date.now() / 1000);

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", isTraining: true };
  const me = { id: 1, name: "Ada", email: "ada@example.org", isAdmin: true, isTraining: true };
  fakeService({
    "config.json": () => ({ map: null, alertDefaults: null, hasMail: true }),
    Alert: ({ id }) => ({ alerts: [alertOf({ id, createdAt: NOW - 60, expiresAt: NOW + 3600 })] }),
    AlertTimeline: () => ({ alerts: [{ timeline: [] }] }),
    Login: () => ({ login: { accessToken: "d.e.f", userId: 1 } }),
    Me: () => ({ me }),
    SharedDrafts: () => ({ sharedDrafts: [] }),
    Training: () => ({ me }),
    Users: () => ({ usersOverview: [] }),
    Channels: () => ({ pushProviders: [], mailServer: { state: "OFF" } }),
  });
  await go("#/users");
});
afterEach(closeScreens);

test.each([
  ["#/", "Situation"],
  ["#/new", "New alert"],
  ["#/alerts", "Alerts"],
  ["#/alerts/7", "Alert id 7: Flood"],
  ["#/alerts/7/update", "Update alert id 7"],
  ["#/alerts/7/report", "Report of alert id 7: Flood"],
  ["#/statistics", "Statistics"],
  ["#/templates", "Templates"],
  ["#/users", "Users"],
  ["#/invitations", "Invitations"],
  ["#/authorities", "Authorities"],
  ["#/audit-log", "Audit log"],
  ["#/me", "Me"],
])("%s shows the screen %s and the training banner", async (address, title) => {
  await go(address);
  const screen = show(h(App, {}));
  await screen.until(() => document.title === `${title} – Location alerts`);
  await screen.reads("Training. Whatever you publish is an exercise");
});

test("the page watches the connection while a user is logged in, and is marked while it is lost", async () => {
  const isMarked = () => document.body.classList.contains("is-offline");
  const screen = show(h(App, {}));
  await screen.until(() => isWatched);
  expect(isMarked()).toBe(false);
  isLive.value = false;
  await screen.until(isMarked);
  expect(screen.text).toContain("The connection is lost");
  isLive.value = true;
  await screen.until(() => !isMarked());
  session.value = null;
  await screen.until(() => !isWatched);
});

test.each([
  ["#/alerts?search=flood", "Words", "flood"],
  ["#/audit-log?from=2026-11-22", "From", "2026-11-22"],
])("the list at %s is filtered by its address", async (address, label, value) => {
  await go(address);
  const screen = show(h(App, {}));
  await screen.until(() => screen.has("field", label));
  expect(screen.valueOf(label)).toBe(value);
});

test("a dialog about one alert is not open on the screen of another", async () => {
  await go("#/alerts/7");
  const screen = show(h(App, {}));
  await screen.press("End it…");
  await screen.until(() => screen.elements("dialog").length === 1);
  await go("#/alerts/8");
  await screen.until(() => document.title.includes("Alert id 8"));
  expect(screen.elements("dialog")).toEqual([]);
});

test("the page starts in its language, preloads the map and renews this browser's pushes", async () => {
  const app = document.createElement("div");
  app.id = "app";
  document.body.append(app);
  await import("../../src/main.tsx");
  expect(begun).toEqual(["map", "device"]);
  expect(document.documentElement.lang).toBe("en");
  expect(app.textContent).toContain("Log out");
  render(null, app);
  app.remove();
});

test("the code of all screens is preloaded while a user is logged in, and not after a logout", async () => {
  session.value = null;
  // This screen comes last.
  const { preload } = LastScreen;
  let isPreloaded = false;
  LastScreen.preload = async () => {
    isPreloaded = true;
  };
  const screen = show(h(App, {}));
  const logIn = async () => {
    session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
    await screen.until(() => screen.has("link", "Users"));
  };
  stopTimers();
  try {
    await logIn();
    session.value = null;
    await screen.until(() => !screen.has("link", "Users"));
    jest.advanceTimersByTime(60_000);
    await logIn();
    expect(isPreloaded).toBe(false);
    jest.advanceTimersByTime(60_000);
    await screen.until(() => isPreloaded);
  } finally {
    LastScreen.preload = preload;
  }
});

test("an ended session opens a login dialog over the screen, which keeps its state", async () => {
  await go("#/me");
  const screen = show(h(App, {}));
  await screen.type("Current password", "half of");
  noteSessionEnd("a.b.c");
  await screen.reads("Your session has ended.");
  // Escape leaves the dialog open.
  expect([screen.escape(), screen.escapeTwice()]).toEqual([false, false]);
  await screen.type("Password", "secret");
  await screen.press("Log in");
  await screen.until(() => screen.elements("dialog").length === 0);
  expect(session.value).toMatchObject({ token: "d.e.f", userId: 1 });
  expect(screen.valueOf("Current password")).toBe("half of");
});

test("a visitor who is not logged in sees only the login, and an old password link leads to its page", async () => {
  session.value = null;
  const screen = show(h(App, {}));
  await screen.reads("For authorities");
  expect([screen.has("link", "Users"), screen.elements("dialog")]).toEqual([false, []]);
  const { replace } = location;
  const places: string[] = [];
  Object.assign(location, { replace: (address: URL) => places.push(address.href) });
  await go("#/password/t0k");
  await screen.until(() => places.length > 0);
  expect(places).toEqual(["http://localhost/join#password/t0k"]);
  Object.assign(location, { replace });
});
