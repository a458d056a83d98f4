import { bearerToken, connectionToken, type Identity, type Tokens } from "../../auth/tokens.ts";
import type { RequestSettings } from "../../database/request-adaptor.ts";
import type { Live } from "../../live/index.ts";
import type { Gate } from "../subscriptions/gate.ts";

/**
 * Returns the context that plans read: the user whom the token names, and the settings from which the
 * database takes role and claims. A bad token counts as no token.
 */
export function requestContext(
  { node, ws }: Partial<Grafast.RequestContext>,
  tokens: Tokens,
  live: Live | undefined,
) {
  const token = ws
    ? connectionToken(ws.connectionParams)
    : bearerToken(node?.req.headers.authorization);
  const identity = token === undefined ? undefined : tokens.verify(token);
  const pgSettings = settingsOf(identity);
  const client = node?.req.headers["user-agent"];
  return { pgSettings, identity, client, tokens, live, gates: [] };
}

/** The settings from which the database takes role and claims. */
function settingsOf(identity: Identity | undefined): RequestSettings {
  return {
    "token.user_id": identity ? String(identity.userId) : "",
    "token.session_id": identity ? String(identity.sessionId) : "",
  };
}

/** The settings of a request with this token. A bad token is no token. */
export function requestSettings(token: string | undefined, tokens: Tokens): RequestSettings {
  return settingsOf(token === undefined ? undefined : tokens.verify(token));
}

declare global {
  namespace Grafast {
    interface Context {
      identity?: Identity | undefined;
      /** The program that asks, as it names itself over HTTP. */
      client?: string | undefined;
      tokens: Tokens;
      /** Undefined if only the schema is built, without a host. */
      live?: Live | undefined;
      /** The gate of the subscription that the request begins. */
      gates: Gate[];
    }
  }
}
