import jwt from "jsonwebtoken";
import type { TokenKey } from "../settings/token-keys.ts";
import type { Identity } from "./tokens.ts";

const ISSUER = "location-alert-service";
/** What a ticket is for has to begin in this time. */
export const TICKET_LIFETIME_S = 300;

/** A permission to download a person's data, for one session. */
export interface Ticket {
  identity: Pick<Identity, "userId" | "sessionId">;
  userId: number;
}

/** What a ticket of each kind holds. */
export interface Claims {
  export: Ticket;
  /** A password was right: a digest of its hash. */
  login: { userId: number; password: string };
  /** The secret of a new authenticator app. */
  totp: Ticket["identity"] & { secret: string };
  /** What a browser was asked that makes a passkey. */
  passkeyOffer: Ticket["identity"] & { challenge: string };
  /** What a browser was asked that shows a passkey: of anyone, after the right password, or in a session. */
  passkey: { challenge: string; userId?: number; password?: string; sessionId?: number };
}

export interface Tickets {
  issue<Kind extends keyof Claims>(kind: Kind, claims: Claims[Kind]): string;
  /** Returns what a ticket of this service and kind holds; undefined for an expired ticket or another text. */
  verify<Kind extends keyof Claims>(kind: Kind, text: string): Claims[Kind] | undefined;
}

/** Makes and verifies tickets, with which a client comes back without a token. A ticket of a kind opens nothing else. */
export function makeTickets(keys: readonly [TokenKey, ...TokenKey[]]): Tickets {
  const [signer] = keys;
  // The type in the header, which no access token has.
  const typeOf = (kind: string) => `${kind}+jwt`;
  const audienceOf = (kind: string) => `${ISSUER}/${kind}`;
  return {
    issue: (kind, claims) =>
      jwt.sign({ claims }, signer.signing, {
        algorithm: signer.algorithm,
        keyid: signer.kid,
        header: { alg: signer.algorithm, typ: typeOf(kind) },
        issuer: ISSUER,
        audience: audienceOf(kind),
        expiresIn: TICKET_LIFETIME_S,
      }),
    verify(kind, text) {
      try {
        const { kid, typ } = jwt.decode(text, { complete: true })?.header ?? {};
        const key = keys.find((one) => one.kid === kid);
        if (!key || typ !== typeOf(kind)) return undefined;
        const { claims } = jwt.verify(text, key.verifying, {
          algorithms: [key.algorithm],
          issuer: ISSUER,
          audience: audienceOf(kind),
        }) as jwt.JwtPayload;
        return claims;
      } catch {
        return undefined;
      }
    },
  };
}
