import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";

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
  const file = join(dataDir, "audit-key");
  await mkdir(dataDir, { recursive: true });
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
  try {
    await writeFile(file, pem, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return createPrivateKey(await readFile(file, "utf8"));
}

/** The name of a key in checkpoints: its public part, 32 bytes as base64url. */
export const keyName = (key: KeyObject): string =>
  String((key.type === "public" ? key : createPublicKey(key)).export({ format: "jwk" }).x);
