/**
 * Measures position reports over HTTP with and without the nightly purges, in turns. Each kind of data has far more
 * rows past their retention than one night brings. Goal: at least two thirds of the usual reports.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- purges [--small]
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { RETENTION } from "../src/delivery/tasks/retention.ts";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { startServer } from "./lib/servers.ts";
import { spread, table } from "./lib/statistics.ts";
import { reportsPerSecond } from "./publication/reports.ts";

const ROUNDS = isSmall ? 1 : 5;
const SECONDS = isSmall ? 0.5 : 8;
const SIZE = isSmall ? { users: 2000, alerts: 10 } : { users: 50_000, alerts: 1000 };
/** The number of old rows of each kind. The users with the larger half of the ids report. */
const OLD = isSmall ? 10_000 : 200_000;
const USERS = SIZE.users / 2;

/** Makes old rows of each kind for users who do not report. */
async function fill(owner: pg.Pool): Promise<void> {
  const user = `1 + n % ${USERS}`;
  // Old rows must come first, because ids grow with time.
  await owner.query("delete from app_public.positions; delete from app_public.notifications");
  await owner.query(
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at, taken_at)
      select ${user}, 44.123456, 8.123456, 'STILL', moment, moment
        from generate_series(1, ${OLD}) n, lateral (select now() - interval '31 days' + n * interval '1 day' / ${OLD} as moment) m`,
  );
  await owner.query(
    `insert into app_private.position_hashes (user_id, hash, position_id, created_at)
      select ${user}, gen_random_uuid(), n, now() - interval '31 days' from generate_series(1, ${OLD}) n`,
  );
  await owner.query(
    `update app_public.last_positions set created_at = now() - interval '91 days' where user_id <= ${USERS}`,
  );
  const [alert] = (
    await owner.query(
      `insert into app_public.alerts (user_id, created_at, expires_at, active, zone1, zone2, zone3, level2_distance, level3_distance,
          max_position_age, text1, text2, text3)
        select 1, now() - interval '3 years', now() - interval '2 years', false, zone1, zone2, zone3, 1000, 2000, '1 day', '1', '2', '3'
          from app_public.alerts limit 1 returning id`,
    )
  ).rows;
  await owner.query(
    `with told as (
      insert into app_public.notifications (alert_id, user_id, level, version, latitude, longitude, moving_activity, created_at)
        select $1, ${user}, 'ONE', 1 + n / ${USERS}, 44.5, 8.5, 'STILL', now() - interval '2 years' from generate_series(0, ${OLD} - 1) n
        returning *
    )
    insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider, state, accepted_at, settled_at)
      select id, 1, alert_id, user_id, level, 'fcm', 'accepted', created_at, created_at from told`,
    [alert.id],
  );
  await owner.query(
    `insert into app_public.alert_versions (alert_id, version, user_id, created_at, zone1, level2_distance, level3_distance, expires_at,
        text1, text2, text3, is_renotified)
      select a.id, v, 1, a.created_at, a.zone1, 1000, 2000, a.expires_at, '1', '2', '3', true
        from app_public.alerts a, generate_series(1, ${Math.ceil(OLD / USERS)}) v where a.id = $1`,
    [alert.id],
  );
  await owner.query("analyze");
}

/** Counts the rows that are past their retention. */
const REST = `select
  (select count(*) from app_public.positions where created_at < now() - interval '30 days')
  + (select count(*) from app_private.position_hashes)
  + (select count(*) from app_public.last_positions where created_at < now() - interval '90 days')
  + (select count(*) from app_public.notifications where created_at < now() - interval '1 year' and place_kept)
  + (select count(*) from app_private.deliveries) as count`;

/** Runs all purges one after the other, as the jobs do, until they are done or told to stop. True if they are done. */
async function purge(owner: pg.Pool, signal: AbortSignal): Promise<boolean> {
  const helpers = {
    abortSignal: signal,
    query: (sql: string, values: unknown[]) => owner.query(sql, values),
  };
  try {
    for (const [task, run] of Object.entries(RETENTION)) {
      if (task !== "forget_history") await run?.({}, helpers as never);
    }
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

await withDatabase("las_bench_purges", async (url, owner) => {
  await seed(owner, SIZE);
  await fill(owner);
  const server = await startServer("service", "src/main.ts", 4470, url);
  try {
    const lively = Array.from({ length: SIZE.users - USERS }, (_, index) => USERS + 1 + index);
    await reportsPerSecond(server, lively, SECONDS);
    const rest = async () => Number((await owner.query(REST)).rows[0].count);
    const before = await rest();
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await reportsPerSecond(server, lively, SECONDS);
      const stopping = new AbortController();
      const purging = purge(owner, stopping.signal);
      const meanwhile = await reportsPerSecond(server, lively, SECONDS);
      stopping.abort();
      if ((await purging) && !isSmall)
        throw new Error("There was too little to purge: it says nothing.");
      rates.push(alone);
      ratios.push(meanwhile / alone);
    }
    const purged = before - (await rest());
    const began = performance.now();
    const left = await rest();
    while (!(await purge(owner, new AbortController().signal))) await sleep(100);
    const seconds = (performance.now() - began) / 1000;
    if ((await rest()) > 0) throw new Error("Old rows are left.");
    console.log(
      table([
        {
          "reports/s": spread(rates),
          "of them while purges run": spread(ratios, 2),
          "rows purged meanwhile": purged.toLocaleString("en"),
          "rows a second afterwards": Math.round(left / seconds).toLocaleString("en"),
        },
      ]),
    );
  } finally {
    await server.stop();
  }
});
