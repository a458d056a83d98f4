/** @database server */
import { setTimeout as sleep } from "node:timers/promises";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from "@jest/globals";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { type Config, readConfig } from "../../src/settings/config.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { isNative } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";
import { open } from "../live/client.ts";
import { type Address, makeAddress } from "./address.ts";
import { audit, publicationsLeft, summary } from "./audit.ts";
import { type Cluster, findPostgres, makeCluster, type Standby } from "./cluster.ts";
import { type Crowd, gather } from "./crowd.ts";
import { slowPublications } from "./slow-publication.ts";

const JWT_SECRET = "a secret for tests of thirty-two characters";
jest.setTimeout(240_000);

const bin = findPostgres();
const onOwnCluster = isNative && bin ? describe : describe.skip;

onOwnCluster("a host whose PostgreSQL fails over to its standby", () => {
  let cluster: Cluster;
  let standby: Standby;
  let address: Address;
  let host: Child;
  let url: string;
  let crowd: Crowd;
  /** The standby, after its promotion. */
  let database: Database | undefined;

  const configOf = (port: number): Config =>
    readConfig({
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
      JWT_SECRET,
      ADMIN_EMAIL: "admin@example.org",
      ADMIN_PASSWORD: "admin-password",
    });

  beforeAll(async () => {
    cluster = await makeCluster(bin as string);
    address = await makeAddress(cluster.port);
    host = startChild({ ...environmentOf(configOf(address.port)), JOBS: "true" });
    url = await host.url();
    const primary = await openDatabase(configOf(cluster.port), () => {});
    await slowPublications(primary.ownerPool, 120);
    crowd = await gather(primary.ownerPool, { jwtSecret: JWT_SECRET });
    await primary.close();
  });
  beforeEach(async () => {
    standby = await cluster.addStandby();
  });
  afterEach(() => database?.close());
  afterAll(async () => {
    host?.process.kill("SIGKILL");
    await host?.ended;
    address?.close();
    await cluster?.remove();
  });

  /** Reports a position. Returns the status, and whether it was stored. */
  async function report(): Promise<{ status: number; isStored: boolean }> {
    // The first administrator is not one of the people whose notifications are checked.
    const token = makeTokens([secretKey(JWT_SECRET)], 3600).issue({ userId: 1, sessionId: 1 });
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({
        query: `mutation { newPosition(input: { latitude: ${Math.random()}, longitude: 1, movingActivity: STILL }) { id } }`,
      }),
    });
    const { data } = (await response.json()) as { data?: { newPosition?: unknown } };
    return { status: response.status, isStored: Boolean(data?.newPosition) };
  }

  /** Promotes the standby. Returns the milliseconds until the host answers. */
  async function promote(): Promise<number> {
    await standby.promote();
    const promoted = performance.now();
    await until(report, ({ isStored }) => isStored, 60_000);
    return performance.now() - promoted;
  }

  /** Expects that nothing is lost, and that everyone is told once. */
  async function judge(milliseconds: number): Promise<void> {
    database = await openDatabase(configOf(standby.port), () => {});
    const began = performance.now();
    expect(await publicationsLeft(database.ownerPool, 150_000)).toEqual([]);
    const complete = performance.now() - began;
    process.stdout.write(
      `failover: first answer ${milliseconds.toFixed()} ms after the promotion; publication complete ${complete.toFixed()} ms later; ${summary(crowd.ledger)}\n`,
    );
    expect(await audit(database.ownerPool, crowd.ledger)).toEqual([]);
  }

  test("loses nothing, notifies everyone once, and closes subscriptions with code 1012", async () => {
    const subscriber = await open(url);
    const people = crowd.start(() => url);
    await people.published;
    await cluster.kill("all");
    // The standby takes connections, but cannot write yet.
    address.leadTo(standby.port);
    await sleep(300);
    expect(await report()).toEqual({ status: 503, isStored: false });
    const milliseconds = await promote();
    expect((await subscriber.closed)[0]).toBe(1012);
    await people.stop();
    crowd.settle();
    await judge(milliseconds);
    expect(host.output()).not.toMatch(/read-only/);
  });

  test("gives up connections that have gone silent", async () => {
    const people = crowd.start(() => url);
    await people.published;
    address.cut();
    await cluster.kill("all");
    address.leadTo(standby.port);
    const milliseconds = await promote();
    await people.stop();
    crowd.settle();
    await judge(milliseconds);
    expect(await host.end()).toBe(0);
  });
});
