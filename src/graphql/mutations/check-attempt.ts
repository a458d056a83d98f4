import type { WithRequest } from "../../database/database-request.ts";
import { tarpit } from "../../limits/tarpit.ts";
import { AppError } from "../../ops/app-error.ts";
import { verifyPassword } from "../../people/passwords.ts";

/** An email and a password that somebody gives, the network address that they come from, and the request's id. */
export interface Attempt {
  email: string;
  password: string;
  address: string;
  requestId: string | undefined;
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

/** Rethrows an error. Waits a second first if it refuses the attempt: too many failures, or too many passwords wait. */
async function tarpitRefusal(error: unknown): Promise<never> {
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
export async function checkAttempt<Account extends { user_id: number; password_hash: string }>(
  withPgClient: WithRequest,
  { email, password, address, requestId }: Attempt,
  find: () => Promise<Account | undefined>,
): Promise<Account | undefined> {
  // Runs as the host's login role: no role of a request may read a hash.
  const call = async <Row>(text: string, ...others: unknown[]) =>
    (
      await withPgClient(null, (client) =>
        client.query<Row>({ text, values: [email, address, ...others] }),
      )
    ).rows;

  /** Returns true if the account is known at the address. */
  const begin = async (): Promise<boolean> => {
    const [begun] = await call<Begun>(BEGIN);
    const { retry_after: retryAfter, is_known: isKnown } = begun as Begun;
    if (retryAfter === 0) return isKnown;
    const message = `Too many wrong logins: try again in ${retryAfter} seconds.`;
    throw new AppError("RATE_LIMITED", message, retryAfter);
  };

  const isKnown = await begin().catch(tarpitRefusal);
  const account = await find();
  const key = isKnown ? `${account?.user_id} at ${address}` : address;
  const lane = { key, isKnown };
  const isRight = await verifyPassword(password, account?.password_hash, lane, begin).catch(
    tarpitRefusal,
  );
  if (!isRight || !account) {
    await call(FAIL, requestId);
    return undefined;
  }
  await call(COMPLETE);
  return account;
}
