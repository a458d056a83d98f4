import { expect, test } from "@jest/globals";
import { openDatabase } from "../../src/database/open.ts";
import { loadService } from "../helpers/code.ts";
import { cloneDatabase } from "../helpers/database.ts";

const PARTITIONS = `select inhrelid::regclass::text as name from pg_inherits
  where inhparent = 'app_public.positions'::regclass and inhrelid <> 'app_public.positions_default'::regclass`;
const CRONTAB = "select from graphile_worker._private_known_crontabs";

test("a start makes the partitions that are missing, and leaves the jobs to others with JOBS=false", async () => {
  const clone = await cloneDatabase({ JOBS: "false" });
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
  } finally {
    await service.stop();
    await clone.drop();
  }
});
