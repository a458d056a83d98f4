import type { Pool, PoolClient } from "pg";
import { ConfigError } from "../ops/config-error.ts";
import { explainRefusal } from "./await-database.ts";
import type { Database } from "./open.ts";

/** PostgreSQL's code for a broken protocol. PgBouncer sends it for start-up parameters that it does not pass on. */
const PROTOCOL_VIOLATION = "08P01";

const refusal = (reason: string) =>
  new ConfigError(
    `The service is connected to a pooler, such as PgBouncer, that ${reason}. It needs sessions of its own, for SET, ` +
      "prepared statements, LISTEN and advisory locks. Set DATABASE_URL and HOST_DATABASE_URL to PostgreSQL itself. " +
      "POOL_SIZE, PUBLICATION_POOL_SIZE and JOBS_POOL_SIZE limit the connections of a host.",
  );

const backendOf = async (client: PoolClient): Promise<number> =>
  (await client.query("select pg_backend_pid() as pid")).rows[0].pid;

/**
 * Throws a ConfigError if the connections of a pool share sessions: behind a pooler in transaction mode a client gets
 * another session while a transaction holds its previous one. Must not be called for the embedded database, which has
 * one session.
 */
async function requireSessions(pool: Pool): Promise<void> {
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    const before = await backendOf(one);
    await other.query("begin");
    await backendOf(other);
    const after = await backendOf(one);
    await other.query("commit");
    if (after !== before) throw refusal("shares sessions by transactions");
  } finally {
    one.release();
    other.release();
  }
}

/** Throws a ConfigError if a pooler refuses or drops the parameters with which connections for requests start. */
async function requireStartParameters(hostPool: Pool): Promise<void> {
  const { statement_timeout, options } = hostPool.options;
  const role = /role=(\w+)/.exec(options ?? "")?.[1];
  const sql = `select current_setting('role') as role,
    (select setting::int from pg_settings where name = 'statement_timeout') as timeout`;
  try {
    const [row] = (await hostPool.query(sql)).rows;
    if ((role && row.role !== role) || (statement_timeout && row.timeout !== statement_timeout)) {
      throw refusal("drops start-up parameters");
    }
  } catch (error) {
    if ((error as { code?: string }).code !== PROTOCOL_VIOLATION) {
      throw explainRefusal("HOST_DATABASE_URL", error);
    }
    throw refusal(`refuses start-up parameters (${(error as Error).message})`);
  }
}

/** Throws a ConfigError if the owner's connections share sessions. */
export async function requireOwnerSessions({ kind, ownerPool }: Database): Promise<void> {
  if (kind === "postgresql") await requireSessions(ownerPool);
}

/**
 * Throws a ConfigError if the host's connections share sessions or lack their parameters. Must be called after
 * `migrate`, which makes the role app_host.
 */
export async function requireHostSessions(database: Database): Promise<void> {
  if (database.kind !== "postgresql") return;
  await requireStartParameters(database.hostPool);
  await requireSessions(database.publicationPool);
}
