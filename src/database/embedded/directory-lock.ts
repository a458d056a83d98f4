import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PID_FILE } from "./data-directory.ts";

/** How long a start waits for another one that is only just ending, or trying too, in milliseconds. */
const PATIENCE = 1000;
const SQLITE_BUSY = 5;

/** Locks that are held: a lock that was collected as garbage would be free. */
const held = new Set<DirectoryLock>();

/**
 * A lock on a directory, held by the operating system: two processes, two threads, or two names of one
 * directory never have it at once, and it ends with the process, however that ends. SQLite is here for
 * its portable file locks; the file stays empty.
 */
export class DirectoryLock {
  readonly #database: DatabaseSync;
  readonly #pidFile: string;

  private constructor(database: DatabaseSync, pidFile: string) {
    this.#database = database;
    this.#pidFile = pidFile;
  }

  /**
   * Takes the lock.
   *
   * @throws when another process has it
   */
  static take(directory: string): DirectoryLock {
    const pidFile = join(directory, PID_FILE);
    const database = new DatabaseSync(join(directory, "embedded.lock"), { timeout: PATIENCE });
    try {
      database.exec("begin exclusive");
    } catch (error) {
      database.close();
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      throw new Error(`${directory} is in use by another process${owner(pidFile)}`);
    }
    writeFileSync(pidFile, `${process.pid}\n`);
    const lock = new DirectoryLock(database, pidFile);
    held.add(lock);
    return lock;
  }

  /** Gives it back. */
  release(): void {
    held.delete(this);
    rmSync(this.#pidFile, { force: true });
    this.#database.close();
  }
}

function owner(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, "utf8").trim()})`;
  } catch {
    return "";
  }
}
