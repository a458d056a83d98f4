import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import type { Database } from "../../src/database/open.ts";
import { healthRouter } from "../../src/http/health.ts";
import { isNative } from "../helpers/database.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations/committed", import.meta.url));

describe("a running service", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  test("is alive", async () => {
    await supertest(service.url).get("/healthz").expect(200, { status: "alive" });
  });

  test("is ready, and names its database and migration", async () => {
    const { body } = await supertest(service.url).get("/readyz").expect(200);
    // graphile-migrate stores the number of the file, but not always its name.
    const last = readdirSync(MIGRATIONS).toSorted().at(-1) as string;
    expect(body).toEqual({
      status: "ready",
      database: isNative ? "postgresql" : "embedded",
      migration: expect.stringMatching(new RegExp(`^${last.slice(0, 6)}`)),
      push: {
        expo: "off: set EXPO_ACCESS_TOKEN",
        fcm: "off: set FCM_SERVICE_ACCOUNT",
        webPush: isNative ? "off: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY" : "on",
      },
      speech: expect.stringMatching(/^(espeak-ng [\d.]+|off: espeak-ng is not on the PATH)$/),
    });
  });

  test("is alive but not ready without its migrations", async () => {
    await service.owner.query("alter schema graphile_migrate rename to gone");
    const { body } = await supertest(service.url).get("/readyz").expect(503);
    expect(body).toEqual({ status: "unavailable", reason: expect.any(String) });
    await supertest(service.url).get("/healthz").expect(200);
    await service.owner.query("alter schema gone rename to graphile_migrate");
    await supertest(service.url).get("/readyz").expect(200);
  });

  (isNative ? test : test.skip)("survives the loss of its connections", async () => {
    // The statement spares its own connection.
    await service.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await supertest(service.url).get("/healthz").expect(200);
    // Waits until the host has noticed each lost connection.
    await until(
      () => supertest(service.url).get("/readyz"),
      ({ status }) => status === 200,
    );
  });
});

describe("readiness", () => {
  const host = (database: object, isEnding = false) =>
    express().use(healthRouter(database as Database, () => isEnding));
  const answering = { query: async () => ({ rows: [{ filename: "000001-first.sql" }] }) };
  const gone = {
    query: async () => {
      throw new Error("connect ECONNREFUSED 10.1.2.3:5432");
    },
  };

  test("holds while the database answers", async () => {
    await supertest(host({ kind: "postgresql", publicationPool: answering, ownerPool: answering }))
      .get("/readyz")
      .expect(200, { status: "ready", database: "postgresql", migration: "000001-first.sql" });
  });

  test.each([
    ["the host's connections", { publicationPool: gone, ownerPool: answering }],
    ["the owner's", { publicationPool: answering, ownerPool: gone }],
    [
      "its migrations",
      { publicationPool: answering, ownerPool: { query: async () => ({ rows: [] }) } },
    ],
  ])("ends with the loss of %s, without internal details", async (_what, database) => {
    const { body, text } = await supertest(host(database)).get("/readyz").expect(503);
    expect(body).toEqual({ status: "unavailable", reason: expect.any(String) });
    expect(text).not.toMatch(/ECONNREFUSED|10\.1\.2\.3|TypeError/);
  });

  test("is checked once for all who ask meanwhile", async () => {
    let checks = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = {
      async query() {
        checks += 1;
        await promise;
      },
    };
    const app = host({ publicationPool: slow, ownerPool: answering }).listen(0);
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

  test("ends as soon as the host begins to stop", async () => {
    const ending = host({ publicationPool: answering, ownerPool: answering }, true);
    const { body } = await supertest(ending).get("/readyz").expect(503);
    expect(body.reason).toMatch(/stopping/);
    await supertest(ending).get("/healthz").expect(200);
  });
});
