import pg from "pg";
import { isSmall, SERVER, withDatabase } from "./database.ts";

/** Makes databases as copies of one. */
export interface Clones {
  /** Copies the migrated database, fills the copy, and returns its URL. */
  make(name: string, fill: (client: pg.Client) => Promise<void>): Promise<string>;
}

/** Connects like a host, without JIT. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: "-c jit=off" });
  // The connection breaks if its database is dropped after a failure. Only the failure matters then.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Makes a migrated database to copy. Drops it and all copies at the end. */
export async function withClones<T>(name: string, run: (clones: Clones) => Promise<T>): Promise<T> {
  return await withDatabase(name, async (url, owner) => {
    const server = await connect(SERVER as string);
    const copies: string[] = [];
    // PostgreSQL copies a database only while nobody is connected to it.
    await owner.query("vacuum analyze");
    await server.query(`alter database ${name} allow_connections false`);
    await server.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1",
      [name],
    );
    try {
      return await run({
        async make(part, fill) {
          const target = `${name}_${part}`;
          copies.push(target);
          await server.query(`drop database if exists ${target} with (force)`);
          // Copying files is faster for a large database; its checkpoints are too slow for a small one.
          const strategy = isSmall ? "wal_log" : "file_copy";
          await server.query(`create database ${target} template ${name} strategy ${strategy}`);
          const targetUrl = new URL(url);
          targetUrl.pathname = `/${target}`;
          const client = await connect(targetUrl.href);
          try {
            await fill(client);
            await client.query("vacuum analyze");
          } finally {
            await client.end();
          }
          return targetUrl.href;
        },
      });
    } finally {
      for (const target of copies) {
        await server.query(`drop database if exists ${target} with (force)`);
      }
      await server.end();
    }
  });
}
