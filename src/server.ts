import "./process/graphile-env.ts";
import { readConfig } from "./config/config.ts";
import { log } from "./process/log.ts";
import { cannotStart, run } from "./process/run.ts";
import { signalled } from "./process/signals.ts";

/** `npm start`: serves until SIGTERM or SIGINT. */
async function main(): Promise<undefined> {
  const config = readConfig();
  // Loading takes a second, so it comes after the signal handlers.
  const { startService } = await import("./service.ts");
  const { welcome } = await import("./process/welcome.ts");
  const service = await startService(config, log);
  log(welcome(service));
  log(`${await signalled}: ending.`);
  await service.stop();
}

run(main, cannotStart("The service"));
