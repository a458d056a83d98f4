import type { IncomingMessage } from "node:http";
import type { ClientAddress } from "../../limits/client-address.ts";
import { currentRequest, type LoggedRequest } from "../../ops/logged-request.ts";
import { bearerOf, connectionToken, type Tokens } from "../../people/tokens.ts";
import { Request } from "./request.ts";

/** The websocket of an operation: the request that opened it, and what its client sent first. */
type Websocket = Pick<Grafast.RequestContext["ws"], "connectionParams" | "request">;

/** Where requests are made. A bad token counts as no token. */
export interface Door {
  /** Makes the request of a message over HTTP, which then has it as `message.request`. */
  receive(message: IncomingMessage, log?: LoggedRequest): Request;
  /** Makes the request of an operation over a websocket. */
  operate(websocket: Websocket): Request;
  /** The request that Grafast works for. */
  requestOf(context: Partial<Grafast.RequestContext>): Request;
}

export function makeDoor(tokens: Tokens, clientAddress: ClientAddress): Door {
  function receive(message: IncomingMessage, log?: LoggedRequest): Request {
    const identity = bearerOf(message, tokens);
    const client = message.headers["user-agent"];
    const address = () => clientAddress(message);
    message.request = new Request({ identity, client, log, address });
    return message.request;
  }
  function operate({ connectionParams, request }: Websocket): Request {
    const token = connectionToken(connectionParams);
    const identity = token === undefined ? undefined : tokens.verify(token);
    const address = () => clientAddress(request as IncomingMessage);
    return new Request({ identity, log: currentRequest(), address });
  }
  return {
    receive,
    operate,
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
    /** Made before anything is served. Absent for what comes to no door, such as scrapes of metrics. */
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
