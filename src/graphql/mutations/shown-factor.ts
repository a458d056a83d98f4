import { AppError, loginNeeded } from "../../ops/app-error.ts";
import { type Caller, callerRow, hostRow } from "../requests/caller.ts";
import { tarpitRefusal, tooManyWrongLogins } from "./check-attempt.ts";
import { confirmPassword } from "./current-password.ts";
import type { Credentials, LoginWay } from "./login.ts";

/** What the database says at the beginning of a check, which counts as a failure until it is complete. */
export interface Begun extends Credentials {
  /** In seconds. 0 if the check may go on. */
  retry_after: number;
  /** Null without such a second factor. */
  factor_id: number | null;
  secret: Buffer | null;
  counter: string | null;
}

/** What the host found of a second factor that somebody shows. The database decides. */
export interface Shown {
  way: LoginWay;
  /** The step of a code, or what a passkey has counted. Undefined if it is wrong. */
  counter?: number | undefined;
  code?: string;
  /** Sealed anew by the first key. */
  secret?: Buffer | undefined;
}

/** Whose second factor it is: of a user, in a session of theirs, or of whoever has a passkey. */
interface Whose {
  userId?: number | undefined;
  sessionId?: number | undefined;
  passkey?: string | undefined;
}

const BEGIN = "select * from app_private.begin_factor($1, $2, $3)";
const COMPLETE = `select app_private.complete_factor($1, $2, $3, $4, $5, $6, $7, $8) as "isRight"
  from set_config('app.request_id', $9, true)`;
const MAY_ADD = `select u.email, app_private.may_add_factor() as "hasFactor" from app_public.me() u`;
const ADD = `select app_private.add_factor($1, $2, $3, $4, $5, $6, $7, $8) as codes
  from set_config('app.request_id', $9, true)`;
const FRESH_UNTIL = `select extract(epoch from (app_public.second_factor_state()).fresh_until)::bigint::text as until`;

/** Clients take UNAUTHENTICATED for the end of a session, so it is for logins only. */
type Code = "UNAUTHENTICATED" | "BAD_USER_INPUT";
export const expired = (code: Code) =>
  new AppError(code, "This ticket has expired: begin again.", { reason: "TICKET_EXPIRED" });
export const wrongCode = (code: Code) =>
  new AppError(code, "This code is wrong, or was used: send the next one.", {
    reason: "WRONG_CODE",
  });

export function identityOf({ request: { identity } }: Caller) {
  if (!identity) throw loginNeeded();
  return identity;
}

/** Checks a second factor, and returns its user and the way; undefined if it is wrong. */
export async function check(
  caller: Caller,
  { userId, sessionId, passkey }: Whose,
  verify: (begun: Begun) => Shown | Promise<Shown>,
): Promise<{ account: Credentials; way: LoginWay } | undefined> {
  const { id, address } = caller.request;
  const begun = (await hostRow<Begun>(caller, BEGIN, userId, address(), passkey)) as Begun;
  if (begun.retry_after > 0) await tarpitRefusal(tooManyWrongLogins(begun.retry_after));
  // Nobody has the passkey, or the user was erased meanwhile.
  if (!begun.user_id) return undefined;
  const { way, counter, code, secret } = await verify(begun);
  const completed = await hostRow<{ isRight: boolean }>(
    caller,
    COMPLETE,
    begun.user_id,
    address(),
    way,
    counter === undefined ? null : begun.factor_id,
    counter,
    code,
    secret,
    sessionId,
    id,
  );
  return completed?.isRight ? { account: begun, way } : undefined;
}

/** Returns until when the caller's session needs to show no second factor again. Fails without a session. */
export const freshUntil = async (caller: Caller) =>
  (await callerRow<{ until: string | null }>(caller, FRESH_UNTIL))?.until;

/** Checks that the caller may add a second factor: by a fresh one, or by the password for the first. Returns the email. */
export async function confirmAddition(
  caller: Caller,
  currentPassword: string | null | undefined,
): Promise<string> {
  identityOf(caller);
  const row = await callerRow<{ email: string; hasFactor: boolean }>(caller, MAY_ADD);
  if (!row) throw loginNeeded();
  if (!row.hasFactor) await confirmPassword(caller, currentPassword, true);
  return row.email;
}

/** Adds a second factor of the caller that the host has verified, and returns the recovery codes with the first one. */
export async function addFactor(
  caller: Caller,
  ...[kind, name, secret, counter, id, transports]: [
    kind: "TOTP" | "PASSKEY",
    name: string,
    secret: Uint8Array,
    counter: number,
    id?: string,
    transports?: string[],
  ]
): Promise<string[] | undefined> {
  const { userId, sessionId } = identityOf(caller);
  const values = [
    userId,
    sessionId,
    kind,
    name,
    secret,
    counter,
    id,
    transports,
    caller.request.id,
  ];
  return (await hostRow<{ codes: string[] }>(caller, ADD, ...values))?.codes;
}
