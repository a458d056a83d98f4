import type { IncomingMessage } from "node:http";
import type { ClientAddress } from "../../limits/client-address.ts";
import type { LoggedRequest } from "../../ops/logged-request.ts";
import { bearerOf, type Tokens } from "../../people/tokens.ts";
import { Request } from "./request.ts";

/** Where requests are made. A bad token counts as no token. */
export interface Door {
  /** Makes the request of a message over HTTP, which then has it as `message.request`. */
  receive(message: IncomingMessage, log?: LoggedRequest): Request;
  /** Makes the request of an operation over a websocket, which another message opened. */
  operate(opening: Request, token: string | undefined, log?: LoggedRequest): Request;
}

/** The origin of a page that the service serves itself. Undefined for other clients, and behind a proxy that changes `Host`. */
export const ownOrigin = ({
  headers: { origin, host },
}: Pick<IncomingMessage, "headers">): string | undefined =>
  host !== undefined && origin?.split("://")[1] === host ? origin : undefined;

export function makeDoor(tokens: Tokens, clientAddress: ClientAddress): Door {
  return {
    receive(message, log) {
      const identity = bearerOf(message, tokens);
      const client = message.headers["user-agent"];
      const address = () => clientAddress(message);
      message.request = new Request({ identity, client, log, address, origin: ownOrigin(message) });
      return message.request;
    },
    operate({ address, origin }, token, log) {
      const identity = token === undefined ? undefined : tokens.verify(token);
      return new Request({ identity, log, address, origin });
    },
  };
}

/** The request that Grafast works for. */
export const requestOf = ({ ws, node }: Partial<Grafast.RequestContext>): Request =>
  (ws ?? { request: node?.req }).request?.request as Request;

declare module "node:http" {
  interface IncomingMessage {
    /** Made before anything is served. Absent for what comes to no door, such as scrapes of metrics. */
    request?: Request;
  }
}
