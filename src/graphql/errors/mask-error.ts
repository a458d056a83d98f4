import { randomUUID } from "node:crypto";
import type { DatabaseError } from "pg";
import { GraphQLError, Kind } from "postgraphile/graphql";
import { AppError, errorExtensions } from "../../errors/app-error.ts";
import { type ConstraintMessages, clientError } from "./database-errors.ts";
import { libraryError } from "./library-errors.ts";

/** What `graphqlError` was thrown as, in the end. */
function rootCause(error: GraphQLError): unknown {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}

/** Where in the variables something does not fit: graphql-js says so in the outer message, beside all of the value. */
function placeInVariables({ message, nodes, originalError }: GraphQLError): string | undefined {
  const node = nodes?.[0];
  if (!originalError || node?.kind !== Kind.VARIABLE_DEFINITION) return undefined;
  const before = message.slice(0, -`; ${originalError.message}`.length);
  return before.match(/ at "([\w.[\]]+)"$/)?.[1] ?? node.variable.name.value;
}

function isDatabaseError(cause: unknown): cause is DatabaseError {
  return cause instanceof Error && "code" in cause && /^[0-9A-Z]{5}$/.test(String(cause.code));
}

/** The error for the client: a code and a message of ours, nothing internal. */
function toAppError(error: GraphQLError, messages: ConstraintMessages): AppError | undefined {
  const cause = rootCause(error);
  if (cause instanceof AppError) return cause;
  if (isDatabaseError(cause)) {
    return clientError(cause, messages);
  }
  // GraphQL's own: a document or variables that do not fit the schema. What fails in a field that
  // was run (a null where none may be) is ours.
  if (cause instanceof GraphQLError && cause.path === undefined) {
    const place = placeInVariables(error);
    return new AppError("BAD_USER_INPUT", place ? `${place}: ${cause.message}` : cause.message);
  }
  return libraryError(cause);
}

/**
 * Makes the `maskError` of grafserv: each error gets a code and keeps its path, and what is not the
 * client's doing is logged under an id, which is all the client is told.
 */
export function makeMaskError(messages: () => ConstraintMessages, log: (line: string) => void) {
  return (error: GraphQLError): GraphQLError => {
    const appError = toAppError(error, messages());
    const { nodes, source, positions, path } = error;
    if (appError) {
      return new GraphQLError(appError.message, {
        nodes,
        source,
        positions,
        path,
        extensions: { ...appError.extensions },
      });
    }
    const id = randomUUID();
    const cause = rootCause(error);
    log(`error ${id}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    return new GraphQLError(`Something went wrong on our side. Its id in our log is ${id}.`, {
      nodes,
      source,
      positions,
      path,
      extensions: errorExtensions("INTERNAL_SERVER_ERROR"),
    });
  };
}
