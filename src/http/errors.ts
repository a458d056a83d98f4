import type { ServerResponse } from "node:http";
import type { ErrorRequestHandler } from "express";
import { AWAY_RETRY_AFTER_S, isOut, logFault } from "../graphql/errors/unavailable.ts";
import { AppError, type ErrorCode, type ErrorFacts, errorExtensions } from "../ops/app-error.ts";
import type { Log } from "../ops/log.ts";

export const JSON_TYPE = "application/json;charset=utf-8";

/** Answers with an error in the form of GraphQL's. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: ErrorCode,
  message: string,
  facts: ErrorFacts = {},
): void {
  response.req.request?.log?.fail(code);
  const extensions = errorExtensions(code, facts);
  const body = JSON.stringify({ errors: [{ message, extensions }] });
  response.writeHead(status, {
    "content-type": JSON_TYPE,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...(facts.retryAfter !== undefined && { "retry-after": String(facts.retryAfter) }),
  });
  response.end(body);
}

/** The statuses of errors that handlers throw. Others are 503. */
const STATUSES: Partial<Record<ErrorCode, number>> = { UNAUTHENTICATED: 401 };

/** What to tell a client whose request caused an error with this status. */
const MESSAGES: Record<number, string> = {
  400: "The URL is malformed.",
  404: "There is nothing at this URL.",
};

/** Answers requests outside GraphQL that failed. The log gets what the client did not cause; the client gets its id. */
export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error: Error & { status?: number }, { request }, response, next) => {
    const { status = 500 } = error;
    if (error instanceof AppError) {
      const { code } = error.extensions;
      return refuse(response, STATUSES[code] ?? 503, code, error.message, error.extensions);
    }
    if (status >= 400 && status < 500) {
      const message = MESSAGES[status] ?? "The request is malformed.";
      return refuse(response, status, status === 404 ? "NOT_FOUND" : "BAD_USER_INPUT", message);
    }
    const { message, ...facts } = logFault(log, error, request?.id);
    // Express closes the connection of an answer that has begun.
    if (response.headersSent) return next(error);
    const code = "INTERNAL_SERVER_ERROR";
    return isOut(error)
      ? refuse(response, 503, code, message, { ...facts, retryAfter: AWAY_RETRY_AFTER_S })
      : refuse(response, 500, code, message, facts);
  };
