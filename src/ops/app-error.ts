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

/** What clients may know of an error besides its code. */
export interface ErrorFacts {
  /** The rule that refuses, as a name that stays. In SQL it is the error's constraint. */
  reason?: string | undefined;
  /** What the rule found, such as the place of a fault in an area. */
  detail?: string | undefined;
  /** After how many whole seconds the same request may succeed. */
  retryAfter?: number | undefined;
  /** With what the client goes on. */
  ticket?: string | undefined;
}

/** What a client is told of an error. */
export interface Told extends ErrorFacts {
  message: string;
}

/** The `extensions` of every error. */
export function errorExtensions(
  code: ErrorCode,
  { reason, detail, retryAfter, ticket }: ErrorFacts = {},
) {
  return {
    code,
    type: "AppError",
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(ticket !== undefined && { ticket }),
  };
}

/** The message for a request without a valid token. */
export const LOG_IN_FIRST = "Log in first: this needs a valid token.";

/** The error of a request without a valid token. */
export const loginNeeded = () =>
  new AppError("UNAUTHENTICATED", LOG_IN_FIRST, { reason: "LOG_IN_FIRST" });

/** The message for a request that found the service overloaded. */
export const BUSY = "The service is busy: try again in a moment.";

/** Tells of an error that the client did not cause. The log says more under its id, which is the detail. */
export const ourFault = (id: string): Told => ({
  message: `Something went wrong on our side. Its id in our log is ${id}.`,
  reason: "FAULT",
  detail: id,
});

/** Tells that the database's disk is full or fails. It is for the administrator who publishes. */
export const cannotWrite = (id: string): Told => ({
  message: `Nothing was saved: the database cannot write, for example because its disk is full. Tell whoever runs the service at once. Its id in our log is ${id}.`,
  reason: "CANNOT_WRITE",
  detail: id,
});

/** An error that the client may read. Its message says what to do. */
export class AppError extends Error {
  readonly extensions: ReturnType<typeof errorExtensions>;

  constructor(code: ErrorCode, message: string, facts?: ErrorFacts) {
    super(message);
    this.extensions = errorExtensions(code, facts);
  }
}

/** The error of a request that found no free connection to the database in time. */
export class BusyError extends AppError {
  constructor() {
    super("RATE_LIMITED", BUSY, { reason: "BUSY", retryAfter: 1 });
  }
}
