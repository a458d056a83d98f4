import "./ops/graphile-env.ts";
import { hostNumber } from "./hosts/this-host.ts";
import { cannotStart, run } from "./ops/run.ts";

/** `npm start`: serves until SIGTERM or SIGINT. If HOSTS is not 1, it starts as many processes that do. */
async function main(): Promise<number> {
  // Loading these takes a second, so it comes after the signal handlers.
  const { openLog } = await import("./ops/open-log.ts");
  const { readConfig } = await import("./settings/config.ts");
  const config = readConfig();
  const log = openLog(config.observation.logLevel, 1, undefined, hostNumber);
  if (config.hosts > 1 && hostNumber === undefined) {
    const { runHosts } = await import("./run-hosts.ts");
    return await runHosts(config, log);
  }
  const { serve } = await import("./serve.ts");
  return await serve(config, log);
}

run(main, cannotStart("The service"));
