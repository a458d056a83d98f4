import { expect, test } from "@jest/globals";
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
