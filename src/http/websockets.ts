import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL } from "graphql-ws";
import type pg from "pg";
import type { GrafservBase } from "postgraphile/grafserv";
import { type WebSocket, WebSocketServer } from "ws";
import type { ClientAddress } from "../limits/client-address.ts";
import type { TakeQuota } from "../limits/quotas.ts";
import type { Live } from "../live/index.ts";
import { AppError } from "../ops/app-error.ts";
import { websockets as openWebsockets } from "../ops/instruments.ts";
import type { Log } from "../ops/log.ts";
import { LoggedRequest, requestId, runFor } from "../ops/logged-request.ts";
import { admitBody, mustBeAdmitted } from "../people/large-bodies.ts";
import type { Tokens } from "../people/tokens.ts";
import type { Config } from "../settings/config.ts";
import { endLargest } from "./slow-clients.ts";
import { Connection, GOING_AWAY, TRY_AGAIN_LATER } from "./websockets/connection.ts";
import { makeProtocol } from "./websockets/graphql-ws.ts";
import { OperationIds } from "./websockets/operation-ids.ts";
import { Places } from "./websockets/places.ts";

const PATH = "/graphql";
/** As for requests over HTTP. */
const MAX_MESSAGE_BYTES = 2_000_000;
/** Of one message, because each takes some memory. Browsers need a few hundred. */
const MAX_FRAMES = 1024;
const MAX_READS = 4096;
/** Of the messages that are still arriving on all connections together. */
const MAX_ARRIVING_BYTES = 100_000_000;
const CHECK_INTERVAL_MS = 250;

const AUTHENTICATE = {
  name: "live-authenticate",
  text: "select role from app_private.authenticate($1, $2)",
};

/** The websockets of this host. */
export interface Websockets {
  /** Refuses new connections, waits up to `grace` milliseconds for running operations, and closes all connections. */
  close(grace: number): Promise<void>;
}

function refuse(socket: Duplex, status: string): void {
  // A client that does not close its side would keep the connection open, and keep the host from stopping.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Serves GraphQL over websockets, with subscriptions, on the same path as over HTTP. */
export function serveWebsockets(
  server: Server,
  parts: {
    serv: GrafservBase;
    tokens: Tokens;
    clientAddress: ClientAddress;
    takeQuota: TakeQuota;
    live: Live;
    pool: pg.Pool;
    config: Pick<Config, "allowedOrigins" | "maxConnections" | "timeouts">;
    log: Log;
  },
): Websockets {
  const { serv, tokens, live, pool, log } = parts;
  const { allowedOrigins, maxConnections, timeouts } = parts.config;
  const places = new Places(maxConnections);
  const protocol = makeProtocol(serv, tokens, places);
  const connections = new Set<Connection>();
  let isClosing = false;

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_FRAMES,
    maxBufferedChunks: MAX_READS,
    // Accepts unknown protocols too, so that the close code can tell the client that its protocol is not supported.
    handleProtocols: (offered) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL)
        ? GRAPHQL_TRANSPORT_WS_PROTOCOL
        : ([...offered][0] ?? false),
  });

  sockets.on("headers", (headers, { headers: sent }) =>
    headers.push(`X-Request-Id: ${sent["x-request-id"]}`),
  );

  function serve(socket: WebSocket, request: IncomingMessage): void {
    const connection = new Connection(socket, request.socket);
    connections.add(connection);
    // Reads the address while the client is connected: Node then remembers it for later.
    places.enter(connection, parts.clientAddress(request));
    openWebsockets.inc();
    const id = requestId(request.headers);
    const operationIds = new OperationIds();
    const began = performance.now();
    log("websocket opened", "debug", { requestId: id });
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        async send(text) {
          const sent = operationIds.sent(text);
          if (sent !== undefined) await connection.send(sent);
        },
        close: (code, reason) => connection.close(code, reason),
        onMessage(handle) {
          socket.on("message", async (data) => {
            const logged = new LoggedRequest(id);
            const text = String(data);
            logged.bytes = text.length;
            const { identity } = connection;
            try {
              // While this message waits, smaller ones that come after it may be handled first.
              if (mustBeAdmitted(identity, logged.bytes)) {
                await admitBody(parts.takeQuota, identity, logged.bytes);
              }
              await runFor(logged, () => handle(operationIds.received(text)));
            } catch (error) {
              const { message } = error as Error;
              // The message was not parsed, so the error cannot be sent to an operation.
              if (error instanceof AppError) {
                logged.userId = identity?.userId;
                logged.fail(error.extensions.code);
                void connection.closeWhenIdle(TRY_AGAIN_LATER, message);
              } else if (/^Unexpected message/.test(message)) {
                connection.close(CloseCode.BadRequest, "Unexpected message");
              } else {
                log(`websocket: ${message}`, "error", { requestId: id });
                connection.close(CloseCode.InternalServerError, "Internal server error");
              }
            } finally {
              if (logged.isOperation) logged.end(log, { transport: "websocket", route: PATH });
            }
          });
        },
      },
      { connection, request },
    );
    socket.once("close", (code, reason) => {
      connections.delete(connection);
      places.leave(connection);
      openWebsockets.dec();
      const ms = Math.round(performance.now() - began);
      const { userId } = connection.identity ?? {};
      log("websocket closed", "info", { requestId: id, userId, ms, code });
      void closed(code, String(reason));
    });
  }

  function isAllowedOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
    if (allowedOrigins === "*" || origin === undefined || allowedOrigins.includes(origin))
      return true;
    // Browsers send the origin of the service's own pages too. Over HTTP those pages need no permission.
    return host !== undefined && origin.split("://")[1] === host;
  }

  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => {});
    request.headers["x-request-id"] = requestId(request.headers);
    if (isClosing) refuse(socket, "503 Service Unavailable");
    else if (request.url?.split("?")[0] !== PATH) refuse(socket, "404 Not Found");
    else if (!isAllowedOrigin(request)) refuse(socket, "403 Forbidden");
    else sockets.handleUpgrade(request, socket, head, serve);
  });

  /** Closes the connections of a user whose session has ended or cannot be checked. */
  async function endRevoked(userId: number): Promise<void> {
    for (const connection of connections) {
      const { identity } = connection;
      if (identity?.userId !== userId) continue;
      const query = { ...AUTHENTICATE, values: [userId, identity.sessionId] };
      const { rows } = await pool.query<{ role: string }>(query).catch(() => ({ rows: [] }));
      if ((rows[0]?.role ?? "app_anonymous") !== "app_anonymous") continue;
      connection.close(CloseCode.Forbidden, "The token was revoked.");
    }
  }
  const onRevocation = (userId: number) => void endRevoked(userId);
  // The host cannot know which events it missed.
  const onGap = () => {
    for (const connection of connections) connection.closeForGap();
  };
  const arrivals = setInterval(() => {
    for (const connection of connections) connection.limitArrival(timeouts.request);
    endLargest(connections, (connection) => connection.size(), MAX_ARRIVING_BYTES);
  }, CHECK_INTERVAL_MS);
  live.on("revocation", onRevocation);
  live.on("gap", onGap);

  return {
    async close(grace) {
      isClosing = true;
      clearInterval(arrivals);
      live.off("revocation", onRevocation);
      live.off("gap", onGap);
      await Promise.all(
        [...connections].map((connection) =>
          connection.closeWhenIdle(GOING_AWAY, "The host is stopping.", grace),
        ),
      );
      sockets.close();
    },
  };
}
