import pg from "pg";
import { type Config, ConfigError } from "../config/config.ts";
import type { Log } from "../process/log.ts";
import { type EmbeddedDatabase, openEmbedded } from "./embedded/index.ts";

/** A database, native or embedded, as the rest of the service sees it. */
export interface Database {
  kind: "postgresql" | "embedded";
  /** For libraries that only take one; the owner's. */
  connectionString: string;
  /** Migrates and runs jobs. */
  ownerPool: pg.Pool;
  /** Serves requests, as app_host. */
  hostPool: pg.Pool;
  close(): Promise<void>;
}

/** A connection for each lane of jobs to listen on, one for each job that runs, and some. */
const OWNER_POOL_SIZE = 20;

/** A connection that fails is replaced when next needed: say so, and live on. */
function survivor(pool: pg.Pool, log: Log): pg.Pool {
  const lost = (error: Error) => log(`database: lost a connection: ${error.message}`);
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Opens the embedded database; a directory that is in use is a mistake of configuration. */
async function openDirectory(dataDir: string, log: Log): Promise<EmbeddedDatabase> {
  try {
    return await openEmbedded({ dataDir, log });
  } catch (error) {
    const { message } = error as Error;
    throw /is in use by another process/.test(message) ? new ConfigError(`${message}.`) : error;
  }
}

/** Opens what the configuration names, and connects to nothing native before it is asked. */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "hostDatabaseUrl" | "dataDir" | "poolSize">,
  log: Log,
): Promise<Database> {
  const { databaseUrl, hostDatabaseUrl, dataDir, poolSize } = config;
  const embedded = databaseUrl ? undefined : await openDirectory(dataDir, log);
  // Kept alive, so that a connection whose other end is gone is found out.
  const owner: pg.PoolConfig = embedded
    ? embedded.poolConfig
    : { connectionString: databaseUrl, keepAlive: true };
  const host: pg.PoolConfig = hostDatabaseUrl
    ? { connectionString: hostDatabaseUrl, keepAlive: true }
    : // The owner steps down, for the whole connection. JIT is for queries longer than ours.
      { ...owner, options: "-c role=app_host -c jit=off" };
  const ownerPool = survivor(new pg.Pool({ ...owner, max: OWNER_POOL_SIZE }), log);
  const hostPool = survivor(
    new pg.Pool({ ...host, max: poolSize, pipeline: true } as pg.PoolConfig),
    log,
  );
  return {
    kind: embedded ? "embedded" : "postgresql",
    connectionString: embedded ? embedded.connectionString : (databaseUrl as string),
    ownerPool,
    hostPool,
    async close() {
      await Promise.all([ownerPool.end(), hostPool.end()]);
      await embedded?.close();
    },
  };
}
