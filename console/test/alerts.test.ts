import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { boundsOf } from "../src/geo/area.ts";
import "../src/geo/unite.ts";
import { fakeService } from "./helpers/fake-service.ts";
import { loseAnswer } from "./helpers/lose-answer.ts";
import { square } from "./helpers/square.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { activeAlerts, alerts, followAlerts, zonesOf } = await import("../src/state/alert-list.ts");
const { now } = await import("../src/state/now.ts");
const { session } = await import("../src/state/session.ts");
const { noteAnswer, noteOutage } = await import("../src/state/connection.ts");

const row = (id: number, changes: object = {}) => ({
  id,
  version: 1,
  state: "ACTIVE",
  reachedUsers: 0,
  ...changes,
});
/** The service's alerts; undefined if it does not answer. */
let rows: ReturnType<typeof row>[] | undefined;
/** The time that an answer with zones takes, in milliseconds. */
let lag: number;
let asked: ReturnType<typeof fakeService>;
let stop = () => {};

const zones = { areaGeoJson: "an area" };
const names = () => asked.splice(0).map(({ name }) => name);
/** Returns how many loads the service has got since the last look. */
const loads = () => names().filter((name) => name === "Alerts").length;
const shown = () => alerts.data.value?.map(({ id, reachedUsers }) => [id, reachedUsers]);
const check = () => jest.advanceTimersByTimeAsync(15_000);
/** Loses the connection, and finds it again. */
async function loseConnection(): Promise<void> {
  noteOutage();
  noteAnswer();
  await jest.advanceTimersByTimeAsync(0);
}

beforeEach(async () => {
  // The console learns at once that the connection is back, before it has read the answer.
  jest.useFakeTimers({ doNotFake: ["queueMicrotask"] });
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  rows = [row(2), row(1)];
  lag = 0;
  /** Returns the rows that a request asks for. */
  const those = ({ state, limit }: Record<string, unknown>) =>
    rows?.filter((one) => state === undefined || one.state === state).slice(0, limit as number);
  asked = fakeService({
    Alerts: async (variables) => {
      if (lag) await new Promise((resolve) => setTimeout(resolve, lag));
      return rows && { alerts: those(variables)?.map((alert) => ({ ...alert, ...zones })) };
    },
    AlertsNow: (variables) => rows && { alerts: those(variables) },
  });
  stop = followAlerts();
  await jest.advanceTimersByTimeAsync(0);
  expect(names()).toEqual(["Alerts"]);
});
afterEach(async () => {
  stop();
  noteAnswer();
  await jest.advanceTimersByTimeAsync(0);
  session.value = null;
  jest.useRealTimers();
});

test("a check loads new numbers without the zones, and keeps the known zones", async () => {
  rows = [row(2, { reachedUsers: 7 }), row(1)];
  await check();
  expect(asked).toEqual([{ name: "AlertsNow", variables: { state: "ACTIVE", limit: 200 } }]);
  expect(shown()).toEqual([
    [2, 7],
    [1, 0],
  ]);
  expect(alerts.data.value?.[0]).toMatchObject(zones);
});

test.each([
  ["a new alert", [row(3), row(2), row(1)]],
  ["another version", [row(2, { version: 2 }), row(1)]],
  ["an end", [row(2)]],
])("a check that finds %s loads all alerts again with their zones", async (_what, news) => {
  rows = news;
  await check();
  expect(asked.map(({ variables }) => variables)).toEqual([
    { state: "ACTIVE", limit: 200 },
    { state: "ACTIVE", limit: 200 },
  ]);
  expect(names()).toEqual(["AlertsNow", "Alerts"]);
  expect(shown()).toEqual(news.map(({ id }) => [id, 0]));
});

test("a failed check keeps the alerts and shows an error until a later check is answered", async () => {
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

test("a slow load of the alerts is not aborted by later checks", async () => {
  lag = 20_000;
  rows = [row(3), row(2), row(1)];
  await check();
  await check();
  expect(shown()).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(shown()).toHaveLength(3);
  expect(names()).toEqual(["AlertsNow", "Alerts"]);
  await check();
  expect(names()).toEqual(["AlertsNow"]);
});

test("a load whose connection was lost is repeated when the connection is back", async () => {
  const outOfTime = loseAnswer("query Alerts(");
  rows = [row(3), row(2), row(1)];
  await check();
  await loseConnection();
  await jest.advanceTimersByTimeAsync(0);
  expect(shown()).toHaveLength(3);
  outOfTime();
});

test("a load is repeated only once if the connection is lost several times", async () => {
  lag = 20_000;
  rows = [row(3), row(2), row(1)];
  await check();
  for (let time = 0; time < 4; time += 1) {
    await loseConnection();
    await jest.advanceTimersByTimeAsync(5_000);
  }
  expect(shown()).toHaveLength(3);
  expect(loads()).toBe(2);
  // The next load begins again too.
  rows = [row(4), row(3), row(2), row(1)];
  await check();
  await loseConnection();
  expect(loads()).toBe(2);
});

test("a load without an answer is given up after two minutes, and the next check begins another", async () => {
  const outOfTime = loseAnswer("query Alerts(");
  rows = [row(3), row(2), row(1)];
  await check();
  expect(outOfTime()).toEqual([120_000]);
  await jest.advanceTimersByTimeAsync(0);
  expect(alerts.error.value).toMatch(/^The service does not answer/);
  await check();
  expect([shown()?.length, alerts.error.value]).toEqual([3, ""]);
  // The connection came back by this load's own answer, so no other load is needed.
  expect(loads()).toBe(1);
});

test("the service is not asked for alerts while no screen shows them", async () => {
  stop();
  await check();
  noteOutage();
  noteAnswer();
  await jest.advanceTimersByTimeAsync(0);
  expect(names()).toEqual([]);
});

test("the alerts are checked at once when the connection is back", async () => {
  noteOutage();
  noteAnswer();
  await jest.advanceTimersByTimeAsync(0);
  expect(names()).toEqual(["AlertsNow"]);
});

test("an active alert is shown although 200 newer alerts have ended", async () => {
  const ended = Array.from({ length: 200 }, (_, index) => row(210 - index, { state: "EXPIRED" }));
  rows = [...ended, row(2), row(1)];
  await check();
  expect(shown()).toHaveLength(2);
  rows = [...ended, row(1)];
  await check();
  expect(activeAlerts.value.map(({ id }) => id)).toEqual([1]);
});

test("an alert is active until its end, and no longer, even without another answer", async () => {
  const end = now.value + 60;
  rows = [
    row(3, { expiresAt: end }),
    row(2, { expiresAt: end + 60 }),
    row(1, { state: "EXPIRED" }),
  ];
  await check();
  expect(activeAlerts.value.map(({ id }) => id)).toEqual([3, 2]);
  now.value = end;
  expect(activeAlerts.value.map(({ id }) => id)).toEqual([2]);
});

test("an alert's map zones are ordered from the widest, joined across the 180th meridian, and marked as exercise", () => {
  const cut = (half: number) => ({
    type: "MultiPolygon",
    coordinates: [[square(180 - half, 0, half)], [square(-180, 0, half)]],
  });
  const found = zonesOf({
    id: 7,
    status: "EXERCISE",
    areaGeoJson: cut(1),
    areaLevel2GeoJson: cut(2),
    areaLevel3GeoJson: cut(3),
  } as never);
  const owner = { alertId: 7, name: "Alert id 7", mark: "EXERCISE" };
  expect(found.map(({ properties }) => properties)).toEqual(
    ["THREE", "TWO", "ONE"].map((level) => ({ ...owner, level })),
  );
  expect(found.map(({ geometry }) => boundsOf([geometry])?.slice(0, 3))).toEqual([
    [177, 0, 183],
    [178, 0, 182],
    [179, 0, 181],
  ]);
  expect(found.map(({ geometry }) => geometry.type)).toEqual(["Polygon", "Polygon", "Polygon"]);
});
