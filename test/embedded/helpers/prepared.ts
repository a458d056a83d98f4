import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, jest } from "@jest/globals";
import pg from "pg";
import { cloneEmbedded } from "../../../embedded/clone.ts";
import { type EmbeddedDatabase, openEmbedded } from "../../../embedded/index.ts";
import { withPostgis } from "../../helpers/with-postgis.ts";

// These tests open many databases, and share the machine with others.
jest.setTimeout(300_000);

const made: string[] = [];
afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/** Makes a temporary directory, and removes it after the test file. */
export function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "embedded-test-"));
  made.push(directory);
  return directory;
}

/** Clones the database with PostGIS into a temporary directory, and returns the directory. */
export async function scratchClone(): Promise<string> {
  const directory = scratch();
  cloneEmbedded(await withPostgis(), directory);
  return directory;
}

/** A separate database for a test file. */
export interface Prepared extends EmbeddedDatabase {
  directory: string;
  pool: pg.Pool;
  /** The lines that it logged. */
  lines: string[];
}

/** Opens a clone of the database with PostGIS. */
export async function openPrepared(): Promise<Prepared> {
  const directory = await scratchClone();
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
