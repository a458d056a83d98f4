import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "../../database/open.ts";
import { migrate } from "../../database/run-migrations.ts";
import type { Log } from "../../ops/log.ts";
import { readConfig } from "../../settings/config.ts";

/** Dropping the database ends connections that are just closing. That needs no log line. */
const silent: Log = () => {};

/**
 * Makes a database from the committed migrations, runs a function on it, and drops it. The database is on a server,
 * whose URL names a role that may create databases, or embedded in a temporary directory.
 */
export async function withScratchDatabase<T>(
  serverUrl: string | undefined,
  log: Log,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const { timeoutsMs, pools } = readConfig({});
  const parts = { hostDatabaseUrl: undefined, poolSize: 2, pools, timeoutsMs };
  if (serverUrl) {
    const name = `las_export_${process.pid}`;
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    const server = new pg.Client({ connectionString: serverUrl });
    await server.connect();
    try {
      await server.query(`create database ${name}`);
      const database = await openDatabase({ ...parts, databaseUrl: url.href, dataDir: "" }, silent);
      return await onMigrated(database, log, run);
    } finally {
      // Only a superuser may force autovacuum to end. Without `force`, PostgreSQL asks it to end.
      await server
        .query(`drop database if exists ${name} with (force)`)
        .catch(() => server.query(`drop database if exists ${name}`));
      await server.end();
    }
  }
  const dataDir = await mkdtemp(join(tmpdir(), "las-export-"));
  try {
    const database = await openDatabase({ ...parts, databaseUrl: undefined, dataDir }, silent);
    return await onMigrated(database, log, run);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function onMigrated<T>(
  database: Database,
  log: Log,
  run: (database: Database) => Promise<T>,
) {
  try {
    await migrate(database, log);
    return await run(database);
  } finally {
    await database.close();
  }
}
