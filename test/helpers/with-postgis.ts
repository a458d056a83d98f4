import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { openEmbedded } from "../../src/database/embedded/index.ts";

/**
 * Returns the directory of a closed database with PostGIS. It is made once for each version and kept for later runs.
 * Concurrent callers wait for the first.
 */
export async function withPostgis(): Promise<string> {
  const version = ["pglite", "pglite-postgis"]
    .map((name) => {
      const file = new URL(
        `../../node_modules/@electric-sql/${name}/package.json`,
        import.meta.url,
      );
      return JSON.parse(readFileSync(file, "utf8")).version;
    })
    .join("-");
  const directory = join(tmpdir(), `embedded-test-template-${version}`);
  const prepared = join(directory, "prepared");
  while (!existsSync(prepared)) {
    try {
      const database = await openEmbedded({ dataDir: directory });
      const pool = new pg.Pool(database.poolConfig);
      await pool.query("create extension if not exists postgis");
      await pool.end();
      await database.close();
      writeFileSync(prepared, "");
    } catch (error) {
      if (!(error as Error).message.includes("in use")) throw error;
      await setTimeout(200);
    }
  }
  return directory;
}
