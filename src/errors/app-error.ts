import { SafeError } from "postgraphile/grafast";

/** The values of `extensions.code`. */
export type ErrorCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "BAD_USER_INPUT"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "INTERNAL_SERVER_ERROR";

/** The `extensions` of every error. `retryAfter` is in whole seconds. */
export function errorExtensions(code: ErrorCode, retryAfter?: number) {
  return { code, type: "AppError", ...(retryAfter !== undefined && { retryAfter }) };
}

/** The message for a request without a valid token. */
export const LOG_IN_FIRST = "Log in first: this needs a valid token.";

/** An error that the client may read. Its message says what to do. */
export class AppError extends SafeError<ReturnType<typeof errorExtensions>> {
  constructor(code: ErrorCode, message: string, retryAfter?: number) {
    super(message, errorExtensions(code, retryAfter));
    // SafeError sets its own prototype.
    Object.setPrototypeOf(this, AppError.prototype);
  }
}
