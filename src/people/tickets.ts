import jwt from "jsonwebtoken";
import type { TokenKey } from "../settings/token-keys.ts";
import type { Identity } from "./tokens.ts";

const ISSUER = "location-alert-service";
const AUDIENCE = "location-alert-service/export";
/** The type in a ticket's header, which no access token has. */
const TYPE = "export+jwt";

/** A download has to begin in this time. */
export const TICKET_LIFETIME_S = 300;

/** A permission to download a person's data, for one session. */
export interface Ticket {
  identity: Pick<Identity, "userId" | "sessionId">;
  userId: number;
}

export interface Tickets {
  issue(ticket: Ticket): string;
  /** Returns what a ticket of this service allows; undefined for an expired ticket or another text. */
  verify(text: string): Ticket | undefined;
}

/** Makes and verifies tickets for downloads, with which a browser sends no token. A ticket opens nothing else. */
export function makeTickets(keys: readonly [TokenKey, ...TokenKey[]]): Tickets {
  const [signer] = keys;
  return {
    issue: ({ identity, userId }) =>
      jwt.sign({ sid: identity.sessionId, of: userId }, signer.signing, {
        algorithm: signer.algorithm,
        keyid: signer.kid,
        header: { alg: signer.algorithm, typ: TYPE },
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: String(identity.userId),
        expiresIn: TICKET_LIFETIME_S,
      }),
    verify(text) {
      try {
        const { kid, typ } = jwt.decode(text, { complete: true })?.header ?? {};
        const key = keys.find((one) => one.kid === kid);
        if (!key || typ !== TYPE) return undefined;
        const claims = jwt.verify(text, key.verifying, {
          algorithms: [key.algorithm],
          issuer: ISSUER,
          audience: AUDIENCE,
        }) as jwt.JwtPayload;
        const [caller, sessionId, userId] = [Number(claims.sub), claims.sid, claims.of];
        if (![caller, sessionId, userId].every(Number.isSafeInteger)) return undefined;
        return { identity: { userId: caller, sessionId }, userId };
      } catch {
        return undefined;
      }
    },
  };
}
