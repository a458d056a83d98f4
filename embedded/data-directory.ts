import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The file that names the process that has the directory open. Closing the directory deletes it. */
export const PID_FILE = "embedded.pid";

/** The path of the database's own files in its directory. */
export function databasePath(directory: string): string {
  return join(directory, "pgdata");
}

/**
 * Creates the database unless it exists. It is made under another name and renamed when it is complete: a creation that
 * was killed starts again, and an existing database is never touched.
 *
 * @param create creates a database in a directory and closes it
 * @returns true if it was created
 */
export async function ensureDatabase(
  directory: string,
  create: (path: string) => Promise<void>,
): Promise<boolean> {
  const finished = databasePath(directory);
  if (existsSync(finished)) return false;
  const unfinished = `${finished}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await create(unfinished);
  renameSync(unfinished, finished);
  return true;
}
