import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Pool } from "pg";
import { readReadiness } from "../../src/database/readiness.ts";
import { host, owner, stage } from "./scene.ts";

const { play } = stage();

const READINESS = "select * from app_private.readiness()";

test(
  "the last migration is shown, and a database without one is not ready",
  play(async (s) => {
    const last = await s.value(owner, "select max(filename) from graphile_migrate.migrations");
    expect(await s.as(host, READINESS)).toMatchObject([{ migration: last }]);
    await s.as(owner, "delete from graphile_migrate.migrations");
    await expect(s.as(host, READINESS)).rejects.toMatchObject({ code: "P0002" });
  }),
);

test(
  "only jobs that are due lag",
  play(async (s) => {
    await s.as(owner, "delete from graphile_worker._private_jobs");
    await s.as(
      owner,
      "select graphile_worker.add_job('later', run_at := now() + interval '1 hour')",
    );
    expect(await s.as(host, READINESS)).toMatchObject([{ job_lag: 0 }]);
  }),
);

describe("what the database says of itself", () => {
  const ROW = { migration: "000001.sql", job_lag: 7, failing_pushes: null, failing_mail: null };
  const read = (query: () => Promise<unknown>) => readReadiness({ query } as unknown as Pool);
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test("has each field, and no timer stays", async () => {
    expect(await read(async () => ({ rows: [ROW] }))).toEqual({
      migration: "000001.sql",
      jobLag: 7,
      failingPushes: {},
      failingMail: null,
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

  test("is waited for no longer than eight tenths of a second", async () => {
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
