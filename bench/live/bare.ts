import { createServer } from "node:http";
import pg from "pg";
import { type WebSocket, WebSocketServer } from "ws";
import { claimsOf } from "../peers/claims.ts";

/**
 * The floor: `ws` and `pg` without GraphQL. It reads all notifications by one statement without a role, and sends
 * each user their own.
 */

const NEW = {
  name: "new",
  text: `select n.user_id, json_build_object('id', n.id, 'level', n.level, 'seen', n.seen,
      'createdAt', floor(extract(epoch from n.created_at)),
      'alert', json_build_object('id', a.id, 'text1', a.text1, 'text2', a.text2, 'text3', a.text3))::text
    from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
    where n.alert_id = $1 and n.id between $2 and $3`,
  rowMode: "array" as const,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const sockets = new Map<string, WebSocket>();
const listener = await pool.connect();
listener.on("notification", async ({ payload }) => {
  if (sockets.size === 0) return;
  const { alertId, first, last } = JSON.parse(payload as string);
  const { rows } = await pool.query<[number, string]>({ ...NEW, values: [alertId, first, last] });
  for (const [userId, json] of rows) {
    sockets
      .get(String(userId))
      ?.send(`{"id":"live","type":"next","payload":{"data":{"notificationAdded":${json}}}}`);
  }
});
await listener.query("listen notifications_added");

const server = createServer((_request, response) => response.end("{}"));
const websockets = new WebSocketServer({ server, path: "/graphql" });
websockets.on("connection", (socket) => {
  let userId = "";
  socket.on("message", (data) => {
    const { type, id, payload } = JSON.parse(String(data));
    if (type === "connection_init") {
      userId = String(claimsOf({ authorization: `Bearer ${payload.token}` })[0]);
      socket.send('{"type":"connection_ack"}');
    } else if (id === "live") {
      sockets.set(userId, socket);
    } else {
      socket.send(`{"id":"${id}","type":"complete"}`);
    }
  });
  socket.on("close", () => sockets.delete(userId));
});
server.listen(Number(process.env.PORT));
