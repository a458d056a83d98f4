import { fileURLToPath } from "node:url";
import { type LogLevel, Logger as MigrateLogger } from "@graphile/logger";
import { migrate as runGraphileMigrate } from "graphile-migrate";
import { clearAllPools } from "graphile-migrate/dist/pgReal.js";
import { runMigrations, Logger as WorkerLogger } from "graphile-worker";
import type pg from "pg";
import type { Log } from "../process/log.ts";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

/** The libraries' warnings and errors as lines of ours, without their chatter. */
const lines = (log: Log) => () => (level: `${LogLevel}`, message: string) => {
  if (level === "error" || level === "warning") log(`database: ${message}`);
};

/** graphile-migrate's own lock does not wait; hosts that start together do, on this one. */
const MIGRATION_LOCK = 4155;

/** Brings a database, empty or older, up to the committed migrations. */
export async function migrate(
  database: { connectionString: string; ownerPool: pg.Pool },
  log: Log,
): Promise<void> {
  const { connectionString, ownerPool } = database;
  const client = await ownerPool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    // Ahead of ours, which queue jobs.
    await runMigrations({ pgPool: ownerPool, logger: new WorkerLogger(lines(log)) });
    await runGraphileMigrate({
      connectionString,
      // Asked for, and another than the first, though only commands that reset a database use it.
      rootConnectionString: "postgres:///template1",
      migrationsFolder: MIGRATIONS_FOLDER,
      logger: new MigrateLogger(lines(log)),
    });
  } finally {
    // Its idle connection would end the process if the database closed under it.
    clearAllPools();
    // Held by the session, which lives on in the pool: given back however this went.
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
    client.release();
  }
}
