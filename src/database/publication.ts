import { setTimeout as sleep } from "node:timers/promises";

/** The longest rest after a chunk, as a multiple of the chunk's time. Position reports run meanwhile. */
const LONGEST_REST = 1.5;
/** The rate of position reports, per second, from which on the rest is the longest. */
const MANY_REPORTS = 300;

/** Runs one statement in its own transaction: a pool, or a client outside a transaction. */
interface Queryable {
  query(query: { text: string; values: unknown[] }): Promise<{ rows: readonly unknown[] }>;
}

/**
 * Continues the second phase of an alert's publication: matches last positions in chunks until all recipients are
 * notified or the time is over. Each chunk is a transaction. Any number of processes may do this at the same time: each
 * takes the next chunk. The publication rests after a chunk, the longer the more positions are reported meanwhile: it
 * has the database to itself while nobody needs it, and else leaves most of it to the reports.
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
  let earlier: { began: number; positionId: number } | undefined;
  for (;;) {
    const began = performance.now();
    const { rows } = await database.query({
      text: "select app_private.publish_chunk($1) as complete, app_private.newest_position_id()::float8 as position_id",
      values: [alertId],
    });
    const [chunk] = rows as [{ complete: boolean; position_id: number }];
    if (chunk.complete) return true;
    if (performance.now() >= end) return false;
    const rate = earlier
      ? (chunk.position_id - earlier.positionId) / ((began - earlier.began) / 1000)
      : 0;
    earlier = { began, positionId: chunk.position_id };
    const rest = LONGEST_REST * Math.min(rate / MANY_REPORTS, 1);
    await sleep(rest * (performance.now() - began));
  }
}
