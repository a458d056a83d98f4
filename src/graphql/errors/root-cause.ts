import { GraphQLError } from "postgraphile/graphql";

/** Returns the error that was thrown first, inside all GraphQL errors that wrap it. */
export function rootCause(error: GraphQLError): unknown {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}
