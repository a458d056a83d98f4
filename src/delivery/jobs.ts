import type { Task, TaskList } from "graphile-worker";
import type pg from "pg";
import type { Log } from "../ops/log.ts";
import type { Lane, Room } from "../ops/room.ts";
import { Heartbeat } from "./heartbeat.ts";
import { type RunningLane, startLane } from "./lane.ts";
import { publishAlert, publishHeld, takeAlert } from "./tasks/publish-alert.ts";
import { RETENTION } from "./tasks/retention.ts";
import { UPKEEP } from "./tasks/upkeep.ts";

/**
 * Times are UTC. `fill` runs what was missed while no worker ran. With `jobKey` the next night's job takes the place of
 * one that still fails. Figures are counted in one queue, so that a long count takes only one of the two workers.
 */
export const CRONTAB = `
* * * * * end_expired_alerts
* * * * * compact_alert_reach
* * * * * chain_audit
* * * * * list_erasures
*/10 * * * * checkpoint_audit ?jobKey=checkpoint_audit
* * * * * count_versions ?queue=figures&jobKey=count_versions
6 * * * * count_figures ?fill=1h&queue=figures&jobKey=count_figures
10 3 * * * make_position_partitions ?fill=2d&jobKey=make_position_partitions
20 3 * * * purge_positions ?fill=2d&jobKey=purge_positions
30 3 * * * check_notification_ids ?fill=2d
40 3 * * * purge_logins ?fill=2d
40 3 * * * purge_sessions ?fill=2d
50 3 * * * purge_audit ?fill=2d
0 4 * * * purge_last_positions ?fill=2d&jobKey=purge_last_positions
10 4 * * * purge_notification_places ?fill=2d&jobKey=purge_notification_places
20 4 * * * purge_deliveries ?fill=2d&jobKey=purge_deliveries
30 4 * * * purge_speeches ?fill=2d
`;

/** Starts to run jobs in this process, with a lane for each kind that may be slow. */
export async function startJobs(
  owner: pg.Pool,
  rooms: readonly Room[],
  log: Log,
): Promise<RunningLane> {
  const late = lateAfter(CRONTAB);
  const regular: TaskList = Object.assign({}, UPKEEP, ...rooms.map(({ tasks }) => tasks));
  const lanes: Lane[] = [
    { concurrency: 2, crontab: CRONTAB, tasks: notingSuccess(regular, late) },
    // These may take hours, and no expired alert must wait for them.
    { concurrency: 2, tasks: notingSuccess(RETENTION, late) },
    // A local alert must not wait for large ones.
    { concurrency: 6, tasks: { publish_alert: publishAlert, take_alert: takeAlert } },
    // People wait for this publication, so it must not begin up to two seconds late.
    { concurrency: 1, pollInterval: 500, tasks: { publish_held: publishHeld } },
    ...rooms.flatMap(({ lanes = [] }) => lanes),
  ];
  const running: RunningLane[] = [];
  const heartbeat = new Heartbeat(owner, log);
  const stop = async () => {
    await Promise.all(running.map((lane) => lane.stop()));
    heartbeat.stop();
  };
  try {
    // The lanes start one after the other, because the first creates graphile-worker's tables.
    for (const lane of lanes) running.push(await startLane(owner, lane, heartbeat, log));
    // The database finds the tasks that have no success any more.
    await owner.query("select app_private.register_tasks($1)", [JSON.stringify(late)]);
    for (const { catchUp } of lanes) if (catchUp) await owner.query(catchUp);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

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
