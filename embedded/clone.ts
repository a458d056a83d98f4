import { constants, cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { databasePath, PID_FILE } from "./data-directory.ts";

/**
 * Copies a closed embedded database, without the other files of its directory. A test that needs its own database
 * clones a prepared one, which is faster than making one.
 *
 * @param from the data directory of the closed database
 * @param to the new data directory, without a database
 * @throws if the database is open, or was not closed
 */
export function cloneEmbedded(from: string, to: string): void {
  if (existsSync(join(from, PID_FILE))) throw new Error(`${from} has not been closed`);
  if (existsSync(databasePath(to))) throw new Error(`${to} holds a database already`);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const names = readdirSync(from).filter((name) => name.startsWith("postgis-"));
  for (const name of [...names, "pgdata"]) {
    // Three times as fast as cp().
    cpSync(join(from, name), join(to, name), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    });
  }
}
