/**
 * Measures a head with three cells of 100,000 people each, on one server. Reports: the CPU of one in a cell, beside one
 * in a service that is none, in turns. Publication: how long until all three have told their people of an alert of the
 * head, beside three alerts that they publish by themselves at the same moment: both have the whole machine.
 * Goal: a report costs the same within 3 %; at most 1.2 times the baseline and a second more.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- cells [--small]
 *
 * The server needs wal_level=logical and max_logical_replication_workers=12.
 */
import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, withClones } from "./lib/clones.ts";
import { isSmall } from "./lib/database.ts";
import { databaseCpu } from "./lib/postgres-processes.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { spread, table } from "./lib/statistics.ts";
import { area, fillWithCrowd, reporters } from "./publication/crowd.ts";
import { publish, verify } from "./publication/publish.ts";
import { reportsPerSecond } from "./publication/reports.ts";

const PEOPLE = isSmall ? 2_000 : 100_000;
const ROUNDS = isSmall ? 1 : 5;
const SECONDS = isSmall ? 0.5 : 8;
const CELLS = ["east", "middle", "west"];

interface Site {
  name: string;
  url: string;
  server: Server;
}

/** Ends the alerts of a cell, so that nothing of them is counted any more. */
async function forgetAlerts({ url }: Site): Promise<void> {
  const client = await connect(url);
  await client.query(
    "update app_public.alerts set active = false, created_at = now() - interval '9 days', expires_at = now() - interval '8 days'",
  );
  await client.query("truncate app_public.notifications, app_private.alert_reach");
  await client.end();
}

/** Waits until a cell has told its people of an alert. */
async function untilComplete(url: string, alertId: number): Promise<void> {
  const client = await connect(url);
  const complete =
    "select from app_private.publications where alert_id = $1 and completed_at is not null";
  while ((await client.query(complete, [alertId])).rowCount === 0) await sleep(20);
  await client.end();
}

/** Reports for some seconds. Returns the CPU milliseconds of host and database for each report. */
async function costOfReport(server: Server): Promise<number> {
  const before = server.cpu() + databaseCpu();
  const rate = await reportsPerSecond(server, reporters(PEOPLE), SECONDS);
  return ((server.cpu() + databaseCpu() - before) / (rate * SECONDS)) * 1000;
}

await withClones("las_bench_cells", async (clones) => {
  const make = async (name: string, port: number, people: number): Promise<Site> => {
    const url = await clones.make(name, (client) => fillWithCrowd(client, people));
    const server = await startServer(name, "src/main.ts", port, url, { JOBS: "true" });
    return { name, url, server };
  };
  const head = await make("head", 4340, 100);
  const alone = await make("alone", 4341, PEOPLE);
  const cells: Site[] = [];
  for (const [index, name] of CELLS.entries()) {
    cells.push(await make(name, 4342 + index, PEOPLE));
  }
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ["src/cli/cells.ts", ...args], {
      env: { ...process.env, DATABASE_URL: head.url },
      stdio: ["ignore", "ignore", "inherit"],
    });
  for (const { name, url } of cells) run("add", name, "--cell", url);

  try {
    const figures = {
      alone: [] as number[],
      ratio: [] as number[],
      own: [] as number[],
      head: [] as number[],
    };
    for (let round = 0; round <= ROUNDS; round += 1) {
      // In turns, so that neither is always the later one.
      const order = [alone, cells[0] as Site];
      if (round % 2) order.reverse();
      const costs = new Map<Site, number>();
      for (const site of order) costs.set(site, await costOfReport(site.server));
      const without = costs.get(alone) as number;
      const within = costs.get(cells[0] as Site) as number;
      // The first round is warmer at its end than at its beginning.
      if (round > 0) {
        figures.alone.push(without);
        figures.ratio.push(within / without);
      }
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await Promise.all(cells.map(({ server, url }) => publish(server, url, area())));
      figures.own.push((performance.now() - began) / 1000);
      await Promise.all(cells.map(forgetAlerts));
      const sent = performance.now();
      const { id } = await publish(head.server, head.url, area());
      await Promise.all(cells.map(({ url }) => untilComplete(url, id)));
      figures.head.push((performance.now() - sent) / 1000);
      for (const { url } of cells) await verify(url, id);
      await Promise.all(cells.map(forgetAlerts));
    }
    console.log(
      table([
        {
          people: `3 × ${PEOPLE.toLocaleString("en")}`,
          "three alerts of their own, s": spread(figures.own, 2),
          "one of the head, s": spread(figures.head, 2),
          "CPU of a report alone, ms": spread(figures.alone, 3),
          "in a cell ÷ alone": spread(figures.ratio, 3),
        },
      ]),
    );
  } finally {
    for (const { name, url } of cells) run("remove", name, "--cell", url);
    for (const { server } of [head, alone, ...cells]) await server.stop();
  }
});
