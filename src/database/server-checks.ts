import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { ConfigError } from "../ops/config-error.ts";
import type { Log } from "../ops/log.ts";
import { isAway, logFailure } from "../ops/outage.ts";
import type { Database } from "./open.ts";
import { PrimaryClient } from "./primary-client.ts";

/** What a host checks of a PostgreSQL server. The embedded database needs none of it. */

const RETRY_INTERVAL_MS = 1_000;

/** SQLSTATEs of a server that refuses a login, or has no such database. */
const REFUSED = /^(28000|28P01|3D000|42501)$/;

/** Returns the error for a variable whose login or database the server refuses, and all other errors as they are. */
export function explainRefusal(name: string, error: unknown): unknown {
  const { code = "", message } = error as { code?: string; message: string };
  return REFUSED.test(code) ? new ConfigError(`${name} cannot be used: ${message}.`) : error;
}

/**
 * Waits until PostgreSQL answers, so that the service may start before it. Says so at once, and then once a minute.
 * @param ended Ends the wait.
 * @returns False if the wait was ended.
 * @throws ConfigError if the server refuses the login or has no such database: waiting would not help.
 */
export async function awaitDatabase(
  connectionString: string | undefined,
  ended: Promise<unknown>,
  log: Log,
): Promise<boolean> {
  if (connectionString === undefined) return true;
  const stopped = ended.then(() => false);
  const answers = async () => {
    const client = new PrimaryClient({
      connectionString,
      application_name: "location-alert jobs",
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return true;
    } finally {
      client.end().catch(() => {});
    }
  };
  for (let tries = 1; ; tries += 1) {
    try {
      const isThere = await Promise.race([answers(), stopped]);
      if (isThere && tries > 1) log("database: PostgreSQL answers, and the start goes on.");
      return isThere;
    } catch (error) {
      if (!isAway(error)) throw explainRefusal("DATABASE_URL", error);
      logFailure(log, "database: PostgreSQL does not answer, so the start waits for it", error);
    }
    if ((await Promise.race([sleep(RETRY_INTERVAL_MS), stopped])) === false) return false;
  }
}

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

/** The settings with which PostgreSQL logs no rows and no parameters. */
const WANTED = {
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** Warns if PostgreSQL's log may get rows and parameters: emails, places and hashes of people. */
export async function warnOfLoggedRows(
  { kind, ownerPool }: Pick<Database, "kind" | "ownerPool">,
  log: Log,
): Promise<void> {
  if (kind !== "postgresql") return;
  const { rows } = await ownerPool.query<{ name: keyof typeof WANTED; setting: string }>(
    "select name, setting from pg_settings where name = any($1)",
    [Object.keys(WANTED)],
  );
  const wrong = rows.filter(({ name, setting }) => setting !== WANTED[name]);
  if (wrong.length === 0) return;
  const changes = wrong.map(({ name }) => `alter system set ${name} = '${WANTED[name]}';`);
  log(
    `database: PostgreSQL's log may get emails, places and hashes of people. A superuser can prevent that: ${changes.join(" ")} select pg_reload_conf();`,
    "warn",
  );
}
