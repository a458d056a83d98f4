import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { Host } from "./host.ts";
import type { Metrics } from "./host-messages.ts";
import { onParent, tellParent } from "./parent.ts";

const SCRAPE_TIMEOUT_MS = 3_000;
let lastScrape = 0;

/** The parent's own metrics. */
const parentMetrics = new Registry();
const hostUp = new Gauge({
  name: "location_alert_host_up",
  help: "1 if the host of this number answers within three seconds. Only of several hosts behind one port.",
  labelNames: ["host"] as const,
  registers: [parentMetrics],
});

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
  const timer = setTimeout(() => resolve([]), SCRAPE_TIMEOUT_MS);
  void host.ended.then(() => resolve([]));
  host.tell({ kind: "scrape", id });
  const metrics = await promise;
  clearTimeout(timer);
  host.off("metrics", hear);
  return metrics;
}

/**
 * Returns the metrics of all hosts that serve, and whether each place has one that answers in time. Hosts that do not
 * answer are left out.
 * @param places How many hosts there should be.
 */
export async function scrapeAll(hosts: Iterable<Host>, places: number): Promise<string> {
  const serving = [...hosts].filter(({ hasServed }) => hasServed);
  const answers = await Promise.all(
    serving.map(async (host) => ({ number: host.number, metrics: await ask(host) })),
  );
  const up = new Set(answers.flatMap(({ number, metrics }) => (metrics.length > 0 ? number : [])));
  for (let place = 1; place <= places; place += 1) {
    hostUp.set({ host: String(place) }, up.has(place) ? 1 : 0);
  }
  const pages = await Promise.all([
    AggregatorRegistry.aggregate(answers.flatMap(({ metrics }) => metrics)).metrics(),
    parentMetrics.metrics(),
  ]);
  return pages.join("\n");
}
