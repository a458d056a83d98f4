import { Logger, runMigrations } from "graphile-worker";
import type pg from "pg";
import type { Pool } from "pg";
import type { Log } from "../ops/log.ts";
import { logProblems } from "../ops/outage.ts";
import { checkHistory, MIGRATIONS_FOLDER } from "./check-history.ts";
import { giveToOwner, prepare } from "./prepare.ts";
import { retryLocked } from "./retry-locked.ts";

/**
 * Makes the partitions of positions that are missing. A failure, for example behind a long pg_dump, does not stop the
 * start: a job tries again each night, and positions without a partition go into the default one.
 */
export async function makePositionPartitions(owner: Pool, log: Log): Promise<void> {
  try {
    await owner.query("select app_private.make_position_partitions()");
  } catch (error) {
    log(
      `positions: partitions are not made yet: ${(error as Error).message}. A job tries again at 3:10 UTC.`,
      "warn",
    );
  }
}

/** Hosts that start together wait for each other on this lock. graphile-migrate's own lock does not wait. */
const MIGRATION_LOCK_ID = 4155;

/**
 * Applies the committed migrations to a database, which may be empty. Throws a ConfigError if other migrations made it,
 * or if the owner lacks rights.
 */
export async function migrate(
  database: { connectionString: string; ownerPool: pg.Pool },
  log: Log,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<void> {
  const { connectionString, ownerPool } = database;
  const client = await ownerPool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK_ID]);
    const isCurrent = await checkHistory(client, migrationsFolder);
    await prepare(client);
    // graphile-worker's schema comes first, because our migrations queue jobs.
    await runMigrations({
      pgPool: ownerPool,
      logger: new Logger(logProblems(log, "database")),
    });
    if (!isCurrent) {
      // graphile-migrate takes a tenth of a second to load, and most starts have nothing to run.
      const { runCommitted } = await import("./run-committed.ts");
      await runCommitted(connectionString, migrationsFolder, log);
    }
    await retryLocked(() => giveToOwner(client), log);
  } finally {
    // The session holds the lock and stays in the pool, so the lock must be released even after an error.
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK_ID]).catch(() => {});
    client.release();
  }
}
