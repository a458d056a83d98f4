import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The release of PostgreSQL whose dump is committed. Others write views and constraints in another form. */
export const DUMPED_RELEASE = 15;

const SCHEMAS = ["app_public", "app_private", "analytics"];

/** Lines about pg_dump itself or for psql. They change with its version. */
const VERSION_LINES = new RegExp(
  [
    String.raw`^\\(un)?restrict .*\n+`,
    String.raw`^--\n-- PostgreSQL database dump( complete)?\n--\n+`,
    String.raw`^-- Dumped (from|by) .*\n+`,
    String.raw`^SET (statement_timeout|lock_timeout|idle_in_transaction_session_timeout|transaction_timeout|client_encoding|standard_conforming_strings|check_function_bodies|xmloption|client_min_messages|row_security|default_tablespace|default_table_access_method) = .*\n+`,
    String.raw`^SELECT pg_catalog\.set_config\('search_path'.*\n+`,
  ].join("|"),
  "gm",
);

/** A dump without the lines that depend on the version of pg_dump or on the role that ran it. */
export function normalizedDump(dump: string): string {
  return `${dump
    .replaceAll("\r\n", "\n")
    .replaceAll(VERSION_LINES, "")
    .replaceAll(/^(ALTER DEFAULT PRIVILEGES) FOR ROLE \S+ /gm, "$1 ")
    .trim()}\n`;
}

/**
 * Dumps our schemas by pg_dump, without data, owners and the weekly partitions of positions.
 * @returns The dump, or the reason why there is none.
 */
export async function sqlSchema(
  connectionString: string,
): Promise<{ sql: string } | { reason: string }> {
  const args = [
    "--schema-only",
    "--no-owner",
    ...SCHEMAS.map((name) => `--schema=${name}`),
    "--exclude-table=app_public.positions_[0-9]*",
    `--dbname=${connectionString}`,
  ];
  try {
    const { stdout } = await promisify(execFile)("pg_dump", args, { maxBuffer: 64 * 1024 * 1024 });
    return { sql: normalizedDump(stdout) };
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code === "ENOENT") return { reason: "pg_dump is not installed" };
    if (stderr && /version mismatch/.test(stderr)) {
      return { reason: "pg_dump is older than the server" };
    }
    throw new Error(`pg_dump failed: ${stderr ?? error}`);
  }
}
