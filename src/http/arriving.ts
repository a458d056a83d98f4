import type { IncomingMessage, Server } from "node:http";
import { endLargest } from "./end-largest.ts";

/** Milliseconds between two checks. */
const INTERVAL = 250;
/** In bytes. Smaller bodies are not looked at, as that would cost each request something. */
const SMALL = 16_384;
/** The most bytes that come at once. What comes with the headers was read before the request is there. */
const FIRST = 65_536;

/** A request whose body may still come. */
interface Arriving {
  isWhole(): boolean;
  /** The bytes that have come. */
  size(): number;
  destroy(): void;
}

/** Ends the requests with the largest bodies until no more than `most` bytes have come of all that are not whole. */
export function endLargestBodies(requests: Set<Arriving>, most: number): void {
  for (const request of requests) if (request.isWhole()) requests.delete(request);
  const ended = endLargest(requests, (request) => request.size(), most);
  for (const request of ended) requests.delete(request);
}

/** Returns a request of which only the first bytes have been read, or undefined if its body is small. */
function arriving(request: IncomingMessage): Arriving | undefined {
  const { headers, socket } = request;
  const length = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
  if (length <= SMALL || request.complete) return undefined;
  const before = Math.max(0, socket.bytesRead - FIRST);
  return {
    isWhole: () => request.complete || socket.destroyed,
    size: () => Math.min(length, socket.bytesRead - before),
    destroy: () => void socket.destroy(),
  };
}

/**
 * Bounds what the host keeps of bodies that are not whole: a client can send most of one, and then wait.
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
  const timer = setInterval(() => endLargestBodies(requests, most), INTERVAL);
  return () => {
    clearInterval(timer);
    server.off("request", add);
  };
}
