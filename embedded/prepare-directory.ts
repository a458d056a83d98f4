import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { getSystemErrorMessage } from "node:util";
import { databasePath } from "./data-directory.ts";

/** The directory cannot hold the database, or not now. Its message is a sentence without its full stop. */
export class DirectoryError extends Error {}

const MEGABYTE_BYTES = 1024 * 1024;
const MIN_FREE_MB_TO_CREATE = 100;
/** PostgreSQL writes ahead to a file of 16 MB. */
const MIN_FREE_MB_TO_START = 20;

/**
 * Makes a directory and its parents. Node's `recursive` never returns if a directory that exists refuses with ENOENT,
 * as /proc does.
 */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const parent = dirname(path);
    const isParentMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isParentMissing || existsSync(parent)) throw error;
    makeDirectory(parent);
    mkdirSync(path, { mode: 0o700 });
  }
}

/**
 * Makes the directory of an embedded database if it does not exist, and checks that a database can live there: PGlite
 * itself ends without a reason if it cannot write.
 * @throws DirectoryError that says why it cannot be used
 */
export function prepareDirectory(path: string): void {
  try {
    if (!existsSync(path)) makeDirectory(path);
    if (!statSync(path).isDirectory()) {
      throw new DirectoryError(`${path} is a file, and must be a directory`);
    }
    accessSync(path, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(path);
    const free = Math.floor((bavail * bsize) / MEGABYTE_BYTES);
    const needed = existsSync(databasePath(path)) ? MIN_FREE_MB_TO_START : MIN_FREE_MB_TO_CREATE;
    if (free < needed) {
      throw new DirectoryError(`${path} has ${free} MB left, and needs ${needed}`);
    }
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (error instanceof DirectoryError || errno === undefined) throw error;
    const reason = `${getSystemErrorMessage(errno)} (${code})`;
    throw new DirectoryError(`${path} cannot be used: ${reason}`);
  }
}
