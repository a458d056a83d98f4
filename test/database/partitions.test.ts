/** @database server */
import { describe, expect } from "@jest/globals";
import type { Pool } from "pg";
import { makePositionPartitions } from "../../src/database/run-migrations.ts";
import { owner, type Scene, stage } from "./scene.ts";

const { test } = stage();

const MAKE = "select app_private.make_position_partitions($1)";
const PURGE = "select app_private.purge_positions()::int";
const DROP = "select app_private.drop_position_partitions()";

/** Purges positions as the job does. Returns the number of rows that were deleted apart from dropped partitions. */
async function purge(s: Scene): Promise<number> {
  const deleted = await s.value(owner, PURGE);
  await s.as(owner, DROP);
  return deleted;
}

/** Returns the names of the weekly partitions. Their order is the order of time. */
async function partitions(s: Scene): Promise<string[]> {
  const rows = await s.as(owner)`select c.relname from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app_public.positions'::regclass and c.relname <> 'positions_default' order by 1`;
  return rows.map(({ relname }) => relname);
}

/** Inserts a position into the history, and returns its partition. */
async function putPosition(s: Scene, age: string, userId = 1): Promise<string> {
  const id = await s.value(owner)`insert into app_public.positions (user_id, latitude, longitude,
    moving_activity, created_at, taken_at)
    values (${userId}, 1, 1, 'STILL', now() - ${age}::interval, now() - ${age}::interval) returning id`;
  return await s.value(owner)`select tableoid::regclass::text from app_public.positions
    where user_id = ${userId} and id = ${id}`;
}

/** Makes the partition of a week `age` ago, as if it had been made then. */
async function makePast(s: Scene, age: string): Promise<string> {
  return await s
    .value(
      owner,
      `with week as (select date_trunc('week', now() at time zone 'UTC' - $1::interval) at time zone 'UTC' as start)
      select set_config('test.sql', format('create table app_public.positions_%s partition of app_public.positions
        for values from (%L) to (%L)', to_char(start at time zone 'UTC', 'YYYY_MM_DD'), start, start + interval '1 week'), true) from week`,
      [age],
    )
    .then(async (sql: string) => {
      await s.as(owner, sql);
      return /positions_\d{4}_\d\d_\d\d/.exec(sql)?.[0] as string;
    });
}

describe("make_position_partitions", () => {
  test("makes this week's partition and those of the next three months", async (s) => {
    await s.as(owner)`select app_private.make_position_partitions()`;
    const names = await partitions(s);
    expect(names).toHaveLength(14);
    expect(await putPosition(s, "0")).toBe(`app_public.${names[0]}`);
    expect(await putPosition(s, "-13 weeks")).toBe(`app_public.${names[13]}`);
  });

  test("makes as many weeks ahead as asked, each from Monday 0:00 UTC", async (s) => {
    const before = await partitions(s);
    await s.as(owner)`set local timezone = 'America/New_York'`;
    expect(await s.value(owner, MAKE, ["8 weeks"])).toBe(9 - before.length);
    const names = await partitions(s);
    expect(names).toHaveLength(9);
    const mondays = names.map((name) => new Date(name.slice(-10).replaceAll("_", "-")));
    expect(mondays.map((day) => day.getUTCDay())).toEqual(Array(9).fill(1));
    const bounds = await s.value(owner)`select pg_get_expr(relpartbound, oid) from pg_class
      where relname = ${names[7]} and set_config('timezone', 'UTC', true) <> ''`;
    const start = (name = "") => `('${name.slice(-10).replaceAll("_", "-")} 00:00:00+00')`;
    expect(bounds).toBe(`FOR VALUES FROM ${start(names[7])} TO ${start(names[8])}`);
  });

  test("is idempotent", async (s) => {
    await s.as(owner, MAKE, ["6 weeks"]);
    const names = await partitions(s);
    expect(await s.value(owner, MAKE, ["6 weeks"])).toBe(0);
    expect(await partitions(s)).toEqual(names);
  });

  test("leaves a week in the default partition if its positions are there already, and makes the others", async (s) => {
    for (const name of await partitions(s)) await s.as(owner, `drop table app_public.${name}`);
    for (const age of ["0", "-15 days", "100 days"]) {
      expect(await putPosition(s, age)).toBe("app_public.positions_default");
    }
    expect(await s.value(owner, MAKE, ["4 weeks"])).toBe(3);
    expect(await putPosition(s, "0")).toBe("app_public.positions_default");
    expect(await putPosition(s, "-8 days")).toMatch(/positions_\d/);
  });

  test("gives a partition the same columns, indexes and constraints as PARTITION OF does", async (s) => {
    const within = await makePast(s, "60 days");
    await s.as(owner, MAKE, ["8 weeks"]);
    const apart = (await partitions(s)).at(-1) as string;
    const parts = (name: string) =>
      s.as(owner)`select regexp_replace(part, 'positions_\\d{4}_\\d\\d_\\d\\d', 'week',
        'g') as part from (
          select pg_get_indexdef(i.indexrelid) || (i.indisvalid and c.relispartition)::text as part
            from pg_index i join pg_class c on c.oid = i.indexrelid
          where i.indrelid = to_regclass('app_public.' || ${name})
          union all
          select format('%s %s %s', conname, contype, pg_get_constraintdef(oid)) from pg_constraint
            where conrelid = to_regclass('app_public.' || ${name})
          union all
          select format('%s %s %s %s', attnum, attname, atttypid::regtype, attnotnull) from pg_attribute
            where attrelid = to_regclass('app_public.' || ${name}) and attnum > 0
        ) p order by 1`;
    expect((await parts(apart)).length).toBeGreaterThan(11);
    expect(await parts(apart)).toEqual(await parts(within));
  });
});

describe("purge_positions", () => {
  test("drops partitions that lie wholly past the retention, and keeps the others", async (s) => {
    const kept = await partitions(s);
    const old = await makePast(s, "60 days");
    await putPosition(s, "60 days");
    const recent = await makePast(s, "20 days");
    await putPosition(s, "20 days");
    await purge(s);
    expect(await partitions(s)).not.toContain(old);
    expect(await partitions(s)).toEqual([recent, ...kept].sort());
    expect(await s.value(owner)`select count(*)::int from app_public.positions`).toBe(1);
  });

  test("keeps the week that the retention begins in, and a position as old as the retention", async (s) => {
    const week = await makePast(s, "30 days");
    await putPosition(s, "30 days");
    expect(await purge(s)).toBe(0);
    expect(await partitions(s)).toContain(week);
    expect(await s.value(owner)`select count(*)::int from app_public.positions`).toBe(1);
  });

  test("deletes rows past the retention from a partition that stays", async (s) => {
    await putPosition(s, "40 days");
    await putPosition(s, "30 days 1 second");
    await putPosition(s, "29 days 23 hours");
    expect(await purge(s)).toBe(2);
    expect(await s.value(owner)`select count(*)::int from app_public.positions`).toBe(1);
  });

  test("deletes old rows from the default partition, and leaves those of weeks that are dropped as a whole", async (s) => {
    await putPosition(s, "70 days");
    await makePast(s, "60 days");
    await putPosition(s, "60 days");
    expect(await s.value(owner, PURGE)).toBe(1);
    expect(await s.value(owner, DROP)).toBe(1);
    expect(await s.value(owner)`select count(*)::int from app_public.positions`).toBe(0);
  });

  test("uses the retention of the settings", async (s) => {
    await s.as(owner)`update app_private.settings set position_retention = '100 days'`;
    const partition = await makePast(s, "60 days");
    await putPosition(s, "60 days");
    expect(await purge(s)).toBe(0);
    expect(await partitions(s)).toContain(partition);
    await s.as(owner)`update app_private.settings set position_retention = '1 day'`;
    await purge(s);
    expect(await partitions(s)).not.toContain(partition);
  });

  test("leaves each user's last position", async (s) => {
    const user = await s.user();
    await s.report(user, [3, 4]);
    await s.as(owner)`update app_public.positions
      set created_at = now() - interval '50 days', taken_at = now() - interval '50 days'`;
    expect(await purge(s)).toBe(1);
    expect(
      await s.as(owner)`select user_id, public.st_astext(location) as place
        from app_public.last_positions`,
    ).toEqual([{ user_id: user.id, place: "POINT(3 4)" }]);
  });
});

test.each([
  ["is kept until its last moment is past", "1 hour", true, "Asia/Kolkata"],
  ["is dropped after it", "-1 hour", false, "America/New_York"],
])(
  "a week of positions %s the retention, in any time zone of the session",
  async (s, _, left, stays, place) => {
    const week = await makePast(s, "60 days");
    // The week ends `left` after the oldest position that is kept.
    await s.as(owner)`update app_private.settings set position_retention =
      now() - (to_timestamp(${week},
        '"positions_"YYYY_MM_DD') at time zone 'UTC' at time zone 'UTC' + interval '7 days') + ${left}::interval`;
    const TUESDAY = `select (now() - to_timestamp($1, '"positions_"YYYY_MM_DD') - interval '1 day')::text`;
    await putPosition(s, await s.value(owner, TUESDAY, [week]));
    await s.as(owner, `set local timezone = '${place}'`);
    await purge(s);
    expect((await partitions(s)).includes(week)).toBe(stays);
    expect(await s.as(owner)`select from app_public.positions`).toEqual([]);
  },
);

test("a start goes on with a warning if partitions cannot be made because of a lock", async () => {
  const logged: string[] = [];
  const pool = { query: () => Promise.reject(new Error("lock timeout")) } as unknown as Pool;
  await makePositionPartitions(pool, (line, level) => void logged.push(`${level}: ${line}`));
  expect(logged).toEqual([expect.stringMatching(/^warn: .+: lock timeout\./)]);
});
