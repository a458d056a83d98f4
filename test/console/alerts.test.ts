import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeService } from "./helpers/fake-service.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { alerts, followAlerts } = await import("../../src/console/state/alerts.ts");
const { session } = await import("../../src/console/state/session.ts");
const { serviceHasAnswered } = await import("../../src/console/state/connection.ts");

const row = (id: number, changes: object = {}) => ({
  id,
  version: 1,
  state: "ACTIVE",
  reachedUsers: 0,
  ...changes,
});
/** The alerts of the service. Undefined: it does not answer. */
let rows: ReturnType<typeof row>[] | undefined;
let asked: ReturnType<typeof fakeService>;
let stop = () => {};

const zones = { areaGeoJson: "an area" };
const names = () => asked.splice(0).map(({ name }) => name);
const shown = () => alerts.data.value?.map(({ id, reachedUsers }) => [id, reachedUsers]);
const check = () => jest.advanceTimersByTimeAsync(15_000);

beforeEach(async () => {
  jest.useFakeTimers();
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  rows = [row(2), row(1)];
  asked = fakeService({
    Alerts: () => rows && { alerts: rows.map((alert) => ({ ...alert, ...zones })) },
    AlertsNow: () => rows && { alerts: rows },
  });
  stop = followAlerts();
  await jest.advanceTimersByTimeAsync(0);
  expect(names()).toEqual(["Alerts"]);
});
afterEach(async () => {
  stop();
  serviceHasAnswered();
  await jest.advanceTimersByTimeAsync(0);
  session.value = null;
  jest.useRealTimers();
});

test("new numbers come without the zones, which stay", async () => {
  rows = [row(2, { reachedUsers: 7 }), row(1)];
  await check();
  expect(names()).toEqual(["AlertsNow"]);
  expect(shown()).toEqual([
    [2, 7],
    [1, 0],
  ]);
  expect(alerts.data.value?.[0]).toMatchObject(zones);
});

test.each([
  ["a new alert", [row(3), row(2), row(1)]],
  ["another version", [row(2, { version: 2 }), row(1)]],
  ["another state", [row(2), row(1, { state: "CANCELLED" })]],
])("%s brings all alerts with their zones", async (_what, news) => {
  rows = news;
  await check();
  expect(names()).toEqual(["AlertsNow", "Alerts"]);
  expect(shown()).toEqual(news.map(({ id }) => [id, 0]));
});

test("a check that fails keeps the alerts and says why, until one has an answer", async () => {
  rows = undefined;
  await check();
  expect(shown()).toHaveLength(2);
  expect(alerts.error.value).toMatch(/^The service does not answer/);
  names();
  rows = [row(2), row(1)];
  await check();
  expect(alerts.error.value).toBe("");
  expect(names()).toContain("Alerts");
  await check();
  expect(names().at(-1)).toBe("AlertsNow");
});

test("nothing is asked any more when no screen shows the alerts", async () => {
  stop();
  await check();
  expect(names()).toEqual([]);
});
