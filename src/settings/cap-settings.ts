import { createPrivateKey, type KeyObject } from "node:crypto";
import { invalid, key } from "./setting.ts";

export const CATEGORIES =
  "Geo Met Safety Security Rescue Fire Health Env Transport Infra CBRNE Other".split(" ");

/** The sender of messages. References separate senders by commas and blanks. */
export function capSender(given: string, name: string): string {
  if (/^[^\s,<&]+$/.test(given)) return given;
  throw invalid(name, "a name without blanks, commas, < and &: warnings@example.org", given);
}

export function timeZone(given: string, name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    throw invalid(name, "the name of a time zone: Europe/Rome", given);
  }
}

export const capKey = key("a private key of RSA or of an elliptic curve", (pem): KeyObject => {
  const found = createPrivateKey(pem);
  if (["rsa", "ec"].includes(found.asymmetricKeyType ?? "")) return found;
  throw new Error("it is of another type");
});
