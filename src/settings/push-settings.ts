import { createECDH, createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigError } from "../ops/config-error.ts";
import { invalid, listOf } from "./setting.ts";

/** The fields of a service account's JSON file that FCM needs. */
export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  /** In PEM. */
  privateKey: string;
  /** The address that gives access tokens. */
  tokenUri: string;
}

/**
 * Reads the JSON of a service account, as the Firebase console gives it.
 * @throws Error that says what is wrong. It never quotes the JSON, which holds a secret.
 */
export function parseServiceAccount(json: string): ServiceAccount {
  let parsed: Record<string, unknown> | null;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new Error("it is not JSON");
  }
  const field = (name: string, fallback?: string): string => {
    const value = parsed?.[name] ?? fallback;
    if (typeof value !== "string" || !value) throw new Error(`it has no ${name}`);
    return value;
  };
  const account = {
    projectId: field("project_id"),
    clientEmail: field("client_email"),
    privateKey: field("private_key"),
    tokenUri: field("token_uri", "https://oauth2.googleapis.com/token"),
  };
  if (!URL.canParse(account.tokenUri)) throw new Error("its token_uri is not a URL");
  try {
    createPrivateKey(account.privateKey);
  } catch {
    throw new Error("its private_key is not a key in PEM");
  }
  return account;
}

/** A service account's JSON, or the path of its file. */
export function serviceAccount(text: string, name: string): ServiceAccount {
  try {
    return parseServiceAccount(text.startsWith("{") ? text : readFileSync(text, "utf8"));
  } catch (error) {
    const { message } = error as Error;
    throw invalid(name, `a service account's JSON, or its file: ${message}`);
  }
}

/** A key pair for Web Push, on the curve P-256, in base64url. */
export interface VapidKeys {
  /** Browsers subscribe with it. 65 bytes, uncompressed. */
  publicKey: string;
  /** 32 bytes. */
  privateKey: string;
}

/** Checks a key pair. Returns the wrong key and what it must be, or undefined if the pair is right. */
export function findKeyError({
  publicKey,
  privateKey,
}: VapidKeys): { key: keyof VapidKeys; mustBe: string } | undefined {
  if (!/^[A-Za-z0-9_-]{43}$/.test(privateKey)) {
    return { key: "privateKey", mustBe: "32 bytes in base64url, 43 characters" };
  }
  if (!/^B[A-Za-z0-9_-]{86}$/.test(publicKey)) {
    return { key: "publicKey", mustBe: "65 bytes in base64url, 87 characters that begin with B" };
  }
  const curve = createECDH("prime256v1");
  try {
    curve.setPrivateKey(privateKey, "base64url");
  } catch {
    return { key: "privateKey", mustBe: "a private key of P-256" };
  }
  return curve.getPublicKey("base64url") === publicKey
    ? undefined
    : { key: "publicKey", mustBe: "the one that belongs to the private key" };
}

const VAPID_NAMES = { publicKey: "VAPID_PUBLIC_KEY", privateKey: "VAPID_PRIVATE_KEY" } as const;

/** Returns the key pair of Web Push; undefined if neither key is set. */
export function keyPair(
  set: { [Key in keyof VapidKeys]: string | undefined },
): VapidKeys | undefined {
  const { publicKey, privateKey } = set;
  if (!publicKey && !privateKey) return undefined;
  if (!publicKey || !privateKey) {
    const missing = publicKey ? VAPID_NAMES.privateKey : VAPID_NAMES.publicKey;
    throw new ConfigError(`${missing} must be set if the other VAPID key is.`);
  }
  const error = findKeyError({ publicKey, privateKey });
  if (error) throw invalid(VAPID_NAMES[error.key], error.mustBe);
  return { publicKey, privateKey };
}

/** Returns true for an address that a push service takes. Apple refuses every push of one at a host without a dot. */
function isContact(text: string): boolean {
  const [, mailHost] = text.match(/^mailto:[^\s@]+@(\S+)$/) ?? [];
  const address = mailHost === undefined ? text : `https://${mailHost}`;
  if (!/^https:\/\/\S+$/.test(address) || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return /\.(?!localhost$)[a-z][a-z0-9-]*$/.test(hostname);
}

/** How a push service can contact the operator. */
export function contact(text: string, name: string): string {
  if (isContact(text)) return text;
  const mustBe = "a mailto: or https: address at a domain with a dot, because Apple takes no other";
  throw invalid(name, mustBe, text);
}

/** Returns the contact where VAPID_SUBJECT is not set: the first administrator. */
export function contactOf(adminEmail: string | undefined, hasKeys: boolean): string {
  const example = "mailto:admin@example.org";
  const ofAdministrator = adminEmail?.includes("@") ? `mailto:${adminEmail}` : example;
  // Without keys in the settings, Web Push is off or on trial. A start needs no address for it.
  if (!hasKeys && !isContact(ofAdministrator)) return example;
  return contact(ofAdministrator, "VAPID_SUBJECT");
}

/** The push services of the browsers. */
export const KNOWN_HOSTS = [
  "fcm.googleapis.com",
  // Google's, for builds of Chromium by others, such as Linux distributions.
  "jmt17.google.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

/** Checks a pattern: a host, or `*.` and the end of its name (two labels or more), each with an optional port. */
export function isHostPattern(text: string): boolean {
  const label = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
  return new RegExp(`^(\\*\\.${label}(\\.${label})+|${label}(\\.${label})*)(:\\d{1,5})?$`).test(
    text,
  );
}

const hostPatterns = listOf(
  isHostPattern,
  "hosts like push.example.org or *.example.org, separated by commas",
);

/** Patterns of the hosts that may be asked although users give their addresses, in lower case. */
export const allowedHosts = (text: string, name: string) => hostPatterns(text.toLowerCase(), name);
