import type { Task } from "graphile-worker";

/**
 * Publishes a held publication, unless it was taken back. app_public.publication_hold() queues it for the time when it
 * is due.
 */
export const publishHeld: Task = async (payload, { query }) => {
  const { id } = payload as { id: number };
  await query("select app_private.publish_held($1)", [id]);
};
