import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Database } from "../database/open.ts";
import { ConfigError } from "../errors/config-error.ts";
import { counted } from "./instruments.ts";
import { stateMetrics } from "./state.ts";

/** Prometheus' page of a process. */
export interface MetricsServer {
  url: string;
  close(): void;
}

/**
 * Serves `GET /metrics` on a port of its own, because only operators may read it.
 * @throws ConfigError if the port is in use.
 */
export async function serveMetrics(port: number, database: Database): Promise<MetricsServer> {
  const state = stateMetrics(database);
  const server = createServer(async ({ url, method }, response) => {
    if (url !== "/metrics" || method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    const texts = await Promise.all([counted.metrics(), state.metrics()]);
    response.writeHead(200, { "content-type": state.contentType }).end(texts.join("\n"));
  });
  server.listen(port);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new ConfigError(`Port ${port} is in use: set METRICS_PORT to another one.`);
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
