import type { IncomingMessage } from "node:http";
import type { ClientAddress } from "../../limits/client-address.ts";
import { currentRequest, type LoggedRequest } from "../../ops/logged-request.ts";
import { bearerOf, connectionToken, type Tokens } from "../../people/tokens.ts";
import { Request } from "./request.ts";

type ConnectionParams = Readonly<Record<string, unknown>> | null | undefined;

/** Where requests are made. A bad token counts as no token. */
export interface Door {
  /** Makes the request of a message over HTTP. */
  receive(message: IncomingMessage, log?: LoggedRequest): Request;
  /** Whose token a connection began with. */
  identify(connectionParams: ConnectionParams): Pick<Request, "identity">;
  /** The request that Grafast works for. That of an operation over a websocket is made here. */
  requestOf(context: Partial<Grafast.RequestContext>): Request;
}

export function makeDoor(tokens: Tokens, clientAddress: ClientAddress): Door {
  function receive(message: IncomingMessage, log?: LoggedRequest): Request {
    const identity = bearerOf(message, tokens);
    const client = message.headers["user-agent"];
    return new Request({ identity, client, log, address: () => clientAddress(message) });
  }
  function identify(connectionParams: ConnectionParams) {
    const token = connectionToken(connectionParams);
    return { identity: token === undefined ? undefined : tokens.verify(token) };
  }
  function operate({ connectionParams, request }: Grafast.RequestContext["ws"]): Request {
    const address = () => clientAddress(request as IncomingMessage);
    return new Request({ ...identify(connectionParams), log: currentRequest(), address });
  }
  return {
    receive,
    identify,
    requestOf(context) {
      const { ws, node } = context;
      context.request ??= ws
        ? operate(ws)
        : receive(node?.req as IncomingMessage, currentRequest());
      return context.request;
    },
  };
}

declare module "node:http" {
  interface IncomingMessage {
    /** What came in the message, if it came to the path of GraphQL. */
    request?: Request;
  }
}

declare global {
  namespace Grafast {
    interface RequestContext {
      request?: Request;
    }
  }
}
