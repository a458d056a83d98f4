import { Logger as MigrateLogger } from "@graphile/logger";
import { migrate as runGraphileMigrate } from "graphile-migrate";
import { clearAllPools } from "graphile-migrate/dist/pgReal.js";
import { runMigrations, Logger as WorkerLogger } from "graphile-worker";
import type pg from "pg";
import { type Log, logProblems } from "../process/log.ts";
import { checkHistory, MIGRATIONS_FOLDER } from "./check-history.ts";
import { refuseWorkerNode } from "./is-cluster.ts";
import { prepare } from "./prepare.ts";
import { MIGRATION_LOCK_TIMEOUT, retryLocked } from "./retry-locked.ts";
import "./statement-by-statement.ts";

/** Hosts that start together wait for each other on this lock. graphile-migrate's own lock does not wait. */
const MIGRATION_LOCK = 4155;

/**
 * Applies the committed migrations to a database, which may be empty. Throws a ConfigError if other migrations made it,
 * if it is on a worker node of a cluster, or if the owner lacks rights.
 */
export async function migrate(
  database: { connectionString: string; ownerPool: pg.Pool },
  log: Log,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<void> {
  const { connectionString, ownerPool } = database;
  const client = await ownerPool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await refuseWorkerNode(client);
    await checkHistory(client, migrationsFolder);
    await prepare(client);
    // graphile-worker's schema comes first, because our migrations queue jobs.
    await runMigrations({
      pgPool: ownerPool,
      logger: new WorkerLogger(logProblems(log, "database")),
    });
    const settings = {
      connectionString,
      // Required, and must differ from connectionString, although only commands that reset a database use it.
      rootConnectionString: "postgres:///template1",
      migrationsFolder,
      pgSettings: {
        application_name: "location-alert migration",
        lock_timeout: MIGRATION_LOCK_TIMEOUT,
      },
      logger: new MigrateLogger(logProblems(log, "database")),
    };
    await retryLocked(() => runGraphileMigrate(settings), log);
  } finally {
    // graphile-migrate's idle connection would end the process when the database closes.
    clearAllPools();
    // The session holds the lock and stays in the pool, so the lock must be released even after an error.
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
    client.release();
  }
}
