import { afterEach, expect, jest, test } from "@jest/globals";
import { ConfigError } from "../../src/ops/config-error.ts";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { retryLocked } = await import("../../src/database/run-migrations.ts");

afterEach(() => void jest.useRealTimers());

const locked = Object.assign(new Error("canceling statement due to lock timeout"), {
  code: "55P03",
});

/** Retries a function that fails `failures` times before it succeeds. Returns what was logged. */
async function retry(failures: number, error: Error): Promise<unknown[]> {
  const logged: unknown[] = [];
  let left = failures;
  const run = async () => {
    left -= 1;
    if (left >= 0) throw error;
  };
  await retryLocked(run, (...event) => logged.push(event), 0);
  return logged;
}

test("a run that gets no lock is tried again, with a warning", async () => {
  expect(await retry(0, locked)).toEqual([]);
  const warning = [expect.stringContaining("waits for a long transaction"), "warn"];
  expect(await retry(2, locked)).toEqual([warning, warning]);
});

test("after ten tries the error says what to do", async () => {
  await expect(retry(10, locked)).rejects.toThrow(ConfigError);
  await expect(retry(10, locked)).rejects.toThrow(/End that transaction .* start again later/);
  expect(await retry(9, locked)).toHaveLength(9);
});

test("three seconds pass between two tries", async () => {
  jest.useFakeTimers();
  const run = jest.fn<() => Promise<void>>().mockRejectedValueOnce(locked).mockResolvedValueOnce();
  const retried = retryLocked(run, () => {});
  await jest.advanceTimersByTimeAsync(2_999);
  expect(run).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
  await retried;
});

test("other errors are not tried again", async () => {
  const error = new Error("division by zero");
  await expect(retry(1, error)).rejects.toBe(error);
});
