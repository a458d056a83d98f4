import bcrypt from "bcrypt";
import { AppError } from "../errors/app-error.ts";

/** 2^11 rounds: about 80 ms on a server core. */
const COST = 11;
/** bcrypt ignores all further bytes. */
const MAX_BYTES = 72;
const MIN_CHARACTERS = 8;
/** How many hashes may wait for libuv's four threads. More are refused. */
const MAX_WAITING = 64;

let waiting = 0;

/**
 * Runs bcrypt on a thread of libuv.
 * @throws AppError RATE_LIMITED if too many wait.
 */
async function queued<T>(run: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) {
    throw new AppError("RATE_LIMITED", "Too many logins at once: try again in a moment.");
  }
  waiting += 1;
  try {
    return await run();
  } finally {
    waiting -= 1;
  }
}

/**
 * Checks a new password.
 * @throws AppError BAD_USER_INPUT if it is shorter than 8 characters, longer than bcrypt's 72 bytes (bcrypt would cut it
 *   silently), or contains a NUL (bcrypt would stop there).
 */
export function checkPassword(password: string): void {
  if ([...password].length < MIN_CHARACTERS) {
    throw new AppError("BAD_USER_INPUT", `A password needs at least ${MIN_CHARACTERS} characters.`);
  }
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw new AppError(
      "BAD_USER_INPUT",
      `A password can have at most ${MAX_BYTES} bytes in UTF-8.`,
    );
  }
  if (password.includes("\0")) {
    throw new AppError("BAD_USER_INPUT", "A password cannot contain a NUL character.");
  }
}

/** Checks a password and hashes it, outside the event loop. */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password);
  return await queued(() => bcrypt.hash(password, COST));
}

/** A hash for unknown emails. It is made at the start, so that the first of them takes no longer than others. */
const dummyHash = bcrypt.hash("nobody's password", COST);

/**
 * Returns true if a password belongs to a hash. Without a hash (an unknown email) it takes as long, and returns false.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const compared = hash ?? (await dummyHash);
  const isEqual = await queued(() => bcrypt.compare(password, compared));
  // bcrypt compares only the first 72 bytes, so a longer password is wrong whatever bcrypt says.
  return isEqual && hash !== undefined && Buffer.byteLength(password) <= MAX_BYTES;
}
