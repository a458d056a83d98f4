/** @database embedded */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { databasePath } from "../../embedded/data-directory.ts";
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

test("a service whose embedded database ends says so and ends with 1, so that it is started again", async () => {
  child = startChild(environmentOf(clone.config));
  await child.url();
  const host = clone.config.dataDir;
  const client = new pg.Client({ host, port: 5432, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  await client.query("create table broken (id int)");
  rmSync(join(databasePath(host), "pg_wal"), { recursive: true });
  await client.query("select pg_switch_wal()");
  await expect(client.query("insert into broken values (1)")).rejects.toThrow();
  expect(await child.ended).toBe(1);
  for (const line of ["the embedded database has stopped", "Ending at once"]) {
    expect(child.output()).toMatch(new RegExp(`"level":"error",.*${line}`));
  }
});
