import { createServer } from "node:http";
import { AggregatorRegistry, Registry } from "prom-client";
import type { Database } from "../../database/open.ts";
import { hostNumber } from "../../hosts/this-host.ts";
import { counted } from "../../ops/instruments.ts";
import { bind } from "../http-server.ts";
import { stateMetrics } from "./state-metrics.ts";

/** A process's page of metrics, which Prometheus scrapes. */
export interface MetricsServer {
  url: string;
  close(): void;
}

/**
 * Serves `GET /metrics` on a port of its own, because only operators may read it.
 * @param read Returns the page.
 * @throws ConfigError if the port is in use.
 */
export async function servePage(port: number, read: () => Promise<string>): Promise<MetricsServer> {
  const server = createServer(async ({ url, method }, response) => {
    if (url !== "/metrics" || method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    const page = await read().catch(() => undefined);
    const headers = { "content-type": Registry.PROMETHEUS_CONTENT_TYPE };
    response.writeHead(page === undefined ? 500 : 200, headers).end(page);
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

/**
 * Shows the metrics of this process, if METRICS_PORT is set: on that port, or through the parent of several hosts.
 * @param pushStatus The providers of pushes, if this process sends any.
 * @throws ConfigError if the port is in use.
 */
export async function serveMetrics(
  port: number | undefined,
  database: Database,
  pushStatus?: Readonly<Record<string, string>>,
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined;
  const hasDatabase = hostNumber === undefined || hostNumber === 1;
  const state = stateMetrics(database, hasDatabase, pushStatus);
  if (hostNumber !== undefined) {
    for (const registry of [counted, state]) {
      registry.setDefaultLabels({ host: String(hostNumber) });
    }
    AggregatorRegistry.setRegistries([counted, state]);
    // Answers the parent's scrapes.
    new AggregatorRegistry();
    return undefined;
  }
  return await servePage(port, async () => {
    const texts = await Promise.all([counted.metrics(), state.metrics()]);
    return texts.join("\n");
  });
}
