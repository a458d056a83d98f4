import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { put, storage } from "./helpers/browser-state.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
// An earlier page learned that this computer's clock is an hour behind.
put("localStorage", { value: storage() });
localStorage.setItem("location-alerts.clock-ahead", "3600000");
const { noteServiceClock, onServiceClock, serviceSeconds } = await import(
  "../src/state/service-clock.ts"
);
const { now } = await import("../src/state/now.ts");

const NOON = Date.parse("2026-10-21T12:00:00Z");
/** How far the service's clock is ahead of this computer's, in seconds. */
const ahead = () => serviceSeconds() - NOON / 1000;
/** Learns from an answer. Its times count from noon: sent and arrived in milliseconds, written in seconds. */
const learn = (sentAt: number, arrivedAt: number, written: number) =>
  noteServiceClock(new Date(NOON + written * 1000).toUTCString(), NOON + sentAt, NOON + arrivedAt);

beforeEach(() => jest.setSystemTime(NOON));
// Resets the clock: the least and the greatest possible difference are 0.
afterEach(() => learn(1000, 0, 0));

test("the learned clock difference is stored for later pages, until an answer shows another one", () => {
  expect(ahead()).toBe(3600);
  learn(0, 100, 7200);
  expect(ahead()).toBe(7199);
  expect(Number(localStorage.getItem("location-alerts.clock-ahead"))).toBe(7_199_900);
  learn(1000, 0, 0);
  expect(ahead()).toBe(0);
});

test("a computer's clock that may be right is not corrected, however slow an answer is", () => {
  learn(0, 50, 0);
  learn(900, 1100, 1);
  learn(0, 30_000, 29);
  noteServiceClock(null, NOON, NOON);
  noteServiceClock("yesterday", NOON, NOON);
  expect(ahead()).toBe(0);
});

test("the service's clock is learned from its answers, at once", () => {
  learn(0, 100, 600);
  expect([ahead(), now.value]).toEqual([599, NOON / 1000 + 599]);
  // A slow answer says nothing new.
  learn(0, 60_000, 610);
  expect(ahead()).toBe(599);
  expect(onServiceClock(NOON - 60_000)).toBe(NOON / 1000 + 539);
  // This computer's clock was put right.
  learn(600_000, 600_100, 600);
  expect(Math.abs(ahead())).toBeLessThanOrEqual(1);
});

test("a computer's clock that is ahead of the service's is corrected", () => {
  learn(0, 100, -3600);
  expect(ahead()).toBe(-3599);
});

test("answers of hosts whose clocks differ by a few seconds do not change the learned clock", () => {
  learn(0, 100, 600);
  learn(0, 100, 604);
  learn(0, 100, 595);
  expect(ahead()).toBe(599);
  learn(0, 100, 605);
  expect(ahead()).toBe(604);
});
