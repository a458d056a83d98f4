import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { holdRefusal } = await import("../../src/limits/hold-refusal.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a refusal is held for a second, unless ten thousand others are held already", async () => {
  let over = 0;
  const hold = () =>
    void holdRefusal().then(() => {
      over += 1;
    });
  for (let count = 0; count < 10_000; count += 1) hold();
  await holdRefusal();
  await jest.advanceTimersByTimeAsync(999);
  expect(over).toBe(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(over).toBe(10_000);
  // There is room again.
  hold();
  await jest.advanceTimersByTimeAsync(999);
  expect(over).toBe(10_000);
  await jest.advanceTimersByTimeAsync(1);
  expect(over).toBe(10_001);
});
