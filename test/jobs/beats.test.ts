import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { Heartbeat } = await import("../../src/delivery/heartbeat.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a process reports its live worker pools every two seconds, and goes on after a failure", async () => {
  const told: unknown[] = [];
  const logged: unknown[] = [];
  let isAway = false;
  const owner = {
    async query({ values }: { values: unknown[] }) {
      if (isAway) throw new Error("the database is away");
      told.push(values[0]);
    },
  };
  const heartbeat = new Heartbeat(owner as unknown as pg.Pool, (...event) => logged.push(event));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual([]);
  heartbeat.add("one");
  heartbeat.add("two");
  await jest.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual(Array(5).fill(["one", "two"]));
  heartbeat.delete("one");
  isAway = true;
  await jest.advanceTimersByTimeAsync(2000);
  expect(logged).toEqual([["jobs: no heartbeat: the database is away", "warn"]]);
  isAway = false;
  await jest.advanceTimersByTimeAsync(2000);
  expect(told.slice(5)).toEqual([["two"]]);
  heartbeat.stop();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(told).toHaveLength(6);
});
