import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { MIGRATIONS_FOLDER } from "../../database/check-history.ts";
import type { Log } from "../../ops/log.ts";
import { withScratchDatabase } from "../export/scratch-database.ts";
import { CommandError } from "../run-command.ts";
import { type Catalogue, readCatalogue } from "./catalogue.ts";

/** The number of migrations that made a database. */
export async function countMigrations(pool: Pool): Promise<number> {
  const { rows } = await pool.query("select count(*)::int from graphile_migrate.migrations");
  return rows[0].count;
}

/** Reads what the first `migrations` of our migrations make, from a temporary embedded database. */
export async function expectedCatalogue(migrations: number, log: Log): Promise<Catalogue> {
  const names = (await readdir(join(MIGRATIONS_FOLDER, "committed"))).sort();
  if (migrations > names.length) {
    throw new CommandError(
      `A newer release made this database, by ${migrations} migrations. This one has ${names.length}: check it with the newer one.`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), "las-migrations-"));
  try {
    for (const name of names.slice(0, migrations)) {
      await cp(join(MIGRATIONS_FOLDER, "committed", name), join(folder, "committed", name));
    }
    const read = ({ ownerPool }: { ownerPool: Pool }) => readCatalogue(ownerPool);
    return await withScratchDatabase(undefined, log, read, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
