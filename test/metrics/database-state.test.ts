import { expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { makeDatabaseState } from "../../src/metrics/database-state.ts";

/** A pool that answers as `answer` does, and counts how often it is asked. */
function poolOf(answer: () => Promise<unknown>) {
  const query = jest.fn(answer);
  return { query, state: makeDatabaseState({ query } as unknown as pg.Pool) };
}

test("scrapes at the same time, or soon after each other, ask once", async () => {
  const { query, state } = poolOf(async () => [{}, { rows: [{ bytes: 7 }] }]);
  const answers = await Promise.all([state(), state(), state()]);
  expect([...answers, await state()]).toEqual(Array(4).fill({ bytes: 7 }));
  expect(query).toHaveBeenCalledTimes(1);
  const now = performance.now();
  const later = jest.spyOn(performance, "now").mockReturnValue(now + 5_001);
  expect(await state()).toEqual({ bytes: 7 });
  expect(query).toHaveBeenCalledTimes(2);
  later.mockRestore();
});

test("a database that hangs holds no scrape for more than two seconds, and is asked once", async () => {
  const { query, state } = poolOf(() => new Promise(() => {}));
  const began = performance.now();
  expect(await state()).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await state()).toBeUndefined();
  expect(query).toHaveBeenCalledTimes(1);
});

test("a database that fails is no error of the scrape", async () => {
  const { state } = poolOf(async () => {
    throw new Error("the database is away");
  });
  expect(await state()).toBeUndefined();
});
