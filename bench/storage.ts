/**
 * Measures bytes: of WAL for a position report, right after a checkpoint and later, and on disk for each row.
 * Use a server that does nothing else, because all of its WAL counts.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- storage [--small]
 */
import type pg from "pg";
import { connect } from "./lib/clones.ts";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { median, table } from "./lib/statistics.ts";

const ROUNDS = isSmall ? 1 : 3;
const USERS = isSmall ? 1000 : 10_000;
/** Positions of each user before the reports: more than a page of an index by user holds, as after a few days. */
const HISTORY = isSmall ? 10 : 300;
const CALLS = isSmall ? 100 : 3000;
/** The number of notified users of each alert that `seed` makes. */
const NOTIFIED = 1000;
const ALERTS = 25;

const POSITION =
  "row(60 + random(), 8 + random(), 'STILL', null, null, null)::app_public.position_input";
const batch = (size: number) =>
  `perform count(*) from app_public.new_positions((select array_agg(${POSITION}) from generate_series(1, ${size})))`;

/** What a user reports in one transaction, far from all alerts. */
const CASES = {
  newPosition: { positions: 1, run: `perform app_public.new_position(${POSITION})` },
  "its history only": {
    positions: 1,
    run: `insert into app_public.positions (user_id, latitude, longitude, moving_activity)
      values (i, 60 + random(), 8 + random(), 'STILL')`,
  },
  "newPositions with 10": { positions: 10, run: batch(10) },
  "newPositions with 100": { positions: 100, run: batch(100) },
};
type Case = (typeof CASES)[keyof typeof CASES];

async function walOf(client: pg.Client, sql: string): Promise<number> {
  const here = async () =>
    (await client.query<{ at: string }>("select pg_current_wal_insert_lsn() - '0/0' as at")).rows[0]
      ?.at;
  const began = Number(await here());
  await client.query(sql);
  return Number(await here()) - began;
}

/**
 * Returns bytes of WAL for a position: `first` after a checkpoint, with whole pages, and `later`, with its rows only.
 */
async function round(client: pg.Client, { positions, run }: Case) {
  await client.query(`create or replace procedure pg_temp.report() language plpgsql as $$
    begin
      for i in 2 .. ${1 + CALLS} loop
        perform set_config('jwt.claims.user_id', i::text, false);
        ${run};
        commit;
      end loop;
    end $$`);
  await client.query("checkpoint");
  const first = await walOf(client, "call pg_temp.report()");
  const later = await walOf(client, "call pg_temp.report()");
  return { first: first / CALLS / positions, later: later / CALLS / positions };
}

await withDatabase("las_bench_storage", async (url, owner) => {
  await seed(owner, { users: USERS, alerts: ALERTS });
  await owner.query(
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity)
      select 1 + n % ${USERS}, 44 + random(), 8 + random(), 'STILL' from generate_series(1, ${USERS * HISTORY}) n`,
  );
  await owner.query("vacuum analyze");

  const { rows: sizes } = await owner.query<{ table: string; rows: string; bytes: string }>(
    `select 'position' as table, (select count(*) from app_public.positions) as rows,
        (select sum(pg_total_relation_size(relid)) from pg_partition_tree('app_public.positions')) as bytes
      union all select 'last position', ${USERS}, pg_total_relation_size('app_public.last_positions')
      union all select 'notification', ${ALERTS * Math.min(USERS, NOTIFIED)}, pg_total_relation_size('app_public.notifications')`,
  );
  console.log(
    table(
      sizes.map((size) => ({
        row: size.table,
        "bytes on disk, with indexes": Math.round(Number(size.bytes) / Number(size.rows)),
      })),
    ),
  );

  const client = await connect(url);
  const rows: Record<string, string | number>[] = [];
  for (const [name, what] of Object.entries(CASES)) {
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) rounds.push(await round(client, what));
    rows.push({
      "WAL of a position by": name,
      "bytes, first after a checkpoint": Math.round(median(rounds.map(({ first }) => first))),
      "bytes, later": Math.round(median(rounds.map(({ later }) => later))),
    });
  }
  await client.end();
  console.log(`\n${table(rows)}`);
});
