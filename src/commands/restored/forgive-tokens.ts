import type { Pool } from "pg";

/** A database of an earlier version, which the service migrates when it starts, has no such column. */
const CAN_FORGIVE = `
  select from pg_attribute where attrelid = 'app_private.refresh_tokens'::regclass and attname = 'restored_at' and not attisdropped`;
const FORGIVE = "update app_private.refresh_tokens set restored_at = now()";

/**
 * Lets each session accept one refresh token that the database does not know: clients have newer ones than a restored
 * database. Otherwise these would be taken for old ones that were stolen, and end the sessions.
 * Returns how many sessions; undefined if the database must be migrated first.
 */
export async function forgiveTokens(pool: Pick<Pool, "query">): Promise<number | undefined> {
  const { rowCount: columns } = await pool.query(CAN_FORGIVE);
  if (columns !== 1) return undefined;
  const { rowCount } = await pool.query(FORGIVE);
  return rowCount ?? 0;
}
