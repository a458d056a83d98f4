import type { Client } from "graphql-ws";

/** Milliseconds between an answer to a ping and the next ping. */
export const PING_PAUSE = 10_000;
/** Milliseconds without a message after a ping. The answer comes behind what waits for a slow line, so it may take long. */
const PATIENCE = 30_000;

/** Closes a connection from which nothing comes after a ping. It may be lost without a word, as when a computer changes its network. */
export function closeIfSilent(client: Pick<Client, "on" | "terminate">): void {
  let timer: ReturnType<typeof setTimeout>;
  const isThere = () => clearTimeout(timer);
  client.on("ping", (isOfService) => {
    if (!isOfService) timer = setTimeout(() => client.terminate(), PATIENCE);
  });
  client.on("message", isThere);
  client.on("closed", isThere);
}
