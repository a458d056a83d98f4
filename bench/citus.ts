/**
 * Measures what a Citus cluster costs compared with one server: the database's CPU for a position report and for a
 * user's own notifications, and the time of a publication. The cluster and the server are on this machine, and take
 * turns.
 * Goal: at most 2.5 times the CPU for a report, with at most 0.3 ms of it on the coordinator; at most 6 times the CPU
 * for notifications; at most 1.5 times the time for a publication.
 *
 *     CITUS_DATABASE_URL=postgres://… BENCH_DATABASE_URL=postgres://… npm run bench -- citus [--small]
 */
import type pg from "pg";
import { cpuOfNodes } from "./citus/cpu.ts";
import { makeCluster, makePlain, type Place } from "./citus/databases.ts";
import { KINDS, send } from "./citus/requests.ts";
import { verify } from "./citus/verify.ts";
import { connect } from "./lib/clones.ts";
import { isSmall, SERVER, seed } from "./lib/database.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { median, spread, table } from "./lib/statistics.ts";
import { area, fillWithCrowd } from "./publication/crowd.ts";
import { publish } from "./publication/publish.ts";

const CLUSTER = process.env.CITUS_DATABASE_URL;
const SIZE = isSmall ? { users: 1_000, alerts: 20 } : { users: 20_000, alerts: 10_000 };
const CROWD = isSmall ? 2_000 : 300_000;
const ROUNDS = isSmall ? 1 : 3;
const PUBLICATIONS = isSmall ? 1 : 3;
/** Seconds of requests in a round. */
const SECONDS = 3;
const CONNECTIONS = 4;

/** Runs on a database of each kind, and drops both at the end. */
async function onBoth(
  name: string,
  fill: (owner: pg.Pool) => Promise<void>,
  run: (places: [Place, Server][]) => Promise<void>,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const places = [
    await makePlain(SERVER as string, name, fill),
    await makeCluster(CLUSTER as string, name, fill),
  ];
  const started: [Place, Server][] = [];
  try {
    for (const [index, place] of places.entries()) {
      const port = 4340 + index;
      started.push([place, await startServer(place.name, "src/server.ts", port, place.url, env)]);
    }
    await run(started);
  } finally {
    for (const [, server] of started) await server.stop();
    for (const place of places) await place.drop();
  }
}

/** Milliseconds of CPU for a request: on the coordinator or the only server, and on all nodes. */
interface Cost {
  first: number;
  all: number;
}

async function costOf(
  [place, server]: [Place, Server],
  kind: (typeof KINDS)[number],
): Promise<Cost> {
  const before = await cpuOfNodes(place.nodes);
  const requests = await send(server, kind, CONNECTIONS, SECONDS);
  const after = await cpuOfNodes(place.nodes);
  const costs = after.map((node, index) => (node - (before[index] as number)) / requests);
  return { first: costs[0] as number, all: costs.reduce((sum, cost) => sum + cost, 0) };
}

const rows: Record<string, string | number>[] = [];

async function measureRequests(places: [Place, Server][]): Promise<void> {
  const [plain, cluster] = places as [[Place, Server], [Place, Server]];
  for (const kind of KINDS) {
    for (const [, server] of places) await send(server, kind, CONNECTIONS);
    const rounds: { plain: Cost; cluster: Cost }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        plain: await costOf(plain, kind),
        cluster: await costOf(cluster, kind),
      });
    }
    rows.push({
      what: `${kind.what}, ms of CPU`,
      plain: spread(
        rounds.map((round) => round.plain.all),
        2,
      ),
      cluster: spread(
        rounds.map((round) => round.cluster.all),
        2,
      ),
      coordinator: spread(
        rounds.map((round) => round.cluster.first),
        2,
      ),
      "÷ plain": median(rounds.map((round) => round.cluster.all / round.plain.all)).toFixed(2),
    });
    console.error(table(rows.slice(-1)));
  }
}

async function measurePublications(places: [Place, Server][]): Promise<void> {
  const [plain, cluster] = places as [[Place, Server], [Place, Server]];
  const secondsOf = async ([place, server]: [Place, Server]) => {
    const { id, seconds } = await publish(server, place.url, area());
    await verify(place.url, id);
    return seconds;
  };
  const rounds: { plain: number; cluster: number }[] = [];
  for (let round = 0; round < PUBLICATIONS; round += 1) {
    rounds.push({ plain: await secondsOf(plain), cluster: await secondsOf(cluster) });
  }
  rows.push({
    what: `publication to ${CROWD.toLocaleString("en")}, s`,
    plain: spread(
      rounds.map((round) => round.plain),
      2,
    ),
    cluster: spread(
      rounds.map((round) => round.cluster),
      2,
    ),
    coordinator: "",
    "÷ plain": median(rounds.map((round) => round.cluster / round.plain)).toFixed(2),
  });
}

if (CLUSTER) {
  const only = process.env.ONLY;
  if (only !== "publication")
    await onBoth("las_bench_citus", (owner) => seed(owner, SIZE), measureRequests);
  const fillCrowd = async (owner: pg.Pool) => {
    const client = await connect((owner.options as { connectionString: string }).connectionString);
    try {
      await fillWithCrowd(client, CROWD);
    } finally {
      await client.end();
    }
  };
  if (only !== "requests")
    await onBoth("las_bench_citus_crowd", fillCrowd, measurePublications, { JOBS: "true" });
  console.log(table(rows));
} else {
  console.log(
    "There is nothing to measure: set CITUS_DATABASE_URL to the coordinator of a cluster.",
  );
}
