import bcrypt from "bcrypt";
import { AppError } from "../errors/app-error.ts";

/** 2^11 rounds: about 80 ms on a server core. */
const COST = 11;
/** bcrypt reads no further. */
const MOST_BYTES = 72;
const LEAST_CHARACTERS = 8;
/** How many hashes may wait for libuv's four threads before the next is sent away. */
const MOST_WAITING = 64;

let waiting = 0;

/** Runs bcrypt on a thread of libuv, unless too many wait: then error RATE_LIMITED. */
async function queued<T>(run: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) {
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
 * Checks that a password may be one.
 * @throws AppError BAD_USER_INPUT that says what to mend: shorter than 8 characters, longer than
 *   bcrypt's 72 bytes (which would be cut silently), or with a NUL (where bcrypt would stop).
 */
export function checkPassword(password: string): void {
  if ([...password].length < LEAST_CHARACTERS) {
    throw new AppError(
      "BAD_USER_INPUT",
      `A password needs at least ${LEAST_CHARACTERS} characters.`,
    );
  }
  if (Buffer.byteLength(password) > MOST_BYTES) {
    throw new AppError(
      "BAD_USER_INPUT",
      `A password can have at most ${MOST_BYTES} bytes in UTF-8.`,
    );
  }
  if (password.includes("\0")) {
    throw new AppError("BAD_USER_INPUT", "A password cannot contain a NUL character.");
  }
}

/** Checks a password, and hashes it with bcrypt off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password);
  return await queued(() => bcrypt.hash(password, COST));
}

/** Nobody's; made at once, so that the first unknown email takes no longer than others. */
const anyHash = bcrypt.hash("nobody's password", COST);

/**
 * Whether a password belongs to a hash. Without a hash (an unknown email) it takes as long, and
 * says no.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const compared = hash ?? (await anyHash);
  const isEqual = await queued(() => bcrypt.compare(password, compared));
  // What bcrypt would have cut is not the password, whatever it answers.
  return isEqual && hash !== undefined && Buffer.byteLength(password) <= MOST_BYTES;
}
