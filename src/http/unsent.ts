import type { Server } from "node:http";
import type { Socket } from "node:net";
import { endLargest } from "./end-largest.ts";

/** Milliseconds between two checks. */
const INTERVAL = 250;

type Unread = Pick<Socket, "writableLength" | "destroy">;

/** The bytes that wait for a client before its socket gets them. */
const held = new WeakMap<Unread, number>();

/** Counts bytes that wait for a socket. A negative number is for bytes that no longer wait. */
export function hold(socket: Unread, bytes: number): void {
  held.set(socket, (held.get(socket) ?? 0) + bytes);
}

/** Ends the connections with the most unsent bytes until at most `most` bytes wait on all connections together. */
export function endSlowest(sockets: Iterable<Unread>, most: number): void {
  endLargest(sockets, (socket) => socket.writableLength + (held.get(socket) ?? 0), most);
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
  const timer = setInterval(() => endSlowest(sockets, most), INTERVAL);
  return () => {
    clearInterval(timer);
    server.off("connection", add);
  };
}
