import { awaitDatabase } from "./database/server-checks.ts";
import { shareOf } from "./hosts/share.ts";
import { endSignal, hostNumber, tellParent } from "./hosts/this-host.ts";
import { type Log, log as print } from "./ops/log.ts";
import type { Service } from "./service.ts";
import type { Config } from "./settings/config.ts";

/**
 * Serves, alone or as one of several hosts, until a signal, or until the embedded database ends by itself.
 * @returns The exit code.
 */
export async function serve(config: Config, log: Log): Promise<number> {
  // By default it would end the process. A supervisor may send it to hosts too, whose parent handles it.
  process.on("SIGUSR2", () => {
    if (hostNumber !== undefined) return;
    print("SIGUSR2: one host alone cannot do a rolling restart. It keeps serving.");
  });
  if (!(await awaitDatabase(config.databaseUrl, endSignal, log))) {
    log(`${await endSignal}: ending.`);
    return 0;
  }
  const share = hostNumber === undefined ? config : shareOf(config, hostNumber);
  // Loading it takes longer than all before, which may fail.
  const { startService } = await import("./service.ts");
  const service = await startService(share, log);
  // Printed for people and not logged, because it may hold a password.
  if (hostNumber === undefined || hostNumber === 1) print(welcome(service));
  tellParent("serving");
  log("serving", "info", {
    url: service.url,
    database: service.database.kind,
    metrics: service.metricsUrl,
    pid: hostNumber && process.pid,
  });
  const ending = await Promise.race([endSignal, service.database.lost ?? endSignal]);
  if (ending instanceof Error) {
    log("Ending at once, so that it can be started again with its database.", "error");
    return 1;
  }
  log(`${ending}: ending.`);
  await service.stop(ending === "replaced");
  return 0;
}

/** The text that a start prints: the address of the service and, at the first start, how to log in. */
export function welcome({ url, database, firstAdministrator }: Service): string {
  const lines = [
    `Serving POST ${url}/graphql on ${database.kind === "embedded" ? "the embedded database" : "PostgreSQL"}.`,
    `The administrator's console: ${url}/console`,
  ];
  if (firstAdministrator) {
    const { email, madeUpPassword, isPromoted } = firstAdministrator;
    // The variable is outside the single quotes, so that the shell replaces it.
    const password = madeUpPassword ?? `'"$ADMIN_PASSWORD"'`;
    const query = `mutation { login(input: {email: "${email}", password: "${password}"}) { accessToken userId } }`;
    const body = JSON.stringify({ query }).replace(
      `'\\"$ADMIN_PASSWORD\\"'`,
      `'"$ADMIN_PASSWORD"'`,
    );
    lines.push(
      "",
      `The first administrator is ${email}.`,
      madeUpPassword
        ? `Their password is ${madeUpPassword} (shown only once: keep it, or change it).`
        : isPromoted
          ? "They already were a user, and their password stays the same."
          : "Their password is the one in ADMIN_PASSWORD.",
      "",
      "To log in:",
      `  curl ${url}/graphql -H 'Content-Type: application/json' -d '${body}'`,
    );
  }
  return lines.join("\n");
}
