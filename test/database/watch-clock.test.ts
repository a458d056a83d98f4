import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Pool } from "pg";
import { watchClock } from "../../src/database/server-checks.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a host says once that its clock differs from the database's, and once that it agrees again", async () => {
  const logged: string[] = [];
  let ahead = 0;
  const ownerPool = {
    query: async () => {
      const now = Date.now() - ahead;
      // A slow answer is no wrong clock.
      jest.setSystemTime(Date.now() + 20_000);
      return { rows: [{ now }] };
    },
  } as unknown as Pool;
  const watch = watchClock({ kind: "postgresql", ownerPool }, (line) => void logged.push(line));
  for (const difference of [4_000, 6_000, 7_000, 0, -27_000]) {
    ahead = difference;
    await jest.advanceTimersByTimeAsync(60_000);
  }
  watch.stop();
  expect(jest.getTimerCount()).toBe(0);
  expect(logged).toEqual([
    "clock: this host is 6 s ahead of the database: run NTP on both",
    "clock: this host and the database agree again",
    "clock: this host is 7 s behind the database: run NTP on both",
  ]);
});
