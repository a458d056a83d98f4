import "./graphile-env.ts";
import { readConfig } from "./config.ts";
import { log } from "./log.ts";
import { cannotStart, run } from "./run.ts";
import { signalled } from "./signals.ts";

/** `npm start`: serves until SIGTERM or SIGINT, and ends cleanly on them. */
async function main(): Promise<undefined> {
  const config = readConfig();
  // Loaded from here, behind the handlers of the signals, as it takes a second.
  const { startService } = await import("./service.ts");
  const { welcome } = await import("./welcome.ts");
  const service = await startService(config, log);
  log(welcome(service));
  log(`${await signalled}: ending.`);
  await service.stop();
}

run(main, cannotStart("The service"));
