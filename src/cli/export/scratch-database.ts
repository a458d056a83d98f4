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
  await using cleanups = new AsyncDisposableStack();
  const place = serverUrl
    ? { databaseUrl: await createDatabase(serverUrl, cleanups), dataDir: "" }
    : { databaseUrl: undefined, dataDir: await makeFolder(cleanups) };
  const { timeoutsMs, pools } = readConfig({});
  const database = await openDatabase(
    { ...place, hostDatabaseUrl: undefined, poolSize: 2, pools, timeoutsMs },
    silent,
  );
  cleanups.defer(() => database.close());
  await migrate(database, log);
  return await run(database);
}

async function makeFolder(cleanups: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "las-export-"));
  cleanups.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a database on a server, and has it dropped. Returns its URL. */
async function createDatabase(serverUrl: string, cleanups: AsyncDisposableStack): Promise<string> {
  const url = new URL(serverUrl);
  const name = `las_export_${process.pid}`;
  url.pathname = `/${name}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  cleanups.defer(() => server.end());
  await server.query(`create database ${name}`);
  cleanups.defer(async () => {
    // Only a superuser may force autovacuum to end. Without `force`, PostgreSQL asks it to end.
    await server
      .query(`drop database ${name} with (force)`)
      .catch(() => server.query(`drop database ${name}`));
  });
  return url.href;
}
