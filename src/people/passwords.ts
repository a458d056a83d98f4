import { availableParallelism } from "node:os";
import bcrypt from "bcrypt";
import { hostNumber } from "../hosts/this-host.ts";
import { FairQueue, type Lane } from "../limits/fair-queue.ts";
import { AppError } from "../ops/app-error.ts";

/** If a password repeats one part throughout, only that part counts. */
export const MIN_CHARACTERS = 8;
/** What clients know of a refusal of a shorter one. */
export const PASSWORD_TOO_SHORT = {
  reason: "PASSWORD_TOO_SHORT",
  detail: String(MIN_CHARACTERS),
};

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Loads the list of leaked passwords when the first password is set, as that takes a tenth of a second. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(dictionary["passwords-common"].filter(({ length }) => length >= MIN_CHARACTERS)),
  );
  return loaded;
}

/** Says why a password is easy to guess; undefined if it is not. */
export async function weakness(
  password: string,
  email: string | undefined,
): Promise<[reason: string, text: string] | undefined> {
  const text = password.toLowerCase();
  const unit = text.match(/^(.+?)\1+$/su)?.[1] ?? text;
  if ([...unit].length < MIN_CHARACTERS)
    return ["PASSWORD_REPEATS", "This password repeats a few characters"];
  const names = email?.toLowerCase().split("@", 1) ?? [];
  if ([email?.toLowerCase(), ...names].includes(unit))
    return ["PASSWORD_IS_EMAIL", "This password is the email address"];
  if ((await commonPasswords()).has(unit))
    return ["PASSWORD_COMMON", "This password is one of the most common ones"];
  return undefined;
}

/** A full queue has room again after this. */
const RETRY_AFTER_S = 3;

const refusal = () =>
  new AppError("RATE_LIMITED", "Too many logins at once: try again in a moment.", {
    reason: "TOO_MANY_LOGINS",
    retryAfter: RETRY_AFTER_S,
  });

/**
 * How many passwords a host hashes at once. Each keeps a core busy for its whole time, and libuv has four threads.
 * Several hosts share the cores.
 */
export const hashesAtOnce = (host: number | undefined, cores: number): number =>
  host === undefined ? Math.min(3, Math.max(1, cores - 1)) : 1;

/** The queue of password hashes, fair by address, and by account if it is known at the address. */
export class HashQueue extends FairQueue {
  constructor() {
    const atOnce = hashesAtOnce(hostNumber, availableParallelism());
    super({ atOnce, mostWaiting: 64, mostInLane: 16, refusal });
  }
}

/** 2^11 rounds: about 80 ms on a server core. */
const COST_LOG2_ROUNDS = 11;
/** bcrypt ignores all further bytes. */
const MAX_PASSWORD_BYTES = 72;

const queue = new HashQueue();
/** The lane of commands and the first administrator. */
const OPERATOR: Lane = { key: "operator", isKnown: true };

/**
 * Checks a new password.
 * @param email The user's email, which the password must not be.
 * @throws AppError BAD_USER_INPUT if it is shorter than 8 characters, longer than bcrypt's 72 bytes (bcrypt would cut
 *   it silently), contains a NUL (bcrypt would stop there), or is easy to guess.
 */
export async function checkPassword(password: string, email?: string): Promise<void> {
  if ([...password].length < MIN_CHARACTERS) {
    throw new AppError(
      "BAD_USER_INPUT",
      `A password needs at least ${MIN_CHARACTERS} characters.`,
      PASSWORD_TOO_SHORT,
    );
  }
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AppError(
      "BAD_USER_INPUT",
      `A password can have at most ${MAX_PASSWORD_BYTES} bytes in UTF-8.`,
      { reason: "PASSWORD_TOO_LONG" },
    );
  }
  if (password.includes("\0")) {
    throw new AppError("BAD_USER_INPUT", "A password cannot contain a NUL character.", {
      reason: "PASSWORD_CHARACTER",
    });
  }
  const weak = await weakness(password, email);
  if (!weak) return;
  const [reason, text] = weak;
  throw new AppError("BAD_USER_INPUT", `${text}: choose another one.`, { reason });
}

/**
 * Checks a password and hashes it, outside the event loop.
 * @param begin Runs when it is the lane's turn. Nothing is hashed if it throws.
 */
export async function hashPassword(
  password: string,
  email?: string,
  lane = OPERATOR,
  begin: () => Promise<unknown> = async () => {},
): Promise<string> {
  await checkPassword(password, email);
  return await queue.run(lane, async () => {
    await begin();
    return await bcrypt.hash(password, COST_LOG2_ROUNDS);
  });
}

/** A hash of no password, for unknown emails. */
const DUMMY_HASH = `$2b$${COST_LOG2_ROUNDS}$${"x".repeat(53)}`;

/**
 * Returns true if a password belongs to a hash. Without a hash (an unknown email) it takes as long, and returns false.
 * @param begin Runs when it is the lane's turn. Nothing is hashed if it throws.
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  lane = OPERATOR,
  begin: () => Promise<unknown> = async () => {},
): Promise<boolean> {
  const isEqual = await queue.run(lane, async () => {
    await begin();
    return await bcrypt.compare(password, hash ?? DUMMY_HASH);
  });
  // bcrypt compares only the first 72 bytes, so a longer password is wrong whatever bcrypt says.
  return isEqual && hash !== undefined && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
}
