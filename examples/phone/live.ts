const SUBSCRIPTION = "subscription { notificationAdded { id } }";

/**
 * Follows the user's notifications by graphql-transport-ws. Calls `something` when the subscription has begun, and for
 * each notification. A call only means that there is something to read: an event may be lost, but reading by a cursor
 * misses nothing. Resolves when the connection ends.
 */
export function follow(
  url: string,
  token: string,
  something: () => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const socket = new WebSocket(url.replace(/^http/, "ws"), "graphql-transport-ws");
    const close = () => socket.close();
    signal.addEventListener("abort", close, { once: true });
    const say = (message: object) => socket.send(JSON.stringify(message));
    socket.onopen = () => say({ type: "connection_init", payload: { token } });
    socket.onmessage = ({ data }) => {
      const { type, id } = JSON.parse(String(data)) as { type: string; id?: string };
      if (type === "ping") say({ type: "pong" });
      if (type === "connection_ack") {
        say({ type: "subscribe", id: "1", payload: { query: SUBSCRIPTION } });
        // A query on this connection is answered after the subscription has begun.
        say({ type: "subscribe", id: "2", payload: { query: "{ apiVersion }" } });
      }
      if (type === "next") something();
      // A busy host completes the subscription, after an answer with errors.
      if (type === "error" || (type === "complete" && id === "1")) socket.close();
    };
    // An error is always followed by the close.
    socket.onclose = () => {
      signal.removeEventListener("abort", close);
      resolve();
    };
  });
}
