import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { loadOnChange } from "../src/state/load-on-change.ts";

const change = signal(0);
/** The value when each load began, and a function that ends the newest load. */
let seen: number[];
let finish: () => Promise<void>;
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  change.value = 0;
  seen = [];
  stop = loadOnChange(change, () => {
    seen.push(change.value);
    return new Promise((resolve) => {
      finish = async () => {
        resolve();
        // Timers are faked, so the load goes on in microtasks.
        await Promise.resolve();
        await Promise.resolve();
      };
    });
  });
});
afterEach(() => {
  stop();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test("data is loaded at once, and again 1.5 seconds after a change", async () => {
  expect(seen).toEqual([0]);
  await finish();
  jest.advanceTimersByTime(60_000);
  expect(seen).toEqual([0]);
  change.value = 1;
  jest.advanceTimersByTime(1499);
  expect(seen).toEqual([0]);
  jest.advanceTimersByTime(1);
  expect(seen).toEqual([0, 1]);
});

test("continual changes do not postpone a load", async () => {
  for (let second = 1; second <= 6; second += 1) {
    await finish();
    change.value = second;
    jest.advanceTimersByTime(1000);
  }
  expect(seen).toEqual([0, 2, 4, 6]);
});

test("changes during a load do not abort it, and cause one more load after it", async () => {
  change.value = 1;
  change.value = 2;
  jest.advanceTimersByTime(60_000);
  expect(seen).toEqual([0]);
  await finish();
  jest.advanceTimersByTime(1500);
  expect(seen).toEqual([0, 2]);
});

test("nothing more is loaded if loading is stopped during a load", async () => {
  change.value = 1;
  stop();
  await finish();
  change.value = 2;
  jest.advanceTimersByTime(60_000);
  expect(seen).toEqual([0]);
});

test("nothing is loaded if loading is stopped between a change and its load", async () => {
  await finish();
  change.value = 1;
  stop();
  jest.advanceTimersByTime(60_000);
  expect(seen).toEqual([0]);
});
