import { AppError } from "../ops/app-error.ts";
import { ConfigError } from "../ops/config-error.ts";
import { log } from "../ops/log.ts";
import { run } from "../ops/run.ts";

/** A mistake of the person who runs a command. Its message says what to do. */
export class CommandError extends Error {}

/** Explains an error of the system to the person who runs a command. */
function explain(error: Error & { code?: unknown }): string | undefined {
  switch (error.code) {
    case "ECONNREFUSED":
    case "ENOTFOUND":
    case "3D000": // invalid_catalog_name
    case "28P01": // invalid_password
      return `Cannot reach the database: ${error.message || error.code}. Is DATABASE_URL right?`;
    case "42P01": // undefined_table
    case "42883": // undefined_function
    case "3F000": // invalid_schema_name
      return "This database is not migrated: start the service once, or run `npm run migrate -- migrate`.";
    default:
      return undefined;
  }
}

/** The message for an error: a sentence if it is known, else its stack. */
export function messageOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof AppError) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  return explain(error) ?? error.stack ?? error.message;
}

/** Runs a command and ends the process with its exit code (0 by default), or with 1 and a message. */
export function runCommand(main: () => Promise<number | undefined>): void {
  // Without this, the process would end with 0 if the command waits for something that never comes, such as an answer
  // on a lost connection.
  process.once("beforeExit", () => {
    log("The command stopped before its end.");
    process.exit(1);
  });
  run(main, messageOf);
}
