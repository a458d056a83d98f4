import { SafeError } from "postgraphile/grafast";

/** The values of `extensions.code`. */
export type ErrorCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "BAD_USER_INPUT"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "PERSISTED_QUERY_NOT_SUPPORTED"
  | "INTERNAL_SERVER_ERROR";

/**
 * The `extensions` of every error.
 * @param retryAfter After how many whole seconds the same request may succeed, if that is known.
 */
export function errorExtensions(code: ErrorCode, retryAfter?: number) {
  return { code, type: "AppError", ...(retryAfter !== undefined && { retryAfter }) };
}

/** The message for a request without a valid token. */
export const LOG_IN_FIRST = "Log in first: this needs a valid token.";

/** The message for a request that found the service overloaded. */
export const BUSY = "The service is busy: try again in a moment.";

/** The message of an error that the client did not cause. The log says more under its id. */
export const ourFault = (id: string) =>
  `Something went wrong on our side. Its id in our log is ${id}.`;

/** The message while the database's disk is full or fails. It is for the administrator who publishes. */
export const CANNOT_WRITE = (id: string) =>
  `Nothing was saved: the database cannot write, for example because its disk is full. Tell whoever runs the service at once. Its id in our log is ${id}.`;

/** An error that the client may read. Its message says what to do. */
export class AppError extends SafeError<ReturnType<typeof errorExtensions>> {
  constructor(code: ErrorCode, message: string, retryAfter?: number) {
    super(message, errorExtensions(code, retryAfter));
    // SafeError sets its own prototype.
    Object.setPrototypeOf(this, new.target.prototype);
  }
}

/** The error of a request that found no free connection to the database in time. */
export class BusyError extends AppError {
  constructor() {
    super("RATE_LIMITED", BUSY, 1);
  }
}
