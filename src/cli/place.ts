import { resolve } from "node:path";
import pg from "pg";

/**
 * Names the database that a command works on, for a sentence, without its password. It shows someone who forgot
 * DATABASE_URL that the command used the embedded database.
 */
export function placeOf({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
}): string {
  if (!databaseUrl) return `the embedded database in ${resolve(dataDir)}`;
  // The client reads the URL as each connection does: parts that the URL lacks come from PGHOST and similar variables.
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl });
  return `the PostgreSQL database ${database} on ${host}:${port}`;
}
