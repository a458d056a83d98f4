import type { DatabaseError } from "pg";
import { GraphQLError, Kind } from "postgraphile/graphql";
import { AppError, BusyError, errorExtensions, type Told } from "../../ops/app-error.ts";
import type { Log } from "../../ops/log.ts";
import type { LoggedRequest } from "../../ops/logged-request.ts";
import { type ConstraintMessages, clientError } from "./database-errors.ts";
import { AWAY_RETRY_AFTER_S, isOut, logFault } from "./unavailable.ts";

/** Library errors that the client caused: a pattern of the message, and the message to send. */
const KNOWN: [RegExp, string][] = [
  [
    /^Invalid cursor|^Invalid '(after|before)' cursor/,
    "after and before must be cursors from this connection.",
  ],
  [/^Cannot use 'offset' with 'last'/, "offset cannot be used with last."],
  [/^Query planning error: Expected non-null/, "A variable is null where a value is needed."],
  [/^Maximum call stack size exceeded/, "The document nests too deeply."],
  [/^Query planning error: Query is too complex/, "The document asks for too much at once."],
];

/** Returns the error to show to a client; undefined if the client did not cause it. */
function libraryError(cause: unknown): AppError | undefined {
  if (!(cause instanceof Error)) return undefined;
  // pg throws this after STATEMENT_TIMEOUT on the embedded database.
  if (cause.message === "Query read timeout") return new BusyError();
  const message = KNOWN.find(([pattern]) => pattern.test(cause.message))?.[1];
  return message === undefined ? undefined : new AppError("BAD_USER_INPUT", message);
}

/** Returns the error that was thrown first, inside all GraphQL errors that wrap it. */
export function rootCause(error: GraphQLError): unknown {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}

/** Messages may quote what clients send, and grafserv's search for colours takes quadratic time. */
const MAX_MESSAGE_CHARACTERS = 1_000;

/** Returns an invalid value's path in the variables. graphql-js has it only in the outer message, with the value. */
function placeInVariables({ message, nodes, originalError }: GraphQLError): string | undefined {
  const node = nodes?.[0];
  if (!originalError || node?.kind !== Kind.VARIABLE_DEFINITION) return undefined;
  const before = message.slice(0, -`; ${originalError.message}`.length);
  return before.match(/ at "([\w.[\]]+)"$/)?.[1] ?? node.variable.name.value;
}

function isDatabaseError(cause: unknown): cause is DatabaseError {
  return cause instanceof Error && "code" in cause && /^[0-9A-Z]{5}$/.test(String(cause.code));
}

/** Returns the error for the client, without internal details; undefined if the client did not cause it. */
function toAppError(error: GraphQLError, messages: ConstraintMessages): AppError | undefined {
  const cause = rootCause(error);
  if (cause instanceof AppError) return cause;
  if (isDatabaseError(cause)) {
    return clientError(cause, messages);
  }
  // Errors without a path come from validation: the document or the variables are wrong. Errors with a
  // path come from execution (for example a null in a non-null field), which is our fault.
  if (cause instanceof GraphQLError && cause.path === undefined) {
    const place = placeInVariables(error);
    return new AppError("BAD_USER_INPUT", place ? `${place}: ${cause.message}` : cause.message);
  }
  return libraryError(cause);
}

/** True for an error that a client may read as it is. */
const isMasked = ({ originalError, extensions }: GraphQLError): boolean =>
  originalError === undefined && extensions.type === "AppError";

/**
 * Returns the error to show to a client, in whose request's line it is noted. grafserv asks once more without the
 * request, and gets the same error.
 */
export type MaskError = (error: GraphQLError, request?: LoggedRequest) => GraphQLError;

/**
 * Makes the function that masks errors. Each error gets a code and keeps its path. Errors that the client did not cause
 * are logged under an id, and the client gets only that id.
 */
export function makeMaskError(messages: ConstraintMessages, log: Log): MaskError {
  /** What to tell of the errors of the answer that is being made, by their message. */
  const told = new Map<string, Told>();
  /** Logs an error and returns what to tell of it. Errors of one answer with the same cause share a line. */
  function logOnce(cause: unknown, requestId: string | undefined): Told {
    const key = cause instanceof Error ? cause.message : String(cause);
    const known = told.get(key);
    if (known !== undefined) return known;
    // All errors of an answer are masked at once.
    if (told.size === 0) queueMicrotask(() => told.clear());
    const fault = logFault(log, cause, requestId);
    told.set(key, fault);
    return fault;
  }
  return (error, request) => {
    if (isMasked(error)) return error;
    const appError = toAppError(error, messages);
    const { nodes, source, positions, path } = error;
    request?.fail(appError?.extensions.code ?? "INTERNAL_SERVER_ERROR");
    if (appError) {
      return new GraphQLError(appError.message.slice(0, MAX_MESSAGE_CHARACTERS), {
        nodes,
        source,
        positions,
        path,
        extensions: { ...appError.extensions },
      });
    }
    const cause = rootCause(error);
    const { message, ...facts } = logOnce(cause, request?.id);
    return new GraphQLError(message, {
      nodes,
      source,
      positions,
      path,
      extensions: errorExtensions("INTERNAL_SERVER_ERROR", {
        ...facts,
        retryAfter: isOut(cause) ? AWAY_RETRY_AFTER_S : undefined,
      }),
    });
  };
}
