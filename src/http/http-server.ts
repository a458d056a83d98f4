import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../ops/config-error.ts";
import type { Config } from "../settings/config.ts";
import { begun, limitSlowClients, type Running } from "./slow-clients.ts";

/** For requests that arrive too slowly. */
const SLOW_CHECK_INTERVAL_MS = 1_000;
/** For connections that have become idle. */
const IDLE_CHECK_INTERVAL_MS = 50;
/** For the rest of a request that is half sent when the host stops. */
const HALF_SENT_GRACE_MS = 1_000;

/** Each connection's request that is not answered yet; undefined if there is none. */
type Requests = Map<Socket, Running | undefined>;
const requestsOf = new WeakMap<Server, Requests>();

/** Follows each connection's request, because Node does not distinguish a half-sent request from a running one. */
function followRequests(server: Server): Requests {
  const requests: Requests = new Map();
  requestsOf.set(server, requests);
  server.on("connection", (socket) => {
    requests.set(socket, undefined);
    socket.once("close", () => requests.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    const running = begun(request);
    requests.set(socket, running);
    response.once("close", () => {
      if (requests.get(socket) === running) requests.set(socket, undefined);
    });
  });
  // `serveWebsockets` closes its websockets itself.
  server.on("upgrade", ({ socket }) => requests.delete(socket));
  return requests;
}

/** True if a client offers to go on as a websocket. It may offer several protocols. */
const offersWebsocket = (offered = ""): boolean =>
  offered.split(",").some((protocol) => protocol.trim().toLowerCase() === "websocket");

/** Makes a server that keeps no connection open for a client that sends or reads too slowly. */
export function makeServer(
  listener: RequestListener,
  { timeoutsMs, maxConnections }: Pick<Config, "timeoutsMs" | "maxConnections">,
): Server {
  const options = {
    headersTimeout: Math.min(timeoutsMs.headers, timeoutsMs.request),
    requestTimeout: timeoutsMs.request,
    keepAliveTimeout: timeoutsMs.keepAlive,
    connectionsCheckingInterval: SLOW_CHECK_INTERVAL_MS,
    // Java's client and `curl --http2` offer h2c with ordinary requests. RFC 9110 7.8: an offer may be ignored.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => offersWebsocket(headers.upgrade),
  };
  const server = createServer(options, listener);
  // The longest time without any byte. It includes the statement of a request that has arrived.
  server.timeout = timeoutsMs.request + timeoutsMs.statement;
  // Without `dropMaxConnection`, one of several hosts would pass further connections on to the others.
  return Object.assign(server, { maxConnections, dropMaxConnection: true });
}

/**
 * Binds a server to a port. 0 takes any free one.
 * @param setting The variable that sets the port.
 * @returns The port.
 * @throws ConfigError if the port is in use.
 */
export async function bind(server: Server, port: number, setting: string): Promise<number> {
  server.listen(port);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new ConfigError(`Port ${port} is in use: set ${setting} to another one.`);
  }
  return (server.address() as AddressInfo).port;
}

/** Listens on PORT. Follows requests, so that slow clients can be limited, and half-sent requests ended at the close. */
export async function listen(server: Server, port: number, mostHeld?: number): Promise<number> {
  limitSlowClients(server, followRequests(server), mostHeld);
  return await bind(server, port, "PORT");
}

/** Makes a listener of requests wait until `opened`. */
export const heldUntil =
  <Asked extends unknown[]>(opened: Promise<void>, listener: (...asked: Asked) => void) =>
  (...asked: Asked): void =>
    void opened.then(() => listener(...asked));

/** Closes each connection with its next answer. */
function endConnections(server: Server): void {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Takes requests for `milliseconds` more, and closes each connection with its next answer. In this time a proxy learns
 * that the host stops, and is left with no connection on which it could send a request just when the host closes it.
 */
export async function drainServer(server: Server, milliseconds: number): Promise<void> {
  endConnections(server);
  if (milliseconds > 0) await sleep(milliseconds);
}

/**
 * Leaves new connections to the host that replaces this one, and closes each old one with its next answer. Idle ones
 * stay open until clients no longer use them, so no request meets a connection that is being closed.
 * @param keepAlive How long clients may keep an idle connection, in milliseconds.
 */
export async function handOver(server: Server, keepAlive: number): Promise<void> {
  endConnections(server);
  // The parent gives the connections that a host does not take to the others. A close would close idle ones at once.
  Object.assign(server, { maxConnections: 0, dropMaxConnection: false });
  const end = performance.now() + keepAlive;
  while (requestsOf.get(server)?.size && performance.now() < end)
    await sleep(IDLE_CHECK_INTERVAL_MS);
}

/** Closes the connections on which no request runs: the client has sent nothing, or half of a request. */
function closeHalfSent(server: Server): void {
  for (const [socket, running] of requestsOf.get(server) ?? []) {
    if (!running?.request.complete) socket.destroy();
  }
}

/**
 * Takes no new connections, and closes all connections when their requests are answered or the grace period is over.
 * Waits no longer than a second for the rest of a half-sent request.
 */
export async function closeServer(server: Server, grace: number): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), grace);
  // server.close() closes connections that are idle now. Others become idle later and would be kept alive.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  // Timers run before received data is read: after a pause, a request may have arrived whole and not be read yet.
  const halfSent = setTimeout(() => setImmediate(closeHalfSent, server), HALF_SENT_GRACE_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(halfSent);
  clearInterval(idle);
  clearTimeout(deadline);
}
