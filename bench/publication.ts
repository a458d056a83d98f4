/**
 * Measures the publication of an alert to 1,000, 100,000 and 1,000,000 users against a plain `insert … select` of
 * the same rows into a copy of the table notifications, in turns. Also measures how soon newAlert answers, and, during
 * the publication, the rate of position reports and the memory of host and database.
 * Goal: at most 1.6 times the plain insert, an answer within a second, 0.8 of the usual position reports, and constant
 * memory.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- publication [--small]
 */
import { withClones } from "./lib/clones.ts";
import { isSmall } from "./lib/database.ts";
import { startServer } from "./lib/servers.ts";
import { median, spread, table } from "./lib/statistics.ts";
import { area, fillWithCrowd, reporters } from "./publication/crowd.ts";
import { insertPlainly } from "./publication/floor.ts";
import { peakMemory } from "./publication/memory.ts";
import { publish, verify } from "./publication/publish.ts";
import { reportsPerSecond } from "./publication/reports.ts";

const SIZES = isSmall ? [200, 12_000] : [1_000, 100_000, 1_000_000];
const ROUNDS = isSmall ? 1 : 3;
/** Seconds of position reports before a publication, for comparison. */
const SECONDS = isSmall ? 0.5 : 8;
/** A shorter publication says nothing about position reports during it. */
const LEAST_SECONDS = 1;

const rows: Record<string, string | number>[] = [];
await withClones("las_bench_publication", async (clones) => {
  for (const users of SIZES) {
    const url = await clones.make(`of_${users}`, (client) => fillWithCrowd(client, users));
    const server = await startServer("service", "src/main.ts", 4330, url, { JOBS: "true" });
    const rounds: {
      answer: number;
      seconds: number;
      ratio: number;
      alone: number;
      busy: number;
      busySeconds: number;
    }[] = [];
    let memory = { host: 0, database: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const quietPublication = await publish(server, url, area());
      const floor = await insertPlainly(url, quietPublication.id);
      const alone = await reportsPerSecond(server, reporters(users), SECONDS);
      // A second publication, during position reports.
      const memoryBefore = peakMemory(server.pid);
      let isOver = false;
      const reports = reportsPerSecond(server, reporters(users), () => isOver);
      const busyPublication = await publish(server, url, area());
      isOver = true;
      const busy = await reports;
      memory = memoryBefore.stop();
      await verify(url, busyPublication.id);
      rounds.push({
        answer: Math.max(quietPublication.answer, busyPublication.answer),
        seconds: quietPublication.seconds,
        ratio: quietPublication.seconds / floor,
        alone,
        busy: busyPublication.seconds < LEAST_SECONDS ? Number.NaN : busy / alone,
        busySeconds: busyPublication.seconds,
      });
    }
    const figures = (name: keyof (typeof rounds)[number]) => rounds.map((round) => round[name]);
    const busy = figures("busy");
    rows.push({
      "users reached": users.toLocaleString("en"),
      s: spread(figures("seconds"), 2),
      "÷ plain insert": spread(figures("ratio"), 2),
      "newAlert answers in s": spread(figures("answer"), 2),
      "reports/s": spread(figures("alone")),
      "of them meanwhile": busy.some(Number.isNaN) ? "too short" : median(busy).toFixed(2),
      "s, beside them": spread(figures("busySeconds"), 2),
      "host MiB more": memory.host.toFixed(0),
      "database MiB more": memory.database.toFixed(0),
    });
    console.error(table(rows.slice(-1)));
    await server.stop();
  }
});
console.log(table(rows));
