import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import { startJobs } from "../../src/jobs/index.ts";
import { openClone } from "../helpers/database.ts";

let database: Database;
beforeAll(async () => {
  database = await openClone();
});
afterAll(() => database.close());

const query = async (text: string) => (await database.ownerPool.query(text)).rows;
async function runJobs(): Promise<void> {
  const jobs = await startJobs(database.ownerPool, { channels: { lanes: [] } }, () => {});
  await jobs.stop();
}

test("upkeep runs when it is due, and a missed night is made up at the next start", async () => {
  await runJobs();
  const known = "select identifier from graphile_worker._private_known_crontabs order by 1";
  expect(await query(known)).toEqual(
    [
      "compact_alert_reach",
      "end_expired_alerts",
      "make_position_partitions",
      "purge_positions",
    ].map((identifier) => ({ identifier })),
  );
  await query(
    `update graphile_worker._private_known_crontabs
      set known_since = now() - interval '1 week', last_execution = now() - interval '25 hours';
    delete from graphile_worker._private_jobs`,
  );
  await runJobs();
  const made = await query(
    `select identifier from graphile_worker._private_known_crontabs
      where last_execution > now() - interval '24 hours 1 minute' order by 1`,
  );
  expect(made).toEqual([
    { identifier: "make_position_partitions" },
    { identifier: "purge_positions" },
  ]);
});
