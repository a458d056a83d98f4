import { expect, test } from "@jest/globals";
import { retryLocked } from "../../src/database/retry-locked.ts";
import { ConfigError } from "../../src/errors/config-error.ts";

const locked = Object.assign(new Error("canceling statement due to lock timeout"), {
  code: "55P03",
});

/** Fails so often before it runs. Returns what was logged. */
async function retry(failures: number, error: Error): Promise<string[]> {
  const logged: string[] = [];
  let left = failures;
  const run = async () => {
    left -= 1;
    if (left >= 0) throw error;
  };
  await retryLocked(run, (line) => logged.push(line), 0);
  return logged;
}

test("a lock that is not free is tried for again", async () => {
  expect(await retry(0, locked)).toEqual([]);
  expect(await retry(2, locked)).toHaveLength(2);
});

test("after ten tries it says what to do", async () => {
  await expect(retry(10, locked)).rejects.toThrow(ConfigError);
  await expect(retry(10, locked)).rejects.toThrow(/End that transaction .* start again later/);
  expect(await retry(9, locked)).toHaveLength(9);
});

test("other errors are not tried again", async () => {
  const error = new Error("division by zero");
  await expect(retry(1, error)).rejects.toBe(error);
});
