/** @database both */
import { afterEach, beforeEach, describe, expect, jest } from "@jest/globals";
import type { Pool } from "pg";
import { readReadiness } from "../../src/database/readiness.ts";
import { host, owner, stage } from "./scene.ts";

const { test } = stage();

const READINESS = "select * from app_private.readiness()";

test("readiness shows the last migration, and fails in a database without migrations", async (s) => {
  const last = await s.value(owner)`select max(filename) from graphile_migrate.migrations`;
  expect(await s.as(host, READINESS)).toMatchObject([{ migration: last }]);
  await s.as(owner)`delete from graphile_migrate.migrations`;
  await expect(s.as(host, READINESS)).rejects.toMatchObject({ code: "P0002" });
});

test("a job that is not due yet does not count as job lag", async (s) => {
  await s.as(owner)`delete from graphile_worker._private_jobs`;
  await s.as(owner)`select graphile_worker.add_job('later', run_at := now() + interval '1 hour')`;
  expect(await s.as(host, READINESS)).toMatchObject([{ job_lag: 0 }]);
});

describe("the readiness that the host reads from the database", () => {
  const ROW = {
    migration: "000001.sql",
    job_lag: 7,
    failing_pushes: null,
    failing_mail: null,
    clock_fault: null,
    late_tasks: null,
  };
  const read = (query: () => Promise<unknown>) => readReadiness({ query } as unknown as Pool);
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test("has each field, and leaves no timer running", async () => {
    expect(await read(async () => ({ rows: [ROW] }))).toEqual({
      migration: "000001.sql",
      jobLag: 7,
      failingPushes: {},
      failingMail: null,
      clockFault: null,
      lateTasks: {},
    });
    const failing = { since: "2026-11-26", why: "away" };
    const row = { ...ROW, failing_pushes: { expo: failing }, failing_mail: failing };
    expect(await read(async () => ({ rows: [row] }))).toMatchObject({
      failingPushes: { expo: failing },
      failingMail: failing,
    });
    await expect(read(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(jest.getTimerCount()).toBe(0);
  });

  test("is waited for at most 0.8 seconds", async () => {
    let isOver = false;
    const asked = read(() => new Promise(() => {})).catch((error: Error) => {
      isOver = true;
      return error.message;
    });
    await jest.advanceTimersByTimeAsync(799);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await asked).toBe("The database does not answer.");
  });
});
