import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../ops/config-error.ts";
import type { Log } from "../ops/log.ts";
import { isAway, logFailure } from "../ops/outage.ts";
import { PrimaryClient } from "./primary-client.ts";

const RETRY_INTERVAL_MS = 1_000;

/** SQLSTATEs of a server that refuses a login, or has no such database. */
const REFUSED = /^(28000|28P01|3D000|42501)$/;

/** Returns the error for a variable whose login or database the server refuses, and all other errors as they are. */
export function explainRefusal(name: string, error: unknown): unknown {
  const { code = "", message } = error as { code?: string; message: string };
  return REFUSED.test(code) ? new ConfigError(`${name} cannot be used: ${message}.`) : error;
}

/**
 * Waits until PostgreSQL answers, so that the service may start before it. Says so at once, and then once a minute.
 * @param ended Ends the wait.
 * @returns False if the wait was ended.
 * @throws ConfigError if the server refuses the login or has no such database: waiting would not help.
 */
export async function awaitDatabase(
  connectionString: string | undefined,
  ended: Promise<unknown>,
  log: Log,
): Promise<boolean> {
  if (connectionString === undefined) return true;
  const stopped = ended.then(() => false);
  const answers = async () => {
    const client = new PrimaryClient({
      connectionString,
      application_name: "location-alert jobs",
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return true;
    } finally {
      client.end().catch(() => {});
    }
  };
  for (let tries = 1; ; tries += 1) {
    try {
      const isThere = await Promise.race([answers(), stopped]);
      if (isThere && tries > 1) log("database: PostgreSQL answers, and the start goes on.");
      return isThere;
    } catch (error) {
      if (!isAway(error)) throw explainRefusal("DATABASE_URL", error);
      logFailure(log, "database: PostgreSQL does not answer, so the start waits for it", error);
    }
    if ((await Promise.race([sleep(RETRY_INTERVAL_MS), stopped])) === false) return false;
  }
}
