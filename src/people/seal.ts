import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { TokenKey } from "../settings/token-keys.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The user in whose name a text is sealed that belongs to no user. */
export const NOBODY = 0;

export interface Seal {
  /** Encrypts a text of a user, for the database. */
  close(userId: number, text: string): Buffer;
  /** Returns the text. `isOld` if another than the first key has sealed it. Undefined without its key. */
  open(userId: number, sealed: Buffer): { text: string; isOld: boolean } | undefined;
}

/** Seals secrets by the keys of tokens, so that neither the database nor its backup tells them. */
export function makeSeal(keys: readonly [TokenKey, ...TokenKey[]]): Seal {
  const bytesOf = (key: KeyObject) =>
    key.type === "secret" ? key.export() : key.export({ format: "der", type: "pkcs8" });
  const sealing = keys.map(({ kid, signing }) => ({
    kid: Buffer.from(kid),
    key: Buffer.from(hkdfSync("sha256", bytesOf(signing), "", "second factors", 32)),
  }));
  return {
    close(userId, text) {
      const [{ kid, key }] = sealing as [(typeof sealing)[number]];
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(String(userId)));
      return Buffer.concat([kid, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    },
    open(userId, sealed) {
      const place = sealing.findIndex(({ kid }) => sealed.subarray(0, kid.length).equals(kid));
      const found = sealing[place];
      if (!found) return undefined;
      const start = found.kid.length + NONCE_BYTES;
      const decipher = createDecipheriv(
        CIPHER,
        found.key,
        sealed.subarray(start - NONCE_BYTES, start),
      )
        .setAAD(Buffer.from(String(userId)))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = decipher.update(sealed.subarray(start, -TAG_BYTES), undefined, "utf8");
      return { text: text + decipher.final("utf8"), isOld: place > 0 };
    },
  };
}
