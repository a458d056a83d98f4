import type { Task, TaskList } from "graphile-worker";
import { inSteps } from "./retention.ts";

/** A task that calls a database function in a transaction of its own. */
const call =
  (name: string): Task =>
  async (_payload, { withPgClient }) => {
    await withPgClient((client) => client.query(`select app_private.${name}()`));
  };

/** Ids of notifications from 2^31 on do not fit the API's Int. */
const LAST_INT = 2 ** 31 - 1;

/** Warns once half of the range is used, which leaves time for the migration in docs/operations.md. */
export const checkNotificationIds: Task = async (_payload, { withPgClient, logger }) => {
  const { rows } = await withPgClient((client) =>
    client.query<{ last: number }>(
      "select coalesce(pg_sequence_last_value('app_public.notifications_id_seq'), 0)::float8 as last",
    ),
  );
  const last = rows[0]?.last ?? 0;
  if (last < LAST_INT / 2) return;
  logger.warn(
    `Notification ids have reached ${last}. The API shows them up to ${LAST_INT}: see "Notification ids" in docs/operations.md.`,
  );
};

/** Small tasks, most of them named after the database function that they call. */
export const UPKEEP: TaskList = {
  /** Before they are needed. Fails while a long transaction reads positions, and is tried again. */
  make_position_partitions: call("make_position_partitions"),
  purge_sessions: call("purge_sessions"),
  /** Takes expired alerts out of the index that position reports search. */
  end_expired_alerts: call("end_expired_alerts"),
  /** Adds up the counts that position reports wrote one by one. */
  compact_alert_reach: call("compact_alert_reach"),
  /** Deletes failed logins that are forgiven. */
  purge_logins: call("purge_logins"),
  check_notification_ids: checkNotificationIds,
  /** These count what analysts may see. */
  count_versions: inSteps("count_versions()"),
  count_figures: inSteps("count_step()"),
};
