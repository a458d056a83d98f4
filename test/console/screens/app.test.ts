import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { alertOf } from "../helpers/alerts.ts";
import { fakeService } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";

jest.unstable_mockModule("../../../src/console/api/live.ts", () => ({ follow: () => () => {} }));
let isWatched = false;
jest.unstable_mockModule("../../../src/console/api/watch-connection.ts", () => ({
  watchConnection() {
    isWatched = true;
    return () => {
      isWatched = false;
    };
  },
}));
const { App } = await import("../../../src/console/app.tsx");
const { session, sessionHasEnded } = await import("../../../src/console/state/session.ts");
const { isLive } = await import("../../../src/console/state/connection.ts");

const NOW = Math.floor(Date.now() / 1000);

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", isTraining: true };
  const me = { id: 1, name: "Ada", email: "ada@example.org", isAdmin: true, isTraining: true };
  fakeService({
    "config.json": () => ({ map: null, alertDefaults: null, hasMail: true }),
    Alert: () => ({ alerts: [alertOf({ createdAt: NOW - 60, expiresAt: NOW + 3600 })] }),
    AlertTimeline: () => ({ alerts: [{ timeline: [] }] }),
    Login: () => ({ login: { accessToken: "d.e.f", userId: 1 } }),
    Me: () => ({ me }),
    Training: () => ({ me }),
    Users: () => ({ usersOverview: [] }),
  });
  await go("#/users");
});
afterEach(closeScreens);

test.each([
  ["#/", "Map"],
  ["#/new", "New alert"],
  ["#/alerts", "Alerts"],
  ["#/alerts/7", "Alert 7: Flood"],
  ["#/alerts/7/update", "Update alert 7"],
  ["#/alerts/7/report", "Report of alert 7: Flood"],
  ["#/statistics", "Statistics"],
  ["#/templates", "Templates"],
  ["#/users", "Users"],
  ["#/invitations", "Invitations"],
  ["#/audit-log", "Audit log"],
  ["#/me", "Me"],
])("%s shows the screen %s, and that one is in training", async (address, title) => {
  await go(address);
  const screen = show(h(App, {}));
  await screen.until(() => document.title === `${title} – Location alerts`);
  await screen.reads("Training. Whatever you publish is an exercise");
});

test("the page of who is logged in watches the connection, and is marked while that is lost", async () => {
  const isMarked = () => document.body.classList.contains("is-offline");
  const screen = show(h(App, {}));
  await screen.until(() => isWatched);
  expect(isMarked()).toBe(false);
  isLive.value = false;
  await screen.until(isMarked);
  isLive.value = true;
  await screen.until(() => !isMarked());
  session.value = null;
  await screen.until(() => !isWatched);
});

test("a session that has ended leads to another login, over a screen that keeps its state", async () => {
  await go("#/me");
  const screen = show(h(App, {}));
  await screen.type("Current password", "half of");
  sessionHasEnded("a.b.c");
  await screen.reads("Your session has ended.");
  // Escape leaves it open.
  expect([screen.escape(), screen.escapeTwice()]).toEqual([false, false]);
  await screen.type("Password", "secret");
  await screen.press("Log in");
  await screen.until(() => screen.elements("dialog").length === 0);
  expect(session.value).toMatchObject({ token: "d.e.f", userId: 1 });
  expect(screen.valueOf("Current password")).toBe("half of");
});

test("without a login there is none but the login, and the page of a link to a password", async () => {
  session.value = null;
  const screen = show(h(App, {}));
  await screen.reads("For administrators");
  expect([screen.has("link", "Users"), screen.elements("dialog")]).toEqual([false, []]);
  await go("#/password/t0k");
  await screen.until(() => document.title === "Set your password – Location alerts");
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  await go("#/users");
  await screen.until(() => screen.has("link", "Users"));
  await go("#/password/t0k");
  await screen.until(() => !screen.has("link", "Users"));
  await screen.reads("Set your password");
});
