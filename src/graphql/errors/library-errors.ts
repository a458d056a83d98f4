import { AppError } from "../../errors/app-error.ts";

/** Errors of the libraries that are the client's doing, by their messages, and what to tell. */
const KNOWN: [RegExp, string][] = [
  [
    /^Invalid cursor|^Invalid '(after|before)' cursor/,
    "after and before must be cursors that this connection gave.",
  ],
  [/^Cannot use 'offset' with 'last'/, "offset cannot be used with last."],
  [/No subscription type found/, "There are no subscriptions."],
  [/^Query planning error: Expected non-null/, "A variable is null where a value is needed."],
  [/^Maximum call stack size exceeded/, "The document nests too deeply."],
  [
    /^Operation took too long to plan|^Query planning error: Query is too complex/,
    "The document asks for too much at once.",
  ],
];

/** What a client may read of an error that a library threw; undefined where it is none of theirs. */
export function libraryError(cause: unknown): AppError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const message = KNOWN.find(([pattern]) => pattern.test(cause.message))?.[1];
  return message === undefined ? undefined : new AppError("BAD_USER_INPUT", message);
}
