import { ConfigError } from "./config.ts";
import { log } from "./log.ts";

/** Runs a process that serves, and ends it: with 0, or with 1 and why it cannot go on. */
export function run(name: string, main: () => Promise<void>): void {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      log(
        error instanceof ConfigError
          ? error.message
          : `${name} cannot start: ${(error as Error)?.stack ?? error}`,
      );
      process.exit(1);
    },
  );
}
