import "./process/graphile-env.ts";
import { log } from "./process/log.ts";
import { cannotStart, run } from "./process/run.ts";
import { signalled } from "./process/signals.ts";

/** `npm start`: serves until SIGTERM or SIGINT. */
async function main(): Promise<undefined> {
  // Loading these takes a second, so it comes after the signal handlers.
  const { readConfig } = await import("./config/config.ts");
  const config = readConfig();
  const { startService } = await import("./service.ts");
  const { welcome } = await import("./process/welcome.ts");
  const service = await startService(config, log);
  log(welcome(service));
  log(`${await signalled}: ending.`);
  await service.stop();
}

run(main, cannotStart("The service"));
