import { once } from "node:events";
import { realpath } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { SOCKET_NAME, socketHosts } from "location-alert-embedded";
import pg from "pg";
import { type OpenDirectory, openDirectory } from "../database/open.ts";
import { migrate } from "../database/run-migrations.ts";
import type { Log } from "../ops/log.ts";
import { readConfig } from "../settings/config.ts";
import { CommandError } from "./run-command.ts";

/** The database that a command works on, with the owner's rights. */
export interface CommandDatabase {
  kind: "postgresql" | "embedded";
  /** Its name in a sentence. */
  place: string;
  connectionString: string;
  pool: pg.Pool;
}

/** For a service that is starting or ending. */
const DATABASE_TIMEOUT_MS = 15_000;

/** The configuration of a command. JWT_SECRET is not required, because commands sign no tokens. */
export function commandConfig(env: NodeJS.ProcessEnv = process.env) {
  const hasSecret = env.JWT_SECRET || env.JWT_SECRET_FILE;
  return readConfig(hasSecret ? env : { ...env, JWT_SECRET: "unused: commands sign no tokens" });
}

async function isListening(host: string): Promise<boolean> {
  const socket = connect(join(host, SOCKET_NAME));
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

interface Opened {
  connectionString: string;
  /** True if this process opened the directory. False if another process did and serves a socket. */
  isOurs: boolean;
  close(): Promise<void>;
}

/** Connects to the service that has the embedded database open, or opens it if no process has. */
async function joinOrOpenEmbedded(dataDir: string, log: Log, open: OpenDirectory): Promise<Opened> {
  for (const end = performance.now() + DATABASE_TIMEOUT_MS; ; await setTimeout(250)) {
    const directory = await realpath(dataDir).catch(() => undefined);
    for (const host of directory === undefined ? [] : socketHosts(directory)) {
      if (!(await isListening(host))) continue;
      const connectionString = `postgresql:///postgres?user=postgres&port=5432&host=${encodeURIComponent(host)}`;
      return { connectionString, isOurs: false, close: async () => {} };
    }
    try {
      return { ...(await open(dataDir, log)), isOurs: true };
    } catch (error) {
      // The other process has no socket yet, or has already closed it.
      if (!/is in use by another process/.test((error as Error).message)) throw error;
      if (performance.now() > end) throw new CommandError((error as Error).message);
    }
  }
}

/**
 * Names the database that a command works on, for a sentence, without its password. It shows someone who forgot
 * DATABASE_URL that the command used the embedded database.
 */
export function placeOf({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
}): string {
  if (!databaseUrl) return `the embedded database in ${resolve(dataDir)}`;
  // The client reads the URL as each connection does: parts that the URL lacks come from PGHOST and similar variables.
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl });
  return `the PostgreSQL database ${database} on ${host}:${port}`;
}

/**
 * Runs a command on the database that the environment names: DATABASE_URL, or the embedded database in DATA_DIR. The
 * service may be running on it.
 *
 * @param run Gets the owner's pool and connection string. Both are closed when it returns.
 * @param options.migrates Migrates an embedded database that is opened here, as `npm start` does.
 * @param options.open Opens the embedded database. Tests pass another function.
 */
export async function withDatabase<T>(
  run: (database: CommandDatabase) => Promise<T>,
  log: Log,
  { migrates = false, open = openDirectory }: { migrates?: boolean; open?: OpenDirectory } = {},
): Promise<T> {
  const { databaseUrl, dataDir } = commandConfig();
  const opened: Opened = databaseUrl
    ? { connectionString: databaseUrl, isOurs: false, close: async () => {} }
    : await joinOrOpenEmbedded(dataDir, log, open);
  const { connectionString } = opened;
  const pool = new pg.Pool({ connectionString, max: 2 });
  // A connection that fails between queries makes the next query fail.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    if (opened.isOurs && migrates) {
      await migrate({ ownerPool: pool }, log);
    }
    const kind = databaseUrl ? "postgresql" : "embedded";
    const place = placeOf({ databaseUrl, dataDir });
    return await run({ kind, place, connectionString, pool });
  } finally {
    await pool.end();
    await opened.close();
  }
}

/** Runs a function in a read-only transaction with one snapshot of the data. */
export async function readMoment<T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    return await run(client);
  } finally {
    // A lost connection cannot roll back, but must be released too. Otherwise the pool never ends.
    await client.query("rollback").catch(() => {});
    client.release();
  }
}
