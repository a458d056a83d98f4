import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { publishFor } = await import("../../src/database/publication.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Publishes in chunks of 100 ms, with `reports` positions a second. Returns when each chunk began, to 10 ms. */
async function publish(
  chunks: number,
  reports: number,
  milliseconds = Number.POSITIVE_INFINITY,
  reportedFor = Number.POSITIVE_INFINITY,
) {
  const origin = performance.now();
  const now = () => performance.now() - origin;
  const began: number[] = [];
  const database = {
    async query() {
      began.push(10 * Math.round(now() / 10));
      await new Promise((resolve) => setTimeout(resolve, 100));
      const row = {
        complete: began.length === chunks,
        position_id: (reports * Math.min(now(), reportedFor)) / 1000,
      };
      return { rows: [row] };
    },
  };
  const published = publishFor(database, 7, () => now() < milliseconds);
  await jest.advanceTimersByTimeAsync(10_000);
  return { began, isComplete: await published };
}

test.each([
  [0, [500, 600, 700]],
  [200, [620, 830, 1050]],
  [300, [680, 950, 1230]],
  [3_000, [680, 950, 1230]],
])(
  "with %d reports a second, a publication leaves time for them after half a second",
  async (reports, after) => {
    const atOnce = Array.from({ length: 5 }, (_, chunk) => chunk * 100);
    expect(await publish(8, reports)).toEqual({ began: [...atOnce, ...after], isComplete: true });
  },
);

test("a publication does not pause for reports that have stopped", async () => {
  const { began } = await publish(8, 300, undefined, 300);
  expect(began).toEqual(Array.from({ length: 8 }, (_, chunk) => chunk * 100));
});

test("a publication starts no chunk after its time is over", async () => {
  expect(await publish(100, 0, 250)).toEqual({ began: [0, 100, 200], isComplete: false });
});
