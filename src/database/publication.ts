import { setTimeout as sleep } from "node:timers/promises";

/** The rest after a chunk, as a part of the chunk's time. Position reports run meanwhile. */
const REST_RATIO = 0.15;

/** Runs one statement in its own transaction: a pool, or a client outside a transaction. */
interface Queryable {
  query(query: { text: string; values: unknown[] }): Promise<{ rows: readonly unknown[] }>;
}

/**
 * Continues the second phase of an alert's publication: matches last positions in chunks until all recipients are
 * notified or the time is over. Each chunk is a transaction. Any number of processes may do this at the same time: each
 * takes the next chunk.
 *
 * @param milliseconds No chunk is started after this time.
 * @returns True if the publication is complete.
 */
export async function publishFor(
  database: Queryable,
  alertId: number,
  milliseconds = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const end = performance.now() + milliseconds;
  for (let began = performance.now(); ; began = performance.now()) {
    const { rows } = await database.query({
      text: "select app_private.publish_chunk($1) as complete",
      values: [alertId],
    });
    if ((rows as { complete: boolean }[])[0]?.complete) return true;
    if (performance.now() >= end) return false;
    await sleep(REST_RATIO * (performance.now() - began));
  }
}
