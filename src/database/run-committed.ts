import { once } from "node:events";
import { Logger } from "@graphile/logger";
import { migrate } from "graphile-migrate";
import { clearAllPools, withClient } from "graphile-migrate/dist/pgReal.js";
import { type Log, logProblems } from "../ops/log.ts";
import { MIGRATION_LOCK_TIMEOUT, retryLocked } from "./retry-locked.ts";

/**
 * Runs the committed migrations that a database lacks.
 * @param connectionString Connects to the database as its owner.
 */
export async function runCommitted(
  connectionString: string,
  migrationsFolder: string,
  log: Log,
): Promise<void> {
  const settings = {
    connectionString,
    // Required, and must differ from connectionString, although only commands that reset a database use it.
    rootConnectionString: "postgres:///template1",
    migrationsFolder,
    pgSettings: {
      application_name: "location-alert migration",
      lock_timeout: MIGRATION_LOCK_TIMEOUT,
    },
    logger: new Logger(logProblems(log, "database")),
  };
  try {
    await retryLocked(() => migrate(settings), log);
  } finally {
    // graphile-migrate ends the process if the database closes its idle connection, so close it here and wait.
    const idle = await withClient(connectionString, settings as never, async (client) => ({
      closed: once(client, "end"),
    })).catch(() => undefined);
    clearAllPools();
    await idle?.closed;
  }
}
