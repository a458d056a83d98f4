import { WebSocket } from "ws";
import { tokenOf } from "../lib/sessions.ts";

/**
 * Subscribers in their own process, each with a connection. The parent process orders them to connect, and to report
 * the time of each message since the last report.
 */
export type Order =
  | { order: "connect"; url: string; from: number; to: number; query: string; isAdmin: boolean }
  | { order: "report" };

/** Connections that open at once. */
const AT_ONCE = 50;

/** The times of messages, in milliseconds since 1970. */
let received: number[] = [];

/** Connects a user. Settles when the subscription has started. */
function connect(url: string, userId: number, query: string): Promise<void> {
  const token = tokenOf(userId);
  const socket = new WebSocket(url.replace("http", "ws"), "graphql-transport-ws");
  const send = (message: object) => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", (code, reason) => reject(new Error(`closed: ${code} ${reason}`)));
    socket.on("open", () => send({ type: "connection_init", payload: { token } }));
    socket.on("message", (data: Buffer) => {
      const text = data.toString("latin1");
      if (text.includes('"type":"next"') && text.includes('"id":"live"')) {
        received.push(performance.timeOrigin + performance.now());
        // Ends the process, and with it the benchmark.
        if (text.includes('"errors"')) throw new Error(text);
      } else if (text.includes('"connection_ack"')) {
        send({ id: "live", type: "subscribe", payload: { query } });
        // The server answers this when the subscription has started.
        send({ id: "begun", type: "subscribe", payload: { query: "{ apiVersion }" } });
      } else if (text.includes('"complete"') && text.includes('"begun"')) {
        resolve();
      }
    });
  });
}

process.on("message", async (message: Order) => {
  if (message.order === "report") {
    process.send?.(received);
    received = [];
    return;
  }
  const { url, from, to, query, isAdmin } = message;
  let next = from;
  const connectNext = async () => {
    while (next <= to) {
      const userId = isAdmin ? 1 : next;
      next += 1;
      await connect(url, userId, query);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connectNext));
  process.send?.("connected");
});
