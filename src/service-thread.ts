import "./process/graphile-env.ts";
import { log } from "./process/log.ts";
import { cannotStart, run } from "./process/run.ts";
import { signalled } from "./process/signals.ts";

/** The thread that serves, until `server.ts` passes a signal on. */
async function main(): Promise<undefined> {
  // Loading these takes a second, so it comes after the signal handlers.
  const { readConfig } = await import("./config/config.ts");
  const config = readConfig();
  const { startService } = await import("./service.ts");
  const { welcome } = await import("./process/welcome.ts");
  const { openLog } = await import("./log/open-log.ts");
  const events = openLog(config.observation.logLevel);
  const service = await startService(config, events);
  // For people: it may hold a password, which the log must not.
  log(welcome(service));
  events("serving", "info", {
    url: service.url,
    database: service.database.kind,
    metrics: service.metricsUrl,
  });
  events(`${await signalled}: ending.`);
  await service.stop();
}

/** Passwords are hashed in other threads, which must end before this one. */
async function finish(): Promise<void> {
  const { finishHashes } = await import("./auth/passwords.ts");
  await finishHashes();
}

run(() => main().finally(finish), cannotStart("The service"));
