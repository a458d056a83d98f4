/** @database server only */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import express from "express";
import type { Pool } from "pg";
import supertest from "supertest";
import { healthRouter } from "../../src/http/health.ts";
import { VERSION } from "../../src/ops/version.ts";
import { ready } from "../helpers/ready.ts";
import { runTestService, startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations/committed", import.meta.url));

describe("a running service", () => {
  const service = runTestService();

  test("is alive", async () => {
    await supertest(service.url).get("/healthz").expect(200, { status: "alive" });
  });

  test("is ready, and names its database and migration", async () => {
    const answer = await ready(service.url);
    // graphile-migrate stores the number of the file, but not always its name.
    const last = readdirSync(MIGRATIONS).toSorted().at(-1) as string;
    expect(answer).toEqual({
      status: "ready",
      version: expect.stringMatching(/^\d+\.\d+\.\d+(-rc\.\d+)?$/),
      database: "postgresql",
      migration: expect.stringMatching(new RegExp(`^${last.slice(0, 6)}`)),
      jobLag: 0,
      push: expect.objectContaining({
        expo: "off: set EXPO_ACCESS_TOKEN",
        fcm: "off: set FCM_SERVICE_ACCOUNT",
        webPush: "off: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY",
      }),
      mail: "off: set MAIL_URL, MAIL_FROM and PUBLIC_URL",
      speech: expect.stringMatching(/^(espeak-ng [\d.]+|off: espeak-ng is not on the PATH)$/),
    });
  });

  test("is alive but not ready without its migrations", async () => {
    await service.owner.query("alter schema graphile_migrate rename to gone");
    const { status, body } = await until(
      () => supertest(service.url).get("/readyz"),
      // A busy machine may give this reason first.
      ({ body }) => body.reason !== "the database does not answer",
    );
    expect(status).toBe(503);
    expect(body).toEqual({ status: "unavailable", reason: "the database is not migrated" });
    await supertest(service.url).get("/healthz").expect(200);
    await service.owner.query("alter schema gone rename to graphile_migrate");
    await ready(service.url);
  });

  test("is ready, and says how long the oldest job that is due has waited", async () => {
    await service.owner.query(
      `select graphile_worker.add_job('due', run_at := now() - interval '1 hour'),
        graphile_worker.add_job('young', run_at := now() - interval '1 minute'),
        graphile_worker.add_job('later', run_at := now() + interval '1 hour'),
        graphile_worker.add_job('running', run_at := now() - interval '3 hours'),
        graphile_worker.add_job('failed', run_at := now() - interval '4 hours', max_attempts := 1)`,
    );
    await service.owner.query(
      `update graphile_worker._private_jobs j set
          locked_at = case t.identifier when 'running' then now() end, attempts = (t.identifier = 'failed')::int
        from graphile_worker._private_tasks t where t.id = j.task_id`,
    );
    const { jobLag } = await ready(service.url);
    expect(Math.round(jobLag / 60)).toBe(60);
  });

  test("is ready, and says that its database's clock went forward", async () => {
    await service.owner.query("update app_private.clock set seen_at = now() - interval '100 days'");
    expect((await ready(service.url)).clock).toMatch(/^The database's clock went from /);
    await service.owner.query("update app_private.clock set seen_at = now()");
    expect((await ready(service.url)).clock).toBeUndefined();
  });

  test("is ready while all its pools are busy", async () => {
    const pools = [service.database.publicationPool, service.owner];
    const taken = await Promise.all(
      pools.flatMap((pool) => Array.from({ length: pool.options.max ?? 10 }, () => pool.connect())),
    );
    await ready(service.url);
    for (const client of taken) client.release();
  });

  test("answers soon while the database hangs, and is ready after it", async () => {
    const client = await service.owner.connect();
    // Holds the lock until the answer has come.
    await client.query("begin; lock table app_private.push_outcomes");
    const { body } = await supertest(service.url).get("/readyz").expect(503);
    expect(body.reason).toBe("the database does not answer");
    await client.query("rollback");
    client.release();
    await ready(service.url);
  });

  test("survives the loss of its connections", async () => {
    // The statement spares its own connection.
    await service.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await supertest(service.url).get("/healthz").expect(200);
    // Waits until the host has noticed each lost connection.
    await ready(service.url);
  });
});

test("a provider that refuses connections is shown as failing, and the host stays ready", async () => {
  const service = await startTestService({
    JOBS: "true",
    EXPO_ACCESS_TOKEN: "token",
    // Nobody listens on port 9, which is for discarded data.
    EXPO_PUSH_URL: "http://127.0.0.1:9",
  });
  const push = async () => (await ready(service.url)).push;
  expect((await push()).expo).toBe("on");
  const user = await service.newUser();
  const told = await service.graphql(
    `mutation {
      registerDevice(input: { token: "ExponentPushToken[phone]" }) { id }
      newPosition(input: { latitude: 0.5, longitude: 0.5, movingActivity: STILL }) { id }
    }`,
    {},
    user,
  );
  expect(told.errors).toBeUndefined();
  const corners = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ];
  const points = corners.map(([latitude, longitude]) => ({ latitude, longitude }));
  await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { points, text1: "1", text2: "2", text3: "3" } },
    service.admin,
  );
  await until(
    async () => (await push()).expo,
    (state) => /^failing since .+: Expo: unreachable \(ECONNREFUSED\)$/.test(state),
  );
  await service.stop();
});

describe("readiness", () => {
  const host = (readinessPool: object, isEnding = false) =>
    express().use(
      healthRouter({ kind: "postgresql", readinessPool: readinessPool as Pool }, () => isEnding),
    );
  const row = { migration: "000001-first.sql", job_lag: 0, failing_pushes: null };
  const answering = { query: async () => ({ rows: [row] }) };
  const refusing = (code: string, message: string) => ({
    async query() {
      throw Object.assign(new Error(message), { code });
    },
  });

  test("holds while the database answers", async () => {
    await supertest(host(answering)).get("/readyz").expect(200, {
      status: "ready",
      version: VERSION,
      database: "postgresql",
      migration: "000001-first.sql",
      jobLag: 0,
    });
  });

  test.each([
    [
      "the database",
      refusing("ECONNREFUSED", "connect ECONNREFUSED 10.1.2.3:5432"),
      /does not answer/,
    ],
    ["its sessions", refusing("57P01", "terminating connection"), /does not answer/],
    ["its migrations", refusing("P0002", "query returned no rows"), /is not migrated/],
    ["its schema", refusing("42883", "function app_private.readiness() ..."), /is not migrated/],
    ["its schemas", refusing("3F000", "schema graphile_migrate ..."), /is not migrated/],
  ])("ends with the loss of %s, without internal details", async (_what, pool, reason) => {
    const { body, text } = await supertest(host(pool)).get("/readyz").expect(503);
    expect(body).toEqual({ status: "unavailable", reason: expect.stringMatching(reason) });
    expect(text).not.toMatch(/ECONNREFUSED|10\.1\.2\.3|TypeError|rows|function/);
  });

  test("is refused if the database does not answer, and checked again at the next request", async () => {
    let isHung = true;
    const hung = {
      query: () => (isHung ? new Promise(() => {}) : answering.query()),
    };
    const app = host(hung);
    const { body } = await supertest(app).get("/readyz").expect(503);
    expect(body.reason).toMatch(/does not answer/);
    isHung = false;
    await supertest(app).get("/readyz").expect(200);
  });

  test("is checked once for all requests that come during the check", async () => {
    let checks = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = {
      async query() {
        checks += 1;
        await promise;
        return { rows: [row] };
      },
    };
    const app = host(slow).listen(0);
    const asked = [1, 2, 3].map(() => supertest(app).get("/readyz").expect(200));
    const answers = Promise.all(asked);
    await until(() => checks > 0);
    // All three have arrived before this one is answered.
    await supertest(app).get("/healthz").expect(200);
    resolve();
    await answers;
    app.close();
    expect(checks).toBe(1);
  });

  test("shows what the database says of failing pushes and mail", async () => {
    const since = "2026-01-02T03:04:05Z";
    const failing = {
      failing_pushes: { expo: { since, why: "a" } },
      failing_mail: { since, why: "b" },
    };
    const pool = { query: async () => ({ rows: [{ ...row, ...failing }] }) };
    const features = {
      push: (pushes: object) => ({ expo: JSON.stringify(pushes) }),
      mail: (mail: object | null) => JSON.stringify(mail),
      speech: "an engine",
    };
    const database = { kind: "postgresql", readinessPool: pool as unknown as Pool } as const;
    const app = express().use(healthRouter(database, () => false, features));
    const { body } = await supertest(app).get("/readyz").expect(200);
    expect(body).toMatchObject({
      push: { expo: JSON.stringify(failing.failing_pushes) },
      mail: JSON.stringify(failing.failing_mail),
      speech: "an engine",
    });
  });

  test("ends as soon as the host begins to stop", async () => {
    const ending = host(answering, true);
    const { body } = await supertest(ending).get("/readyz").expect(503);
    expect(body.reason).toMatch(/stopping/);
    await supertest(ending).get("/healthz").expect(200);
  });
});
