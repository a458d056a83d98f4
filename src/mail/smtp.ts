import type { MailServer } from "../settings/setting.ts";

const SMTP_TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** An error of nodemailer. */
export interface Failure extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

/** Matches an email address in a mail server's reply, which may write it differently from its owner. */
export const EMAIL = /(?:"[^"]*"|[^\s<>"',;:()]+)@[^\s<>"',;:()]+/g;

/** How nodemailer reaches a mail server. */
export function smtpOptions({ host, port, isTls, user, password }: MailServer) {
  return {
    host,
    port,
    secure: isTls,
    // A password is never sent in clear over a network.
    requireTLS: !isTls && user !== "" && !isThisMachine(host),
    ...(user && { auth: { user, pass: password } }),
    ...SMTP_TIMEOUTS_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
