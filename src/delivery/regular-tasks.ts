import type { Task, TaskList } from "graphile-worker";
import type pg from "pg";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** The seconds between two runs of a line of the crontab, by its minute and hour. */
function periodOf(minute: string, hour: string): number {
  if (hour !== "*") return DAY_S;
  if (minute === "*") return MINUTE_S;
  return minute.startsWith("*/") ? Number(minute.slice(2)) * MINUTE_S : HOUR_S;
}

/**
 * How many seconds after its last success each task of a crontab is late: two runs and ten minutes, because a job that
 * fails is tried again, and may take long.
 */
export function lateAfter(crontab: string): Record<string, number> {
  const lines = crontab.trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const [minute = "", hour = "", , , , task = ""] = line.split(" ");
      return [task, 2 * periodOf(minute, hour) + 10 * MINUTE_S];
    }),
  );
}

/** Makes the tasks that run regularly known to the database, so that it finds those that have no success any more. */
export async function registerTasks(owner: pg.Pool, late: Record<string, number>): Promise<void> {
  await owner.query("select app_private.register_tasks($1)", [JSON.stringify(late)]);
}

/** Returns tasks that note each success of those that run regularly. */
export function notingSuccess(tasks: TaskList, late: Record<string, number>): TaskList {
  const noting =
    (name: string, task: Task): Task =>
    async (payload, helpers) => {
      await task(payload, helpers);
      await helpers.query("select app_private.note_success($1)", [name]);
    };
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      name in late ? noting(name, task as Task) : task,
    ]),
  );
}
