/** @database server */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { readConfig } from "../../src/settings/config.ts";
import { isNative } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";
import { audit, publicationsLeft, summary } from "./audit.ts";
import { type Cluster, findPostgres, makeCluster } from "./cluster.ts";
import { type Asked, gather, random } from "./crowd.ts";
import { slowPublications } from "./slow-publication.ts";

const KILLS = inFull(20, 4);
jest.setTimeout(240_000);

const bin = findPostgres();
if (isNative && !bin) process.stdout.write("no initdb under /usr/lib/postgresql: not tested\n");
const onOwnCluster = isNative && bin ? describe : describe.skip;

onOwnCluster(`a PostgreSQL that is killed ${KILLS} times under a host that stays up`, () => {
  let cluster: Cluster;
  let database: Database;
  let host: Child;
  beforeAll(async () => {
    cluster = await makeCluster(bin as string);
    const config = readConfig({
      DATABASE_URL: cluster.url,
      JWT_SECRET: "a secret for tests of thirty-two characters",
      ADMIN_EMAIL: "admin@example.org",
      ADMIN_PASSWORD: "admin-password",
    });
    host = startChild({ ...environmentOf(config), JOBS: "true" });
    await host.url();
    database = await openDatabase(config, () => {});
    await slowPublications(database.ownerPool, 120);
  });
  afterAll(async () => {
    host?.process.kill("SIGKILL");
    await host?.ended;
    await database?.close();
    await cluster?.remove();
  });

  test("loses nothing acknowledged, misses nobody, and notifies nobody twice", async () => {
    const began = performance.now();
    const url = await host.url();
    const config = { jwtSecret: "a secret for tests of thirty-two characters" };
    const crowd = await gather(database.ownerPool, config);
    const duringOutages: Asked[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const people = crowd.start(() => url);
      // Kills during a publication, or while a job may complete one.
      if (kill % 4 < 2) await people.published;
      await sleep(600 * random());
      await cluster.kill(kill % 2 ? "SIGKILL" : "immediate");
      // Some requests come while PostgreSQL is down.
      const stopped = performance.now();
      await sleep(150);
      const starting = performance.now();
      await cluster.start();
      await people.stop();
      if (kill % 2 === 0) {
        duringOutages.push(
          ...crowd.ledger.reports.filter(
            ({ asked, answered }) => asked > stopped && answered < starting,
          ),
        );
      }
      crowd.settle();
    }
    const { exitCode, signalCode } = host.process;
    if (exitCode !== null || signalCode) throw new Error(`The host ended:\n${host.output()}`);
    const left = await publicationsLeft(database.ownerPool, 150_000);
    process.stdout.write(`killed PostgreSQL: ${KILLS} times; ${summary(crowd.ledger)}\n`);
    expect(left).toEqual([]);
    // Requests without a database must fail with an error and leave nothing in the database.
    expect(duringOutages.filter(({ id }) => id !== undefined)).toEqual([]);
    const { rowCount } = await database.ownerPool.query(
      `select from app_public.positions p join json_array_elements($1) r
        on p.user_id = (r->>'userId')::int and p.latitude = (r->'place'->>'latitude')::float8`,
      [JSON.stringify(duringOutages)],
    );
    expect(rowCount).toBe(0);
    expect(await audit(database.ownerPool, crowd.ledger)).toEqual([]);
    expect(await host.end()).toBe(0);
    // One line a minute for all requests, and one for everything else but the jobs that ran.
    const outage =
      /"level":"(warn|error)".*(ECONNREFUSED|terminat|starting up|shutting down|not queryable)/;
    const all = host
      .output()
      .split("\n")
      .filter((line) => outage.test(line));
    expect(all.length).toBeGreaterThan(0);
    const lines = all.filter((line) => !line.includes("Failed task"));
    const minutes = Math.ceil((performance.now() - began) / 60_000);
    if (lines.length > 2 * minutes) throw new Error(lines.join("\n"));
  });
});
