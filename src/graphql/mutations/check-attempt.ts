import { tarpit } from "../../limits/tarpit.ts";
import { AppError } from "../../ops/app-error.ts";
import { verifyPassword } from "../../people/passwords.ts";
import { type Caller, hostRow } from "../requests/caller.ts";

/** An email and a password that somebody gives. */
export interface Attempt {
  email: string;
  password: string;
}

/** What the database says at the beginning of an attempt. */
interface Begun {
  /** In seconds. 0 if the attempt may go on. */
  retry_after: number;
  /** True if the account has logged in from this address before. */
  is_known: boolean;
}

const BEGIN = "select * from app_private.begin_login($1, $2)";
const FAIL = "select app_private.fail_login($1, $2) from set_config('app.request_id', $3, true)";
const COMPLETE = "select app_private.complete_login($1, $2)";

/** The error of an attempt after too many failures. */
export const tooManyWrongLogins = (retryAfter: number) =>
  new AppError("RATE_LIMITED", `Too many wrong logins: try again in ${retryAfter} seconds.`, {
    reason: "TOO_MANY_WRONG_LOGINS",
    retryAfter,
  });

/** Rethrows an error. Waits a second first if it refuses the attempt: too many failures, or too many passwords wait. */
export async function tarpitRefusal(error: unknown): Promise<never> {
  if (error instanceof AppError) await tarpit();
  throw error;
}

/**
 * Checks a password. The database counts failures and refuses an attempt before its password is hashed. An unknown
 * email takes as long as a wrong password.
 * @param find Returns the account, or undefined.
 * @returns The account, or undefined if the password is wrong.
 * @throws AppError RATE_LIMITED after too many failures.
 */
export async function checkAttempt<
  Account extends { user_id: number; password_hash: string; has_factor: boolean },
>(
  caller: Caller,
  { email, password }: Attempt,
  find: () => Promise<Account | undefined>,
): Promise<Account | undefined> {
  const address = caller.request.address();

  /** Returns true if the account is known at the address. */
  const begin = async (): Promise<boolean> => {
    const begun = await hostRow<Begun>(caller, BEGIN, email, address);
    const { retry_after: retryAfter, is_known: isKnown } = begun as Begun;
    if (retryAfter === 0) return isKnown;
    throw tooManyWrongLogins(retryAfter);
  };

  const isKnown = await begin().catch(tarpitRefusal);
  const account = await find();
  const key = isKnown ? `${account?.user_id} at ${address}` : address;
  const lane = { key, isKnown };
  const isRight = await verifyPassword(password, account?.password_hash, lane, begin).catch(
    tarpitRefusal,
  );
  if (!isRight || !account) {
    await hostRow(caller, FAIL, email, address, caller.request.id);
    return undefined;
  }
  // With a second factor, a password alone forgives no failures: nobody guesses codes without end by it.
  if (!account.has_factor) await hostRow(caller, COMPLETE, email, address);
  return account;
}
