import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { LRU } from "@graphile/lru";

/** A handler that sets headers and goes on, as the package cors makes it. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** How many origins are remembered. */
const MOST = 100;

/** Remembers the headers that cors sets for a POST, by its origin: cors takes longer than all of our own headers. */
export function corsHeaders(
  cors: Middleware,
): (request: IncomingMessage) => Readonly<OutgoingHttpHeaders> {
  const known = new LRU<string, OutgoingHttpHeaders>({ maxLength: MOST });
  return ({ headers: { origin = "" } }) => {
    let headers = known.get(origin);
    if (!headers) {
      const set: OutgoingHttpHeaders = {};
      headers = set;
      const request = { method: "POST", headers: { origin } } as IncomingMessage;
      const response = {
        getHeader: (name: string) => set[name],
        setHeader: (name: string, value: string) => Object.assign(set, { [name]: value }),
      };
      cors(request, response as unknown as ServerResponse, () => {});
      known.set(origin, headers);
    }
    return headers;
  };
}
