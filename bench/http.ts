/**
 * Measures requests a second against a bare server and a hand-written GraphQL server on the same database, in turns.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- http [--small]
 */
import { load, OPERATIONS, type Operation, requestsOf } from "./http/operations.ts";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { databaseCpu } from "./lib/postgres-processes.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { median, spread, table } from "./lib/statistics.ts";

const ROUNDS = isSmall ? 1 : 5;
const SECONDS = isSmall ? 1 : 2;
const CONNECTIONS = isSmall ? [4] : [1, 16, 64];
const SIZE = isSmall ? { users: 1000, alerts: 100 } : { users: 100_000, alerts: 10_000 };
const SCRIPTS = {
  service: "src/main.ts",
  bare: "bench/peers/bare.ts",
  mercurius: "bench/peers/mercurius.ts",
};

interface Round {
  rate: number;
  p50: number;
  p99: number;
  /** Milliseconds of CPU for each request. */
  hostCpu: number;
  databaseCpu: number;
}

/** Checks one response, because GraphQL errors have the status 200. */
async function probe(server: Server, operation: Operation): Promise<void> {
  const { headers, body } = requestsOf(operation)[0] as {
    headers: Record<string, string>;
    body: string;
  };
  const response = await fetch(server.url, { method: "POST", headers, body });
  const { data, errors } = (await response.json()) as {
    data?: Record<string, unknown>;
    errors?: unknown;
  };
  const rows = data?.[operation];
  const expected = {
    newPosition: undefined,
    notifications: 20,
    positions: 1000,
    apiVersion: undefined,
  };
  if (errors || !rows || (expected[operation] && (rows as []).length !== expected[operation])) {
    throw new Error(`${server.name} answers ${operation} by ${JSON.stringify({ data, errors })}`);
  }
}

async function round(server: Server, operation: Operation, connections: number): Promise<Round> {
  await probe(server, operation);
  const [host, database] = [server.cpu(), databaseCpu()];
  const result = await load(server, operation, connections, SECONDS);
  const total = result["2xx"];
  return {
    rate: total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    hostCpu: (1000 * (server.cpu() - host)) / total,
    databaseCpu: (1000 * (databaseCpu() - database)) / total,
  };
}

await withDatabase("las_bench_http", async (url, owner) => {
  await seed(owner, SIZE);
  const names = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[];
  const servers: Server[] = [];
  for (const [index, name] of names.entries()) {
    servers.push(await startServer(name, SCRIPTS[name], 4300 + index, url));
  }
  const chosen = process.argv.find((word) => word in OPERATIONS) as Operation | undefined;
  const rows: Record<string, string | number>[] = [];
  for (const operation of chosen ? [chosen] : (Object.keys(OPERATIONS) as Operation[])) {
    for (const connections of CONNECTIONS) {
      const rounds = new Map<string, Round[]>(names.map((name) => [name, []]));
      for (const server of servers) await round(server, operation, connections); // warm-up
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        for (const server of servers) {
          rounds.get(server.name)?.push(await round(server, operation, connections));
        }
      }
      const rates = (name: string) => (rounds.get(name) ?? []).map(({ rate }) => rate);
      for (const [name, list] of rounds) {
        const against = (peer: string) =>
          median(rates(name).map((rate, turn) => rate / (rates(peer)[turn] as number))).toFixed(2);
        rows.push({
          operation,
          connections,
          server: name,
          "requests/s": spread(list.map(({ rate }) => rate)),
          "÷ bare": against("bare"),
          "÷ mercurius": against("mercurius"),
          "p50 ms": median(list.map(({ p50 }) => p50)),
          "p99 ms": median(list.map(({ p99 }) => p99)),
          "host CPU ms": median(list.map(({ hostCpu }) => hostCpu)).toFixed(2),
          "database CPU ms": median(list.map(({ databaseCpu }) => databaseCpu)).toFixed(2),
        });
      }
      console.error(table(rows.slice(-3)));
    }
  }
  console.log(table(rows));
  for (const server of servers) await server.stop();
});
