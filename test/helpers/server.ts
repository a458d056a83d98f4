import pg from "pg";
import { until } from "./until.ts";

/** How long the last connections of a database may take to close, in milliseconds. */
const PATIENCE = 1000;

/** Returns the URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on the server's own database. */
export async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Drops a database after its connections have closed, or after a second. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const connections = `select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await until(
      async () => (await client.query(connections)).rowCount,
      (count) => count === 0,
      PATIENCE,
    ).catch(() => {});
    // Only a superuser may force autovacuum to end. Without force, PostgreSQL asks it to.
    await client
      .query(`drop database if exists ${name} with (force)`)
      .catch(() => client.query(`drop database if exists ${name}`));
  } finally {
    await client.end();
  }
}
