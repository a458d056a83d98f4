import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { freePort } from "../../src/cli/drill/postgresql.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { type Config, readConfig } from "../../src/settings/config.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { PROJECT } from "../docs/markdown.ts";
import { isNative } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";
import { type Address, makeAddress } from "./address.ts";
import { type Cluster, findPostgres, makeCluster } from "./cluster.ts";

const execute = promisify(execFile);
const JWT_SECRET = "a secret for tests of thirty-two characters";
const HISTORY = "{ positionsConnection { totalCount } }";
jest.setTimeout(240_000);

interface Answer {
  data?: Record<string, { totalCount: number }>;
  errors?: { extensions: { code: string } }[];
}

const bin = findPostgres();
const onOwnCluster = isNative && bin ? describe : describe.skip;

onOwnCluster("a host with a standby for reads", () => {
  let cluster: Cluster;
  let primary: Database;
  let standby: pg.Client;
  let address: Address;
  /** A host that accepts any lag of the standby, and one that accepts two seconds at most. */
  let patient: Child;
  let strict: Child;
  let metricsPort: number;

  /** Makes an administrator on the primary, with a session. Returns the id and the token. */
  async function administrator(): Promise<{ userId: number; token: string }> {
    const { rows } = await primary.ownerPool.query<{ id: number }>(
      `with made as (
          insert into app_public.users (email, name, address, is_admin)
            values (gen_random_uuid() || '@example.org', 'User', '', true) returning id
        )
        insert into app_public.sessions (user_id, id, expires_at, is_admin) overriding system value
          select id, 1, now() + interval '1 hour', true from made returning user_id as id`,
    );
    const userId = rows[0]?.id as number;
    const { issue } = makeTokens([secretKey(JWT_SECRET)], 3600);
    return { userId, token: issue({ userId, sessionId: 1, isAdmin: true }) };
  }

  async function ask(host: Child, token: string, query = HISTORY): Promise<Answer> {
    const response = await fetch(`${await host.url()}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as Answer;
  }
  const count = async (host: Child, token: string) =>
    (await ask(host, token)).data?.positionsConnection?.totalCount;

  /** Stores a position of the first administrator on the primary. Returns how many there are now. */
  async function store(): Promise<number> {
    await primary.ownerPool.query(
      `insert into app_public.positions (user_id, latitude, longitude, moving_activity) values (1, 1, 1, 'STILL')`,
    );
    const COUNT = "select count(*)::int as count from app_public.positions";
    return (await primary.ownerPool.query(COUNT)).rows[0].count;
  }

  const lagOf = async (host: Child): Promise<number | null> =>
    ((await (await fetch(`${await host.url()}/readyz`)).json()) as { replicaLag: number | null })
      .replicaLag;

  /** Waits until the standby has everything that the primary has, and both hosts would ask it. */
  async function caughtUp(): Promise<void> {
    await standby.query("select pg_wal_replay_resume()");
    const began = performance.now();
    const isFresh = (lag: number | null) =>
      lag !== null && lag < 1.5 && 1000 * lag < performance.now() - began;
    for (const host of [patient, strict]) await until(() => lagOf(host), isFresh);
  }

  const configOf = (port: number): Config =>
    readConfig({ DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`, JWT_SECRET });

  beforeAll(async () => {
    cluster = await makeCluster(bin as string);
    const config = configOf(cluster.port);
    strict = startChild(environmentOf(config));
    await strict.url();
    await strict.end();
    primary = await openDatabase(config, () => {});
    const { port } = await cluster.addStandby();
    standby = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
    await standby.connect();
    address = await makeAddress(port);
    metricsPort = await freePort();
    const REPLICA_DATABASE_URL = `postgres://postgres@127.0.0.1:${address.port}/postgres`;
    const env = { ...environmentOf(config), REPLICA_DATABASE_URL };
    const METRICS_PORT = String(metricsPort);
    patient = startChild({ ...env, REPLICA_MAX_LAG: "3600", METRICS_PORT });
    strict = startChild({ ...env, REPLICA_MAX_LAG: "2" });
  });
  afterEach(caughtUp);
  afterAll(async () => {
    for (const host of [patient, strict]) host?.process.kill("SIGKILL");
    await standby?.end();
    await primary?.close();
    address?.close();
    await cluster?.remove();
  });

  test("reads only history from the standby", async () => {
    const { token } = await administrator();
    await caughtUp();
    await standby.query("select pg_wal_replay_pause()");
    const all = await store();
    // A host asks the primary if it cannot connect to the standby soon.
    await until(
      () => count(patient, token),
      (found) => found === all - 1,
    );
    const both = "{ positionsConnection { totalCount } usersConnection { totalCount } }";
    expect((await ask(patient, token, both)).data?.positionsConnection?.totalCount).toBe(all);
  });

  test("records a read in the audit log on the primary", async () => {
    const { userId, token } = await administrator();
    await caughtUp();
    await standby.query("select pg_wal_replay_pause()");
    const all = await store();
    await until(
      () => count(patient, token),
      (found) => found === all - 1,
    );
    const { rows } = await primary.ownerPool.query(
      "select distinct facts from app_public.audit_entries where actor_id = $1 and action = 'PEOPLE_READ'",
      [userId],
    );
    expect(rows).toEqual([{ facts: { fields: ["Query.positionsConnection"] } }]);
  });

  test("answers from the primary if the standby lags more than the bound", async () => {
    const { token } = await administrator();
    await caughtUp();
    await standby.query("select pg_wal_replay_pause()");
    const all = await store();
    await until(
      () => count(strict, token),
      (found) => found === all,
    );
    // While the database is slow to answer, /readyz has no lag.
    await until(
      () => lagOf(strict),
      (lag) => (lag ?? 0) > 2,
    );
  });

  test("shows administrators what they have just reported", async () => {
    const { token } = await administrator();
    await caughtUp();
    await standby.query("select pg_wal_replay_pause()");
    const all = await store();
    const report =
      "mutation { newPosition(input: { latitude: 1, longitude: 1, movingActivity: STILL }) { id } }";
    expect(await ask(patient, token, report)).toHaveProperty("data.newPosition.id");
    expect(await count(patient, token)).toBe(all + 1);
  });

  test("checks on the primary who may read", async () => {
    const { userId, token } = await administrator();
    await caughtUp();
    await standby.query("select pg_wal_replay_pause()");
    await primary.ownerPool.query("update app_public.users set is_admin = false where id = $1", [
      userId,
    ]);
    expect((await ask(patient, token)).errors?.[0]?.extensions.code).toMatch(/FORBIDDEN|UNAUTH/);
    const all = await store();
    // The standby does not know this session.
    expect(await count(patient, (await administrator()).token)).toBe(all);
  });

  test("answers from the primary if the standby is silent", async () => {
    const { token } = await administrator();
    await caughtUp();
    address.cut();
    expect(await count(strict, token)).toBe((await store()) - 1);
    address.leadTo(standby.port);
  });

  test("lets the export command read from the standby", async () => {
    const directory = await mkdtemp(join(tmpdir(), "las-replica-"));
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${standby.port}/postgres`,
    };
    const file = join(directory, "all.data.gz");
    await execute(process.execPath, ["src/cli/export-data.ts", file], { cwd: PROJECT, env });
    expect((await stat(file)).size).toBeGreaterThan(0);
    await rm(directory, { recursive: true });
  });

  test("shows the standby's lag in its metrics", async () => {
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(page).toMatch(/^location_alert_replica_lag_seconds \d/m);
  });
});
