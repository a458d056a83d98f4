import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import { openClone } from "../helpers/database.ts";

let database: Database;
beforeAll(async () => {
  database = await openClone();
});
afterAll(() => database.close());

test("requests begin with the role of the host, which owns nothing", async () => {
  const { rows } = await database.hostPool.query("select current_user as role");
  expect(rows).toEqual([{ role: "app_host" }]);
});
