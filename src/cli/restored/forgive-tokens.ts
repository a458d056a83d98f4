import type { Pool } from "pg";

/** Finds the column `restored_at`, which a database of an earlier version lacks until the service migrates it. */
const CAN_FORGIVE = `
  select from pg_attribute where attrelid = 'app_private.refresh_tokens'::regclass and attname = 'restored_at' and not attisdropped`;
const FORGIVE = "update app_private.refresh_tokens set restored_at = now()";

/**
 * Lets each session accept one refresh token that the database does not know: clients have newer ones than a restored
 * database. Otherwise these would be taken for stolen old ones, and end the sessions.
 * Returns the number of sessions; undefined if the database must be migrated first.
 */
export async function forgiveTokens(pool: Pick<Pool, "query">): Promise<number | undefined> {
  const { rowCount: columns } = await pool.query(CAN_FORGIVE);
  if (columns !== 1) return undefined;
  const { rowCount } = await pool.query(FORGIVE);
  return rowCount ?? 0;
}
