import type { Client } from "graphql-ws";

/** Milliseconds between an answer to a ping and the next ping. */
export const PING_PAUSE = 10_000;
/** Milliseconds to wait for a message after a ping. On a slow line the answer queues behind other messages. */
const PATIENCE = 30_000;

/** Closes a connection that stays silent after a ping. After a change of network, for example, no close event comes. */
export function closeIfSilent(client: Pick<Client, "on" | "terminate">): void {
  let timer: ReturnType<typeof setTimeout>;
  const isThere = () => clearTimeout(timer);
  client.on("ping", (isOfService) => {
    if (!isOfService) timer = setTimeout(() => client.terminate(), PATIENCE);
  });
  client.on("message", isThere);
  client.on("closed", isThere);
}
