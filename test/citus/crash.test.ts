import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { audit, publicationsLeft, summary } from "../crash/audit.ts";
import { type Crowd, gather } from "../crash/crowd.ts";
import { slowPublications } from "../crash/slow-publication.ts";
import { isCluster } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import {
  type Answer,
  startTestService,
  type TestService,
  type TestUser,
} from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { crash, crashPrepared, isPublishing, moveShards, workers } from "./crash.ts";

// A crash ends the connections of all databases of a node, so these tests must run alone.
const mayCrash = isCluster && process.env.CITUS_CRASHES === "1";
const CRASHES = inFull(12, 4);
const REPORT =
  "mutation { newPosition(input: {latitude: 1, longitude: 1, movingActivity: STILL}) { id } }";
jest.setTimeout(600_000);

(mayCrash ? describe : describe.skip)(
  "while people report and alerts are published (CITUS_DATABASE_URL and CITUS_CRASHES=1)",
  () => {
    let service: TestService;
    let crowd: Crowd;
    beforeEach(async () => {
      service = await startTestService({ JOBS: "true" });
      await slowPublications(service.owner, 120);
      crowd = await gather(service.owner, service.config);
    });
    afterEach(() => service?.stop());

    /** Rejects unless everyone was told once, and everything acknowledged is stored. */
    async function proveRight(what: string): Promise<void> {
      const left = await publicationsLeft(service.owner, 60_000);
      process.stdout.write(`${what}; ${summary(crowd.ledger)}\n`);
      expect(left).toEqual([]);
      expect(await audit(service.owner, crowd.ledger)).toEqual([]);
      // A user's later notification of the same alert has the higher id. For another alert, a transaction may begin
      // earlier, wait, and take the higher id.
      const { rows } = await service.owner.query<{ ids: string[] }>(
        `select array_agg(id order by created_at, id) as ids from app_public.notifications group by user_id, alert_id`,
      );
      for (const { ids } of rows) {
        expect(ids.map(Number)).toEqual(ids.map(Number).toSorted((a, b) => a - b));
      }
    }

    /** Completes prepared transactions, so that no unanswered request takes effect later. */
    async function settle(): Promise<void> {
      // A connection that the coordinator keeps to a crashed node fails once.
      await until(() =>
        service.owner.query("select recover_prepared_transactions()").then(Boolean, () => false),
      );
      crowd.settle();
    }

    test(`a worker node that crashes ${CRASHES} times loses nothing, and nobody is missed or notified twice`, async () => {
      const nodes = await workers();
      for (let turn = 0; turn < CRASHES; turn += 1) {
        const people = crowd.start(() => service.url);
        if (turn % 4 === 3) await people.published;
        await sleep(600 * Math.random());
        await crash(nodes[turn % nodes.length] as (typeof nodes)[0]);
        await people.stop();
        await settle();
      }
      await proveRight(`crashed ${CRASHES} times`);
    });

    test("a worker node that crashes between the two phases of a commit loses nothing", async () => {
      const nodes = await workers();
      const database = new URL(service.config.databaseUrl as string).pathname.slice(1);
      let prepared = 0;
      for (const node of nodes) {
        const people = crowd.start(() => service.url);
        // The first phase of a publication is on one node only, and prepares nothing.
        await until(() => isPublishing(service.owner));
        prepared += await crashPrepared(node, database);
        await people.stop();
        await settle();
      }
      expect(prepared).toBeGreaterThan(0);
      await proveRight(`crashed with ${prepared} prepared transactions`);
    });

    test("users whose shards move to another worker node are neither missed nor notified twice", async () => {
      for (const shard of [0, 1, 0]) {
        const people = crowd.start(() => service.url);
        await moveShards(service.owner, shard);
        await people.published;
        await people.stop();
        await settle();
      }
      await proveRight("moved 3 shards");
    });

    test("requests are refused with 503 and a time to try again while a worker node is away", async () => {
      const users: TestUser[] = [];
      for (let count = 0; count < 6; count += 1) users.push(await service.newUser());
      const refused = new Map<string, number>();
      let isOver = false;
      const asking = users.map(async ({ token }) => {
        while (!isOver) {
          const response = await fetch(`${service.url}/graphql`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
            body: JSON.stringify({ query: REPORT }),
          });
          const { errors } = (await response.json()) as Answer;
          if (!errors) continue;
          const how = `${response.status}, try again in ${response.headers.get("retry-after")} s`;
          refused.set(how, (refused.get(how) ?? 0) + 1);
        }
      });
      for (const node of await workers()) {
        await sleep(500);
        await crash(node);
      }
      await sleep(500);
      isOver = true;
      await Promise.all(asking);
      expect([...refused.keys()]).toEqual(["503, try again in 5 s"]);
    });
  },
);
