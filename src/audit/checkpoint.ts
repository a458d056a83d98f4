import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
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

/** The last place of the audit log's chain at a moment. Someone else keeps it, as a witness against the owner. */
export interface Checkpoint {
  /** The moment, as ISO 8601. */
  at: string;
  place: number;
  /** SHA-256, in hexadecimal digits. */
  hash: string;
  /** The public key, as base64url. Null for a checkpoint that is not signed. */
  key: string | null;
  /** Ed25519 of the JSON array [at, place, hash], as base64url. Null for a checkpoint that is not signed. */
  signature: string | null;
}

const signedText = ({ at, place, hash }: Pick<Checkpoint, "at" | "place" | "hash">) =>
  Buffer.from(JSON.stringify([at, place, hash]));

export function makeCheckpoint(
  end: Pick<Checkpoint, "at" | "place" | "hash">,
  key: KeyObject | undefined,
): Checkpoint {
  return {
    ...end,
    key: key ? keyName(key) : null,
    signature: key ? sign(null, signedText(end), key).toString("base64url") : null,
  };
}

/** True if a checkpoint has a signature by its own key. */
export function isSigned(checkpoint: Checkpoint): boolean {
  const { key, signature } = checkpoint;
  if (!key || !signature) return false;
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: key };
    const publicKey = createPublicKey({ key: jwk, format: "jwk" });
    return verify(null, signedText(checkpoint), publicKey, Buffer.from(signature, "base64url"));
  } catch {
    // The key is not valid.
    return false;
  }
}

/** Reads a checkpoint from JSON. Undefined if the line is not one. */
function parseCheckpoint(line: string): Checkpoint | undefined {
  try {
    const { at, place, hash, key = null, signature = null } = JSON.parse(line);
    if (typeof at !== "string" || !Number.isSafeInteger(place) || !/^[0-9a-f]{64}$/.test(hash)) {
      return undefined;
    }
    return { at, place, hash, key, signature };
  } catch {
    return undefined;
  }
}

/** The content of a file of checkpoints, one per line. */
export interface KeptCheckpoints {
  checkpoints: Checkpoint[];
  /** The numbers of the lines that are not checkpoints. */
  unreadable: number[];
}

/** Reads a file of checkpoints. An unreadable line does not hide the others. */
export function parseCheckpoints(text: string): KeptCheckpoints {
  const checkpoints: Checkpoint[] = [];
  const unreadable: number[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const checkpoint = parseCheckpoint(line);
    if (checkpoint) checkpoints.push(checkpoint);
    else unreadable.push(index + 1);
  }
  return { checkpoints, unreadable };
}
