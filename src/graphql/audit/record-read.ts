import type { WithPgClient } from "postgraphile/@dataplan/pg";
import type { RequestSettings } from "../../database/request-settings.ts";
import { requestOf, setRequest } from "../../ops/logged-request.ts";
import type { PeopleRead } from "./people-fields.ts";

/**
 * Commits the audit log's entry of what an administrator reads of other people. The answer has to wait for it. For
 * other users the database writes nothing.
 */
export async function recordRead(
  withPgClient: WithPgClient,
  settings: RequestSettings,
  { fields, userIds, alertId }: PeopleRead,
  isSubscription = false,
): Promise<void> {
  // The field itself refuses a request without a token.
  if (!settings["token.user_id"]) return;
  // Passes only the claims, so that the entry does not wait behind large answers.
  const claims = {
    "token.user_id": settings["token.user_id"],
    "token.session_id": settings["token.session_id"],
  };
  setRequest(claims, requestOf(settings));
  await withPgClient(claims, (client) =>
    client.query({
      text: "select app_private.audit_read($1, $2, $3, $4)",
      values: [fields, userIds, alertId, isSubscription],
    }),
  );
}
