import type { JobHelpers, Task, TaskList } from "graphile-worker";

/**
 * Calls a database function until it returns 0 or null: one short transaction after the other, so that nobody waits for
 * its locks. If the process ends between two of them, what is done stays done, and the next try of the job continues.
 */
async function inSteps(
  { query, abortSignal }: JobHelpers,
  sql: string,
  values: unknown[] = [],
): Promise<void> {
  for (;;) {
    abortSignal.throwIfAborted();
    const { rows } = await query<{ done: number | null }>(`select ${sql} as done`, values);
    if (!rows[0]?.done) return;
  }
}

/** Calls a database function with its previous result, beginning with 0, until it returns null. */
async function throughAll({ query, abortSignal }: JobHelpers, name: string): Promise<void> {
  for (let from: number | null = 0; from !== null; ) {
    abortSignal.throwIfAborted();
    const answer: { rows: { next: number | null }[] } = await query(`select ${name}($1) as next`, [
      from,
    ]);
    from = answer.rows[0]?.next ?? null;
  }
}

/**
 * Deletes the history that is not kept. Dropping a partition fails while a long transaction reads positions, and is
 * tried again.
 */
const purgePositions: Task = async (_payload, helpers) => {
  await throughAll(helpers, "app_private.purge_position_hashes");
  await inSteps(helpers, "app_private.purge_positions()");
  await helpers.query("select app_private.drop_position_partitions()");
};

/** Deletes the history of a user whose last position alone is kept, or of everyone. */
const forgetHistory: Task = async (payload, helpers) => {
  const { userId } = payload as { userId: number | null };
  // Waits for reports that began before the change, which still add to the history.
  await helpers.query("select app_private.drain_reports($1)", [userId === null ? null : [userId]]);
  if (userId === null) await purgePositions(payload, helpers);
  else await inSteps(helpers, "app_private.forget_history($1)", [userId]);
};

/** The jobs that delete data that is past its retention. */
export const RETENTION: TaskList = {
  purge_positions: purgePositions,
  forget_history: forgetHistory,
  purge_last_positions: async (_payload, helpers) =>
    await throughAll(helpers, "app_private.purge_last_positions"),
  purge_notification_places: async (_payload, helpers) =>
    await inSteps(helpers, "app_private.purge_notification_places()"),
  purge_deliveries: async (_payload, helpers) =>
    await inSteps(helpers, "app_private.purge_deliveries()"),
  purge_speeches: async (_payload, helpers) =>
    await inSteps(helpers, "app_private.purge_speeches()"),
  purge_audit: async (_payload, helpers) => await inSteps(helpers, "app_private.purge_audit()"),
};
