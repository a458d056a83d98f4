import { afterEach } from "@jest/globals";
import type { PoolClient } from "pg";
import { runClone } from "../helpers/database.ts";
import { untilItWaits } from "../helpers/waits-for-lock.ts";

/**
 * Opens a database for a test file, and transactions on several connections, which end with their test. For native
 * PostgreSQL only: the embedded database has one connection.
 */
export function transactions() {
  const opened = runClone();
  const begun = new Set<PoolClient>();
  afterEach(() => {
    // Closes what a failed test left open, even in the middle of a statement.
    for (const client of begun) client.release(true);
    begun.clear();
  });

  /** Begins a transaction of the owner or a role, with the claims of a user, on its own connection. */
  async function begin(userId?: number, role = "none"): Promise<PoolClient> {
    const client = await opened.ownerPool.connect();
    begun.add(client);
    await client.query("begin; set local lock_timeout = '150s'");
    await client.query(
      "select set_config('jwt.claims.user_id', $1, true), set_config('role', $2, true)",
      [`${userId ?? ""}`, role],
    );
    return client;
  }

  async function end(client: PoolClient, how: "commit" | "rollback" = "commit"): Promise<void> {
    await client.query(how);
    begun.delete(client);
    client.release();
  }

  /** Runs a statement. `settled` waits for its result or error, `waits` until it waits for a lock. */
  function start(client: PoolClient, sql: string, values: unknown[]) {
    const statement = client.query(sql, values);
    const settled = statement.then(
      ({ rows }) => ({ rows, error: undefined }),
      (error: Error) => ({ rows: [], error }),
    );
    return { settled, waits: () => untilItWaits(opened.ownerPool, client, statement) };
  }

  /**
   * Runs a statement of the second transaction, which waits for the first one. Then ends the first one, and the second
   * one after its statement, and returns the rows or the error of the statement.
   */
  async function inTurn(
    [first, second]: [PoolClient, PoolClient],
    sql: string,
    values: unknown[] = [],
    how?: "commit" | "rollback",
  ) {
    const statement = start(second, sql, values);
    await statement.waits();
    await end(first, how);
    const outcome = await statement.settled;
    await end(second, outcome.error ? "rollback" : "commit");
    return outcome;
  }

  return { database: () => opened, begin, end, start, inTurn };
}
