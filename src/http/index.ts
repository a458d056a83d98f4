import type { People } from "../people/index.ts";
import type { Config } from "../settings/config.ts";
import { makeApp } from "./app.ts";
import {
  closeServer,
  drainServer,
  handOver,
  heldUntil,
  listen,
  makeServer,
} from "./http-server.ts";
import { limitArriving, limitUnsent } from "./slow-clients.ts";
import { serveWebsockets } from "./websockets.ts";

/** For running requests when the service ends. */
const CLOSE_GRACE_MS = 10_000;

type AppParts = Omit<Parameters<typeof makeApp>[0], "isEnding">;
type WebsocketParts = Omit<
  Parameters<typeof serveWebsockets>[1],
  "serv" | "opened" | "tokens" | "pool"
>;

/** Serves the app and websockets on one port. The server holds requests until `answerRequests` is called. */
export async function openHttp(
  parts: AppParts & WebsocketParts & { config: Config; people: Pick<People, "tokens"> },
) {
  const { config, people, database } = parts;
  await using started = new AsyncDisposableStack();
  let isEnding = false;
  const app = await makeApp({ ...parts, isEnding: () => isEnding });
  started.defer(app.release);
  const { promise: opened, resolve: answerRequests } = Promise.withResolvers<void>();
  const server = makeServer(heldUntil(opened, app.listener), config);
  started.defer(limitUnsent(server, config.limits.answer.unsent));
  started.defer(limitArriving(server));
  const { tokens } = people;
  const shared = { ...parts, serv: app.serv, opened, tokens, pool: database.hostPool };
  const websockets = serveWebsockets(server, shared);
  const port = await listen(server, config.port);
  const running = started.move();
  return {
    port,
    answerRequests,
    /** @param isReplaced True if another host serves on the same port. */
    async close(isReplaced: boolean): Promise<void> {
      if (isReplaced) await handOver(server, config.timeoutsMs.keepAlive);
      isEnding = true;
      if (!isReplaced) await drainServer(server, config.drainMs);
      await Promise.all([websockets.close(CLOSE_GRACE_MS), closeServer(server, CLOSE_GRACE_MS)]);
      await running.disposeAsync();
    },
  };
}
