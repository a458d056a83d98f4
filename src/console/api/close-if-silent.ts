import type { Client } from "graphql-ws";

/** Milliseconds between an answer to a ping and the next ping. */
export const PING_PAUSE = 10_000;
/** Milliseconds that the service has to answer a ping. */
const PATIENCE = 5_000;

/** Closes a connection whose pings are not answered. It may be lost without a word, as when a computer changes its network. */
export function closeIfSilent(client: Pick<Client, "on" | "terminate">): void {
  let timer: ReturnType<typeof setTimeout>;
  client.on("ping", (isOfService) => {
    if (!isOfService) timer = setTimeout(() => client.terminate(), PATIENCE);
  });
  client.on("pong", (isOfService) => {
    if (isOfService) clearTimeout(timer);
  });
  client.on("closed", () => clearTimeout(timer));
}
