import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { keptSecret } from "../process/kept-secret.ts";

const makeKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/**
 * The key that signs checkpoints: AUDIT_PRIVATE_KEY, or the one of the embedded database, which is made at the first
 * start and kept in its directory. Undefined for a server without the setting.
 */
export async function auditKey({
  audit,
  databaseUrl,
  dataDir,
}: Pick<Config, "audit" | "databaseUrl" | "dataDir">): Promise<KeyObject | undefined> {
  if (audit.privateKey || databaseUrl) return audit.privateKey;
  const pem = await keptSecret(join(dataDir, "audit-key"), makeKey);
  return createPrivateKey(pem);
}

/** The name of a key in checkpoints: its public part, 32 bytes as base64url. */
export const keyName = (key: KeyObject): string =>
  String((key.type === "public" ? key : createPublicKey(key)).export({ format: "jwk" }).x);
