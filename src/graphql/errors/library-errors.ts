import { AppError, BusyError } from "../../ops/app-error.ts";

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
export function libraryError(cause: unknown): AppError | undefined {
  if (!(cause instanceof Error)) return undefined;
  // pg throws this after STATEMENT_TIMEOUT on the embedded database.
  if (cause.message === "Query read timeout") return new BusyError();
  const message = KNOWN.find(([pattern]) => pattern.test(cause.message))?.[1];
  return message === undefined ? undefined : new AppError("BAD_USER_INPUT", message);
}
