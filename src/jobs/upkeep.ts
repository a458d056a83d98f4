import type { Task } from "graphile-worker";

/** A task that is one call of a database function. */
function call(sql: string): Task {
  return async (_payload, { withPgClient }) => {
    await withPgClient((client) => client.query(sql));
  };
}

/** Makes the partitions of positions before they are needed. */
export const makePositionPartitions = call("select app_private.make_position_partitions()");
/** Deletes positions that are older than the retention. */
export const purgePositions = call("select app_private.purge_positions()");
/** Takes expired alerts out of the index that position reports search. */
export const endExpiredAlerts = call("select app_private.end_expired_alerts()");
/** Adds up the counts that position reports wrote one by one. */
export const compactAlertReach = call("select app_private.compact_alert_reach()");
