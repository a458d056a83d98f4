import { AggregatorRegistry, type Registry } from "prom-client";
import type { Host } from "./host.ts";
import type { Metrics } from "./messages.ts";
import { onParent, tellParent } from "./parent.ts";

/** Milliseconds that a scrape waits for a host. */
const PATIENCE = 3_000;
let lastScrape = 0;

/** Answers the parent's scrapes with the metrics of this host, which get its number as a label. */
export function answerScrapes(registries: readonly Registry[], host: number): void {
  for (const registry of registries) registry.setDefaultLabels({ host: String(host) });
  onParent("scrape", async ({ id }) => {
    const metrics = (await Promise.all(
      registries.map((registry) => registry.getMetricsAsJSON()),
    )) as Metrics[];
    tellParent({ kind: "metrics", id, metrics });
  });
}

async function ask(host: Host): Promise<Metrics[]> {
  lastScrape += 1;
  const id = lastScrape;
  const { promise, resolve } = Promise.withResolvers<Metrics[]>();
  const hear = (message: { id: number; metrics: Metrics[] }) => {
    if (message.id === id) resolve(message.metrics);
  };
  host.on("metrics", hear);
  const timer = setTimeout(() => resolve([]), PATIENCE);
  void host.ended.then(() => resolve([]));
  host.tell({ kind: "scrape", id });
  const metrics = await promise;
  clearTimeout(timer);
  host.off("metrics", hear);
  return metrics;
}

/** Returns the metrics of all hosts that serve. One that does not answer in time is left out. */
export async function scrapeAll(hosts: Iterable<Host>): Promise<string> {
  const serving = [...hosts].filter(({ hasServed }) => hasServed);
  const metrics = (await Promise.all(serving.map(ask))).flat();
  return await AggregatorRegistry.aggregate(metrics).metrics();
}
