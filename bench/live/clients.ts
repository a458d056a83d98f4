import { WebSocket } from "ws";
import { makeTokens } from "../../src/auth/tokens.ts";
import { JWT_SECRET } from "../lib/servers.ts";

/**
 * Subscribers in a process of their own, each a user with a connection. Asked by its parent: to
 * connect, and for the moment at which each was told since it was asked last.
 */
export type Order =
  | { order: "connect"; url: string; from: number; to: number; query: string; isAdmin: boolean }
  | { order: "report" };

/** Connections that are opened at once. */
const AT_ONCE = 50;

const tokens = makeTokens(JWT_SECRET, 3600);
/** In milliseconds since 1970, by the messages. */
let told: number[] = [];

/** Connects a user; settles when what they subscribed to has begun. */
function connect(url: string, userId: number, query: string, isAdmin: boolean): Promise<void> {
  const token = tokens.issue({ userId, isAdmin, tokenVersion: 1 });
  const socket = new WebSocket(url.replace("http", "ws"), "graphql-transport-ws");
  const send = (message: object) => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", (code, reason) => reject(new Error(`closed: ${code} ${reason}`)));
    socket.on("open", () => send({ type: "connection_init", payload: { token } }));
    socket.on("message", (data: Buffer) => {
      const text = data.toString("latin1");
      if (text.includes('"type":"next"') && text.includes('"id":"live"')) {
        told.push(performance.timeOrigin + performance.now());
        if (text.includes('"errors"')) process.stderr.write(`${text}\n`);
      } else if (text.includes('"connection_ack"')) {
        send({ id: "live", type: "subscribe", payload: { query } });
        // Answered when the subscription has begun.
        send({ id: "begun", type: "subscribe", payload: { query: "{ apiVersion }" } });
      } else if (text.includes('"complete"') && text.includes('"begun"')) {
        resolve();
      }
    });
  });
}

process.on("message", async (message: Order) => {
  if (message.order === "report") {
    process.send?.(told);
    told = [];
    return;
  }
  const { url, from, to, query, isAdmin } = message;
  let next = from;
  const line = async () => {
    while (next <= to) {
      const userId = isAdmin ? 1 : next;
      next += 1;
      await connect(url, userId, query, isAdmin);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  process.send?.("connected");
});
