import { EMAIL, type Failure, smtpOptions } from "../../mail/smtp.ts";
import type { Seal } from "../../people/seal.ts";
import type { AlertMailConfig } from "../../settings/config.ts";
import { stopToken, writeAlertMail } from "./alert-mail.ts";
import { type Outcome, oneByOne, type Provider } from "./provider.ts";

/** A server that trickles its replies is given up, which no timeout of a socket does. */
const SLOWEST_MAIL_MS = 60_000;

/** The commands of SMTP that say nothing about one recipient or one mail. */
const FOR_EVERYONE = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH.*|MAIL FROM)$/;
const CODES_FOR_EVERYONE = /^(EAUTH|ENOAUTH|EDNS|ETLS|EREQUIRETLS|ETIMEDOUT|EABORT)$/;

/** nodemailer gives a connection that ends inside a mail the command of one that could not be made. */
const DROPPED = /closed unexpectedly|ECONNRESET|EPIPE/;

/**
 * The outcome of a mail that was not accepted. A server that refuses an address by its policy (5.7 of RFC 3463), or
 * because of itself (5.3, 5.4), says nothing about the address.
 */
function outcomeOf(error: unknown): Outcome {
  const { code = "", command = "", responseCode = 0, message } = error as Failure;
  const reason = code === "EABORT" ? `no answer within ${SLOWEST_MAIL_MS / 1000} s` : message;
  const why = `the mail server: ${reason.replaceAll(EMAIL, "…").replaceAll(/\s+/g, " ")}`;
  const isFirst = FOR_EVERYONE.test(command) && !DROPPED.test(message);
  const everyone = responseCode === 421 || isFirst || CODES_FOR_EVERYONE.test(code);
  if (everyone || responseCode < 500) return { state: "retry", why, everyone };
  if (command !== "RCPT TO") return { state: "failed", why };
  return /\b5\.[347]\.\d/.test(message)
    ? { state: "failed", why, everyone: true }
    : { state: "dead", why };
}

/** Mails alerts. Its connections are its own, so that no mail with a link waits for alerts. */
export function makeEmail(config: AlertMailConfig, seal: Seal): Provider {
  const { from, organisation, publicUrl, connections, perSecond } = config;
  // No mail waits long in the pool, because its alert may end meanwhile. nodemailer keeps no rate over new connections.
  const concurrency = Math.min(connections, perSecond ?? connections);
  const open = async () =>
    (await import("nodemailer")).createTransport({
      ...smtpOptions(config.server),
      pool: true,
      maxConnections: concurrency,
      maxMessages: 100,
      // What to try again is the database's to say.
      maxRequeues: 0,
      ...(perSecond !== undefined && { rateLimit: perSecond, rateDelta: 1000 }),
    });
  let transport: ReturnType<typeof open> | undefined;
  return {
    name: "email",
    batchSize: 1,
    concurrency,
    send: oneByOne(async (push) => {
      const address = push.token.replace(/^email:/, "");
      const stopUrl = `${publicUrl}/unsubscribe/${stopToken(seal, address)}?lang=${encodeURIComponent(push.language)}`;
      try {
        transport ??= open();
        await (await transport).sendMail({
          ...writeAlertMail(push, { publicUrl, organisation }, stopUrl),
          // Addresses are objects, because a text may be read as several addresses.
          from: { name: organisation, address: from },
          to: { name: "", address },
          signal: AbortSignal.timeout(SLOWEST_MAIL_MS),
        });
        return { state: "accepted" };
      } catch (error) {
        return outcomeOf(error);
      }
    }),
    close: async () => (await transport)?.close(),
  };
}
