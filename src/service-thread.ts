import "./ops/graphile-env.ts";
import { hostNumber, tellParent } from "./hosts/parent.ts";
import { endSignal } from "./hosts/signals.ts";
import { log } from "./ops/log.ts";
import { cannotStart, run } from "./ops/run.ts";

/**
 * The thread that serves, or the process of one of several hosts. It ends when `server.ts` passes a signal on, or when
 * the embedded database ends by itself.
 */
async function main(): Promise<number | undefined> {
  // Loading these takes a second, so it comes after the signal handlers.
  const { readConfig } = await import("./settings/config.ts");
  const { shareOf } = await import("./hosts/share.ts");
  const { awaitDatabase } = await import("./database/await-database.ts");
  const { startService } = await import("./service.ts");
  const { welcome } = await import("./welcome.ts");
  const { openLog } = await import("./ops/open-log.ts");
  const config = hostNumber === undefined ? readConfig() : shareOf(readConfig(), hostNumber);
  const events = openLog(config.observation.logLevel, 1, undefined, hostNumber);
  if (!(await awaitDatabase(config.databaseUrl, endSignal, events))) {
    events(`${await endSignal}: ending.`);
    return 0;
  }
  const service = await startService(config, events);
  // Printed for people and not logged, because it may hold a password.
  if (hostNumber === undefined) log(welcome(service));
  else tellParent({ kind: "serving", welcome: welcome(service) });
  events("serving", "info", {
    url: service.url,
    database: service.database.kind,
    metrics: service.metricsUrl,
    pid: hostNumber && process.pid,
  });
  const ending = await Promise.race([endSignal, service.database.lost ?? endSignal]);
  if (ending instanceof Error) {
    events("Ending at once, so that it can be started again with its database.", "error");
    return 1;
  }
  events(`${ending}: ending.`);
  await service.stop(ending === "restart");
  return 0;
}

/** Passwords are hashed in other threads, which must end before this one. */
async function finish(): Promise<void> {
  const { finishHashes } = await import("./people/passwords.ts");
  await finishHashes();
}

run(() => main().finally(finish), cannotStart("The service"));
