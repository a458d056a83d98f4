import { createSecretKey, type KeyObject, randomUUID } from "node:crypto";
import { LRU } from "@graphile/lru";
import jwt from "jsonwebtoken";

const ISSUER = "location-alert-service";
const AUDIENCE = "location-alert-service";

/** The user of a token, as `login` reads them from the database. */
export interface TokenUser {
  userId: number;
  isAdmin: boolean;
  /** The database accepts only the user's current version; each revocation raises it. */
  tokenVersion: number;
}

/** What a verified token says: its user, and which of their tokens it is. */
export interface Identity extends TokenUser {
  /** The `jti` claim, a UUID. Tokens that an older release issued have none. */
  tokenId: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True if a claim fits PostgreSQL's integer. */
function isInt(claim: unknown): claim is number {
  return Number.isInteger(claim) && Math.abs(claim as number) < 2 ** 31;
}

interface Verified {
  identity: Identity;
  /** In milliseconds since 1970. */
  end: number;
}

/** The most verified tokens that are remembered. */
const MOST_REMEMBERED = 10_000;

export interface Tokens {
  /** Makes an access token: a JWT signed with HS256, that ends after the lifetime. */
  issue(user: TokenUser): string;
  /** Returns the identity in a token that this service issued and that has not expired; undefined for others. */
  verify(token: string): Identity | undefined;
  /** Returns when a token expires, in milliseconds since 1970; undefined for tokens that `verify` refuses. */
  endOf(token: string): number | undefined;
}

/**
 * Makes and verifies access tokens.
 * @param secret At least 32 characters.
 * @param lifetime In seconds.
 */
export function makeTokens(secret: string, lifetime: number): Tokens {
  // A KeyObject is imported once. A string would be imported at each verification, which takes four times as long.
  const key: KeyObject = createSecretKey(secret, "utf8");
  // A signature stays valid until the token expires. The database knows whether the token was revoked.
  const verified = new LRU<string, Verified>({ maxLength: MOST_REMEMBERED });

  function verifyNow(token: string): Verified | undefined {
    try {
      const claims = jwt.verify(token, key, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        audience: AUDIENCE,
      });
      if (typeof claims === "string") return undefined;
      const { sub, exp, jti: tokenId, is_admin: isAdmin, token_version: tokenVersion } = claims;
      const userId = /^\d+$/.test(sub ?? "") ? Number(sub) : undefined;
      // Every token of this service expires.
      if (!isInt(userId) || !isInt(tokenVersion) || !exp) return undefined;
      if (tokenId !== undefined && !UUID.test(tokenId)) return undefined;
      const identity = { userId, isAdmin: isAdmin === true, tokenVersion, tokenId };
      return { identity, end: exp * 1000 };
    } catch {
      return undefined;
    }
  }

  function verifyOnce(token: string): Verified | undefined {
    const known = verified.get(token);
    if (known && known.end > Date.now()) return known;
    const found = verifyNow(token);
    if (found) verified.set(token, found);
    return found;
  }

  return {
    issue({ userId, isAdmin, tokenVersion }) {
      return jwt.sign({ is_admin: isAdmin, token_version: tokenVersion }, key, {
        algorithm: "HS256",
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: String(userId),
        jwtid: randomUUID(),
        expiresIn: lifetime,
      });
    },
    verify: (token) => verifyOnce(token)?.identity,
    endOf: (token) => verifyOnce(token)?.end,
  };
}

/** Returns the token in an Authorization header ("Bearer …"); undefined for other headers. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +(\S+)$/i)?.[1];
}

/** Returns the token in the payload of connection_init, which clients send as a header or plain. */
export function connectionToken(
  payload: Readonly<Record<string, unknown>> | null | undefined,
): string | undefined {
  const {
    Authorization,
    authorization = Authorization,
    token,
    accessToken = token,
  } = payload ?? {};
  const given = typeof authorization === "string" ? bearerToken(authorization) : accessToken;
  return typeof given === "string" ? given : undefined;
}
