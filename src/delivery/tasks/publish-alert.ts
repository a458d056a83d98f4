import type { Task } from "graphile-worker";
import { publishFor } from "../../database/publication.ts";

/** A job loses its key when another one replaces it because the alert was changed. */
const IS_NEWEST =
  "select exists (select from graphile_worker.jobs where id = $1 and key is not null) as is_newest";

/**
 * Continues a publication that its host did not finish. app_private.new_alert() queues it. If the alert is changed in
 * the meantime, it leaves the rest to the job that follows, so that one alert takes only one worker, and others need
 * not wait.
 */
export const publishAlert: Task = async (payload, { job, withPgClient }) => {
  const { alertId } = payload as { alertId: number };
  await withPgClient((client) =>
    publishFor(client, alertId, async () => {
      const { rows } = await client.query<{ is_newest: boolean }>(IS_NEWEST, [job.id]);
      return rows[0]?.is_newest === true;
    }),
  );
};

/**
 * Publishes a held publication, unless it was taken back. app_public.publication_hold() queues it for the time when it
 * is due.
 */
export const publishHeld: Task = async (payload, { query }) => {
  const { id } = payload as { id: number };
  await query("select app_private.publish_held($1)", [id]);
};

/** Publishes what has come of an alert from the head of this cell. app_private.receive_alert() queues it. */
export const takeAlert: Task = async (payload, { query }) => {
  const { alertId } = payload as { alertId: number };
  await query("select app_private.take_alert($1)", [alertId]);
};
