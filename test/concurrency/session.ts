import type pg from "pg";

/** The identity in a request: the user, and their session. */
export interface Token {
  userId: number;
  sessionId: number;
}

/** The error for a revoked token. */
export class Revoked extends Error {}

/** Runs a statement under a token, in its own transaction, as the host does for a request. */
export async function as<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  { userId, sessionId }: Token,
  text: string,
  values: unknown[],
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows: claims } = await client.query<{ role: string }>(
      `select set_config('role', a.role, true) as role, set_config('jwt.claims.user_id', a.user_id, true)
        from app_private.authenticate($1, $2) a`,
      [userId, sessionId],
    );
    const isAnonymous = claims[0]?.role === "app_anonymous";
    const { rows } = await client.query<T>(text, values).catch((error) => {
      // Runs the statement even without a user, because the database must refuse it.
      throw isAnonymous && error.code === "42501" ? new Revoked() : error;
    });
    if (isAnonymous) throw new Error("The database accepted a statement without a user.");
    await client.query("commit");
    return rows[0] as T;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
