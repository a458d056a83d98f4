import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Host } from "./hosts/host.ts";
import { Hosts } from "./hosts/hosts.ts";
import { scrapeAll } from "./hosts/scrape-hosts.ts";
import { connectionsOf } from "./hosts/share.ts";
import { giveTurns } from "./hosts/turns.ts";
import { servePage } from "./http/metrics/serve-metrics.ts";
import { FairQueue } from "./limits/fair-queue.ts";
import { log } from "./ops/log.ts";
import { openLog } from "./ops/open-log.ts";
import { HASH_TURNS } from "./people/hash-turns.ts";
import { readConfig } from "./settings/config.ts";

/** Passes on what a host has let its users take from their quotas, to all other hosts. */
export function relayTaken(host: Host, all: ReadonlySet<Host>): void {
  host.on("taken", (message) => {
    for (const other of all) if (other !== host) other.tell(message);
  });
}

/**
 * Runs several hosts behind one port until SIGTERM or SIGINT. This process takes the connections, and gives them to the
 * hosts in turns. SIGUSR2 restarts them one after the other.
 * @throws ConfigError if a variable is wrong.
 */
export async function runHosts(): Promise<void> {
  const config = readConfig();
  const events = openLog(config.observation.logLevel);
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL("./service-thread.ts", import.meta.url)),
    // JSON cannot represent Infinity and NaN, which metrics may be.
    serialization: "advanced",
  });
  // Clients do not read this error: their host makes another.
  const queue = new FairQueue({ ...HASH_TURNS, refusal: () => new Error("The queue is full.") });
  const hosts = new Hosts(
    events,
    (host) => {
      relayTaken(host, hosts.running);
      giveTurns(host, queue);
    },
    { drain: config.drain, keepAlive: config.timeouts.keepAlive },
  );
  let isEnding = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, async () => {
      isEnding = true;
      events(`${signal}: ending all hosts.`);
      process.exit(await hosts.end(signal));
    });
  }
  process.on("SIGUSR2", () => void hosts.restart());
  try {
    const { metricsPort } = config.observation;
    const metrics =
      metricsPort === undefined
        ? undefined
        : await servePage(metricsPort, () => scrapeAll(hosts.running, config.hosts));
    await hosts.start(config.hosts, log);
    const connections = connectionsOf(config);
    events(
      `${config.hosts} hosts share at most ${connections.all} connections to the database, ${connections.requests} of them for requests.`,
      "info",
      { hosts: config.hosts, connections: connections.all, metrics: metrics?.url },
    );
  } catch (error) {
    if (isEnding) return;
    // A host that cannot start has said why.
    log((error as Error).message);
    await hosts.end("SIGTERM");
    process.exit(1);
  }
}
