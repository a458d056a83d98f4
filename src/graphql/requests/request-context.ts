import { bearerToken, connectionToken, type Identity, type Tokens } from "../../auth/tokens.ts";
import type { RequestSettings } from "../../database/request-adaptor.ts";
import type { Live } from "../../live/index.ts";

/**
 * What plans may ask of a request: who signed in, by the token's word, and the settings from which
 * the database takes role and claims. A bad token is no token.
 */
export function requestContext(
  { node, ws }: Partial<Grafast.RequestContext>,
  tokens: Tokens,
  live: Live | undefined,
) {
  const token = ws
    ? connectionToken(ws.connectionParams)
    : bearerToken(node?.req.headers.authorization);
  const identity: Identity | undefined = token === undefined ? undefined : tokens.verify(token);
  const pgSettings: RequestSettings = {
    "token.user_id": identity ? String(identity.userId) : "",
    "token.version": identity ? String(identity.tokenVersion) : "",
    "token.id": identity?.tokenId ?? "",
  };
  return { pgSettings, identity, tokens, live };
}

declare global {
  namespace Grafast {
    interface Context {
      identity?: Identity | undefined;
      tokens: Tokens;
      /** Absent where only the schema is asked for. */
      live?: Live | undefined;
    }
  }
}
