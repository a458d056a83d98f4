import type pg from "pg";
import type { Witness } from "../audit/witness.ts";
import type { Mail } from "../mail/index.ts";
import type { Log } from "../ops/log.ts";
import type { Erasures } from "../people/erasures.ts";
import type { Engine } from "../speech/engine.ts";
import { Heartbeat } from "./heartbeat.ts";
import { type Lane, type RunningLane, startLane } from "./lane.ts";
import { lateAfter, notingSuccess, registerTasks } from "./regular-tasks.ts";
import { makeAuditTasks } from "./tasks/audit-tasks.ts";
import { FIGURES } from "./tasks/figures.ts";
import { publishAlert } from "./tasks/publish-alert.ts";
import { publishHeld } from "./tasks/publish-held.ts";
import { RETENTION } from "./tasks/retention.ts";
import { makeSendMail } from "./tasks/send-mail.ts";
import { makeSpeakAlert } from "./tasks/speak-alert.ts";
import * as upkeep from "./tasks/upkeep.ts";

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

/** Small tasks, most of them named after the database function that they call. */
export const UPKEEP = {
  make_position_partitions: upkeep.makePositionPartitions,
  purge_sessions: upkeep.purgeSessions,
  end_expired_alerts: upkeep.endExpiredAlerts,
  compact_alert_reach: upkeep.compactAlertReach,
  purge_logins: upkeep.purgeLogins,
  check_notification_ids: upkeep.checkNotificationIds,
};

/** What the jobs need from other parts of the service. */
export interface JobSources {
  channels: { lanes: readonly Lane[] };
  /** The engine that speaks alerts. Undefined if there is none. */
  engine?: Engine | undefined;
  /** Absent if no mails are sent. */
  mail?: Pick<Mail, "sender">;
  /** Gets the checkpoints of the audit log. Absent if nobody keeps them. */
  witness?: Witness;
  /** Lists erasures that could not be listed at once. Absent if nobody erases. */
  erasures?: Pick<Erasures, "list">;
}

/** Starts to run jobs in this process, with a lane for each kind that may be slow. */
export async function startJobs(
  owner: pg.Pool,
  {
    channels,
    engine,
    mail = { sender: undefined },
    witness = async () => {},
    erasures,
  }: JobSources,
  log: Log,
): Promise<RunningLane> {
  const late = lateAfter(CRONTAB);
  const upkeepTasks = {
    ...UPKEEP,
    ...FIGURES,
    ...makeAuditTasks(witness),
    list_erasures: async () => await erasures?.list(),
  };
  const lanes = [
    { concurrency: 2, crontab: CRONTAB, tasks: notingSuccess(upkeepTasks, late) },
    // These may take hours, and no expired alert must wait for them.
    { concurrency: 2, tasks: notingSuccess(RETENTION, late) },
    // A local alert must not wait for large ones.
    { concurrency: 6, tasks: { publish_alert: publishAlert } },
    // People wait for this publication, so it must not begin up to two seconds late.
    { concurrency: 1, pollInterval: 500, tasks: { publish_held: publishHeld } },
    ...channels.lanes,
    { concurrency: 2, tasks: { send_mail: makeSendMail(mail) } },
    { concurrency: 1, tasks: { speak_alert: makeSpeakAlert(engine) } },
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
    await registerTasks(owner, late);
    if (mail.sender) await owner.query("select app_private.begin_mail()");
    // Some alerts may have been published while there was no engine.
    if (engine) await owner.query("select app_private.queue_missing_speeches()");
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
