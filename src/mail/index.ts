import type { Readiness } from "../database/readiness.ts";
import type { Log } from "../ops/log.ts";
import type { Room } from "../ops/room.ts";
import type { MailConfig } from "../settings/config.ts";
import { mailLane } from "./send-mail.ts";

/** Whether the mail server takes mails. */
interface MailState {
  state: "ON" | "OFF" | "FAILING";
  /** What to set to turn it on, or why it takes no mails. */
  reason: string | null;
  /** Since when it takes no mails, in seconds since 1970. */
  since: number | null;
}

/**
 * Returns the state of mail, for administrators.
 * @param configured "on", or "off" and what to set.
 */
export function mailState(configured: string, failing: Readiness["failingMail"]): MailState {
  if (configured !== "on") {
    return { state: "OFF", reason: configured.replace(/^off: /, ""), since: null };
  }
  if (!failing) return { state: "ON", reason: null, since: null };
  const since = Math.floor(Date.parse(failing.since) / 1000);
  return { state: "FAILING", reason: failing.why, since };
}

/** Returns the state of mail as text. It leaves out what the server wrote, because anyone may read it. */
export const mailStateText = (configured: string, failing: Readiness["failingMail"]): string =>
  configured === "on" && failing
    ? `failing since ${new Date(failing.since).toISOString()}`
    : configured;

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
