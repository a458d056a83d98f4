import { createHash } from "node:crypto";

/** A device key as `deviceKeyAdd` makes it: the user's id, and a random part. */
const DEVICE_KEY = /^(\d{1,10})-[\da-f]{32}$/;

/** A text that may be a device key. */
export interface DeviceKey {
  userId: number;
  hash: Buffer;
}

/** Reads a text that may be a device key; undefined if it is not one. Keyboards add blanks and capital letters. */
export function readDeviceKey(text: string): DeviceKey | undefined {
  const key = text.trim().toLowerCase();
  const userId = Number(DEVICE_KEY.exec(key)?.[1]);
  if (!(userId < 2 ** 31)) return undefined;
  return { userId, hash: createHash("sha256").update(key).digest() };
}

/** Matches a key in the middle of a text. A form may write a blank before it as %20. */
const WITHIN = /(?:%20|\b)(\d{1,10}-[\da-f]{32})\b/i;

/**
 * Finds the first part of a text that may be a device key. Anyone can send the text, so it is not parsed, which could
 * take long.
 */
export const findDeviceKey = (text: string): DeviceKey | undefined =>
  readDeviceKey(WITHIN.exec(text)?.[1] ?? "");

const BASIC = /^Basic +([A-Za-z\d+/_=-]+)$/i;
const BEARER = /^Bearer +(\S+)$/i;

/** The parts of an Authorization header that may be a device key: a token, or a password or user name. */
export function credentialsOf(header = ""): string[] {
  const token = BEARER.exec(header)?.[1];
  if (token) return [token];
  const [, user = "", password = ""] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(BASIC.exec(header)?.[1] ?? "", "base64").toString()) ?? [];
  return [password, user];
}
