import cluster from "node:cluster";
import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import { Hosts } from "./hosts/hosts.ts";
import { connectionsOf } from "./hosts/share.ts";
import { answerHost } from "./hosts/shared-quotas.ts";
import { endSignal } from "./hosts/this-host.ts";
import { servePage } from "./http/metrics/serve-metrics.ts";
import { makeQuotas } from "./limits/quotas.ts";
import { type Log, log as print } from "./ops/log.ts";
import type { Config } from "./settings/config.ts";

/**
 * Returns a function that reads the metrics of all hosts, and which of them serve. It rejects if one does not answer
 * within five seconds.
 * @param count How many hosts there should be.
 */
export function makeMetrics(count: number, serves: (host: number) => boolean) {
  const all = new AggregatorRegistry();
  const own = new Registry();
  new Gauge({
    name: "location_alert_host_up",
    help: "1 if a host of this number serves. Only of several hosts behind one port.",
    labelNames: ["host"] as const,
    registers: [own],
    collect() {
      for (let host = 1; host <= count; host += 1) {
        this.set({ host: String(host) }, serves(host) ? 1 : 0);
      }
    },
  });
  return async () => `${await all.clusterMetrics()}\n${await own.metrics()}`;
}

/**
 * Runs several hosts behind one port until SIGTERM or SIGINT. This process takes the connections, and gives them to the
 * hosts in turns. SIGUSR2 replaces them one after the other.
 * @returns The exit code.
 */
export async function runHosts(config: Config, log: Log): Promise<number> {
  // JSON cannot represent Infinity and NaN, which metrics may be.
  cluster.setupPrimary({ serialization: "advanced" });
  const takeQuota = makeQuotas(config.quotas);
  const adopt = (worker: Parameters<typeof answerHost>[0]) => answerHost(worker, takeQuota);
  const hosts = new Hosts(log, adopt, config.timeoutsMs.keepAlive);
  process.on("SIGUSR2", () => void hosts.replaceAll());
  const { metricsPort } = config.observation;
  const readMetrics = makeMetrics(config.hosts, (host) => hosts.serves(host));
  const metrics = metricsPort === undefined ? undefined : await servePage(metricsPort, readMetrics);
  const started = hosts.start(config.hosts).then(() => {
    const { all, requests } = connectionsOf(config);
    log(
      `${config.hosts} hosts share at most ${all} connections to the database, ${requests} of them for requests.`,
      "info",
      { hosts: config.hosts, connections: all, metrics: metrics?.url },
    );
  });
  try {
    const signal = await Promise.race([endSignal, started.then(() => endSignal)]);
    log(`${signal}: ending all hosts.`);
    return await hosts.end();
  } catch (error) {
    // A host that cannot start has said why.
    print((error as Error).message);
    await hosts.end();
    return 1;
  }
}
