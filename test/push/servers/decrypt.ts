import { createDecipheriv, type ECDH, hkdfSync } from "node:crypto";

/** The secrets that a browser keeps of its subscription. */
export interface Subscriber {
  keys: ECDH;
  auth: Buffer;
}

function derive(secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

/**
 * Decrypts a push as its browser does: RFC 8291 for the keys, RFC 8188 for the single record.
 * @throws Error if it is for another subscriber, or malformed.
 */
export function decrypt(body: Buffer, { keys, auth }: Subscriber): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const record = body.subarray(keyEnd);
  if (record.length > recordSize) throw new Error("more than one record");

  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);

  // The last record ends with a 2 and zeros as padding.
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the record is not the last");
  return padded.subarray(0, end).toString();
}
