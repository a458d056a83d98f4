/**
 * Measures requests a second with one host process and with several, in turns, for operations that hardly use the
 * database.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- cores [--small]
 *
 * The load generator takes cores too: with two cores, two hosts cannot be twice as fast.
 */
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { load, type Operation } from "./lib/operations.ts";
import { cpuOf, cpuOfTree, type Server, startServer } from "./lib/servers.ts";
import { median, spread, table } from "./lib/statistics.ts";

const ROUNDS = isSmall ? 1 : 5;
const SECONDS = isSmall ? 1 : 3;
const CONNECTIONS = isSmall ? 4 : 64;
const SIZE = isSmall ? { users: 1000, alerts: 100 } : { users: 10_000, alerts: 1000 };
const HOSTS = [1, Math.max(2, availableParallelism())];

/** The operations that hardly use the database. */
const MEASURED = ["apiVersion", "notifications"] as const;

interface Round {
  rate: number;
  p99: number;
  /** Milliseconds of CPU of all processes of the service for each request. */
  cpu: number;
  /** Cores that the service and the load generator kept busy. */
  service: number;
  load: number;
}

async function round(server: Server, operation: Operation): Promise<Round> {
  const [began, service, self] = [performance.now(), cpuOfTree(server.pid), cpuOf(process.pid)];
  const result = await load(server, operation, CONNECTIONS, SECONDS);
  const total = result["2xx"];
  const seconds = (performance.now() - began) / 1000;
  const used = cpuOfTree(server.pid) - service;
  return {
    rate: total / result.duration,
    p99: result.latency.p99,
    cpu: (1000 * used) / total,
    service: used / seconds,
    load: (cpuOf(process.pid) - self) / seconds,
  };
}

/** Starts a service with `hosts` hosts, and waits until all of them serve. */
async function start(hosts: number, index: number, url: string): Promise<Server> {
  const METRICS_PORT = String(4410 + index);
  const env = { HOSTS: String(hosts), POOL_SIZE: "16", METRICS_PORT };
  const server = await startServer(String(hosts), "src/main.ts", 4400 + index, url, env);
  const last = hosts === 1 ? "process_cpu" : `host="${hosts}"`;
  for (;;) {
    const page = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
    if ((await page.text()).includes(last)) return server;
    await sleep(100);
  }
}

await withDatabase("las_bench_cores", async (url, owner) => {
  await seed(owner, SIZE);
  const servers: Server[] = [];
  for (const [index, hosts] of HOSTS.entries()) {
    servers.push(await start(hosts, index, url));
  }
  const rows: Record<string, string | number>[] = [];
  for (const operation of MEASURED) {
    const rounds = servers.map((): Round[] => []);
    for (const server of servers) await round(server, operation); // warm-up
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const [index, server] of servers.entries()) {
        rounds[index]?.push(await round(server, operation));
      }
    }
    for (const [index, list] of rounds.entries()) {
      const ratios = list.map(({ rate }, turn) => rate / (rounds[0]?.[turn]?.rate ?? rate));
      rows.push({
        operation,
        hosts: HOSTS[index] as number,
        "requests/s": spread(list.map(({ rate }) => rate)),
        "÷ one host": median(ratios).toFixed(2),
        "p99 ms": median(list.map(({ p99 }) => p99)),
        "CPU ms": median(list.map(({ cpu }) => cpu)).toFixed(3),
        "service's cores": median(list.map(({ service }) => service)).toFixed(2),
        "load's cores": median(list.map(({ load }) => load)).toFixed(2),
      });
    }
  }
  console.log(table(rows));
  console.log(
    `${availableParallelism()} cores; load average ${loadavg()[0]?.toFixed(1)}, this run included.`,
  );
  for (const server of servers) await server.stop();
});
