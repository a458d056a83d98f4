import type { Task, TaskList } from "graphile-worker";

/**
 * Makes a task that calls a database function until it returns 0, false or null: one short transaction after the other,
 * so that nobody waits for its locks. If the process ends between two of them, what is done stays done, and the next
 * try of the job continues.
 */
export const inSteps =
  (call: string, ...values: unknown[]): Task =>
  async (_payload, { query, abortSignal }) => {
    for (;;) {
      abortSignal.throwIfAborted();
      const { rows } = await query<{ isMore: unknown }>(
        `select app_private.${call} as "isMore"`,
        values,
      );
      if (!rows[0]?.isMore) return;
    }
  };

/** Makes a task that calls a database function with its previous result, beginning with 0, until it returns null. */
const throughAll =
  (name: string): Task =>
  async (_payload, { query, abortSignal }) => {
    for (let from: number | null = 0; from !== null; ) {
      abortSignal.throwIfAborted();
      const answer: { rows: { next: number | null }[] } = await query(
        `select app_private.${name}($1) as next`,
        [from],
      );
      from = answer.rows[0]?.next ?? null;
    }
  };

/**
 * Deletes the history that is not kept. Dropping a partition fails while a long transaction reads positions, and is
 * tried again.
 */
const purgePositions: Task = async (payload, helpers) => {
  await throughAll("purge_position_hashes")(payload, helpers);
  await inSteps("purge_positions()")(payload, helpers);
  await helpers.query("select app_private.drop_position_partitions()");
};

/** Deletes the history of a user whose last position alone is kept, or of everyone. */
const forgetHistory: Task = async (payload, helpers) => {
  const { userId } = payload as { userId: number | null };
  // Waits for reports that began before the change, which still add to the history.
  await helpers.query("select app_private.drain_reports($1)", [userId === null ? null : [userId]]);
  if (userId === null) await purgePositions(payload, helpers);
  else await inSteps("forget_history($1)", userId)(payload, helpers);
};

/** The jobs that delete data that is past its retention. */
export const RETENTION: TaskList = {
  purge_positions: purgePositions,
  forget_history: forgetHistory,
  purge_last_positions: throughAll("purge_last_positions"),
  purge_notification_places: inSteps("purge_notification_places()"),
  purge_deliveries: inSteps("purge_deliveries()"),
  purge_speeches: inSteps("purge_speeches()"),
  purge_audit: inSteps("purge_audit()"),
};
