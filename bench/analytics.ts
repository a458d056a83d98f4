/**
 * Measures the analysts' views with a million notifications: the seconds that each takes, the job that counts for them
 * and its longest step, and the rate of position reports while views and job run, compared with the rate without them.
 * Goal: each view within 0.2 s, and nine tenths of the usual reports on a machine with a core to spare.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- analytics [--small]
 */
import type pg from "pg";
import { fillWithHistory } from "./analytics/fill.ts";
import { connect, withClones } from "./lib/clones.ts";
import { isSmall } from "./lib/database.ts";
import { startServer } from "./lib/servers.ts";
import { median, table } from "./lib/statistics.ts";
import { reportsPerSecond } from "./publication/reports.ts";

const NOTIFICATIONS = isSmall ? 2_000 : 1_000_000;
const ROUNDS = isSmall ? 1 : 3;
const SECONDS = isSmall ? 0.5 : 15;

/** Each view with an analyst's condition: presence in one hour, or around one alert. */
const VIEWS = {
  alerts: "",
  alert_levels: "",
  alert_pushes: "",
  alert_versions: "",
  zones: "",
  hours: "",
  hours_by_activity: "",
  deliveries_per_hour: "",
  presence: "where hour = (select max(hour) from analytics.hours)",
  presence_around_alerts: "where alert_id = 1",
  notifications_per_day: "",
  active_users_per_day: "",
};

const seconds = async (run: () => Promise<unknown>) => {
  const began = performance.now();
  await run();
  return (performance.now() - began) / 1000;
};

/** Counts until nothing is left, or until `isOver` returns true. Returns the seconds of each step. */
async function count(client: pg.Client, isOver = () => false): Promise<number[]> {
  const steps: number[] = [];
  for (const sql of ["select app_private.count_versions()", "select app_private.count_step()"]) {
    for (let more = true; more && !isOver(); ) {
      const began = performance.now();
      more = Object.values((await client.query(sql)).rows[0] as { more: boolean })[0] as boolean;
      steps.push((performance.now() - began) / 1000);
    }
  }
  return steps;
}

/** Deletes all counts, so that counting starts again. */
const FORGET =
  "truncate app_private.counts, app_private.period_counts, app_private.reporting, app_private.presence; delete from app_private.alert_counts; delete from app_private.version_figures";

await withClones("las_bench_analytics", async (clones) => {
  let users = 0;
  const url = await clones.make("full", async (client) => {
    users = await fillWithHistory(client, NOTIFICATIONS);
  });
  const client = await connect(url);
  let steps: number[] = [];
  const counting = await seconds(async () => {
    steps = await count(client);
  });
  await client.query("vacuum analyze");
  const rows: Record<string, string | number>[] = [];
  for (const [view, condition] of Object.entries(VIEWS)) {
    let answered = 0;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(
        await seconds(async () => {
          answered = (await client.query(`select * from analytics.${view} ${condition}`)).rows
            .length;
        }),
      );
    }
    rows.push({ view, rows: answered, s: median(times).toFixed(3) });
  }
  console.log(table(rows));
  console.log(
    `\n${table([{ notifications: NOTIFICATIONS.toLocaleString("en"), "s to count all": counting.toFixed(1), steps: steps.length, "s of a step": median(steps).toFixed(3), longest: Math.max(...steps).toFixed(3) }])}`,
  );

  const server = await startServer("service", "src/main.ts", 4331, url);
  const people = Array.from({ length: users - 1 }, (_, index) => index + 2);
  await reportsPerSecond(server, people, SECONDS / 3);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await reportsPerSecond(server, people, SECONDS);
    let isOver = false;
    const job = (async () => {
      while (!isOver) {
        await client.query(FORGET);
        await count(client, () => isOver);
      }
    })();
    const reader = await connect(url);
    const reading = (async () => {
      while (!isOver) {
        for (const [view, condition] of Object.entries(VIEWS)) {
          if (!isOver) await reader.query(`select * from analytics.${view} ${condition}`);
        }
      }
    })();
    const busy = await reportsPerSecond(server, people, SECONDS);
    isOver = true;
    await Promise.all([job, reading]);
    await reader.end();
    rates.push(alone);
    ratios.push(busy / alone);
  }
  console.log(
    `\n${table([{ "reports/s alone": Math.round(median(rates)), "of them beside views and job without a pause": median(ratios).toFixed(2) }])}`,
  );
  await server.stop();
  await client.end();
});
