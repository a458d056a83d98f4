import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Identity } from "./tokens.ts";

/**
 * The token that prolongs a session. Clients treat it as opaque. It holds the user and the session, a part that all
 * tokens of the session share, and a part of its own. Only hashes of it are stored.
 */
export interface RefreshToken extends Identity {
  family: string;
  own: string;
}

export const sha256 = (text: string) => createHash("sha256").update(text).digest();

export function newRefreshToken(): Pick<RefreshToken, "family" | "own"> {
  return {
    family: randomBytes(16).toString("base64url"),
    own: randomBytes(32).toString("base64url"),
  };
}

export function writeRefreshToken({ userId, sessionId, family, own }: RefreshToken): string {
  return [userId, sessionId, family, own].join(".");
}

/** Reads a token that `writeRefreshToken` may have written; undefined for other texts. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, user, session, family = "", own = ""] =
    text.match(/^(\d{1,10})\.(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/) ?? [];
  const userId = Number(user);
  return userId < 2 ** 31 ? { userId, sessionId: Number(session), family, own } : undefined;
}

/** The token after this one. Whoever asks again with the same token and key gets the same successor. */
export function successorOf(token: RefreshToken, key: Buffer): RefreshToken {
  return { ...token, own: createHmac("sha256", key).update(token.own).digest("base64url") };
}
