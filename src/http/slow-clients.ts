import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Destroys the requests or sockets for which the most bytes are held, until at most `most` are held for all together.
 * @param sizeOf How many bytes are held for one of them.
 * @returns Those that were destroyed.
 */
function endLargest<One extends { destroy(): unknown }>(
  all: Iterable<One>,
  sizeOf: (one: One) => number,
  most: number,
): One[] {
  const sized = Array.from(all, (one) => ({ one, size: sizeOf(one) })).filter(
    ({ size }) => size > 0,
  );
  let total = sized.reduce((sum, { size }) => sum + size, 0);
  // Usually all fit, and need not be sorted.
  if (total <= most) return [];
  const ended: One[] = [];
  for (const { one, size } of sized.sort((a, b) => b.size - a.size)) {
    if (total <= most) break;
    total -= size;
    one.destroy();
    ended.push(one);
  }
  return ended;
}

const CHECK_INTERVAL_MS = 250;
/** Smaller bodies are ignored, because watching them would cost each request something. */
const MIN_WATCHED_BYTES = 16_384;
/** The read that completes the headers may also contain the beginning of the body. */
const MAX_READ_BYTES = 65_536;

/** A request whose body may still be arriving. */
interface Arriving {
  isWhole(): boolean;
  /** The bytes that have arrived. */
  size(): number;
  destroy(): void;
}

/** Ends the requests with the largest bodies until all incomplete bodies together have at most `most` bytes. */
export function endLargestBodies(requests: Set<Arriving>, most: number): void {
  for (const request of requests) if (request.isWhole()) requests.delete(request);
  const ended = endLargest(requests, (request) => request.size(), most);
  for (const request of ended) requests.delete(request);
}

/** Returns a view of a request that is still arriving; undefined if its body is small or complete. */
function arriving(request: IncomingMessage): Arriving | undefined {
  const { headers, socket } = request;
  const length = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
  if (length <= MIN_WATCHED_BYTES || request.complete) return undefined;
  const before = Math.max(0, socket.bytesRead - MAX_READ_BYTES);
  return {
    isWhole: () => request.complete || socket.destroyed,
    size: () => Math.min(length, socket.bytesRead - before),
    destroy: () => void socket.destroy(),
  };
}

/**
 * Limits how much the host keeps of incomplete bodies: a client can send most of one, and then wait.
 * @param most The most bytes of all such bodies together.
 * @returns A function that stops.
 */
export function limitArriving(server: Server, most = 100_000_000): () => void {
  const requests = new Set<Arriving>();
  const add = (request: IncomingMessage) => {
    const added = arriving(request);
    if (added) requests.add(added);
  };
  server.on("request", add);
  const timer = setInterval(() => endLargestBodies(requests, most), CHECK_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    server.off("request", add);
  };
}

const SEND_CHECK_INTERVAL_MS = 250;

type Unread = Pick<Socket, "writableLength" | "destroy">;

/** Ends the connections with the most unsent bytes until at most `most` bytes wait on all connections together. */
export function endSlowest(sockets: Iterable<Unread>, most: number): void {
  endLargest(sockets, (socket) => socket.writableLength, most);
}

/**
 * Limits how much clients that read slowly, or not at all, leave in the host's memory, over HTTP and websockets.
 * @param most The most bytes that may wait for all clients together.
 * @returns A function that stops.
 */
export function limitUnsent(server: Server, most: number): () => void {
  const sockets = new Set<Socket>();
  const add = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", add);
  const timer = setInterval(() => endSlowest(sockets, most), SEND_CHECK_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    server.off("connection", add);
  };
}
