import type { IncomingMessage, Server } from "node:http";
import { endLargest } from "./end-largest.ts";

/** Milliseconds between two checks. */
const INTERVAL = 250;
/** In bytes. Smaller bodies are ignored, because watching them would cost each request something. */
const SMALL = 16_384;
/** The most bytes of one read. The read that completes the headers may also contain the beginning of the body. */
const FIRST = 65_536;

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
  if (length <= SMALL || request.complete) return undefined;
  const before = Math.max(0, socket.bytesRead - FIRST);
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
  const timer = setInterval(() => endLargestBodies(requests, most), INTERVAL);
  return () => {
    clearInterval(timer);
    server.off("request", add);
  };
}
