import { randomBytes } from "node:crypto";
import { NOBODY, type Seal } from "../people/seal.ts";

const SECRET_BYTES = 32;

/** Makes a secret, in the form of Standard Webhooks. */
export function newSecret(seal: Seal): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  return { secret, sealed: seal.close(NOBODY, secret) };
}

export const openSecret = (seal: Seal, sealed: Buffer): string | undefined =>
  seal.open(NOBODY, sealed)?.text;
