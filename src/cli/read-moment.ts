import type { Pool, PoolClient } from "pg";

type Run<T> = (client: PoolClient) => Promise<T>;

/**
 * Runs a function in a transaction that is rolled back.
 * @param begin The statements that begin it.
 */
export async function rolledBack<T>(pool: Pool, begin: string, run: Run<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    return await run(client);
  } finally {
    // A lost connection cannot roll back, but must be released too. Otherwise the pool never ends.
    await client.query("rollback").catch(() => {});
    client.release();
  }
}

/** Runs a function in a read-only transaction with one snapshot of the data. */
export const readMoment = <T>(pool: Pool, run: Run<T>): Promise<T> =>
  rolledBack(pool, "begin isolation level repeatable read read only", run);
