import type { Task } from "graphile-worker";

/** A task that calls database functions, each in a transaction of its own. */
function call(...statements: string[]): Task {
  return async (_payload, { withPgClient }) => {
    await withPgClient(async (client) => {
      for (const sql of statements) await client.query(sql);
    });
  };
}

/**
 * Makes the partitions of positions before they are needed. Fails while a long transaction reads positions, and is
 * tried again.
 */
export const makePositionPartitions = call("select app_private.make_position_partitions()");
/** Deletes sessions that have expired. */
export const purgeSessions = call("select app_private.purge_sessions()");
/** Takes expired alerts out of the index that position reports search. */
export const endExpiredAlerts = call("select app_private.end_expired_alerts()");
/** Adds up the counts that position reports wrote one by one. */
export const compactAlertReach = call("select app_private.compact_alert_reach()");

/** Deletes failed logins that are forgiven. */
export const purgeLogins = call("select app_private.purge_logins()");

/** Ids of notifications from 2^31 on do not fit the API's Int. */
const LAST_INT = 2 ** 31 - 1;

/** Warns once half of the range is used, which leaves time for the migration in docs/operators.md. */
export const checkNotificationIds: Task = async (_payload, { withPgClient, logger }) => {
  const { rows } = await withPgClient((client) =>
    client.query<{ last: number }>(
      "select coalesce(pg_sequence_last_value('app_public.notifications_id_seq'), 0)::float8 as last",
    ),
  );
  const last = rows[0]?.last ?? 0;
  if (last < LAST_INT / 2) return;
  logger.warn(
    `Notification ids have reached ${last}. The API shows them up to ${LAST_INT}: see "Notification ids" in docs/operators.md.`,
  );
};
