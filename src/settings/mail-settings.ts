import { ConfigError } from "../ops/config-error.ts";
import { invalid, type Variables } from "./variables.ts";

/** How mails are sent. */
export interface MailConfig {
  /** The mail server. */
  server: { host: string; port: number; isTls: boolean; user: string; password: string };
  from: string;
  /** The address of this service for people, for links in mails, without a slash at its end. */
  publicUrl: string;
}

const ADDRESS = /^[^@\s<>,;:"()]+@[^@\s<>,;:"()]+$/;

/** Decodes a part of a URL. Undefined if a % in it does not begin a valid escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Reads an SMTP URL. It may hold a password, so an error does not show it. */
function serverOf(text: string): MailConfig["server"] {
  const url = /^smtps?:\/\//.test(text) ? URL.parse(text) : null;
  const [user, password] = [decoded(url?.username ?? ""), decoded(url?.password ?? "")];
  if (!url?.hostname || user === undefined || password === undefined) {
    throw invalid(
      "MAIL_URL",
      "a URL that starts with smtp:// or smtps://, with signs like #, / and % in its password written as %23, %2F and %25",
    );
  }
  const { protocol, hostname, port } = url;
  const isTls = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (isTls ? 465 : 587),
    isTls,
    user,
    password,
  };
}

/** Returns how mails are sent; undefined if they are off. */
export function readMail(variables: Variables): MailConfig | undefined {
  // MAIL_URL: the mail server, smtps://user:password@mail.example.org. Without it, no mails are sent.
  const url = variables.text("MAIL_URL");
  // MAIL_FROM: the address that mails come from.
  const from = variables.text("MAIL_FROM");
  // PUBLIC_URL: the address of this service for people, in the links of mails.
  const publicUrl = variables.httpUrl("PUBLIC_URL", "http://localhost");
  if (from && !ADDRESS.test(from)) throw invalid("MAIL_FROM", "an email address", from);
  if (!url) return undefined;
  for (const [name, value] of [
    ["MAIL_FROM", from],
    ["PUBLIC_URL", variables.text("PUBLIC_URL")],
  ]) {
    if (!value) throw new ConfigError(`${name} must be set if MAIL_URL is.`);
  }
  return { server: serverOf(url), from: from as string, publicUrl };
}
