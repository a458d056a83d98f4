import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "location-alert-embedded";
import pg from "pg";

/**
 * Returns the directory of a closed database with PostGIS. It is made once for each version and kept for later runs.
 * Concurrent runs each make one, and the first is kept.
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
  const directory = join(tmpdir(), `embedded-test-postgis-16mb-${version}-${userInfo().username}`);
  if (existsSync(directory)) return directory;
  const made = await mkdtemp(`${directory}-`);
  const database = await openEmbedded({ dataDir: made });
  const pool = new pg.Pool(database.poolConfig);
  await pool.query("create extension if not exists postgis");
  // PGlite fills its buffers with zeros at each start, 128 MB unless this says less.
  await pool.query("alter system set shared_buffers = '16MB'");
  await pool.end();
  await database.close();
  try {
    renameSync(made, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
    rmSync(made, { recursive: true });
  }
  return directory;
}
