import { createTransport } from "nodemailer";
import type { MailConfig } from "../settings/config.ts";
import type { MailText } from "./texts.ts";

const SMTP_TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** The outcome of a mail: the server took it, or refused its address for good. */
export type Outcome = "sent" | "refused address";

/** Sends a mail. Rejects if it may succeed later. */
export type Mailer = (address: string, mail: MailText) => Promise<Outcome>;

interface Failure extends Error {
  command?: string;
  responseCode?: number;
}

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

/** Makes the function that sends mails through a mail server. */
export function makeMailer({ server, from }: MailConfig): Mailer {
  const { host, port, isTls, user, password } = server;
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    // A password is never sent in clear over a network.
    requireTLS: !isTls && user !== "" && !isThisMachine(host),
    ...(user && { auth: { user, pass: password } }),
    ...SMTP_TIMEOUTS_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
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
