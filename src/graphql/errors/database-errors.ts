import type { ClientBase, DatabaseError } from "pg";
import { AppError, BusyError, loginNeeded } from "../../ops/app-error.ts";

/** Maps the name of a constraint or unique index to its comment in the database, which is the message for clients. */
export type ConstraintMessages = ReadonlyMap<string, string>;

/** Reads the comments on the application's constraints and indexes. */
const CONSTRAINT_MESSAGES = `
  select c.conname as name, obj_description(c.oid, 'pg_constraint') as message
    from pg_constraint c
    where c.connamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
      and obj_description(c.oid, 'pg_constraint') is not null
  union all
  select i.relname, obj_description(i.oid, 'pg_class')
    from pg_class i
    where i.relkind = 'i' and i.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
      and obj_description(i.oid, 'pg_class') is not null`;

/** Reads what to tell a client that breaks a constraint. */
export async function readConstraintMessages(
  database: Pick<ClientBase, "query">,
): Promise<ConstraintMessages> {
  const { rows } = await database.query<{ name: string; message: string }>(CONSTRAINT_MESSAGES);
  return new Map(rows.map(({ name, message }) => [name, message]));
}

const UNSTORABLE_TEXT =
  "A text contains a character that cannot be stored (NUL, or half of a surrogate pair).";

/**
 * Returns the error to show to a client; undefined if the client did not cause it.
 *
 * Our functions raise SQLSTATEs of the class LA: LA400 (bad input), LA401, LA403, LA404, LA409, with the rule as the
 * constraint, which is the error's reason. PostgreSQL's own
 * are at https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
export function clientError(
  error: DatabaseError,
  messages: ConstraintMessages,
): AppError | undefined {
  const { constraint } = error;
  const reason = constraint?.toUpperCase();
  const own = { reason, detail: error.detail };
  const explained = constraint === undefined ? undefined : messages.get(constraint);
  switch (error.code) {
    case "LA400":
      return new AppError("BAD_USER_INPUT", error.message, own);
    case "LA401":
      return new AppError("UNAUTHENTICATED", error.message, own);
    case "LA403":
      return new AppError("FORBIDDEN", error.message, own);
    case "LA404":
      return new AppError("NOT_FOUND", error.message, own);
    case "LA409":
      return new AppError("CONFLICT", error.message, own);
    case "23505": // unique_violation
      return new AppError("CONFLICT", explained ?? "This already exists.", { reason });
    case "23514": // check_violation
      return explained === undefined
        ? undefined
        : new AppError("BAD_USER_INPUT", explained, { reason });
    case "23503": // foreign_key_violation, if the user was erased in the middle of the request
      return /_user_id_fkey$/.test(constraint ?? "") ? loginNeeded() : undefined;
    case "23502": // not_null_violation
      return new AppError("BAD_USER_INPUT", `${error.column ?? "A value"} must not be null.`);
    case "22003": // numeric_value_out_of_range
      return new AppError("BAD_USER_INPUT", "A number is out of range.");
    case "22P02": // invalid_text_representation: raised for half of a surrogate pair in JSON
    case "22021": // character_not_in_repertoire
    case "22P05": // untranslatable_character
      return new AppError("BAD_USER_INPUT", UNSTORABLE_TEXT, { reason: "UNSTORABLE_TEXT" });
    case "57014": // query_canceled, after STATEMENT_TIMEOUT
    case "55P03": // lock_not_available, after LOCK_TIMEOUT
    case "25P03": // idle_in_transaction_session_timeout
    case "40P01": // deadlock_detected
    case "53300": // too_many_connections
      return new BusyError();
    default:
      return undefined;
  }
}
