import type { IncomingMessage } from "node:http";
import { getOperationAST } from "postgraphile/graphql";
import type { Publication } from "../../database/publication.ts";
import type { RequestSettings } from "../../database/request-settings.ts";
import type { ClientAddress } from "../../limits/client-address.ts";
import type { Live } from "../../live/index.ts";
import { currentRequest, setRequest } from "../../ops/logged-request.ts";
import { type Identity, type Tokens, tokenOf } from "../../people/tokens.ts";
import type { Gate } from "../subscriptions/gate.ts";
import { publishes, rootFields } from "./root-fields.ts";

/**
 * Returns the context that plans read: the user whom the token names, and the settings from which the
 * database takes role and claims. A bad token counts as no token.
 */
export function requestContext(
  { node, ws }: Partial<Grafast.RequestContext>,
  { document, operationName }: Pick<Grafast.ExecutionArgs, "document" | "operationName">,
  {
    tokens,
    live,
    publication,
    clientAddress,
  }: {
    tokens: Tokens;
    live?: Live | undefined;
    publication?: Publication | undefined;
    clientAddress: ClientAddress;
  },
) {
  const token = tokenOf(node?.req.headers, ws);
  const identity = token === undefined ? undefined : tokens.verify(token);
  const logged = currentRequest();
  const operation = logged && getOperationAST(document, operationName);
  if (operation) {
    logged.userId = identity?.userId;
    const fields = rootFields(document, operation.selectionSet.selections);
    logged.asks([...fields], operation.name?.value);
  }
  const pgSettings = settingsOf(identity);
  setRequest(pgSettings, logged);
  // The token's claim is enough to choose the connection. The database checks the permission.
  if (identity?.isAdmin && publishes(document, operationName)) pgSettings.pool = "publication";
  const request = node?.req ?? ws?.request;
  const client = node?.req.headers["user-agent"];
  // Few operations need the address.
  const address = () => clientAddress(request as IncomingMessage);
  return { pgSettings, identity, client, tokens, live, publication, address, gates: [] };
}

/** The settings from which the database takes role and claims. */
function settingsOf(identity: Identity | undefined): RequestSettings {
  return {
    "token.user_id": identity ? String(identity.userId) : "",
    "token.session_id": identity ? String(identity.sessionId) : "",
  };
}

/** The settings of a request with this token. A bad token counts as no token. */
export function requestSettings(token: string | undefined, tokens: Tokens): RequestSettings {
  return settingsOf(token === undefined ? undefined : tokens.verify(token));
}

declare global {
  namespace Grafast {
    interface Context {
      identity?: Identity | undefined;
      /** The client's program, as it names itself over HTTP. */
      client?: string | undefined;
      tokens: Tokens;
      /** Returns the client's address, as limits count it. */
      address: () => string;
      /** Undefined if only the schema is built, without a host. */
      live?: Live | undefined;
      /** Undefined in the same case as `live`. */
      publication?: Publication | undefined;
      /** The gate of the subscription that the request begins. */
      gates: Gate[];
    }
  }
}
