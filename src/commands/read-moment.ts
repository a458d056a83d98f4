import type { Pool, PoolClient } from "pg";

/** Runs a function in a transaction that reads one moment, and changes nothing. */
export async function readMoment<T>(
  pool: Pool,
  run: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    return await run(client);
  } finally {
    // A lost connection cannot. If it is not released, the pool never ends.
    await client.query("rollback").catch(() => {});
    client.release();
  }
}
