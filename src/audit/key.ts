import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { join } from "node:path";
import { keptSecret } from "../ops/kept-secret.ts";
import type { Config } from "../settings/config.ts";

const makeKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/**
 * The key that signs checkpoints: AUDIT_PRIVATE_KEY, or the embedded database's own key, which is made at the first
 * start and kept in its directory. Undefined for a PostgreSQL server without the setting.
 */
export async function auditKey({
  audit,
  databaseUrl,
  dataDir,
}: Pick<Config, "audit" | "databaseUrl" | "dataDir">): Promise<KeyObject | undefined> {
  if (audit.privateKey || databaseUrl) return audit.privateKey;
  return keptSecret({
    file: join(dataDir, "audit-key"),
    make: makeKey,
    parse: createPrivateKey,
    loss: "later checkpoints have another key, so write its public part beside the one that you know.",
  });
}

/** The name of a key in checkpoints: its public part, 32 bytes as base64url. */
export const keyName = (key: KeyObject): string =>
  String((key.type === "public" ? key : createPublicKey(key)).export({ format: "jwk" }).x);
