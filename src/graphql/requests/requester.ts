import type { IncomingMessage } from "node:http";
import type { FieldNode } from "postgraphile/graphql";
import type { RequestSettings } from "../../database/request-settings.ts";
import type { ClientAddress } from "../../limits/client-address.ts";
import { countField } from "../../limits/count-fields.ts";
import type { TakeQuota } from "../../limits/quotas.ts";
import { bearerToken, type Tokens } from "../../people/tokens.ts";
import { requestSettings } from "./request-context.ts";

/** Who sent a request over HTTP, as the fast path needs it. */
export interface Requester {
  settings: RequestSettings;
  /** Takes a root field from the quota. Resolves to false if the quota is used up; Grafast then refuses the request. */
  admits(field: FieldNode): Promise<boolean>;
}

/** Makes the function that returns who sent a request. */
export function makeRequesterOf(
  tokens: Tokens,
  clientAddress: ClientAddress,
  takeQuota: TakeQuota,
): (request: IncomingMessage) => Requester {
  return (request) => {
    const settings = requestSettings(bearerToken(request.headers.authorization), tokens);
    const asker = { userId: settings["token.user_id"], address: () => clientAddress(request) };
    return {
      settings,
      // The fast path takes neither batches nor publications.
      admits: async (field) => (await takeQuota(asker, countField(field, {}, false))) === 0,
    };
  };
}
