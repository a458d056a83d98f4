import type { Task } from "graphile-worker";
import type { Publication } from "../database/publication.ts";

/** Continues a publication that its host did not finish. app_private.new_alert() queues it. */
export function makePublishAlert(publication: Publication): Task {
  return async (payload, { withPgClient }) => {
    const { alertId } = payload as { alertId: number };
    await withPgClient((client) => publication.complete(client, alertId));
  };
}
