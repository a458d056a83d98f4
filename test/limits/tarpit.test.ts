import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { tarpit } = await import("../../src/limits/tarpit.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a refusal is held for a second, unless ten thousand others are held already", async () => {
  let over = 0;
  const hold = () =>
    void tarpit().then(() => {
      over += 1;
    });
  for (let count = 0; count < 10_000; count += 1) hold();
  await tarpit();
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
