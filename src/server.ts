import "./graphile-env.ts";
import { ConfigError, readConfig } from "./config.ts";
import { log } from "./log.ts";
import { signalled } from "./signals.ts";

/** `npm start`: serves until SIGTERM or SIGINT, and ends cleanly on them. */
async function main(): Promise<void> {
  const config = readConfig();
  // Loaded from here, behind the handlers of the signals, as it takes a second.
  const { startService } = await import("./service.ts");
  const { welcome } = await import("./welcome.ts");
  const service = await startService(config, log);
  log(welcome(service));
  log(`${await signalled}: ending.`);
  await service.stop();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    log(
      error instanceof ConfigError
        ? error.message
        : `The service cannot start: ${(error as Error)?.stack ?? error}`,
    );
    process.exit(1);
  },
);
