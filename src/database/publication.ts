import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";

/** The longest pause after a chunk, as a multiple of the chunk's time. Position reports run during it. */
const MAX_PAUSE_RATIO = 1.75;
/** The pause is the longest at this many position reports, or more. */
const MAX_PAUSE_REPORTS_PER_SECOND = 300;

/** After this a publication leaves time for position reports. Most are done by then. */
const UNPACED_MS = 500;

/** Runs one statement in its own transaction: a pool, or a client outside a transaction. */
interface Queryable {
  query(query: { text: string; values: unknown[] }): Promise<{ rows: readonly unknown[] }>;
}

/**
 * Continues the second phase of an alert's publication: matches last positions in chunks until all recipients are
 * notified or the time is over. Each chunk is a transaction. Any number of processes may do this at the same time: each
 * takes the next chunk. A publication that takes long rests after each chunk, longer if more positions are reported. So
 * it has the database to itself while nobody else needs it, and otherwise leaves most of it to the reports.
 *
 * @param goesOn Called after each chunk. If it returns false, the remaining chunks are left to others.
 * @returns True if the publication is complete.
 */
export async function publishFor(
  database: Queryable,
  alertId: number,
  goesOn: () => boolean | Promise<boolean> = () => true,
): Promise<boolean> {
  const first = performance.now();
  let earlier: { began: number; positionId: number } | undefined;
  for (;;) {
    const began = performance.now();
    const { rows } = await database.query({
      text: "select app_private.publish_chunk($1) as complete, app_private.newest_position_id()::float8 as position_id",
      values: [alertId],
    });
    const [chunk] = rows as [{ complete: boolean; position_id: number }];
    if (chunk.complete) return true;
    if (!(await goesOn())) return false;
    const rate = earlier
      ? (chunk.position_id - earlier.positionId) / ((began - earlier.began) / 1000)
      : 0;
    earlier = { began, positionId: chunk.position_id };
    if (performance.now() - first < UNPACED_MS) continue;
    const rest = MAX_PAUSE_RATIO * Math.min(rate / MAX_PAUSE_REPORTS_PER_SECOND, 1);
    if (rest > 0) await sleep(rest * (performance.now() - began));
  }
}

/** A mutation spends this on the second phase before it answers and leaves the rest to a job. */
const MATCHING_BUDGET_MS = 700;

/** Publishes on connections of its own, which public requests cannot take. */
export class Publication {
  readonly #pool: Pool;

  constructor({ publicationPool }: { publicationPool: Pool }) {
    this.#pool = publicationPool;
  }

  /**
   * Runs the first phase of an alert's publication, and then as much of the second as a request may take.
   * @param firstPhase Runs the first phase and returns the alert's id. The database refuses it to non-administrators.
   */
  async publish(firstPhase: () => Promise<number>): Promise<number> {
    const id = await firstPhase();
    const began = performance.now();
    if (!(await publishFor(this.#pool, id, () => performance.now() - began < MATCHING_BUDGET_MS))) {
      await this.#pool.query("select app_private.continue_publication($1)", [id]);
    }
    return id;
  }
}
