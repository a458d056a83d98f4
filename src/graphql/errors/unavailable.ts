import type { GraphQLError } from "postgraphile/graphql";
import { BusyError } from "../../ops/app-error.ts";
import { rootCause } from "./mask-error.ts";

/** The seconds until a client may try again if the database is away. */
export const AWAY = 5;

/** Codes of the operating system, and SQLSTATEs, for a database that cannot be reached or is stopping. */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[1235])$/;
/** Messages for the same, without such a code: pg's and our embedded database's. */
const AWAY_MESSAGES =
  /^(server closed the connection unexpectedly|Connection terminated|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|the embedded database is closed)/;

/** True if the database could not be reached, or ended the connection. */
export function isAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    AWAY_CODES.test(String("code" in cause && cause.code)) || AWAY_MESSAGES.test(cause.message)
  );
}

/** Returns what to log of an error: its stack, unless the database is away, which has nothing to do with the code. */
export function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return isAway(cause) ? `the database is away: ${cause.message}` : (cause.stack ?? cause.message);
}

/** True if a field's error came from a database that is away or has no free connection. */
function isUnavailable(error: GraphQLError): boolean {
  const cause = rootCause(error);
  return cause instanceof BusyError || isAway(cause);
}

/** Matches data as JSON text whose fields are all null. */
const NO_DATA = /^\{("(?:[^"\\]|\\.)*":null,?)*\}$/;

function isEmpty(data: unknown): boolean {
  if (typeof data === "string") return NO_DATA.test(data);
  return data == null || Object.values(data).every((value) => value === null);
}

/**
 * Returns the seconds until a client may repeat a request, if no field could be answered because the database is away
 * or busy. The answer then has the status 503. Returns undefined for other results.
 */
export function retryAfter(result: {
  data?: unknown;
  errors?: readonly GraphQLError[] | undefined;
}): number | undefined {
  const { errors = [], data } = result;
  if (errors.length === 0 || !errors.every(isUnavailable) || !isEmpty(data)) return undefined;
  return errors.some((error) => isAway(rootCause(error))) ? AWAY : 1;
}
