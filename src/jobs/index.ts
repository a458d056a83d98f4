import { Logger, parseCrontab, type Runner, run } from "graphile-worker";
import type pg from "pg";
import type { Log } from "../log.ts";
import { publishAlert } from "./publish-alert.ts";
import * as upkeep from "./upkeep.ts";

/** Times are UTC. `?fill` catches up after a stop. */
const CRONTAB = `
* * * * * end_expired_alerts
* * * * * compact_alert_reach
10 3 * * * make_position_partitions ?fill=2d
20 3 * * * purge_positions ?fill=2d
`;

/** Starts running jobs in this process. Each is claimed once, however many hosts there are. */
export async function startJobs(owner: pg.Pool, log: Log): Promise<Runner> {
  return await run({
    pgPool: owner,
    concurrency: 2,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(CRONTAB),
    taskList: {
      publish_alert: publishAlert,
      make_position_partitions: upkeep.makePositionPartitions,
      purge_positions: upkeep.purgePositions,
      end_expired_alerts: upkeep.endExpiredAlerts,
      compact_alert_reach: upkeep.compactAlertReach,
    },
    logger: new Logger(() => (level, message) => {
      if (level === "error") log(`jobs: ${message}`);
    }),
  });
}
