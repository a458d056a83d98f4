import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientBase, Pool } from "pg";
import { ConfigError } from "../errors/config-error.ts";

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

/** A committed migration. */
interface Committed {
  file: string;
  hash: string;
}

/** The committed migrations, by the names that graphile-migrate gives them in the database. */
async function readCommitted(migrationsFolder: string): Promise<Map<string, Committed>> {
  const folder = join(migrationsFolder, "committed");
  const committed = new Map<string, Committed>();
  for (const file of await readdir(folder)) {
    const [, number] = /^(\d+).*\.sql$/.exec(file) ?? [];
    if (number === undefined) continue;
    const [, hash] = /^--! Hash: (.+)$/m.exec(await readFile(join(folder, file), "utf8")) ?? [];
    if (hash !== undefined) committed.set(`${number}.sql`, { file, hash });
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
 * Migrations past ours are of a newer release, and no reason to refuse.
 */
export async function checkHistory(
  client: Pool | ClientBase,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<void> {
  const history = "graphile_migrate.migrations";
  const { rows: found } = await client.query("select to_regclass($1) as history", [history]);
  if (found[0].history === null) return;
  const { rows } = await client.query<{ filename: string; hash: string }>(
    `select filename, hash from ${history} order by filename`,
  );
  const committed = await readCommitted(migrationsFolder);
  for (const [index, { filename, hash }] of rows.entries()) {
    const ours = committed.get(filename);
    if (!ours || ours.hash === hash) continue;
    throw new ConfigError(index === 0 ? OTHER_HISTORY : edited(ours.file));
  }
}
