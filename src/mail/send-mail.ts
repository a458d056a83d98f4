import type { JobHelpers, Task } from "graphile-worker";
import { storable } from "../database/storable.ts";
import type { Lane } from "../ops/room.ts";
import type { Mailer } from "./mailer.ts";
import { type MemberMessagePayload, writeMemberMessage } from "./member-messages.ts";
import { EMAIL } from "./smtp.ts";
import { type MailKind, writeMail } from "./texts.ts";

/** How this process sends mails. */
export interface Sender {
  send: Mailer;
  /** The address of the service, which links begin with. */
  publicUrl: string;
}

/** The lane of mails. While no process sends any, the database queues none. */
export const mailLane = (sender: Sender | undefined): Lane => ({
  concurrency: 2,
  tasks: { send_mail: makeSendMail(sender), tell_by_mail: makeTellByMail(sender) },
  catchUp: sender && "select app_private.begin_mail()",
});

/** The payload that app_private.queue_verification() and app_private.ask_for_password_mail() queue. */
type Payload = { kind: "verification"; userId: number } | { kind: "password"; email: string };

const LINKS: Record<MailKind, string> = {
  verification: "select address, token from app_private.make_verification_mail($1)",
  password: "select address, token from app_private.make_password_mail($1)",
};
const NOTE = "select app_private.note_mail_outcome($1)";
const MAX_REASON_CHARACTERS = 300;

/**
 * Makes the task that mails a link. The task makes the link itself, so that no secret waits in the table of jobs. A
 * mail that fails is tried again with a new link, which replaces the one before. Without a mail server it does nothing.
 */
export function makeSendMail(sender: Sender | undefined): Task {
  return async (payload, { query, logger }) => {
    if (!sender) return;
    const job = payload as Payload;
    const whose = job.kind === "password" ? job.email : job.userId;
    const { rows } = await query<{ address: string; token: string }>(LINKS[job.kind], [whose]);
    const [link] = rows;
    // Nobody has this email, or it is confirmed.
    if (!link) return;
    await sendNoting(query, link.token, async () => {
      const mail = writeMail(job.kind, sender.publicUrl, link.token);
      const outcome = await sender.send(link.address, mail);
      if (outcome === "refused address") logger.warn("A mail server refused an address for good.");
    });
  };
}

/** Sends, and notes whether the mail server takes mails. A failure is noted and thrown without the secret. */
async function sendNoting(
  query: JobHelpers["query"],
  secret: string | undefined,
  send: () => Promise<unknown>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    const message = (error as Error).message
      .replaceAll(secret ?? EMAIL, "…")
      .replaceAll(EMAIL, "…");
    const why = storable(message.slice(0, MAX_REASON_CHARACTERS));
    await query(NOTE, [why]);
    throw new Error(why);
  }
  await query(NOTE, [null]);
}

const EMAILS =
  "select email from app_private.members_to_tell($1, $2) where email is not null order by email";

/** Makes the task that mails a message to members of an authority. app_private.tell_members() queues it. */
function makeTellByMail(sender: Sender | undefined): Task {
  return async (payload, { query }) => {
    if (!sender) return;
    const message = payload as MemberMessagePayload;
    const { texts, path } = writeMemberMessage(message);
    const text = `${texts.join("\n\n")}\n\n${sender.publicUrl}${path}\n`;
    const { rows } = await query<{ email: string }>(EMAILS, [message.kind, message.id]);
    for (const { email } of rows) {
      await sendNoting(query, undefined, () =>
        sender.send(email, { subject: texts.join(" / "), text }),
      );
    }
  };
}
