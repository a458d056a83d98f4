import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import type { Heartbeat } from "../../src/jobs/heartbeat.ts";
import { startLane } from "../../src/jobs/lane.ts";
import { openClone } from "../helpers/database.ts";

let database: Database;
beforeAll(async () => {
  database = await openClone();
});
afterAll(() => database.close());

test("the heartbeat includes the pool of a lane until it stops", async () => {
  const pools = new Set<string>();
  const heartbeat = pools as unknown as Heartbeat;
  const tasks = { of_a_channel: async () => {} };
  const lane = await startLane(database.ownerPool, { concurrency: 1, tasks }, heartbeat, () => {});
  expect(pools.size).toBe(1);
  await lane.stop();
  expect(pools.size).toBe(0);
});
