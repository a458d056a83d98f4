import type { Log } from "../ops/log.ts";
import type { Room } from "../ops/room.ts";
import type { MailConfig } from "../settings/config.ts";
import { mailLane } from "./send-mail.ts";

export interface Mail extends Room {
  /** "on", or "off" and what to set. */
  status: string;
}

/** Opens mail as it is configured, and logs if it is off. Loads nodemailer only if it is on. */
export async function openMail(config: MailConfig | undefined, log: Log): Promise<Mail> {
  const status = config ? "on" : "off: set MAIL_URL, MAIL_FROM and PUBLIC_URL";
  if (!config) log(`mail: ${status}.`);
  const sender = config && {
    send: (await import("./mailer.ts")).makeMailer(config),
    publicUrl: config.publicUrl,
  };
  return { status, lanes: [mailLane(sender)] };
}
