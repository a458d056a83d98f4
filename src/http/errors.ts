import type { ErrorRequestHandler, Response } from "express";
import { AWAY_RETRY_AFTER_S, isOut, logFault } from "../graphql/errors/unavailable.ts";
import { BUSY, BusyError, type ErrorCode, errorExtensions } from "../ops/app-error.ts";
import type { Log } from "../ops/log.ts";
import { currentRequest } from "../ops/logged-request.ts";

/** Answers with an error in the form of GraphQL's. */
export function refuse(
  response: Response,
  status: number,
  code: ErrorCode,
  message: string,
  retryAfter?: number,
): void {
  currentRequest()?.fail(code);
  if (retryAfter !== undefined) response.set("Retry-After", String(retryAfter));
  response
    .status(status)
    .set("Cache-Control", "no-store")
    .json({ errors: [{ message, extensions: errorExtensions(code, retryAfter) }] });
}

/** What to tell a client whose request caused an error with this status. */
const MESSAGES: Record<number, string> = {
  400: "The URL is malformed.",
  404: "There is nothing at this URL.",
};

/** Answers requests outside GraphQL that failed. The log gets what the client did not cause; the client gets its id. */
export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error: Error & { status?: number }, _request, response, next) => {
    const { status = 500 } = error;
    if (error instanceof BusyError) return refuse(response, 503, "RATE_LIMITED", BUSY, 1);
    if (status >= 400 && status < 500) {
      const message = MESSAGES[status] ?? "The request is malformed.";
      return refuse(response, status, status === 404 ? "NOT_FOUND" : "BAD_USER_INPUT", message);
    }
    const message = logFault(log, error, currentRequest()?.id);
    // Express closes the connection of an answer that has begun.
    if (response.headersSent) return next(error);
    const code = "INTERNAL_SERVER_ERROR";
    return isOut(error)
      ? refuse(response, 503, code, message, AWAY_RETRY_AFTER_S)
      : refuse(response, 500, code, message);
  };
