/** @database server only */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { cloneDatabase, type TestDatabase } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";
import { audit, publicationsLeft, summary } from "./audit.ts";
import { gather, random } from "./crowd.ts";
import { slowPublications } from "./slow-publication.ts";

const KILLS = inFull(20, 2);
jest.setTimeout(240_000);

describe(`a host that is killed ${KILLS} times while it reports and publishes`, () => {
  let clone: TestDatabase;
  let database: Database;
  const hosts: Child[] = [];
  beforeAll(async () => {
    clone = await cloneDatabase();
    database = await openDatabase(clone.config, console.error);
    await slowPublications(database.ownerPool, 120);
  });
  afterAll(async () => {
    for (const host of hosts) host.process.kill("SIGKILL");
    await Promise.all(hosts.map(({ ended }) => ended));
    await database.close();
    await clone.drop();
  });

  function startHost(): Child {
    const name = `host ${hosts.length}`;
    const host = startChild({ ...environmentOf(clone.config), JOBS: "true", PGAPPNAME: name });
    hosts.push(host);
    return host;
  }

  /** Waits until the server has closed a killed host's connections: then its transactions have ended. */
  async function isGone(host: Child): Promise<void> {
    await host.ended;
    const left =
      "select from pg_stat_activity where datname = current_database() and application_name = $1";
    const name = `host ${hosts.indexOf(host)}`;
    while ((await database.ownerPool.query(left, [name])).rowCount) await sleep(20);
  }

  test("loses nothing acknowledged, misses nobody, and notifies nobody twice", async () => {
    let host = startHost();
    let url = await host.url();
    const crowd = await gather(database.ownerPool, clone.config);
    // The next host, which starts while the present one still serves.
    let next = startHost();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await next.url();
      const afterNext = kill < KILLS - 1 ? startHost() : next;
      const people = crowd.start(() => url);
      // Kills during a publication, or while a job may complete one.
      if (kill % 2 === 0) await people.published;
      await sleep(600 * random());
      host.process.kill("SIGKILL");
      await Promise.all([isGone(host), people.stop()]);
      crowd.settle();
      host = next;
      url = await host.url();
      next = afterNext;
    }
    const left = await publicationsLeft(database.ownerPool, 150_000);
    process.stdout.write(`killed hosts: ${KILLS}; ${summary(crowd.ledger)}\n`);
    expect(left).toEqual([]);
    expect(await audit(database.ownerPool, crowd.ledger)).toEqual([]);
    expect(await host.end()).toBe(0);
  });
});
