import type { DatabaseRequest, WithRequest } from "../../database/database-request.ts";
import type { PeopleRead } from "./people-fields.ts";

/**
 * Commits the audit log's entry of what an administrator reads of other people. The answer has to wait for it. For
 * other users the database writes nothing.
 */
export async function recordRead(
  withPgClient: WithRequest,
  { identity, log }: DatabaseRequest,
  { fields, userIds, alertId }: PeopleRead,
  isSubscription = false,
): Promise<void> {
  // The field itself refuses a request without a token.
  if (!identity) return;
  // Without the answer's budget, so that the entry does not wait behind large answers.
  await withPgClient({ identity, log }, (client) =>
    client.query({
      text: "select app_private.audit_read($1, $2, $3, $4)",
      values: [fields, userIds, alertId, isSubscription],
    }),
  );
}
