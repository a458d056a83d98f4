import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientBase, Pool } from "pg";
import { ConfigError } from "../ops/config-error.ts";

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

/** A committed migration: its file, and what graphile-migrate stores of it. */
export interface CommittedMigration {
  file: string;
  /** The name by which graphile-migrate stores it: its number, without its message. */
  name: string;
  /** The SQL below the headers. */
  body: string;
  /** The hash of the file as it is now: of the previous migration's hash and the body. */
  hash: string;
  previousHash: string | null;
  /** True if the file's header states this hash. */
  isAsCommitted: boolean;
}

const HEADERS = /^(?:--! [A-Z][A-Za-z]*:.*\n)+/;

/** Reads a migration, and hashes it as graphile-migrate does. */
function parseMigration(file: string, name: string, text: string): CommittedMigration {
  const [headers = ""] = HEADERS.exec(text) ?? [];
  const [, previousHash = null] = /^--! Previous: (?:-|(.+))$/m.exec(headers) ?? [];
  const body = `${text.slice(headers.length).trim()}\n`;
  const content = `${previousHash ?? ""}\n${body}`.trimStart();
  const hash = `sha1:${createHash("sha1").update(content).digest("hex")}`;
  return {
    file,
    name,
    body,
    hash,
    previousHash,
    isAsCommitted: headers.includes(`--! Hash: ${hash}\n`),
  };
}

/** The committed migrations in order. */
async function readCommitted(migrationsFolder: string): Promise<CommittedMigration[]> {
  const folder = join(migrationsFolder, "committed");
  const committed: CommittedMigration[] = [];
  for (const file of (await readdir(folder)).sort()) {
    const [, number] = /^(\d+).*\.sql$/.exec(file) ?? [];
    if (number === undefined) continue;
    const text = await readFile(join(folder, file), "utf8");
    committed.push(parseMigration(file, `${number}.sql`, text));
  }
  return committed;
}

const OTHER_HISTORY =
  "This database was made by other migrations than those in migrations/committed, for example by a version from before " +
  "the first release. It cannot be upgraded, and its data is not carried over. Nothing in it was changed. Start with an " +
  "empty database: set DATABASE_URL (or DATA_DIR, for the embedded database) to a new one.";

const edited = (file: string) =>
  `migrations/committed/${file} is not the migration that ran on this database: the file was edited since. Nothing in ` +
  "the database was changed. Put the file back as it was in the release that ran it.";

/**
 * Throws a ConfigError if other files than ours migrated the database, and changes nothing in it. graphile-migrate
 * compares only the numbers: it would find nothing to do, and the service would run on another schema.
 *
 * Migrations after ours come from a newer release, and are no reason to refuse.
 * @returns Those of our migrations that have not run.
 */
export async function checkHistory(
  client: Pool | ClientBase,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<CommittedMigration[]> {
  const history = "graphile_migrate.migrations";
  // A database that was restored without its roles hides the table: prepare() says so.
  const { rows: found } = await client.query(
    `select from pg_namespace n join pg_class c on c.relnamespace = n.oid
      where n.nspname = 'graphile_migrate' and c.relname = 'migrations' and has_schema_privilege(n.oid, 'usage')`,
  );
  const committed = await readCommitted(migrationsFolder);
  if (found.length === 0) return committed;
  const { rows } = await client.query<{ filename: string; hash: string }>(
    `select filename, hash from ${history} order by filename`,
  );
  for (const [index, { filename, hash }] of rows.entries()) {
    const ours = committed.find(({ name }) => name === filename);
    if (!ours || ours.hash === hash) continue;
    throw new ConfigError(index === 0 ? OTHER_HISTORY : edited(ours.file));
  }
  const ran = new Set(rows.map(({ filename }) => filename));
  return committed.filter(({ name }) => !ran.has(name));
}
