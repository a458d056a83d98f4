import type pg from "pg";
import type { Witness } from "../audit/witness.ts";
import type { Publication } from "../database/publication.ts";
import type { Log } from "../process/log.ts";
import type { Engine } from "../speech/engine.ts";
import { makeAuditTasks } from "./audit.ts";
import { Heartbeat } from "./heartbeat.ts";
import { type Lane, type RunningLane, startLane } from "./lane.ts";
import { makePublishAlert } from "./publish-alert.ts";
import { publishHeld } from "./publish-held.ts";
import { makeSpeakAlert } from "./speak-alert.ts";
import * as upkeep from "./upkeep.ts";

/**
 * Times are UTC. `fill` runs what was missed while no worker ran. With `jobKey` the next night's job takes the place of
 * one that still fails.
 */
export const CRONTAB = `
* * * * * end_expired_alerts
* * * * * compact_alert_reach
* * * * * chain_audit
*/10 * * * * checkpoint_audit ?jobKey=checkpoint_audit
10 3 * * * make_position_partitions ?fill=2d&jobKey=make_position_partitions
20 3 * * * purge_positions ?fill=2d&jobKey=purge_positions
30 3 * * * check_notification_ids ?fill=2d
40 3 * * * purge_logins ?fill=2d
40 3 * * * purge_sessions ?fill=2d
50 3 * * * purge_audit ?fill=2d
`;

const UPKEEP = {
  make_position_partitions: upkeep.makePositionPartitions,
  purge_positions: upkeep.purgePositions,
  purge_sessions: upkeep.purgeSessions,
  end_expired_alerts: upkeep.endExpiredAlerts,
  compact_alert_reach: upkeep.compactAlertReach,
  purge_logins: upkeep.purgeLogins,
  check_notification_ids: upkeep.checkNotificationIds,
};

/** The jobs that other parts of the service bring. */
export interface JobSources {
  channels: { lanes: readonly Lane[] };
  /** The engine that speaks alerts. Undefined if there is none. */
  engine?: Engine | undefined;
  publication: Publication;
  /** Gets the checkpoints of the audit log. Absent if nobody keeps them. */
  witness?: Witness;
}

/** Starts to run jobs in this process, with a lane for each kind that may be slow. */
export async function startJobs(
  owner: pg.Pool,
  { channels, engine, publication, witness = async () => {} }: JobSources,
  log: Log,
): Promise<RunningLane> {
  const lanes = [
    { concurrency: 2, crontab: CRONTAB, tasks: { ...UPKEEP, ...makeAuditTasks(witness) } },
    { concurrency: 2, tasks: { publish_alert: makePublishAlert(publication) } },
    // People wait for it when it is due, not up to two seconds later.
    { concurrency: 1, pollInterval: 500, tasks: { publish_held: publishHeld } },
    ...channels.lanes,
    { concurrency: 1, tasks: { speak_alert: makeSpeakAlert(engine) } },
  ];
  const running: RunningLane[] = [];
  const heartbeat = new Heartbeat(owner, log);
  const stop = async () => {
    await Promise.all(running.map((lane) => lane.stop()));
    heartbeat.stop();
  };
  try {
    // One after the other: the first creates graphile-worker's tables.
    for (const lane of lanes) running.push(await startLane(owner, lane, heartbeat, log));
    // For the alerts that were published while there was no engine.
    if (engine) await owner.query("select app_private.queue_missing_speeches()");
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
