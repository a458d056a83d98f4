/**
 * Measures how the cost of a position report, a page of a list and a publication grows with the number of existing
 * rows. Goal: not faster than its logarithm times the number of rows returned or written.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- growth [--small]
 */
import type pg from "pg";
import { fill } from "./growth/fill.ts";
import { pagesAfter, pagesOf } from "./growth/lists.ts";
import { fillWithUsers, prepareToPublish, publication } from "./growth/publications.ts";
import { reports } from "./growth/reports.ts";
import { CHUNK, CROWDS, FEWER_ROUNDS, OFFSETS, PUBLICATION_USERS, ROUNDS } from "./growth/sizes.ts";
import { connect, withClones } from "./lib/clones.ts";
import { type Case, growthTable, measureInTurns } from "./lib/series.ts";
import { startServer } from "./lib/servers.ts";

/** The open connections of the part that is being measured. */
const clients: pg.Client[] = [];
async function connectForNow(url: string): Promise<pg.Client> {
  const client = await connect(url);
  clients.push(client);
  return client;
}

/** Measures the cases of a part, prints their table, and closes its connections. */
async function show(title: string, cases: Case[], rounds: number): Promise<void> {
  const figures = await measureInTurns(cases, rounds);
  for (const client of clients.splice(0)) await client.end();
  console.log(`${title}\n\n${growthTable(cases, figures)}\n`);
}

await withClones("las_bench_growth", async (clones) => {
  const filled = await fill(clones);
  await show(
    "Position reports, in the database, without the commit:",
    await reports(filled, connectForNow),
    ROUNDS,
  );

  const server = await startServer("service", "src/main.ts", 4320, filled.history);
  const lists: Case[] = [];
  for (const list of ["alerts", "notifications", "positions", "users"] as const) {
    lists.push(...pagesOf(server, list, OFFSETS), ...(await pagesAfter(server, list, OFFSETS)));
  }
  await show("Pages of 20, over HTTP:", lists, FEWER_ROUNDS);
  await server.stop();

  const publications: Case[] = [];
  for (const size of PUBLICATION_USERS) {
    const crowds = CROWDS.filter(({ people }, index) => index === 0 || people <= size / 2);
    const url = await clones.make(`public_${size}`, (client) =>
      fillWithUsers(client, size, crowds),
    );
    const client = await connectForNow(url);
    await prepareToPublish(client);
    for (const crowd of crowds) {
      publications.push({
        what: `publication to ${crowd.people.toLocaleString("en")}; users`,
        size,
        rows: crowd.people,
        measure: publication(client, crowd, CHUNK),
      });
    }
  }
  await show(
    "Publications, in the database, without the commits:",
    publications.sort((a, b) => a.rows - b.rows || a.size - b.size),
    FEWER_ROUNDS,
  );
});
