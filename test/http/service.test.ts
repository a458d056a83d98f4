/** @database server only */
import { expect, test } from "@jest/globals";
import { openDatabase } from "../../src/database/open.ts";
import { loadService } from "../helpers/code.ts";
import { cloneDatabase } from "../helpers/database.ts";

const PARTITIONS = `select inhrelid::regclass::text as name from pg_inherits
  where inhparent = 'app_public.positions'::regclass and inhrelid <> 'app_public.positions_default'::regclass`;
const CRONTAB = "select from graphile_worker._private_known_crontabs";

test("a start makes missing partitions and runs no jobs with JOBS=false", async () => {
  const clone = await cloneDatabase({ JOBS: "false", METRICS_PORT: "0" });
  const database = await openDatabase(clone.config, () => {});
  const { rows: before } = await database.ownerPool.query(PARTITIONS);
  for (const { name } of before) await database.ownerPool.query(`drop table ${name}`);
  await database.close();
  const { startService } = await loadService();
  const service = await startService(clone.config, () => {});
  try {
    const { ownerPool } = service.database;
    expect((await ownerPool.query(PARTITIONS)).rows.length).toBeGreaterThanOrEqual(5);
    expect((await ownerPool.query(CRONTAB)).rowCount).toBe(0);
    // Without jobs it sends no pushes, so it does not know whether they go out.
    const page = await (await fetch(service.metricsUrl as string)).text();
    expect(page).not.toContain("provider_up");
  } finally {
    await service.stop();
    await clone.drop();
  }
});

// The embedded database has no pooler.
test("a start behind a pooler that drops the timeout of requests is refused", async () => {
  const clone = await cloneDatabase();
  const url = new URL(clone.config.databaseUrl as string);
  // This is not the timeout that the service asks for, as with a pooler's own connections.
  url.searchParams.set("statement_timeout", "60000");
  const { startService } = await loadService();
  const started = startService({ ...clone.config, hostDatabaseUrl: url.href }, () => {});
  await expect(started).rejects.toThrow(/pooler.* drops start-up parameters/);
  await clone.drop();
});
