import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, runMigrations } from "graphile-worker";
import type { ClientBase, DatabaseError, Pool } from "pg";
import { ConfigError } from "../ops/config-error.ts";
import type { Log } from "../ops/log.ts";
import { logProblems } from "../ops/outage.ts";
import { type CommittedMigration, checkHistory, MIGRATIONS_FOLDER } from "./check-history.ts";

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

/** The lock of graphile-migrate. Hosts that start together wait for each other, and for a migration by hand. */
const MIGRATION_LOCK_ID = "4727445306447283";
/** How long a migration waits for a lock. Requests that need the same table wait behind it for that time. */
export const MIGRATION_LOCK_TIMEOUT = "2s";

/**
 * Applies the committed migrations to a database, which may be empty. Throws a ConfigError if other migrations made it,
 * or if the owner lacks rights.
 */
export async function migrate(
  { ownerPool }: { ownerPool: Pool },
  log: Log,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<void> {
  const client = await ownerPool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK_ID]);
    const missing = await checkHistory(client, migrationsFolder);
    await prepare(client);
    // graphile-worker's schema comes first, because our migrations queue jobs.
    await runMigrations({
      pgPool: ownerPool,
      logger: new Logger(logProblems(log, "database")),
    });
    await client.query(`set lock_timeout = '${MIGRATION_LOCK_TIMEOUT}'`);
    await runCommitted(client, missing, log);
    // Functions with `security definer` run as app_owner, so everything is given to it.
    const owner = await readSql("owner.sql");
    await retryLocked(() => client.query(owner), log);
  } finally {
    // The session stays in the pool, so its lock and setting must go even after an error.
    await client.query("reset lock_timeout").catch(() => {});
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK_ID]).catch(() => {});
    client.release();
  }
}

const readSql = (file: string) => readFile(join(MIGRATIONS_FOLDER, file), "utf8");

/** True for an error by `raise exception` in migrations/prepare.sql, whose message is a sentence for the operator. */
const isSentence = (error: unknown): error is Error =>
  (error as { routine?: string }).routine === "exec_stmt_raise";

/**
 * Creates PostGIS and the roles, which migrations refer to. If the owner may not do that, changes nothing and throws a
 * ConfigError with the statements for a superuser.
 */
export async function prepare(client: Pool | ClientBase): Promise<void> {
  try {
    await client.query(await readSql("prepare.sql"));
  } catch (error) {
    throw isSentence(error) ? new ConfigError(error.message) : error;
  }
}

/** The tables of graphile-migrate. Its commands go on from what is noted in them. */
const GRAPHILE_MIGRATE = `
  create schema if not exists graphile_migrate;
  create table if not exists graphile_migrate.migrations (
    hash text primary key,
    previous_hash text references graphile_migrate.migrations,
    filename text not null,
    date timestamptz not null default now()
  );
  create table if not exists graphile_migrate.current (
    filename text primary key default 'current.sql',
    content text not null,
    date timestamptz not null default now()
  )`;
const NOTE_MIGRATION =
  "insert into graphile_migrate.migrations (hash, previous_hash, filename) values ($1, $2, $3)";

/** Runs committed migrations as `graphile-migrate migrate` does, without its process and its connection pool. */
async function runCommitted(
  client: ClientBase,
  migrations: readonly CommittedMigration[],
  log: Log,
): Promise<void> {
  if (migrations.length > 0) await client.query(GRAPHILE_MIGRATE);
  for (const [before, migration] of migrations.entries()) {
    try {
      await retryLocked(() => runMigration(client, migration), log);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      const { message, code, where } = error as DatabaseError;
      const told = [message, code, where?.split("\n")[0]].filter(Boolean).join("; ");
      throw new ConfigError(
        `The migration migrations/committed/${migration.file} failed: ${told}. Nothing of it was changed in the database` +
          `${before > 0 ? `, and the ${before} that ran before it stay` : ""}. The previous version can still be started.`,
      );
    }
  }
}

async function runMigration(client: ClientBase, migration: CommittedMigration): Promise<void> {
  const { file, name, body, hash, previousHash, isAsCommitted } = migration;
  if (!isAsCommitted) {
    throw new ConfigError(
      `migrations/committed/${file} was edited since it was committed: its text has another hash than its header says. ` +
        "Put the file back as it was in the release.",
    );
  }
  // Some statements, such as `create index concurrently`, run only outside a transaction.
  const isTransaction = !/^--!\s*no-transaction\b/.test(body);
  if (isTransaction) await client.query("begin");
  try {
    await client.query(body);
    await client.query(NOTE_MIGRATION, [hash, previousHash, name]);
    if (isTransaction) await client.query("commit");
  } catch (error) {
    if (isTransaction) await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** PostgreSQL's code if a lock was not free within lock_timeout. */
const LOCK_NOT_AVAILABLE = "55P03";
const MAX_ATTEMPTS = 10;
/** Requests that waited behind a migration go on meanwhile. */
const RETRY_INTERVAL_MS = 3_000;

/**
 * Runs migrations again while a long transaction, such as pg_dump's, holds a lock that they need.
 * @throws ConfigError if it holds the lock for too long.
 */
export async function retryLocked(
  run: () => Promise<unknown>,
  log: Log,
  pause = RETRY_INTERVAL_MS,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === MAX_ATTEMPTS) {
        throw new ConfigError(
          "A migration cannot get its lock, because a long transaction reads or writes the same table. Nothing was " +
            "changed. End that transaction (the oldest xact_start in pg_stat_activity), or start again later.",
        );
      }
      log("database: a migration waits for a long transaction, and tries again.", "warn");
      await sleep(pause);
    }
  }
}
