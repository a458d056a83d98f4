import type { Readiness } from "../database/readiness.ts";
import type { Log } from "../ops/log.ts";
import type { MailConfig } from "../settings/config.ts";
import type { Mailer } from "./mailer.ts";

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
