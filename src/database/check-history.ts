import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientBase, Pool } from "pg";
import { ConfigError } from "../ops/config-error.ts";

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

/** A committed migration, with the hash of its file as it is now. */
interface Committed {
  file: string;
  hash: string;
}

const HEADERS = /^(?:--! [A-Z][A-Za-z]*:.*\n)+/;

/** Returns graphile-migrate's hash of a migration: of the previous migration's hash and the text below the headers. */
function hashOf(text: string): string {
  const [headers = ""] = HEADERS.exec(text) ?? [];
  const [, previous = ""] = /^--! Previous: (?:-|(.+))$/m.exec(headers) ?? [];
  const content = `${previous}\n${text.slice(headers.length).trim()}`.trim();
  return `sha1:${createHash("sha1").update(`${content}\n`).digest("hex")}`;
}

/** The committed migrations, by the names that graphile-migrate gives them in the database. */
async function readCommitted(migrationsFolder: string): Promise<Map<string, Committed>> {
  const folder = join(migrationsFolder, "committed");
  const committed = new Map<string, Committed>();
  for (const file of await readdir(folder)) {
    const [, number] = /^(\d+).*\.sql$/.exec(file) ?? [];
    if (number === undefined) continue;
    const hash = hashOf(await readFile(join(folder, file), "utf8"));
    committed.set(`${number}.sql`, { file, hash });
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
 * @returns True if all of our migrations have run.
 */
export async function checkHistory(
  client: Pool | ClientBase,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<boolean> {
  const history = "graphile_migrate.migrations";
  // A database that was restored without its roles hides the table: prepare() says so.
  const { rows: found } = await client.query(
    `select from pg_namespace n join pg_class c on c.relnamespace = n.oid
      where n.nspname = 'graphile_migrate' and c.relname = 'migrations' and has_schema_privilege(n.oid, 'usage')`,
  );
  if (found.length === 0) return false;
  const { rows } = await client.query<{ filename: string; hash: string }>(
    `select filename, hash from ${history} order by filename`,
  );
  const committed = await readCommitted(migrationsFolder);
  for (const [index, { filename, hash }] of rows.entries()) {
    const ours = committed.get(filename);
    if (!ours || ours.hash === hash) continue;
    throw new ConfigError(index === 0 ? OTHER_HISTORY : edited(ours.file));
  }
  const ran = new Set(rows.map(({ filename }) => filename));
  return [...committed.keys()].every((file) => ran.has(file));
}
