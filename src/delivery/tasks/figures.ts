import type { Task, TaskList } from "graphile-worker";

/** A task that takes steps, each in a transaction of its own, until one finds nothing left to do. */
const steps = (sql: string): Task => {
  return async (_payload, { query, abortSignal }) => {
    for (;;) {
      const { rows } = await query<{ more: boolean }>(sql);
      // What is left waits for the next run.
      if (!rows[0]?.more || abortSignal?.aborted) return;
    }
  };
};

/** The jobs that count what analysts may see. */
export const FIGURES: TaskList = {
  count_versions: steps("select app_private.count_versions() as more"),
  count_figures: steps("select app_private.count_step() as more"),
};
