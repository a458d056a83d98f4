import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";

const WAITS = "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";

/** Returns true if the statement of a connection waits for a lock, as another connection sees it. */
export async function waitsForLock(observer: Pool, client: PoolClient): Promise<boolean> {
  const { processID } = client as unknown as { processID: number };
  const { rowCount } = await observer.query(WAITS, [processID]);
  return (rowCount ?? 0) > 0;
}

/**
 * Resolves when the statement that a connection runs waits for a lock.
 * @throws Error if the statement ends first. Its cause is the error of the statement, if there is one.
 */
export async function untilItWaits(
  observer: Pool,
  client: PoolClient,
  statement: Promise<unknown>,
): Promise<void> {
  let isSettled = false;
  let cause: unknown;
  statement
    .catch((error) => {
      cause = error;
    })
    .finally(() => {
      isSettled = true;
    });
  while (!isSettled) {
    if (await waitsForLock(observer, client)) return;
    await sleep(10);
  }
  throw new Error("It did not wait.", { cause });
}
