import { setTimeout as sleep } from "node:timers/promises";

/** What part of a chunk's time to rest after it, for the position reports that go on meanwhile. */
const REST = 0.15;

/** Anything that runs one statement in a transaction of its own: a pool, a client outside of one. */
interface Queryable {
  query(query: { text: string; values: unknown[] }): Promise<{ rows: readonly unknown[] }>;
}

/**
 * Goes on with the second phase of an alert's publication: matches last positions in chunks, each a
 * transaction of its own, until all are told or the time is over. It may run anywhere, any number
 * of times, at once: each continues where another stopped.
 *
 * @param milliseconds After which no further chunk is begun.
 * @returns Whether the publication is complete.
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
    await sleep(REST * (performance.now() - began));
  }
}
