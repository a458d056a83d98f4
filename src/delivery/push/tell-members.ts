import type { Task } from "graphile-worker";
import { type MemberMessagePayload, writeMemberMessage } from "../../mail/member-messages.ts";
import type { Provider, Push } from "./provider.ts";
import { sendAll } from "./send-pushes.ts";

const DEVICES = `select provider, array_agg(token) as tokens
  from app_private.members_to_tell($1, $2) where token is not null group by provider`;
/** The messages whose ids are not those of held publications. */
const OTHERS: MemberMessagePayload["kind"][] = ["NEIGHBOUR", "RECEIVED"];
const LIFETIME_MS = 3_600_000;

/**
 * Makes the task that pushes a message to the devices of members of an authority. app_private.tell_members() queues it.
 * If a provider refuses for now, the task fails and runs again; a device shows the second message in place of the first.
 * @param providers By their names in the database.
 */
export function makeTellByPush(providers: ReadonlyMap<string, Provider>): Task {
  return async (payload, { query, abortSignal }) => {
    const message = payload as MemberMessagePayload;
    const { texts, path } = writeMemberMessage(message);
    const [title = "", ...others] = texts;
    const { rows } = await query<{ provider: string; tokens: string[] }>(DEVICES, [
      message.kind,
      message.id,
    ]);
    const failures: string[] = [];
    for (const { provider, tokens } of rows) {
      const pushes = tokens.map(
        (token): Push => ({
          token,
          title,
          text: others.join("\n"),
          path,
          // Notifications have positive ids: no message takes the place of a warning, nor one about something else.
          notificationId: -3 * message.id - OTHERS.indexOf(message.kind),
          alertId: 0,
          level: "ONE",
          kind: "ALERT",
          status: "ACTUAL",
          language: "en",
          expiresAt: Date.now() + LIFETIME_MS,
          endsAt: performance.now() + LIFETIME_MS,
        }),
      );
      const sent = await sendAll(providers.get(provider) as Provider, pushes, abortSignal);
      for (const { outcome } of sent) if (outcome.state === "retry") failures.push(outcome.why);
    }
    if (failures.length > 0) throw new Error(`Not all members were told: ${failures[0]}`);
  };
}
