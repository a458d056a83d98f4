import { createECDH } from "node:crypto";
import { join } from "node:path";
import webPush from "web-push";
import { keptSecret } from "../ops/kept-secret.ts";

/** A key pair for Web Push, on the curve P-256, in base64url. */
export interface VapidKeys {
  /** Browsers subscribe with it. 65 bytes, uncompressed. */
  publicKey: string;
  /** 32 bytes. */
  privateKey: string;
}

const PUBLIC_KEY = /^B[A-Za-z0-9_-]{86}$/;
const PRIVATE_KEY = /^[A-Za-z0-9_-]{43}$/;

/** Checks a key pair. Returns the wrong key and what it must be, or undefined if the pair is right. */
export function findKeyError({
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
 * Loads the keys of Web Push that belong to the embedded database, or makes them at the first start. They are kept in
 * its directory: the subscriptions of browsers depend on them.
 */
export const loadOrCreateVapidKeys = (dataDir: string): Promise<VapidKeys> =>
  keptSecret({
    file: join(dataDir, "vapid-keys.json"),
    make: () => JSON.stringify(webPush.generateVAPIDKeys()),
    parse(text) {
      const { publicKey, privateKey } = JSON.parse(text);
      const keys = { publicKey, privateKey };
      return findKeyError(keys) ? undefined : keys;
    },
    loss: "browsers have to register for pushes again.",
  });
