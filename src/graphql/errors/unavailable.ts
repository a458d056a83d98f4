import { randomUUID } from "node:crypto";
import type { GraphQLError } from "postgraphile/graphql";
import { BusyError, cannotWrite, ourFault, type Told } from "../../ops/app-error.ts";
import type { Log } from "../../ops/log.ts";
import { isAway, lineAbout, OUTAGE_LINE_MS } from "../../ops/outage.ts";
import { rootCause } from "./mask-error.ts";

/** The seconds until a client may try again if the database is away. */
export const AWAY_RETRY_AFTER_S = 5;

/** True if the database lacks disk or memory, or its storage fails: SQLSTATEs of the classes 53 and 58. 53300 is busy. */
export const isFull = (cause: unknown): boolean =>
  cause instanceof Error &&
  "code" in cause &&
  /^5(?:3(?!300)|8)[0-9A-Z]{3}$/.test(String(cause.code));

/** When this process last met a full database, in milliseconds of the process. */
let fullAt = Number.NEGATIVE_INFINITY;

/** True if the database could not write in the last minute. */
export const wasFull = (): boolean => performance.now() - fullAt < OUTAGE_LINE_MS;

function outageOf(cause: unknown): string | undefined {
  if (isFull(cause)) return "the database cannot write";
  return isAway(cause) ? "the database is away" : undefined;
}

/**
 * Logs an error that the client did not cause, under an id. A database that is away or full has nothing to do with the
 * code, so its line has no stack, and stands for all such errors of a minute.
 * @returns What to tell the client, with the id.
 */
export function logFault(log: Log, cause: unknown, requestId: string | undefined): Told {
  const reason = outageOf(cause);
  const tell = isFull(cause) ? cannotWrite : ourFault;
  if (isFull(cause)) fullAt = performance.now();
  const { id, isNew } = reason ? lineAbout(log, reason) : { id: randomUUID(), isNew: true };
  if (!isNew) return tell(id);
  const { message = String(cause), stack = message } = cause instanceof Error ? cause : {};
  log(`error ${id}: ${reason === undefined ? stack : `${reason}: ${message}`}`, "error", {
    requestId,
  });
  return tell(id);
}

/** True if the database cannot serve for a while: it is away, or full. */
export const isOut = (cause: unknown): boolean => outageOf(cause) !== undefined;

/** True if a field's error came from a database that is away, full, or has no free connection. */
function isUnavailable(error: GraphQLError): boolean {
  const cause = rootCause(error);
  return cause instanceof BusyError || isOut(cause);
}

/** Matches data as JSON text whose fields are all null. */
const NO_DATA = /^\{("(?:[^"\\]|\\.)*":null,?)*\}$/;

function isEmpty(data: unknown): boolean {
  if (typeof data === "string") return NO_DATA.test(data);
  return data == null || Object.values(data).every((value) => value === null);
}

/**
 * Returns the seconds until a client may repeat a request, if no field could be answered because the database is away,
 * full or busy. The answer then has the status 503. Returns undefined for other results.
 */
export function retryAfter(result: {
  data?: unknown;
  errors?: readonly GraphQLError[] | undefined;
}): number | undefined {
  const { errors = [], data } = result;
  if (errors.length === 0 || !errors.every(isUnavailable) || !isEmpty(data)) return undefined;
  return errors.some((error) => isOut(rootCause(error))) ? AWAY_RETRY_AFTER_S : 1;
}
