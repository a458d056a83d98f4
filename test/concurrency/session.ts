import type pg from "pg";

/** What a request carries: who, and which version of their tokens. */
export interface Token {
  userId: number;
  version: number;
}

/** A token that stands for nobody any more. */
export class Revoked extends Error {}

/** Runs a statement for a token in a transaction of its own, as the host does for a request. */
export async function as<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  { userId, version }: Token,
  text: string,
  values: unknown[],
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows: claims } = await client.query<{ role: string }>(
      `select set_config('role', a.role, true) as role, set_config('jwt.claims.user_id', a.user_id, true)
        from app_private.authenticate($1, $2) a`,
      [userId, version],
    );
    const isAnonymous = claims[0]?.role === "app_anonymous";
    const { rows } = await client.query<T>(text, values).catch((error) => {
      // Nobody may do anything here, and that is for the database to say.
      throw isAnonymous && error.code === "42501" ? new Revoked() : error;
    });
    if (isAnonymous) throw new Error("Nobody was let in.");
    await client.query("commit");
    return rows[0] as T;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
