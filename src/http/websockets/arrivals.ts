import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { MAX_STRANGER_BYTES } from "../../people/large-bodies.ts";
import { TOO_BIG, TRY_AGAIN_LATER } from "./close-codes.ts";
import type { Connection } from "./connection.ts";

/** The most bytes that may have arrived of all incomplete messages together. */
const MOST_UNDER_WAY = 100_000_000;
/** The bytes of a client's ping or pong before its data: two and a mask. */
const CONTROL_HEADER = 6;

/**
 * Limits how much the host keeps of incomplete messages: a client can send parts and never the last one.
 * @param longest The milliseconds that a message may take to arrive, as a request over HTTP may.
 * @returns A function that watches a connection. Nothing but the upgrade may have been read from it before.
 */
export function limitArrivals(
  longest: number,
): (connection: Connection, websocket: WebSocket, socket: Socket) => void {
  const underWay = new Map<Connection, number>();
  let total = 0;

  function note(connection: Connection, bytes: number): void {
    total += bytes - (underWay.get(connection) ?? 0);
    if (bytes > 0) underWay.set(connection, bytes);
    else underWay.delete(connection);
  }

  function endLargest(): void {
    const [largest] = [...underWay].reduce((a, b) => (b[1] > a[1] ? b : a));
    note(largest, 0);
    largest.end(TRY_AGAIN_LATER, "Too much is being sent.");
  }

  return (connection, websocket, socket) => {
    /** The bytes that have arrived, except those of the message that is still arriving. */
    let read = socket.bytesRead;
    let began = 0;
    websocket.on("message", () => {
      read = socket.bytesRead;
      note(connection, 0);
    });
    const skip = (data: Buffer) => {
      read += CONTROL_HEADER + data.length;
    };
    websocket.on("ping", skip);
    websocket.on("pong", skip);
    websocket.once("close", () => note(connection, 0));
    // ws has read the data before. Pongs arrive here too, so a client that stops in the middle of a message is noticed.
    socket.on("data", () => {
      const bytes = Math.max(0, socket.bytesRead - read);
      const now = performance.now();
      if (!underWay.has(connection)) began = now;
      note(connection, bytes);
      if (bytes > MAX_STRANGER_BYTES && !connection.identity) {
        connection.end(TOO_BIG, "The message is too large without a valid token.");
      } else if (bytes > 0 && now - began > longest) {
        connection.end(TRY_AGAIN_LATER, "The message took too long to arrive.");
      } else if (total > MOST_UNDER_WAY) endLargest();
    });
  };
}
