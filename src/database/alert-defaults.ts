import type { Pool } from "pg";
import type { AlertDefaults } from "../settings/map.ts";

const READ = `
  select level2_distance as "level2Distance", level3_distance as "level3Distance", duration,
      max_position_age as "maxPositionAge", language
    from app_private.alert_defaults()`;

/** Milliseconds for which an answer is used again: anyone may ask, and the settings hardly ever change. */
const KEPT_FOR = 5_000;

/**
 * Makes a function that returns the defaults of a new alert. While the database is away, it returns the last known
 * ones, or null.
 */
export function makeAlertDefaults(pool: Pick<Pool, "query">): () => Promise<AlertDefaults | null> {
  let known: AlertDefaults | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      known = (await pool.query<AlertDefaults>(READ)).rows[0] ?? null;
      askedAt = performance.now();
    } catch {
      // GET /readyz says why. The console works without the defaults.
    }
  }
  return async () => {
    if (performance.now() - askedAt >= KEPT_FOR) {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      await asking;
    }
    return known;
  };
}
