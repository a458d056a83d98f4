import type { Task } from "graphile-worker";
import { capFaults } from "../ops/instruments.ts";
import type { Log } from "../ops/log.ts";
import type { CapConfig } from "../settings/config.ts";
import { signMessage } from "./sign-message.ts";
import { validate } from "./validate-message.ts";
import { type CapVersion, writeMessages } from "./write-message.ts";

const NEXT = "select app_private.next_cap_version($1) as version";
const KEEP = "select app_private.keep_cap_messages($1, $2, $3)";

/**
 * Makes the task that stores the messages of an alert's versions, in their order, because later ones refer to earlier
 * ones. app_private.keep_version() queues it. A message that is not valid is a fault of ours: it is logged and served,
 * because it holds up no warning.
 */
export function makeCapMessages(config: CapConfig | undefined, log: Log): Task {
  return async (payload, { query, abortSignal }) => {
    if (!config) return;
    const { alertId } = payload as { alertId: number };
    for (;;) {
      abortSignal?.throwIfAborted();
      const { rows } = await query<{ version: CapVersion | null }>(NEXT, [alertId]);
      const version = rows[0]?.version;
      if (!version) return;
      const messages = writeMessages(version, config);
      for (const made of messages) {
        if (config.signingKey) made.message = await signMessage(made.message, config.signingKey);
        const problems = await validate(made.message);
        if (problems.length === 0) continue;
        capFaults.inc();
        log(`cap: ${made.identifier} is not valid: ${problems.join("; ")}`, "error");
      }
      await query(KEEP, [alertId, version.version, JSON.stringify(messages)]);
    }
  };
}
