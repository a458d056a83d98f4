import type { GraphQLError } from "postgraphile/graphql";
import { BusyError } from "../../errors/app-error.ts";
import { rootCause } from "./root-cause.ts";

/** In how many seconds a client may try again if the database is away. */
export const AWAY = 5;

/** Codes of the operating system, and SQLSTATEs, for a database that cannot be reached or is stopping. */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[1235])$/;
/** pg's messages for the same, ours of the embedded database, and those of Citus if a worker node ends. They have no code of their own. */
const AWAY_MESSAGES =
  /^(server closed the connection unexpectedly|could not commit transaction for shard|Connection terminated|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|the embedded database is closed)/;

/** True if the database could not be reached, or ended the connection. */
export function isAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    AWAY_CODES.test(String("code" in cause && cause.code)) || AWAY_MESSAGES.test(cause.message)
  );
}

/** What the log says of an error: its stack, unless the database is away, which has nothing to do with the place. */
export function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return isAway(cause) ? `the database is away: ${cause.message}` : (cause.stack ?? cause.message);
}

/** True if a field's error came from a database that is away or has no free connection. */
function isUnavailable(error: GraphQLError): boolean {
  const cause = rootCause(error);
  return cause instanceof BusyError || isAway(cause);
}

/** All fields, or the data itself, are null. */
const NO_DATA = /^\{("(?:[^"\\]|\\.)*":null,?)*\}$/;

function isEmpty(data: unknown): boolean {
  if (typeof data === "string") return NO_DATA.test(data);
  return data == null || Object.values(data).every((value) => value === null);
}

/**
 * Returns in how many seconds a client may send a request again of which no field could be answered, because the
 * database is away or busy; undefined for other results. The answer then has the status 503.
 */
export function retryAfter(result: {
  data?: unknown;
  errors?: readonly GraphQLError[] | undefined;
}): number | undefined {
  const { errors = [], data } = result;
  if (errors.length === 0 || !errors.every(isUnavailable) || !isEmpty(data)) return undefined;
  return errors.some((error) => isAway(rootCause(error))) ? AWAY : 1;
}
