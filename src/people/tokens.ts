import { createHash, createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { LRU } from "@graphile/lru";
import jwt from "jsonwebtoken";
import type { TokenKey } from "../settings/token-keys.ts";

const MAX_ENDED_SESSIONS = 10_000;

/**
 * The ended sessions for which administrators' tokens still verify. Without this list, requests with such a token would
 * go before everyone else until it expires, only to be refused by the database. An ended session never comes back.
 */
class EndedSessions {
  readonly #ids = new LRU<number, true>({ maxLength: MAX_ENDED_SESSIONS });

  note(sessionId: number): void {
    this.#ids.set(sessionId, true);
  }

  /** Returns the identity, without the administrator's right if its session has ended. */
  withoutLostRight(identity: Identity): Identity {
    const { userId, sessionId, isAdmin } = identity;
    return isAdmin && this.#ids.get(sessionId) ? { userId, sessionId } : identity;
  }
}

const ISSUER = "location-alert-service";
const AUDIENCE = "location-alert-service";
/** The type of an access token in its header (RFC 9068), which no other JWT has. */
const TYPE = "at+jwt";

/** What a verified token says: its user, and the user's session. */
export interface Identity {
  userId: number;
  sessionId: number;
  /**
   * True if the user had a role in an authority when the token was made, unless the session is known to have ended. The
   * database knows the user's current rights.
   */
  isAdmin?: boolean;
}

/** Reads an id from a claim. Undefined if the claim is not a string of decimal digits, or not below the limit. */
function toId(claim: unknown, limit: number): number | undefined {
  const id = typeof claim === "string" && /^\d+$/.test(claim) ? Number(claim) : limit;
  return id < limit ? id : undefined;
}

interface Verified {
  identity: Identity;
  /** In milliseconds since 1970. */
  end: number;
  /** When `onUse` is called next, in milliseconds since 1970. */
  nextUse: number;
}

const MAX_VERIFIED_TOKENS = 10_000;
/** Milliseconds between two calls of `onUse` for a token. */
const USE_INTERVAL_MS = 3_600_000;

export interface Tokens {
  /** Makes an access token that expires after `lifetime` seconds, by default after the configured lifetime. */
  issue(identity: Identity, lifetime?: number): string;
  /** Returns the identity in a token that this service issued and that has not expired; undefined for others. */
  verify(token: string): Identity | undefined;
  /** Returns when a token expires, in milliseconds since 1970; undefined for tokens that `verify` refuses. */
  endOf(token: string): number | undefined;
  /** Notes that a session has ended. Its tokens still verify, but no longer as an administrator's. */
  noteEnd(sessionId: number): void;
}

/**
 * Makes and verifies access tokens: JWTs, after the practices of RFC 8725.
 * @param keys The first one signs. All verify the tokens that name them, so that a key can be replaced.
 * @param lifetime In seconds.
 * @param onUse Called when a token is used, once an hour at most while the token is remembered.
 */
export function makeTokens(
  keys: readonly [TokenKey, ...TokenKey[]],
  lifetime: number,
  onUse: (identity: Identity) => void = () => {},
): Tokens {
  const [signer] = keys;
  const keyOf = new Map(keys.map((key) => [key.kid, key]));
  // A signature stays valid until the token expires. The database knows whether the session has ended.
  const verified = new LRU<string, Verified>({ maxLength: MAX_VERIFIED_TOKENS });
  const ended = new EndedSessions();

  function verifyNow(token: string): Verified | undefined {
    try {
      const { kid = "", typ } = jwt.decode(token, { complete: true })?.header ?? {};
      const key = keyOf.get(kid);
      if (!key || typ !== TYPE) return undefined;
      const claims = jwt.verify(token, key.verifying, {
        algorithms: [key.algorithm],
        issuer: ISSUER,
        audience: AUDIENCE,
      });
      if (typeof claims === "string") return undefined;
      const userId = toId(claims.sub, 2 ** 31);
      const sessionId = toId(claims.sid, Number.MAX_SAFE_INTEGER);
      // Every token of this service expires.
      if (userId === undefined || sessionId === undefined || !claims.exp) return undefined;
      const identity = { userId, sessionId, ...(claims.adm === true && { isAdmin: true }) };
      return { identity, end: claims.exp * 1000, nextUse: 0 };
    } catch {
      return undefined;
    }
  }

  function verifyOnce(token: string): Verified | undefined {
    const now = Date.now();
    const known = verified.get(token);
    const found = known && known.end > now ? known : verifyNow(token);
    if (found && found !== known) verified.set(token, found);
    if (found && found.nextUse <= now) {
      found.nextUse = now + USE_INTERVAL_MS;
      onUse(found.identity);
    }
    return found;
  }

  return {
    issue({ userId, sessionId, isAdmin }, seconds = lifetime) {
      return jwt.sign({ sid: String(sessionId), ...(isAdmin && { adm: true }) }, signer.signing, {
        algorithm: signer.algorithm,
        keyid: signer.kid,
        header: { alg: signer.algorithm, typ: TYPE },
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: String(userId),
        expiresIn: seconds,
      });
    },
    verify(token) {
      const found = verifyOnce(token);
      return found && ended.withoutLostRight(found.identity);
    },
    endOf: (token) => verifyOnce(token)?.end,
    noteEnd: (sessionId) => ended.note(sessionId),
  };
}

/** Returns the token in an Authorization header ("Bearer …"); undefined for other headers. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +(\S+)$/i)?.[1];
}

/** Returns who sends a request, by the token in its Authorization header; undefined without a valid one. */
export function bearerOf(
  { headers }: Pick<IncomingMessage, "headers">,
  tokens: Pick<Tokens, "verify">,
): Identity | undefined {
  const token = bearerToken(headers.authorization);
  return token === undefined ? undefined : tokens.verify(token);
}

/** Returns the token in the payload of connection_init, which clients send as in a header ("Bearer …") or plain. */
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
