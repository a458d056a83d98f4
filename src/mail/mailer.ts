import { createTransport } from "nodemailer";
import type { MailConfig } from "../settings/config.ts";
import { type Failure, smtpOptions } from "./smtp.ts";
import type { MailText } from "./texts.ts";

/** The outcome of a mail: the server took it, or refused its address for good. */
export type Outcome = "sent" | "refused address";

/** Sends a mail. Rejects if it may succeed later. */
export type Mailer = (address: string, mail: MailText) => Promise<Outcome>;

/** Makes the function that sends mails through a mail server. */
export function makeMailer({ server, from }: MailConfig): Mailer {
  const transport = createTransport(smtpOptions(server));
  return async (address, { subject, text }) => {
    // Addresses are objects, because a text may be read as several addresses.
    const to = { name: "", address };
    try {
      await transport.sendMail({ from: { name: "", address: from }, to, subject, text });
      return "sent";
    } catch (error) {
      const { command, responseCode = 0 } = error as Failure;
      if (command === "RCPT TO" && responseCode >= 500) return "refused address";
      throw error;
    }
  };
}
