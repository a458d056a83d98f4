import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PID_FILE } from "./data-directory.ts";

/** For another process that is ending. */
const LOCK_TIMEOUT_MS = 1000;
const SQLITE_BUSY = 5;

/** The locks that this process holds. Without the reference, garbage collection would release them. */
const held = new Set<DirectoryLock>();

/**
 * A lock on a directory, held by the operating system. Two processes, two threads or two names of one directory never
 * have it at the same time. It ends with the process, even if that is killed. SQLite provides portable file locks: the
 * database file stays empty.
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
   * @throws if another process has it
   */
  static take(directory: string): DirectoryLock {
    const pidFile = join(directory, PID_FILE);
    const database = new DatabaseSync(join(directory, "embedded.lock"), {
      timeout: LOCK_TIMEOUT_MS,
    });
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

  /** Releases the lock. */
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
