import { DirectoryError, type EmbeddedDatabase, openEmbedded } from "location-alert-embedded";
import pg from "pg";
import { ConfigError } from "../ops/config-error.ts";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";
import type { Config } from "../settings/config.ts";
import { cutOff, expectSilence, PrimaryClient } from "./primary-client.ts";
import { PublicPool } from "./public-pool.ts";
import { READINESS_TIMEOUT_MS } from "./readiness.ts";

/** A database, PostgreSQL or embedded, as the rest of the service sees it. */
export interface Database {
  kind: "postgresql" | "embedded";
  /** The owner's, for libraries that take only a connection string. */
  connectionString: string;
  /** Migrates and runs jobs. */
  ownerPool: pg.Pool;
  /** Serves requests, with the role app_host. */
  hostPool: PublicPool;
  /** Publishes, and tells subscribers, with the role app_host. Public requests cannot take its connections. */
  publicationPool: pg.Pool;
  /**
   * One connection for GET /readyz and the console's settings, with the role app_host, so that a busy pool does not
   * make a host look gone.
   */
  readinessPool: pg.Pool;
  /** Ends all connections, because nothing comes from the database any more. The pools make new ones. */
  cutOff(): void;
  /** Resolves if the embedded database ends by itself. The service waits for a PostgreSQL server instead. */
  lost?: Promise<Error> | undefined;
  close(): Promise<void>;
}

/** Opens the embedded database of a directory. */
export type OpenDirectory = (dataDir: string, log: Log) => Promise<EmbeddedDatabase>;

/** Opens the embedded database. A directory that cannot be used is a mistake in the configuration. */
export const openDirectory: OpenDirectory = async (dataDir, log) => {
  try {
    return await openEmbedded({ dataDir, log });
  } catch (error) {
    throw error instanceof DirectoryError ? new ConfigError(`DATA_DIR: ${error.message}.`) : error;
  }
};

/**
 * Opens the database that the configuration names. A connection to PostgreSQL is made when it is first needed.
 * @param open Opens the embedded database. Tests return one that is already open.
 */
export async function openDatabase(
  config: Pick<
    Config,
    "databaseUrl" | "hostDatabaseUrl" | "dataDir" | "poolSize" | "pools" | "timeoutsMs"
  >,
  log: Log,
  open: OpenDirectory = openDirectory,
): Promise<Database> {
  const { databaseUrl, hostDatabaseUrl, dataDir, poolSize, pools, timeoutsMs } = config;
  const embedded = databaseUrl ? undefined : await open(dataDir, log);
  // With keep-alive a connection whose other end is gone gets an error.
  const owner: pg.PoolConfig = embedded
    ? embedded.poolConfig
    : { connectionString: databaseUrl, keepAlive: true, Client: PrimaryClient };
  const host: pg.PoolConfig = hostDatabaseUrl
    ? { ...owner, connectionString: hostDatabaseUrl }
    : // The owner takes the role of the host for the whole connection. JIT only pays for longer queries.
      {
        ...owner,
        options: "-c role=app_host -c jit=off -c default_transaction_isolation=read\\ committed",
      };
  const connections = new Set<pg.ClientBase>();
  /** Logs a lost connection instead of ending the process. The pool replaces it when the next one is needed. */
  const watched = <Pool extends pg.Pool>(pool: Pool): Pool => {
    pool.on("error", (error) => logFailure(log, "database: lost a connection", error));
    pool.on("connect", (client) => {
      client.on("error", () => {});
      connections.add(client);
    });
    pool.on("remove", (client) => connections.delete(client));
    return pool;
  };
  const makePool = (name: string, options: pg.PoolConfig) =>
    watched(new pg.Pool({ ...options, application_name: `location-alert ${name}` }));
  // PostgreSQL applies these to the connection, whichever roles its statements take. PGlite cannot interrupt a
  // statement, so the host stops waiting for it.
  const limits: pg.PoolConfig = embedded
    ? { query_timeout: timeoutsMs.statement }
    : {
        statement_timeout: timeoutsMs.statement,
        lock_timeout: timeoutsMs.lock,
        idle_in_transaction_session_timeout: timeoutsMs.statement,
      };
  const ownerPool = makePool("jobs", { ...owner, max: pools.jobs });
  const hostConfig = { ...host, ...limits, max: poolSize, pipeline: true };
  const hostPool = watched(
    new PublicPool(
      { ...hostConfig, application_name: "location-alert host" },
      timeoutsMs.connection,
    ),
  );
  const publicationPool = makePool("publication", {
    ...host,
    max: pools.publication,
    pipeline: true,
  });
  const readinessPool = makePool("readiness", {
    ...host,
    max: 1,
    connectionTimeoutMillis: READINESS_TIMEOUT_MS,
    query_timeout: READINESS_TIMEOUT_MS,
  });
  return {
    kind: embedded ? "embedded" : "postgresql",
    connectionString: embedded ? embedded.connectionString : (databaseUrl as string),
    ownerPool,
    hostPool,
    publicationPool,
    readinessPool,
    cutOff() {
      // In the embedded database a long statement makes all others wait, so silence is normal.
      if (embedded) return;
      expectSilence();
      for (const client of connections) cutOff(client, "the database is silent");
    },
    lost: embedded?.lost,
    async close() {
      const pools = [ownerPool, hostPool, publicationPool, readinessPool];
      await Promise.all(pools.map((pool) => pool.end()));
      await embedded?.close();
    },
  };
}
