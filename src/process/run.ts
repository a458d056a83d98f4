import { ConfigError } from "../config/config.ts";
import { log } from "./log.ts";

/** Runs a process and ends it: with what `main` returns (0 by default), or with 1 and what `say` makes of the error. */
export function run(
  main: () => Promise<number | undefined>,
  say: (error: unknown) => string,
): void {
  main().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      log(say(error));
      process.exit(1);
    },
  );
}

/** What a process that serves says when it cannot: a sentence where it is known, its stack where it is a fault. */
export const cannotStart = (name: string) => (error: unknown) =>
  error instanceof ConfigError
    ? error.message
    : `${name} cannot start: ${(error as Error)?.stack ?? error}`;
