import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../ops/config-error.ts";
import type { Log } from "../ops/log.ts";

/** PostgreSQL's code if a lock was not free within lock_timeout. */
const LOCK_NOT_AVAILABLE = "55P03";
const MAX_ATTEMPTS = 10;
/** Requests that waited behind a migration go on meanwhile. */
const RETRY_INTERVAL_MS = 3_000;

/** How long a migration waits for a lock. Requests that need the same table wait behind it for that time. */
export const MIGRATION_LOCK_TIMEOUT = "2s";

/**
 * Runs migrations again while a long transaction, such as pg_dump's, holds a lock that they need.
 * @throws ConfigError if it holds the lock for too long.
 */
export async function retryLocked(
  run: () => Promise<void>,
  log: Log,
  pause = RETRY_INTERVAL_MS,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === MAX_ATTEMPTS) {
        throw new ConfigError(
          "A migration cannot get its lock, because a long transaction reads or writes the same table. Nothing was " +
            "changed. End that transaction (the oldest xact_start in pg_stat_activity), or start again later.",
        );
      }
      log("database: a migration waits for a long transaction, and tries again.", "warn");
      await sleep(pause);
    }
  }
}
