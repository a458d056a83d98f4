import type { Variables } from "./variables.ts";

/** How long parts of the service wait. All times are in milliseconds. */
export interface Timeouts {
  statement: number;
  lock: number;
  connection: number;
  headers: number;
  request: number;
  keepAlive: number;
}

/** Reads the timeouts, which are settings in seconds. */
export function readTimeouts(variables: Variables): Timeouts {
  const seconds = (name: string, fallback: number) =>
    1000 * variables.integer(name, fallback, 1, 3600);
  return {
    // STATEMENT_TIMEOUT: the longest statement of a request. Publication has no such limit.
    statement: seconds("STATEMENT_TIMEOUT", 30),
    // LOCK_TIMEOUT: how long a statement of a request waits for a lock.
    lock: seconds("LOCK_TIMEOUT", 5),
    // CONNECTION_TIMEOUT: how long a request waits for a connection to the database.
    connection: seconds("CONNECTION_TIMEOUT", 10),
    // HEADERS_TIMEOUT, REQUEST_TIMEOUT: how long a client may take to send a request's headers, and all of it.
    headers: seconds("HEADERS_TIMEOUT", 15),
    request: seconds("REQUEST_TIMEOUT", 60),
    // KEEP_ALIVE_TIMEOUT: how long an idle connection stays open. A proxy in front of the host needs a shorter one.
    keepAlive: seconds("KEEP_ALIVE_TIMEOUT", 5),
  };
}
