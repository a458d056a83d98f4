import { expect, jest, test } from "@jest/globals";

test("the time is that of this computer, ten seconds old at most", async () => {
  jest.useFakeTimers({ now: 1_000_500 });
  const { now } = await import("../src/state/now.ts");
  expect(now.value).toBe(1000);
  jest.advanceTimersByTime(10_000);
  expect(now.value).toBe(1010);
  jest.useRealTimers();
});
