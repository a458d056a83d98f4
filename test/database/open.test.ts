import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import { isNative, openClone } from "../helpers/database.ts";

let database: Database;
beforeAll(async () => {
  database = await openClone();
});
afterAll(() => database.close());

test("requests begin with the role of the host, which owns nothing", async () => {
  const { rows } = await database.hostPool.query("select current_user as role");
  expect(rows).toEqual([{ role: "app_host" }]);
});

(isNative ? test : test.skip)("each pool has a name in pg_stat_activity, and a limit", async () => {
  const { ownerPool, hostPool, publicationPool, readinessPool } = database;
  const named = [];
  for (const pool of [ownerPool, hostPool, publicationPool, readinessPool]) {
    const { rows } = await pool.query("select current_setting('application_name') as name");
    named.push([rows[0].name, pool.options.max]);
  }
  expect(named).toEqual([
    ["location-alert jobs", 30],
    ["location-alert host", 10],
    ["location-alert publication", 7],
    ["location-alert readiness", 1],
  ]);
});
