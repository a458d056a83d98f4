import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Says which process has a directory open; it is gone when the directory was closed in order. */
export const PID_FILE = "embedded.pid";

/** The database's own files, in the directory that it is given. */
export function databasePath(directory: string): string {
  return join(directory, "pgdata");
}

/**
 * Creates the database unless it is there. It is made aside and renamed when it is whole, so that a
 * creation that was killed is begun anew, and a database that is there is never touched.
 *
 * @param create creates a database in a directory and closes it
 * @returns whether it was created
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
