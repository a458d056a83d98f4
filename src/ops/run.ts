import { ConfigError } from "./config-error.ts";
import { log } from "./log.ts";

/** Runs a process and ends it with the exit code of `main` (0 by default), or with 1 and the text of its error. */
export function run(
  main: () => Promise<number | undefined>,
  describe: (error: unknown) => string,
): void {
  main().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      log(describe(error));
      process.exit(1);
    },
  );
}

/** Describes why a process cannot start: in a sentence for a mistake in the configuration, otherwise with the stack. */
export const cannotStart = (name: string) => (error: unknown) =>
  error instanceof ConfigError
    ? error.message
    : `${name} cannot start: ${(error as Error)?.stack ?? error}`;
