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

/** How many verified tokens are remembered. */
const MOST_REMEMBERED = 10_000;

export interface Tokens {
  /** Makes an access token: a JWT signed with HS256, that ends after the lifetime. */
  issue(user: TokenUser): string;
  /** The identity in a token that is ours and still lasts; undefined for any other. */
  verify(token: string): Identity | undefined;
  /** Until when a token lasts, in milliseconds since 1970; undefined for one that `verify` refuses. */
  endOf(token: string): number | undefined;
}

/**
 * Makes and verifies access tokens.
 * @param secret At least 32 characters.
 * @param lifetime In seconds.
 */
export function makeTokens(secret: string, lifetime: number): Tokens {
  // As a KeyObject it is imported once; as a string at each verification, for four times the time.
  const key: KeyObject = createSecretKey(secret, "utf8");
  // A signature stays true until the token ends; whether it was revoked is the database's to say.
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
      // A token without an end is none of ours.
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

/** The token in an Authorization header ("Bearer …"); undefined for an empty or any other header. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +(\S+)$/i)?.[1];
}

/** The token in the payload with which a websocket's client begins: as a header, or plain. */
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
