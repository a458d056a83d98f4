import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

const CHECK_INTERVAL_MS = 250;
/** The read that completes the headers may also contain the beginning of the body. */
const MAX_READ_BYTES = 65_536;

/** A request that is not answered yet, and how many bytes had arrived on its connection before its body. */
export interface Running {
  request: IncomingMessage;
  before: number;
}

/** Notes that a request has begun. */
export const begun = (request: IncomingMessage): Running => {
  return { request, before: Math.max(0, request.socket.bytesRead - MAX_READ_BYTES) };
};

function heldBytes(socket: Socket, running: Running | undefined): number {
  if (!running || running.request.complete) return socket.writableLength;
  const length = Number(running.request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  return socket.writableLength + Math.min(length, socket.bytesRead - running.before);
}

/**
 * Limits what slow clients leave in the host's memory: incomplete bodies, and unsent answers, over HTTP and websockets.
 * Node only limits their time and their number. The connections with the most end, until the others hold `most` bytes.
 */
export function limitSlowClients(
  server: Server,
  requests: ReadonlyMap<Socket, Running | undefined>,
  most = 200_000_000,
): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const timer = setInterval(() => {
    const held = Array.from(sockets, (one) => ({ one, bytes: heldBytes(one, requests.get(one)) }));
    let total = held.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= most) return;
    for (const { one, bytes } of held.sort((a, b) => b.bytes - a.bytes)) {
      if (total <= most) break;
      total -= bytes;
      one.destroy();
    }
  }, CHECK_INTERVAL_MS);
  server.once("close", () => clearInterval(timer));
}
