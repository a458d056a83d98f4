/**
 * Repeatedly makes PostgreSQL fail over to a synchronous standby in the middle of a publication to 300,000 people,
 * while others report. The primary is killed; its network is cut; it is killed while the standby's replay lags behind.
 * With Patroni, etcd and HAProxy, as compose/ha sets them up, it is killed alone and together with etcd's leader. Two
 * hosts keep running throughout. Needs PostgreSQL's server programs, and makes its own servers.
 * Goal: everyone is told once, no acknowledged report or alert is lost, each host answers within 2 s of the promotion,
 * and the publication is complete within 15 s of it.
 *
 *     npm run bench -- failover [killed|cut|lag|patroni|etcd] [--small]
 */
import { loadavg } from "node:os";
import { migrate } from "../src/database/migrate.ts";
import { openDatabase } from "../src/database/open.ts";
import { readConfig } from "../src/settings/config.ts";
import { slowPublications } from "../test/crash/slow-publication.ts";
import { requireAll } from "./failover/audit.ts";
import { hasChain, makeChain } from "./failover/chain.ts";
import { makePair } from "./failover/pair.ts";
import { startPhones } from "./failover/phones.ts";
import { type Round, runRound } from "./failover/round.ts";
import { type Servers, WAYS, type Way } from "./failover/servers.ts";
import { connect } from "./lib/clones.ts";
import { isSmall } from "./lib/database.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { spread, table } from "./lib/statistics.ts";
import { area, fillWithCrowd, reporters } from "./publication/crowd.ts";
import { publish } from "./publication/publish.ts";

const PEOPLE = isSmall ? 12_000 : 300_000;
const ROUNDS = isSmall ? 1 : 20;
const PORTS = [4420, 4421];
const WITH_PATRONI: Way[] = ["patroni", "etcd"];

async function fill(servers: Servers): Promise<void> {
  const config = readConfig({ DATABASE_URL: servers.primary, JWT_SECRET: "unused" });
  const database = await openDatabase(config, () => {});
  await migrate(database, console.error);
  // A publication to few people would end too soon.
  if (isSmall) await slowPublications(database.ownerPool, 300);
  await database.close();
  const client = await connect(servers.primary);
  await fillWithCrowd(client, PEOPLE);
  await client.query("vacuum analyze");
  await client.end();
}

/** Makes the servers fail over in each of these ways. Returns a row for each way. */
async function measure(make: () => Promise<Servers>, ways: Way[]) {
  await using started = new AsyncDisposableStack();
  const servers = await make();
  started.defer(() => servers.remove());
  await fill(servers);
  await servers.follow();
  const hosts: Server[] = [];
  for (const port of PORTS) {
    const env = { JOBS: "true" };
    const host = await startServer("host", "src/main.ts", port, servers.url, env);
    started.defer(() => host.stop());
    hosts.push(host);
  }
  const urls = hosts.map(({ url }) => url);
  const users = { inside: [2, 3, 4, 5], outside: reporters(PEOPLE).slice(0, 4) };
  const phones = startPhones(urls, users);
  started.defer(() => phones.stop());
  const rows: Record<string, string | number>[] = [];
  for (const way of ways) {
    const undisturbed = await publish(hosts[0] as Server, servers.primary, area());
    const rounds: Round[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const share = isSmall ? 0.2 : 0.05 + 0.85 * Math.random();
      const round = await runRound(way, servers, urls, phones, PEOPLE, share);
      console.error(way, JSON.stringify(round));
      requireAll(round);
      rounds.push(round);
      await servers.follow();
    }
    const figures = (name: keyof Round, places = 2) =>
      spread(
        rounds.map((round) => Number(round[name])),
        places,
      );
    rows.push({
      way,
      failovers: rounds.length,
      "told before": figures("before", 0),
      "told = users = expected": figures("told", 0),
      "promoted after s": figures("promoted"),
      "first answer after s": figures("answer"),
      "complete after s": figures("complete"),
      "÷ the rest undisturbed": spread(
        rounds.map(
          ({ complete, before, expected }) =>
            complete / (undisturbed.seconds * (1 - before / expected)),
        ),
        1,
      ),
      "reports refused": phones.refused,
      "load average": loadavg()[0]?.toFixed(1) as string,
    });
    phones.refused = 0;
  }
  return rows;
}

const chosen = WAYS.filter((way) => process.argv.includes(way));
const usual = isSmall ? WAYS.slice(0, 1) : WAYS;
const ways = chosen.length > 0 ? chosen : [...usual];
const plain = ways.filter((way) => !WITH_PATRONI.includes(way));
const managed = ways.filter((way) => WITH_PATRONI.includes(way));
const rows = plain.length > 0 ? await measure(makePair, plain) : [];
if (managed.length > 0 && hasChain) rows.push(...(await measure(makeChain, managed)));
if (rows.length > 0) console.log(table(rows));
if (managed.length > 0 && !hasChain) {
  console.log(`Not measured: ${managed.join(", ")}. Install patroni, etcd-server and haproxy.`);
}
