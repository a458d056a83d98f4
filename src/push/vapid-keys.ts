import { createECDH } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import webPush from "web-push";

/** A pair for Web Push, on the curve P-256, both in base64url. */
export interface VapidKeys {
  /** What browsers subscribe with: 65 bytes, uncompressed. */
  publicKey: string;
  /** 32 bytes. */
  privateKey: string;
}

const PUBLIC_KEY = /^B[A-Za-z0-9_-]{86}$/;
const PRIVATE_KEY = /^[A-Za-z0-9_-]{43}$/;

/** What is wrong with a pair, as what the named key must be; undefined where nothing is. */
export function faultOf({
  publicKey,
  privateKey,
}: VapidKeys): { key: keyof VapidKeys; mustBe: string } | undefined {
  if (!PRIVATE_KEY.test(privateKey)) {
    return { key: "privateKey", mustBe: "32 bytes in base64url, 43 characters" };
  }
  if (!PUBLIC_KEY.test(publicKey)) {
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

/**
 * The keys of Web Push for the embedded database: made at the first start, and kept beside it in a file that only
 * its owner can read. Browsers' subscriptions are bound to them.
 */
export async function keptVapidKeys(dataDir: string): Promise<VapidKeys> {
  const file = join(dataDir, "vapid-keys.json");
  await mkdir(dataDir, { recursive: true });
  try {
    const made = JSON.stringify(webPush.generateVAPIDKeys());
    await writeFile(file, made, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const keys = parse(await readFile(file, "utf8"));
  if (!keys || faultOf(keys)) {
    throw new Error(`${file} holds no keys: remove it, and start again.`);
  }
  return keys;
}

function parse(text: string): VapidKeys | undefined {
  try {
    const { publicKey, privateKey } = JSON.parse(text);
    return { publicKey, privateKey };
  } catch {
    return undefined;
  }
}
