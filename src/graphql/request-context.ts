import type { IncomingMessage } from "node:http";
import { bearerToken, type Identity, type Tokens } from "../auth/tokens.ts";
import type { RequestSettings } from "../database/request-adaptor.ts";

/**
 * What plans may ask of a request: who signed in, by the token's word, and the settings from which
 * the database takes role and claims. A bad token is no token.
 */
export function requestContext(request: IncomingMessage | undefined, tokens: Tokens) {
  const token = bearerToken(request?.headers.authorization);
  const identity: Identity | undefined = token === undefined ? undefined : tokens.verify(token);
  const pgSettings: RequestSettings = {
    "token.user_id": identity ? String(identity.userId) : "",
    "token.version": identity ? String(identity.tokenVersion) : "",
  };
  return { pgSettings, identity, tokens };
}

declare global {
  namespace Grafast {
    interface Context {
      identity?: Identity | undefined;
      tokens: Tokens;
    }
  }
}
