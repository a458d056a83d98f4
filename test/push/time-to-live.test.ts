import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { hasEnded, timeToLive } from "../../src/delivery/push/provider.ts";
import { pushTo } from "./helpers/push.ts";

const NOW = Date.parse("2026-10-21T07:28:00Z");

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

test.each([
  [-1, true, 0],
  [0, true, 0],
  [1, false, 0],
  [999, false, 0],
  [1000, false, 1],
  [90_500, false, 90],
  [2_419_199_000, false, 2_419_199],
  // Providers refuse more than 28 days.
  [2_419_201_000, false, 2_419_200],
  [31_536_000_000, false, 2_419_200],
])("an alert that ends in %i ms: has ended %p, lives for %i s", (left, ended, seconds) => {
  const push = pushTo("phone", { lasts: left });
  expect([hasEnded(push), timeToLive(push)]).toEqual([ended, seconds]);
});

test.each([
  ["ahead", 7_200_000],
  ["back", -7_200_000],
])("an alert lasts no shorter or longer if the clock of the host is set %s", (_where, by) => {
  const push = pushTo("phone", { lasts: 60_000 });
  jest.setSystemTime(NOW + by);
  expect([hasEnded(push), timeToLive(push)]).toEqual([false, 60]);
  jest.advanceTimersByTime(60_000);
  expect([hasEnded(push), timeToLive(push)]).toEqual([true, 0]);
});
