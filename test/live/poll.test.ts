/** @database server */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { poll } = await import("../../src/ops/poll.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Polls with checks that take `took` milliseconds, and then fail if `fails` returns true. */
function polling(took: number, fails: () => boolean = () => false) {
  const ending = new AbortController();
  const began: number[] = [];
  const logged: unknown[] = [];
  const start = performance.now();
  const ended = poll(
    async () => {
      began.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, took));
      if (fails()) throw new Error("no answer");
    },
    ending.signal,
    (...event) => logged.push(event),
    "live",
  );
  return { ending, began, logged, ended };
}

test("quick checks begin once a second", async () => {
  const { began, ending, ended } = polling(150);
  await jest.advanceTimersByTimeAsync(4500);
  expect(began).toEqual([1000, 2000, 3000, 4000]);
  ending.abort();
  await jest.runAllTimersAsync();
  await ended;
});

test("slow checks take a fifth of the time", async () => {
  const { began, ending, ended } = polling(1000);
  await jest.advanceTimersByTimeAsync(11_500);
  expect(began).toEqual([1000, 6000, 11_000]);
  ending.abort();
  await jest.runAllTimersAsync();
  await ended;
});

test("an error is logged, and the next check comes", async () => {
  let fails = true;
  const { began, logged, ending, ended } = polling(0, () => fails);
  await jest.advanceTimersByTimeAsync(1500);
  fails = false;
  await jest.advanceTimersByTimeAsync(1000);
  expect(began).toHaveLength(2);
  expect(logged).toEqual([["live: no answer", "warn"]]);
  ending.abort();
  await ended;
});

test("an error of a check is not logged if nobody listens any longer", async () => {
  const { began, logged, ending, ended } = polling(500, () => true);
  await jest.advanceTimersByTimeAsync(1200);
  ending.abort();
  await jest.runAllTimersAsync();
  await ended;
  expect([began.length, logged]).toEqual([1, []]);
});

test("polling ends at once when nobody listens", async () => {
  const { began, ending, ended } = polling(0);
  await jest.advanceTimersByTimeAsync(1500);
  ending.abort();
  await ended;
  expect(began).toHaveLength(1);
  expect(jest.getTimerCount()).toBe(0);
});
