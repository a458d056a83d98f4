import { once } from "node:events";
import { Logger } from "@graphile/logger";
import { migrate } from "graphile-migrate";
import { clearAllPools, withClient } from "graphile-migrate/dist/pgReal.js";
import type pg from "pg";
import { ConfigError } from "../ops/config-error.ts";
import type { Log } from "../ops/log.ts";
import { MIGRATION_LOCK_TIMEOUT, retryLocked } from "./retry-locked.ts";

/** The error for a migration that failed. Each has a transaction of its own. */
function failed(running: readonly string[], error: unknown): ConfigError {
  const { message, code, where } = error as pg.DatabaseError;
  const told = [message, code, where?.split("\n")[0]].filter(Boolean).join("; ");
  const before = new Set(running).size - 1;
  return new ConfigError(
    `The migration migrations/committed/${running.at(-1)} failed: ${told}. Nothing of it was changed in the database` +
      `${before > 0 ? `, and the ${before} that ran before it stay` : ""}. The previous version can still be started.`,
  );
}

/**
 * Runs the committed migrations that a database lacks.
 * @param connectionString Connects to the database as its owner.
 */
export async function runCommitted(
  connectionString: string,
  migrationsFolder: string,
  log: Log,
): Promise<void> {
  const running: string[] = [];
  const settings = {
    connectionString,
    // Required, and must differ from connectionString, although only commands that reset a database use it.
    rootConnectionString: "postgres:///template1",
    migrationsFolder,
    pgSettings: {
      application_name: "location-alert migration",
      lock_timeout: MIGRATION_LOCK_TIMEOUT,
    },
    logger: new Logger(() => (level: string, message: string) => {
      const [, file] = /Running migration '(.+)'/.exec(message) ?? [];
      if (file) running.push(file);
      // The error says what graphile-migrate would print in colours and with a stack.
      if (level === "warning") log(`database: ${message}`, "warn");
    }),
  };
  try {
    await retryLocked(() => migrate(settings), log);
  } catch (error) {
    throw running.length > 0 && !(error instanceof ConfigError) ? failed(running, error) : error;
  } finally {
    // graphile-migrate ends the process if the database closes its idle connection, so close it here and wait.
    // The library's type wants settings that it has parsed. It reads only those that stand here.
    const idle = await withClient(connectionString, settings as never, async (client) => ({
      closed: once(client, "end"),
    })).catch(() => undefined);
    clearAllPools();
    await idle?.closed;
  }
}
