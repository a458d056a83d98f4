/**
 * Lets PostgreSQL fail over to a synchronous standby in the middle of a publication to 300,000 people, while others report,
 * again and again: primaries that are killed, primaries whose network is cut, and a standby that lags behind.
 * Two hosts go on through all of it. Needs PostgreSQL's server programs, and makes its own servers.
 * Goal: everyone is told once, no acknowledged report or alert is lost, each host answers within 2 s of the promotion, and
 * the publication is complete within 15 s of it.
 *
 *     npm run bench -- failover [killed|cut|lag] [--small]
 */
import { loadavg } from "node:os";
import { readConfig } from "../src/config/config.ts";
import { migrate } from "../src/database/migrate.ts";
import { openDatabase } from "../src/database/open.ts";
import { makeAddress } from "../test/crash/address.ts";
import { slowPublications } from "../test/crash/slow-publication.ts";
import { requireAll } from "./failover/audit.ts";
import { makePair } from "./failover/pair.ts";
import { startPhones } from "./failover/phones.ts";
import { type Round, runRound, type Way } from "./failover/round.ts";
import { connect } from "./lib/clones.ts";
import { isSmall } from "./lib/database.ts";
import { startServer } from "./lib/servers.ts";
import { spread, table } from "./lib/statistics.ts";
import { fillWithCrowd, outside } from "./publication/crowd.ts";

const PEOPLE = isSmall ? 12_000 : 300_000;
const ROUNDS = isSmall ? 1 : 20;
const PORTS = [4420, 4421];
const WAYS: Way[] = ["killed", "cut", "lag"];
const chosen = WAYS.filter((way) => process.argv.includes(way));
const ways = chosen.length > 0 ? chosen : WAYS;

const pair = await makePair();
const address = await makeAddress(pair.primaryPort);
try {
  const config = readConfig({ DATABASE_URL: pair.primary, JWT_SECRET: "unused" });
  const database = await openDatabase(config, () => {});
  await migrate(database, console.error);
  // Few people are told too quickly.
  if (isSmall) await slowPublications(database.ownerPool, 300);
  await database.close();
  const client = await connect(pair.primary);
  await fillWithCrowd(client, PEOPLE);
  await client.query("vacuum analyze");
  await client.end();
  await pair.follow();

  const url = `postgres://postgres@127.0.0.1:${address.port}/postgres`;
  const hosts = await Promise.all(
    PORTS.map((port) => startServer("host", "src/server.ts", port, url, { JOBS: "true" })),
  );
  const first = outside(PEOPLE).from;
  const phones = startPhones(
    hosts.map((host) => host.url),
    { inside: [2, 3, 4, 5], outside: [first, first + 1, first + 2, first + 3] },
  );
  const rows: Record<string, string | number>[] = [];
  for (const way of ways) {
    const rounds: Round[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const share = isSmall ? 0.2 : 0.05 + 0.85 * Math.random();
      const urls = hosts.map((host) => host.url);
      const round = await runRound(way, pair, address, urls, phones, PEOPLE, share);
      console.error(way, turn + 1, JSON.stringify(round));
      requireAll(round);
      rounds.push(round);
      await pair.follow();
    }
    const figures = (name: "before" | "promoted" | "answer" | "complete", places = 2) =>
      spread(
        rounds.map((round) => round[name]),
        places,
      );
    rows.push({
      primary: way,
      failovers: rounds.length,
      "told before": figures("before", 0),
      "told, users, expected": [...new Set(rounds.map(({ expected }) => expected))].join(" or "),
      "promotion after s": figures("promoted"),
      "first answer after s": figures("answer"),
      "complete after s": figures("complete"),
    });
  }
  await phones.stop();
  console.log(table(rows));
  console.log(
    `${phones.acknowledged.length} reports acknowledged, ${phones.refused} refused; load average ${loadavg()[0]?.toFixed(1)}, this run included.`,
  );
  for (const host of hosts) await host.stop();
} finally {
  address.close();
  await pair.remove();
}
