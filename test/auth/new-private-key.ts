import { generateKeyPairSync } from "node:crypto";
import { privateKey, type TokenKey } from "../../src/settings/token-keys.ts";

/** Returns a new private key, on P-256 by default, and its PEM text. */
export function newPrivateKey(namedCurve = "P-256"): TokenKey & { pem: string } {
  const pem = generateKeyPairSync("ec", { namedCurve })
    .privateKey.export({ format: "pem", type: "pkcs8" })
    .toString();
  return { ...privateKey(pem), pem };
}
