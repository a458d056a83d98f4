import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, jest } from "@jest/globals";
import pg from "pg";
import { cloneEmbedded } from "../../../src/database/embedded/clone.ts";
import { type EmbeddedDatabase, openEmbedded } from "../../../src/database/embedded/index.ts";

// These tests open many databases, and share the machine with others.
jest.setTimeout(300_000);

const made: string[] = [];
afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/** A new directory under the temporary one, until the test file has run. */
export function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "embedded-test-"));
  made.push(directory);
  return directory;
}

/**
 * The directory of a closed database with PostGIS, made once for this version and kept for the next run.
 * Test files that come at the same time wait for the first.
 */
export async function template(): Promise<string> {
  const version = ["pglite", "pglite-postgis"]
    .map((name) => {
      const file = new URL(
        `../../../node_modules/@electric-sql/${name}/package.json`,
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

/** A database of its own for a test file. */
export interface Prepared extends EmbeddedDatabase {
  directory: string;
  pool: pg.Pool;
  /** What it logged. */
  lines: string[];
}

/** Opens a clone of the template. */
export async function openPrepared(): Promise<Prepared> {
  const directory = scratch();
  cloneEmbedded(await template(), directory);
  const lines: string[] = [];
  const database = await openEmbedded({
    dataDir: directory,
    log: (line) => lines.push(line),
  });
  const pool = new pg.Pool({ ...database.poolConfig, max: 8 });
  return {
    ...database,
    directory,
    pool,
    lines,
    close: async () => {
      await pool.end();
      await database.close();
    },
  };
}
