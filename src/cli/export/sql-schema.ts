import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { promisify } from "node:util";
import type { Pool } from "pg";

/** The PostgreSQL whose `pg_dump` writes `schema.sql`: others name and order some things differently. */
const MAJOR_VERSION = "15";
/** Where Debian keeps the programs of that version. */
const DEBIAN_PG_DUMP = `/usr/lib/postgresql/${MAJOR_VERSION}/bin/pg_dump`;
const SCHEMAS = ["app_public", "app_private", "analytics"];
/** Partitions of weeks: which ones there are depends on the day. */
const WEEKS = "app_public.positions_2*";
const MAX_DUMP_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);

/** Returns the command of a `pg_dump` of the right version. Undefined if there is none. */
async function findPgDump(): Promise<string | undefined> {
  const isInstalled = await access(DEBIAN_PG_DUMP).then(
    () => true,
    () => false,
  );
  if (isInstalled) return DEBIAN_PG_DUMP;
  const version = await run("pg_dump", ["--version"]).catch(() => ({ stdout: "" }));
  return version.stdout.includes(` ${MAJOR_VERSION}.`) ? "pg_dump" : undefined;
}

/**
 * The tables, functions, rights and comments of the database as `pg_dump` writes them, without what differs between
 * two dumps of the same migrations.
 * @returns The dump, or in `missing` what it needs and does not find.
 */
export async function sqlSchema(
  pool: Pool,
  serverUrl: string | undefined,
): Promise<{ dump: string } | { missing: string }> {
  const server = `a server with PostgreSQL ${MAJOR_VERSION} in TEST_DATABASE_URL or DATABASE_URL`;
  if (!serverUrl) return { missing: server };
  const { rows } = await pool.query<{ database: string; version: string }>(
    "select current_database() as database, current_setting('server_version') as version",
  );
  const [{ database, version } = { database: "", version: "" }] = rows;
  if (!version.startsWith(`${MAJOR_VERSION}.`)) return { missing: server };
  const pgDump = await findPgDump();
  if (!pgDump) return { missing: `pg_dump of PostgreSQL ${MAJOR_VERSION} on the PATH` };
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  const schemas = SCHEMAS.map((schema) => `--schema=${schema}`);
  const { stdout } = await run(
    pgDump,
    ["--schema-only", "--no-owner", ...schemas, `--exclude-table=${WEEKS}`, `--dbname=${url.href}`],
    { maxBuffer: MAX_DUMP_BYTES },
  );
  const lines = stdout
    .split("\n")
    .filter((line) => line !== "" && !/^(--|\\(un)?restrict )/.test(line));
  return { dump: `${lines.join("\n")}\n` };
}
