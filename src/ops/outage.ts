import { randomUUID } from "node:crypto";
import type { Level, Log } from "./log.ts";

/** Codes of the operating system, and SQLSTATEs, for a database that cannot be reached, is starting or is stopping. */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[1235])$/;
/** Messages for the same, without such a code: pg's and our embedded database's. */
const AWAY_MESSAGES =
  /^(server closed the connection unexpectedly|Connection terminated|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|the embedded database is closed)/;

/** True if the database could not be reached, or ended the connection. */
export function isAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    AWAY_CODES.test(String("code" in cause && cause.code)) || AWAY_MESSAGES.test(cause.message)
  );
}

/** A throttle: for this time one line in the log stands for all that tell the same. */
export const OUTAGE_LINE_MS = 60_000;

interface Line {
  id: string;
  /** In milliseconds of the process. */
  at: number;
}

/** What each log has told in the last minute, by what it is about. */
const linesOf = new WeakMap<Log, Map<string, Line>>();

/** Returns the id of a log's line about this. It is new if there was none for a minute, and then counts as told. */
export function lineAbout(log: Log, about: string): { id: string; isNew: boolean } {
  const lines = linesOf.get(log) ?? new Map<string, Line>();
  linesOf.set(log, lines);
  const now = performance.now();
  for (const [line, { at }] of lines) if (now - at >= OUTAGE_LINE_MS) lines.delete(line);
  const known = lines.get(about);
  if (known) return { id: known.id, isNew: false };
  const id = randomUUID();
  lines.set(about, { id, at: now });
  return { id, isNew: true };
}

/** Logs a line about a database that is away. One line a minute stands for all of them, whichever part they are from. */
export function logAway(log: Log, message: string, level: Level = "warn"): void {
  if (lineAbout(log, "away").isNew) log(message, level);
}

/** Logs why something that is tried again has failed: once a minute, and once for all that needs a database that is away. */
export function logFailure(log: Log, what: string, error: unknown, level: Level = "warn"): void {
  const { message: why, code, cause } = error as NodeJS.ErrnoException;
  // An error of several addresses has a code only.
  const message = `${what}: ${why || code}`;
  if (isAway(error) || isAway(cause)) logAway(log, message, level);
  else if (lineAbout(log, message).isNew) log(message, level);
}

/** What graphile-worker and graphile-migrate say of an event besides its message. */
interface Meta {
  error?: unknown;
  fatalError?: unknown;
  /** True for a job that failed. */
  failure?: boolean;
}

/** The same in the text of an event that comes without its error. */
const AWAY_TEXT =
  /[Ee]rror: (connect E|read E|Connection terminated|terminating connection|the database system is)/;

/** True if a library's event tells of a database that is away. A job may have failed to reach another server. */
function isOutageEvent(
  message: string,
  { fatalError, error = fatalError, failure }: Meta,
): boolean {
  if (!(error instanceof Error)) return !failure && AWAY_TEXT.test(message);
  return failure ? isAway(error) && !("syscall" in error) : isAway(error) || isAway(error.cause);
}

/** Makes a logger for a library, which logs only the library's warnings and errors. */
export const logProblems =
  (log: Log, of: string) =>
  () =>
  (level: string, message: string, meta: Meta = {}): void => {
    const how = level === "error" ? "error" : level === "warning" ? "warn" : undefined;
    if (!how) return;
    if (isOutageEvent(message, meta)) logAway(log, `${of}: ${message}`, how);
    else log(`${of}: ${message}`, how);
  };
