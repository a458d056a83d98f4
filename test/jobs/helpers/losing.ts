import type pg from "pg";
import { over } from "../../helpers/over.ts";

/**
 * Returns a pool for graphile-worker that loses one answer: `isMeant` chooses it by its rows and by the name of its
 * statement. The query itself is done. The returned function tells whether the answer was lost.
 */
export function losing(
  pool: pg.Pool,
  isMeant: (rows: unknown[], name: string) => boolean,
): [pg.Pool, () => boolean] {
  let isLost = false;
  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    const query: (...args: unknown[]) => Promise<pg.QueryResult> = client.query.bind(client);
    return over(client, "query", async (...args: unknown[]) => {
      const result = await query(...args);
      const { name = "" } = args[0] as { name?: string };
      if (isLost || !isMeant(result.rows, name)) return result;
      isLost = true;
      throw new Error("Connection terminated unexpectedly");
    });
  }
  const lossy = over(pool, "connect", (callback?: never) =>
    callback ? pool.connect(callback) : connect(),
  );
  return [lossy, () => isLost];
}
