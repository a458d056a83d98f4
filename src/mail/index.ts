import type { Log } from "../ops/log.ts";
import type { MailConfig } from "../settings/mail-settings.ts";
import type { Mailer } from "./mailer.ts";

/** How this process sends mails. */
export interface Mail {
  /** Undefined if mail is off. */
  sender: { send: Mailer; publicUrl: string } | undefined;
  /** "on", or "off" and what to set. */
  status: string;
}

/** Opens mail as it is configured, and logs if it is off. Loads nodemailer only if it is on. */
export async function openMail(config: MailConfig | undefined, log: Log): Promise<Mail> {
  if (config) {
    const { makeMailer } = await import("./mailer.ts");
    return {
      sender: { send: makeMailer(config), publicUrl: config.publicUrl },
      status: "on",
    };
  }
  const status = "off: set MAIL_URL, MAIL_FROM and PUBLIC_URL";
  log(`mail: ${status}.`);
  return { sender: undefined, status };
}
