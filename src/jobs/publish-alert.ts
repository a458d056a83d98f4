import type { Task } from "graphile-worker";
import { publishFor } from "../database/publication.ts";

/** Continues a publication that its host did not finish. app_private.new_alert() queues it. */
export const publishAlert: Task = async (payload, { withPgClient }) => {
  const { alertId } = payload as { alertId: number };
  await withPgClient((client) => publishFor(client, alertId));
};
