import { getOperationAST } from "postgraphile/graphql";
import type { Publication } from "../../database/publication.ts";
import type { Live } from "../../live/index.ts";
import type { Tokens } from "../../people/tokens.ts";
import type { Gate } from "../subscriptions/gate.ts";
import type { Request } from "./request.ts";
import { namesOf, publishes } from "./root-fields.ts";

/** Returns the context that plans read. What PostGraphile calls the settings of its adaptor is our request. */
export function requestContext(
  request: Request,
  { document, operationName }: Pick<Grafast.ExecutionArgs, "document" | "operationName">,
  {
    tokens,
    live,
    publication,
  }: {
    tokens: Tokens;
    live?: Live | undefined;
    publication?: Publication | undefined;
  },
) {
  const operation = getOperationAST(document, operationName);
  const roots = request.asked?.size.roots.get(operation?.name?.value ?? "");
  if (operation && roots) {
    request.log?.asks(namesOf(roots), operation.name?.value);
    // The token's claim is enough to choose the connection. The database checks the permission.
    if (request.identity?.isAdmin && publishes(roots)) request.pool = "publication";
  }
  // Its own adaptor reads the settings of a role from here.
  const pgSettings = request as unknown as Grafast.Context["pgSettings"];
  return { request, pgSettings, tokens, live, publication, gates: [] };
}

declare global {
  namespace Grafast {
    interface Context {
      request: Request;
      tokens: Tokens;
      /** Undefined if only the schema is built, without a host. */
      live?: Live | undefined;
      /** Undefined in the same case as `live`. */
      publication?: Publication | undefined;
      /** The gate of the subscription that the request begins. */
      gates: Gate[];
    }
  }
}
