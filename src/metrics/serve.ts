import { createServer } from "node:http";
import type { Database } from "../database/open.ts";
import { bind } from "../process/http-server.ts";
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
  const boundPort = await bind(server, port, "METRICS_PORT");
  return {
    url: `http://localhost:${boundPort}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
