import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { PID_FILE } from "../../embedded/data-directory.ts";
import { openDatabase } from "../../src/database/open.ts";
import { cloneDatabase, type TestDatabase } from "../helpers/database.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";

let clone: TestDatabase;
let child: Child;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(async () => {
  child?.process.kill("SIGKILL");
  await child?.ended;
  await clone.drop();
});

test("SIGTERM ends a host whose event loop is blocked, and keeps its data", async () => {
  const block = new URL("../http/processes/block.js", import.meta.url).href;
  child = startChild({ ...environmentOf(clone.config), NODE_OPTIONS: `--import=${block}` });
  const url = await child.url();
  const LOGIN =
    'mutation { login(input: { email: "admin@example.org", password: "admin-password" }) { userId } }';
  const post = (query: string) =>
    fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
  expect(await (await post(LOGIN)).json()).toEqual({ data: { login: { userId: 1 } } });
  fetch(`${url}/block`).catch(() => {});
  await child.prints(/blocking/);
  expect(await child.end()).toBe("SIGKILL");
  expect(child.output()).toMatch(/SIGTERM: the service has been too busy to hear it/);
  // The database was closed, not killed.
  expect(existsSync(join(clone.config.dataDir, PID_FILE))).toBe(false);
  const database = await openDatabase(clone.config, () => {});
  const { rows } = await database.ownerPool.query("select email from app_public.users");
  await database.close();
  expect(rows).toEqual([{ email: "admin@example.org" }]);
});
