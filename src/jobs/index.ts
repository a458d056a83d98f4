import type pg from "pg";
import type { Log } from "../process/log.ts";
import type { Provider } from "../push/provider.ts";
import type { Engine } from "../speech/engine.ts";
import { Heart } from "./heartbeat.ts";
import { type Lane, type RunningLane, startLane } from "./lane.ts";
import { publishAlert } from "./publish-alert.ts";
import { makePush } from "./push.ts";
import { makePushReceipts } from "./push-receipts.ts";
import { makeSpeakAlert } from "./speak-alert.ts";
import * as upkeep from "./upkeep.ts";

/** Times are UTC. `?fill` catches up after a stop. */
const CRONTAB = `
* * * * * end_expired_alerts
* * * * * compact_alert_reach
10 3 * * * make_position_partitions ?fill=2d
20 3 * * * purge_positions ?fill=2d
`;

/** Publication, and what keeps the database in order. */
const MAIN: Lane = {
  concurrency: 2,
  crontab: CRONTAB,
  tasks: {
    publish_alert: publishAlert,
    make_position_partitions: upkeep.makePositionPartitions,
    purge_positions: upkeep.purgePositions,
    end_expired_alerts: upkeep.endExpiredAlerts,
    compact_alert_reach: upkeep.compactAlertReach,
  },
};

/** A provider has a lane of its own: while it is slow, or away, the others go on, and so does publication. */
const pushLane = (provider: Provider): Lane => ({
  concurrency: 2,
  tasks: { [`push_${provider.name}`]: makePush(provider) },
});

/** By what the jobs reach people. */
export interface Ways {
  providers: readonly Provider[];
  /** Undefined where alerts are not spoken. */
  engine?: Engine | undefined;
}

/** Starts running jobs in this process: a lane for each thing that may be slow. */
export async function startJobs(
  owner: pg.Pool,
  { providers, engine }: Ways,
  log: Log,
): Promise<RunningLane> {
  const lanes = [
    MAIN,
    ...providers.map(pushLane),
    { concurrency: 1, tasks: { push_receipts: makePushReceipts(providers) } },
    { concurrency: 1, tasks: { speak_alert: makeSpeakAlert(engine) } },
  ];
  const running: RunningLane[] = [];
  const heart = new Heart(owner, log);
  const stop = async () => {
    await Promise.all(running.map((lane) => lane.stop()));
    heart.stop();
  };
  try {
    // One after another, as the first makes the tables of jobs.
    for (const lane of lanes) running.push(await startLane(owner, lane, heart, log));
    // Of alerts that came while nobody could speak.
    if (engine) await owner.query("select app_private.queue_missing_speeches()");
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
