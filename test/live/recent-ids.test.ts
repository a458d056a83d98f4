/** @database server */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { RecentIds } from "../../src/live/notifications.ts";

const LIFETIME = 60_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("an id is known for its lifetime, whenever it was added", () => {
  for (const before of [0, 1, LIFETIME / 2, LIFETIME, LIFETIME + 1]) {
    const ids = new RecentIds(LIFETIME);
    jest.advanceTimersByTime(before);
    expect(ids.add(1)).toBe(true);
    for (let part = 0; part < 4; part += 1) {
      jest.advanceTimersByTime(LIFETIME / 4);
      expect(ids.add(1)).toBe(false);
    }
  }
});

test("an id is forgotten after twice its lifetime, with and without others between", () => {
  for (const others of [[], [2]]) {
    const ids = new RecentIds(LIFETIME);
    ids.add(1);
    jest.advanceTimersByTime(LIFETIME + 1);
    for (const id of others) ids.add(id);
    jest.advanceTimersByTime(LIFETIME + 1);
    expect(ids.add(1)).toBe(true);
  }
});
