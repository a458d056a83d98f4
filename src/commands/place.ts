import { resolve } from "node:path";
import pg from "pg";

/**
 * Names the database that a command works on, for a sentence, without its password: who forgot DATABASE_URL sees that it was the
 * embedded one.
 */
export function placeOf({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
}): string {
  if (!databaseUrl) return `the embedded database in ${resolve(dataDir)}`;
  // It reads the URL as each connection does: what it leaves out comes from PGHOST and so on.
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl });
  return `the PostgreSQL database ${database} on ${host}:${port}`;
}
