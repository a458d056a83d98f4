import { describe, expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { countFigures, countPeriods, insertPast, makeCrowd } from "./figures.ts";
import {
  analyst,
  asPoints,
  inside,
  METRE,
  metresEast,
  owner,
  type Place,
  type Report,
  type Scene,
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

const { play, database } = stage();

const setGroup = (s: Scene, k: number) =>
  s.as(owner, "update app_private.settings set smallest_group = $1", [k]);

/** Returns the start of the hour `hours` hours ago, plus `minutes`. */
const hoursAgo = (hours: number, minutes = 0) =>
  new Date(
    (Math.floor(Date.now() / 3_600_000) - hours) * 3_600_000 + minutes * 60_000,
  ).toISOString();

const at = (users: number[], moment: string, rest: object = {}) =>
  users.map((user) => ({ user, latitude: 46, longitude: 11, at: moment, ...rest }));

/** Redefines a function so that it runs as if at this moment. */
async function setClock(s: Scene, name: string, moment: string): Promise<void> {
  const definition: string = await s.value(owner, "select pg_get_functiondef($1::regproc)", [name]);
  const moved = definition.replaceAll(
    /now\(\)|'[^']+'::timestamptz/g,
    () => `'${moment}'::timestamptz`,
  );
  expect(moved).not.toBe(definition);
  await s.client.query(moved);
}

/** Sets a time zone whose hours begin in the middle of the hours of UTC. */
const HALF_AN_HOUR_APART = "select set_config('timezone', 'Asia/Kolkata', true)";

/** Inserts positions that were taken at one time and received at another. */
const insertReceived = (s: Scene, users: number[], taken: string, received: string) =>
  s.as(
    owner,
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity, taken_at, created_at)
      select u, 46, 11, 'STILL', $2, $3 from unnest($1::int[]) u`,
    [users, taken, received],
  );

const peopleOf = (s: Scene, hour: string) =>
  s.value(analyst, "select people from analytics.hours where hour = $1", [hour]);

describe("app_private.add_counts", () => {
  test(
    "adds up equal keys of one call, and adds them to earlier counts",
    play(async (s) => {
      const add = () =>
        s.as(
          owner,
          `select app_private.add_counts('t', array['["a"]', '["a"]', '["b"]']::jsonb[], array[1, 2, 5])`,
        );
      await add();
      await add();
      const counts = "select key ->> 0 as key, people::int from app_private.counts order by 1";
      expect(await s.as(owner, counts)).toEqual([
        { key: "a", people: 6 },
        { key: "b", people: 10 },
      ]);
    }),
  );
});

describe("app_private.rounded_seconds", () => {
  test.each([
    [-1, 0],
    [0, 0],
    [0.01, 0.1],
    [0.96, 1],
    [3, 3],
    [3.01, 3.1],
    [0.21, 0.3],
    [0.7, 0.7],
    [12, 12],
    [12.1, 13],
    [1234, 1300],
    [1300, 1300],
    [123_456, 130_000],
  ])("rounds %f up to %f", (seconds, rounded) =>
    play(async (s) => {
      const value = await s.value(owner, "select app_private.rounded_seconds($1)", [seconds]);
      expect(value).toBe(rounded);
    })(),
  );
});

describe("app_private.position_id_at", () => {
  test(
    "returns the first id of positions since a moment, across gaps in the ids",
    play(async (s) => {
      const [user] = (await makeCrowd(s, 1)) as [number];
      await insertPast(
        s,
        [5, 10, 15, 20, 25].flatMap((minute) => at([user], hoursAgo(3, minute))),
      );
      const rows = await s.as(owner, "select id::int from app_public.positions order by id");
      const [first, second, third, fourth, fifth] = rows.map(({ id }) => id as number);
      await s.as(owner, "delete from app_public.positions where id = any ($1)", [[second, third]]);
      const idAt = async (minute: number) =>
        Number(
          await s.value(owner, "select app_private.position_id_at($1)", [hoursAgo(3, minute)]),
        );
      expect(await idAt(5)).toBeLessThanOrEqual(first as number);
      expect(await idAt(6)).toBeGreaterThan(first as number);
      expect(await idAt(6)).toBeLessThanOrEqual(fourth as number);
      expect(await idAt(20)).toBeLessThanOrEqual(fourth as number);
      expect(await idAt(21)).toBe((fourth as number) + 1);
      expect(await idAt(25)).toBe(fifth);
      expect(await idAt(26)).toBe((fifth as number) + 1);
    }),
  );
});

describe("app_private.first_uncounted", () => {
  const first = (s: Scene, period: string) =>
    s.value(owner, "select app_private.first_uncounted($1)", [period]);
  /** Returns the start of the period that is not over, or for which reports still come in. */
  const due = (s: Scene, period: string) =>
    s.value(owner, "select date_trunc($1, now() - interval '5 minutes', 'UTC')", [period]);
  const HOUR = 3_600_000;

  test(
    "is the last complete hour if there is no position, and null once it is counted",
    play(async (s) => {
      const last = (await due(s, "hour")) as Date;
      expect(await first(s, "hour")).toEqual(new Date(last.getTime() - HOUR));
      const count = (period: string, starts: Date) =>
        s.as(
          owner,
          "insert into app_private.reporting (period, starts_at, activity, smallest_group) values ($1, $2, 'ALL', 10)",
          [period, starts],
        );
      // Days are counted separately from hours.
      await count("day", last);
      expect(await first(s, "hour")).toEqual(new Date(last.getTime() - HOUR));
      await count("hour", new Date(last.getTime() - 2 * HOUR));
      expect(await first(s, "hour")).toEqual(new Date(last.getTime() - HOUR));
      await count("hour", new Date(last.getTime() - HOUR));
      expect(await first(s, "hour")).toBeNull();
    }),
  );

  test(
    "is the hour of the first position, or the first hour of which no part is purged",
    play(async (s) => {
      const people = await makeCrowd(s, 1);
      await insertPast(s, at(people, hoursAgo(30, 20)));
      expect(await first(s, "hour")).toEqual(new Date(hoursAgo(30)));
      await s.as(owner, "update app_private.settings set position_retention = interval '1 day'");
      const kept = await s.value(
        owner,
        "select date_trunc('hour', now() - interval '1 day', 'UTC') + interval '1 hour'",
      );
      expect(await first(s, "hour")).toEqual(kept);
    }),
  );

  test(
    "is the hour of the first position that is left, if nothing was counted for a long time",
    play(async (s) => {
      await insertPast(s, at(await makeCrowd(s, 1), hoursAgo(30, 20)));
      await s.as(
        owner,
        "insert into app_private.reporting (period, starts_at, activity, smallest_group) values ('hour', $1, 'ALL', 10)",
        [hoursAgo(40)],
      );
      expect(await first(s, "hour")).toEqual(new Date(hoursAgo(30)));
    }),
  );

  test.each([
    ["hour", "2026-03-01T10:04:59Z", "2026-03-01T08:00:00Z"],
    ["hour", "2026-03-01T10:05:00Z", "2026-03-01T09:00:00Z"],
    ["day", "2026-03-01T00:04:59Z", "2026-02-27T00:00:00Z"],
    ["day", "2026-03-01T00:05:00Z", "2026-02-28T00:00:00Z"],
  ])("of the %s at %s is %s, as reports may come in five minutes late", (period, now, expected) =>
    play(async (s) => {
      await setClock(s, "app_private.first_uncounted", now);
      await s.client.query(HALF_AN_HOUR_APART);
      expect(await first(s, period)).toEqual(new Date(expected));
    })(),
  );
});

describe("an hour", () => {
  test(
    "includes positions whose ids are not in the order of their times",
    play(async (s) => {
      await setGroup(s, 2);
      const [a, b, c, d, earlier, later] = await makeCrowd(s, 6);
      const moment = (seconds: number) =>
        new Date(Date.parse(hoursAgo(3)) + seconds * 1_000).toISOString();
      // There are many positions of the users `earlier` and `later`, so that a binary search ends among them.
      const rows: [user: number | undefined, received: number, taken: number][] = [
        [a, 0, 0],
        [b, 0, 0],
        ...Array(20).fill([earlier, -1, -1]),
        ...Array(20).fill([later, 3_901, 3_901]),
        [c, 3_899, 3_599],
        [d, 3_899, 3_599],
      ];
      await s.as(
        owner,
        `insert into app_public.positions (id, user_id, latitude, longitude, moving_activity, created_at, taken_at)
          overriding system value
          select n, (r ->> 0)::int, 46, 11, 'STILL', (r ->> 1)::timestamptz, (r ->> 2)::timestamptz
            from jsonb_array_elements($1) with ordinality j (r, n)`,
        [
          JSON.stringify(
            rows.map(([user, received, taken]) => [user, moment(received), moment(taken)]),
          ),
        ],
      );
      await s.as(owner, "select app_private.count_period_step('hour')");
      expect(await peopleOf(s, hoursAgo(3))).toBe(4);
    }),
  );

  test(
    "includes positions of its first second, and none of the hour before",
    play(async (s) => {
      await setGroup(s, 2);
      await insertPast(s, at(await makeCrowd(s, 4), hoursAgo(4, 59.9)));
      await insertPast(s, at(await makeCrowd(s, 2), hoursAgo(3)));
      await countPeriods(s);
      expect(await peopleOf(s, hoursAgo(4))).toBe(4);
      expect(await peopleOf(s, hoursAgo(3))).toBe(2);
    }),
  );

  test(
    "includes positions taken in it and received within five minutes after it",
    play(async (s) => {
      await setGroup(s, 2);
      await insertPast(s, at(await makeCrowd(s, 2), hoursAgo(3, 1)));
      const late = await makeCrowd(s, 4);
      await insertReceived(s, late, hoursAgo(3, 50), hoursAgo(2, 4));
      const later = await makeCrowd(s, 8);
      await insertReceived(s, later, hoursAgo(3, 51), hoursAgo(2, 5));
      await countPeriods(s);
      expect(await peopleOf(s, hoursAgo(3))).toBe(6);
      // Their positions were received in this hour, but taken in the one before.
      expect(await peopleOf(s, hoursAgo(2))).toBeNull();
    }),
  );

  test(
    "is compared with the number of users whose history is kept",
    play(async (s) => {
      await setGroup(s, 2);
      const people = await makeCrowd(s, 6);
      for (const hours of [5, 4, 3]) await insertPast(s, at(people, hoursAgo(hours)));
      const users = async (hours: number) => {
        await s.as(owner, "select app_private.count_period_step('hour')");
        const sql = "select users, users_reads from analytics.hours where hour = $1";
        return (await s.as(analyst, sql, [hoursAgo(hours)]))[0];
      };
      const all = (await users(5))?.users;
      await s.as(
        owner,
        "update app_public.users set last_position_only = true where id = any ($1)",
        [people.slice(0, 2)],
      );
      expect((await users(4))?.users).toBe(all - 2);
      await s.as(owner, "update app_private.settings set last_position_only = true");
      expect(await users(3)).toEqual({ users: null, users_reads: "<2" });
    }),
  );

  test(
    "leaves out positions taken in the next hour, even if they were received before the count",
    play(async (s) => {
      await setGroup(s, 2);
      await insertPast(s, at(await makeCrowd(s, 2), hoursAgo(3, 1)));
      await insertReceived(s, await makeCrowd(s, 4), hoursAgo(2, 1), hoursAgo(2, 2));
      await countPeriods(s);
      expect(await peopleOf(s, hoursAgo(3))).toBe(2);
    }),
  );

  test(
    "counts each person by the later of two positions of the same time",
    play(async (s) => {
      await setGroup(s, 2);
      const people = await makeCrowd(s, 4);
      for (const activity of ["WALKING", "RUNNING"]) {
        await insertPast(s, at(people, hoursAgo(3, 1), { activity }));
      }
      await countPeriods(s);
      const activities = await s.as(
        analyst,
        "select activity, people from analytics.hours_by_activity where hour = $1",
        [hoursAgo(3)],
      );
      expect(activities).toEqual([{ activity: "RUNNING", people: 4 }]);
    }),
  );

  test(
    "shows the number of all users rounded down too",
    play(async (s) => {
      await setGroup(s, 4);
      const people = await makeCrowd(s, 4);
      await insertPast(s, at(people, hoursAgo(3, 1)));
      const rest = (await s.value(
        owner,
        "select count(*)::int % 4 from app_public.users",
      )) as number;
      await makeCrowd(s, 4 - rest + 3);
      await countPeriods(s);
      const users = await s.value(analyst, "select users from analytics.hours where hour = $1", [
        hoursAgo(3),
      ]);
      expect(users % 4).toBe(0);
    }),
  );
});

test.each([
  ["on the equator", { latitude: 5e-324, longitude: 0 }, { x: 16_384, y: 16_384 }],
  ["at 180 degrees east", { latitude: 46, longitude: 180 }, { x: 32_767 }],
  ["at 180 degrees west", { latitude: 46, longitude: -180 }, { x: 0 }],
  ["at a pole", { latitude: 90, longitude: 0 }, { y: 0 }],
  ["at the other pole", { latitude: -90, longitude: 0 }, { y: 32_767 }],
])("people %s are counted in a cell", (_, place, cell) =>
  play(async (s) => {
    await setGroup(s, 2);
    await insertPast(s, at(await makeCrowd(s, 2), hoursAgo(3, 1), place));
    await countPeriods(s);
    const cells = await s.as(analyst, "select zoom, x, y, people from analytics.presence");
    expect(cells).toMatchObject([{ zoom: 15, people: 2, ...cell }]);
  })(),
);

test(
  "a small group of an hour is merged with the smallest other activity, and is not shown if there is none",
  play(async (s) => {
    await setGroup(s, 2);
    const many = await makeCrowd(s, 5);
    await insertPast(s, [...at(many, hoursAgo(3, 1)), ...at(many.slice(0, 1), hoursAgo(3, 3))]);
    await insertPast(s, at(await makeCrowd(s, 1), hoursAgo(3, 2), { activity: "WALKING" }));
    await insertPast(s, at(await makeCrowd(s, 1), hoursAgo(2, 1)));
    await countPeriods(s);
    const activities = "select hour, activity, people from analytics.hours_by_activity";
    expect(await s.as(analyst, activities)).toEqual([
      { hour: new Date(hoursAgo(3)), activity: "OTHER", people: 6 },
    ]);
    const positions = `select people, positions::int from app_private.reporting where activity = 'ALL' and starts_at in ($1, $2) and period = 'hour' order by starts_at`;
    expect(await s.as(owner, positions, [hoursAgo(3), hoursAgo(2)])).toEqual([
      { people: 6, positions: 6 },
      { people: null, positions: null },
    ]);
  }),
);

test(
  "a small group of an hour is merged with one of two equal activities, not with both",
  play(async (s) => {
    await setGroup(s, 2);
    for (const [size, activity] of [
      [2, "STILL"],
      [2, "WALKING"],
      [1, "RUNNING"],
    ] as const) {
      await insertPast(s, at(await makeCrowd(s, size), hoursAgo(3, 1), { activity }));
    }
    await countPeriods(s);
    expect(
      await s.as(
        analyst,
        "select activity, people from analytics.hours_by_activity where hour = $1 order by 1",
        [hoursAgo(3)],
      ),
    ).toEqual([
      { activity: "OTHER", people: 2 },
      { activity: "STILL", people: 2 },
    ]);
  }),
);

test(
  "an interrupted count of another hour adds nothing to the count of this hour",
  play(async (s) => {
    await setGroup(s, 2);
    await insertPast(s, at(await makeCrowd(s, 2), hoursAgo(3, 1)));
    await s.as(owner, "insert into app_private.period_counts values ('hour', $1, 1, 3)", [
      hoursAgo(50),
    ]);
    await s.as(
      owner,
      `insert into app_private.counts values ('hour', '["people", "STILL"]', 90), ('hour', '["positions"]', 90)`,
    );
    await s.as(owner, "select app_private.count_period_step('hour')");
    expect(
      await s.as(
        owner,
        "select starts_at, people, positions::int from app_private.reporting where activity = 'ALL'",
      ),
    ).toEqual([{ starts_at: new Date(hoursAgo(3)), people: 2, positions: 2 }]);
  }),
);

test(
  "groups that are just large enough are shown",
  play(async (s) => {
    await setGroup(s, 2);
    await insertPast(s, [
      ...at(await makeCrowd(s, 4), hoursAgo(3, 1)),
      ...at(await makeCrowd(s, 2), hoursAgo(3, 2), { activity: "WALKING" }),
    ]);
    const few = await makeCrowd(s, 2);
    for (const minute of [1, 2]) await insertPast(s, at(few, hoursAgo(2, minute)));
    await countPeriods(s);
    const activities =
      "select activity, people from analytics.hours_by_activity where hour = $1 order by activity";
    expect(await s.as(analyst, activities, [hoursAgo(3)])).toEqual([
      { activity: "STILL", people: 4 },
      { activity: "WALKING", people: 2 },
    ]);
    const all =
      "select people, positions::int from app_private.reporting where activity = 'ALL' and starts_at = $1 and period = 'hour'";
    expect(await s.as(owner, all, [hoursAgo(2)])).toEqual([{ people: 2, positions: 4 }]);
  }),
);

test(
  "the count of an hour takes nothing from the unfinished count of a day, and does not change it",
  play(async (s) => {
    await setGroup(s, 2);
    await insertPast(s, at(await makeCrowd(s, 2), hoursAgo(3, 1)));
    await s.as(owner, "insert into app_private.period_counts values ('day', now(), 0, 2)");
    await s.as(
      owner,
      `insert into app_private.counts values
        ('day', '["people", "STILL"]', 90), ('day', '["positions"]', 90), ('day', '["notified", "ONE", "users"]', 90)`,
    );
    while (await s.value(owner, "select app_private.count_period_step('hour')"));
    expect(
      await s.as(
        owner,
        "select activity, people, positions::int from app_private.reporting where starts_at = $1 order by 1",
        [hoursAgo(3)],
      ),
    ).toEqual([
      { activity: "ALL", people: 2, positions: 2 },
      { activity: "STILL", people: 2, positions: null },
    ]);
    for (const table of ["counts", "period_counts"]) {
      expect(await s.as(owner, `select from app_private.${table}`)).toHaveLength(
        table === "counts" ? 3 : 1,
      );
    }
    expect(await s.as(owner, "select from app_private.day_notifications")).toEqual([]);
  }),
);

test(
  "many positions of few people are not shown",
  play(async (s) => {
    await setGroup(s, 2);
    const people = await makeCrowd(s, 1);
    for (const minute of [1, 2, 3, 4]) await insertPast(s, at(people, hoursAgo(3, minute)));
    await countPeriods(s);
    const positions =
      "select positions from app_private.reporting where activity = 'ALL' and starts_at = $1";
    expect(await s.value(owner, positions, [hoursAgo(3)])).toBeNull();
  }),
);

describe("app_private.count_step", () => {
  const steps = async (s: Scene) => {
    while (await s.value(owner, "select app_private.count_step()"));
  };

  test(
    "counts hours and days",
    play(async (s) => {
      await setGroup(s, 2);
      const late = new Date(new Date().setUTCHours(-1, 0, 0, 0)).toISOString();
      await insertPast(s, at(await makeCrowd(s, 2), late));
      await steps(s);
      const counted =
        "select period, people from app_private.reporting where activity = 'ALL' and people = 2 order by 1";
      const rows = await s.as(owner, counted);
      // A day counts as over five minutes after its end, when its last reports have come in.
      expect(rows).toContainEqual({ period: "hour", people: 2 });
      const isOver = await s.value(
        owner,
        "select date_trunc('day', now() - interval '5 minutes', 'UTC') > $1::timestamptz",
        [late],
      );
      if (isOver) expect(rows).toContainEqual({ period: "day", people: 2 });
    }),
  );

  test(
    "shows the pushes of an hour once it has ended, and does not change them afterwards",
    play(async (s) => {
      await setGroup(s, 2);
      const HOUR = "date_trunc('hour', now(), 'UTC')";
      await s.as(
        owner,
        `insert into app_private.counts select 'deliveries', jsonb_build_array(h.hour, 'fcm', 'ACCEPTED'), 5
          from unnest(array[${HOUR} - interval '3 hours', ${HOUR} + interval '1 hour']) h (hour)`,
      );
      await steps(s);
      expect(
        await s.as(
          owner,
          `select hour = ${HOUR} - interval '3 hours' as ended, pushes from app_private.hour_deliveries`,
        ),
      ).toEqual([{ ended: true, pushes: 4 }]);
      // A row never changes, even if counts are added late.
      await s.as(
        owner,
        `insert into app_private.counts values ('deliveries', jsonb_build_array(${HOUR} - interval '3 hours', 'fcm', 'ACCEPTED'), 8)`,
      );
      await steps(s);
      expect(await s.value(owner, "select pushes from app_private.hour_deliveries")).toBe(4);
      expect(
        await s.as(
          owner,
          `select (key ->> 0)::timestamptz > ${HOUR} as is_next from app_private.counts where task = 'deliveries'`,
        ),
      ).toEqual([{ is_next: true }]);
    }),
  );

  test(
    "shows the pushes of an hour an hour later if an alert was being published at its end",
    play(async (s) => {
      await setGroup(s, 2);
      await steps(s);
      const ended = "date_trunc('hour', now() - interval '5 minutes')";
      await s.publish(await s.alert(await s.user(true)));
      await s.as(owner, `update app_public.alerts set created_at = ${ended} - interval '1 minute'`);
      await s.as(
        owner,
        `insert into app_private.counts select 'deliveries', jsonb_build_array(${ended} - hours * interval '1 hour', 'fcm', 'ACCEPTED'), 5
          from generate_series(1, 2) hours`,
      );
      await steps(s);
      const shown = `select (extract(epoch from ${ended} - hour) / 3600)::int as hours from app_private.hour_deliveries`;
      expect(await s.as(owner, shown)).toEqual([{ hours: 2 }]);
    }),
  );

  test(
    "shows the pushes of an hour five minutes after its end",
    play(async (s) => {
      await setGroup(s, 2);
      await steps(s);
      await s.as(
        owner,
        `insert into app_private.counts values ('deliveries', '["2026-03-01T09:00:00+00:00", "fcm", "ACCEPTED"]', 5)`,
      );
      const shown: number[] = [];
      for (const moment of ["2026-03-01T10:04:59Z", "2026-03-01T10:05:00Z"]) {
        await setClock(s, "app_private.count_step", moment);
        await s.client.query(HALF_AN_HOUR_APART);
        await steps(s);
        shown.push(await s.value(owner, "select count(*)::int from app_private.hour_deliveries"));
      }
      expect(shown).toEqual([0, 1]);
    }),
  );

  // The embedded database has one connection.
  (isNative ? test : test.skip)("does nothing while another worker counts", async () => {
    const { ownerPool } = database();
    const [worker, other] = [await ownerPool.connect(), await ownerPool.connect()];
    try {
      await worker.query("begin; select app_private.count_step()");
      await other.query("begin");
      const { rows } = await other.query(
        "select app_private.count_step() as counted, (select count(*)::int from app_private.reporting) as shown",
      );
      expect(rows).toEqual([{ counted: false, shown: 0 }]);
    } finally {
      for (const client of [worker, other]) {
        await client.query("rollback");
        client.release();
      }
    }
  });

  test(
    "deletes presence past its retention, an hour in each step",
    play(async (s) => {
      await steps(s);
      await s.as(
        owner,
        `insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
          select date_trunc('hour', now(), 'UTC') - age, 0, 0, 0, 10, 10
            from app_private.settings, unnest(array[presence_retention + interval '3 hours', presence_retention + interval '2 hours', interval '3 hours']) age`,
      );
      const left: [isMoreToDo: boolean, cells: number][] = [];
      for (let step = 0; step < 3; step++) {
        const isMoreToDo = await s.value(owner, "select app_private.count_step()");
        left.push([
          isMoreToDo,
          await s.value(owner, "select count(*)::int from app_private.presence"),
        ]);
      }
      expect(left).toEqual([
        [true, 2],
        [true, 1],
        [false, 1],
      ]);
    }),
  );
});

describe("a day", () => {
  /** Makes the day before yesterday the first that is counted. */
  const beginAtDay = async (s: Scene) => {
    const late = new Date(new Date().setUTCHours(-25, 0, 0, 0)).toISOString();
    await insertPast(s, at(await makeCrowd(s, 1), late));
  };

  test(
    "counts each notified person once at a level, even if it is counted in several steps",
    play(async (s) => {
      await setGroup(s, 2);
      await beginAtDay(s);
      const admin = await s.user(true);
      for (let i = 0; i < 6; i++) await s.userAt(inside);
      const [alert, other] = [await s.alert(admin), await s.alert(admin)];
      for (const id of [alert, other]) await s.publish(id);
      // An all-clear does not count as a notification here.
      await s.cancel(admin, alert);
      await s.publish(alert);
      await s.as(owner, "update app_public.alerts set created_at = now() - interval '3 days'");
      await s.as(
        owner,
        "update app_public.notifications set created_at = date_trunc('day', now(), 'UTC') - interval '25 hours', seen = true, seen_at = now()",
      );
      await countFigures(s);
      while (await s.value(owner, "select app_private.count_period_step('day', 2)"));
      const days = await s.as(
        analyst,
        "select level, notifications::int, users::int, seen_reads from analytics.notifications_per_day",
      );
      // They saw the notifications after the day.
      expect(days).toEqual([{ level: "ONE", notifications: 12, users: 6, seen_reads: "<2" }]);
      expect(await s.as(owner, "select task from app_private.counts where task = 'day'")).toEqual(
        [],
      );

      // Now they saw both notifications within the day.
      await s.as(owner, "update app_public.notifications set seen_at = created_at");
      for (const table of ["reporting", "day_notifications"])
        await s.as(owner, `delete from app_private.${table}`);
      await countPeriods(s);
      expect(
        await s.as(analyst, "select users, seen from analytics.notifications_per_day"),
      ).toEqual([{ users: "6", seen: "6" }]);
    }),
  );

  test(
    "has the notifications of an alert that began on it, whose figures are counted first",
    play(async (s) => {
      await setGroup(s, 2);
      const late: Date = await s.value(
        owner,
        "select date_trunc('day', now(), 'UTC') - interval '25 hours'",
      );
      await insertPast(s, at(await makeCrowd(s, 1), late.toISOString()));
      const admin = await s.user(true);
      for (let i = 0; i < 4; i++) await s.userAt(inside);
      await s.publish(await s.alert(admin));
      await s.as(owner, "update app_public.alerts set created_at = $1", [late]);
      await s.as(
        owner,
        "update app_public.notifications set created_at = $1, seen = true, seen_at = $1",
        [late],
      );
      while (await s.value(owner, "select app_private.count_step()"));
      expect(
        await s.as(
          analyst,
          "select day::text, level, notifications::int, users::int, seen::int from analytics.notifications_per_day",
        ),
      ).toEqual([
        {
          day: late.toISOString().slice(0, 10),
          level: "ONE",
          notifications: 4,
          users: 4,
          seen: 4,
        },
      ]);
    }),
  );

  test(
    "includes the notifications of its first moment, and none of the next day",
    play(async (s) => {
      await setGroup(s, 2);
      await beginAtDay(s);
      const admin = await s.user(true);
      const people = [];
      for (let i = 0; i < 8; i++) people.push((await s.userAt(inside)).id);
      await s.publish(await s.alert(admin));
      const begins: Date = await s.value(
        owner,
        "select date_trunc('day', now(), 'UTC') - interval '48 hours'",
      );
      const ends = new Date(begins.getTime() + 24 * 3_600_000);
      await s.as(owner, "update app_public.alerts set created_at = $1", [
        new Date(begins.getTime() - 24 * 3_600_000),
      ]);
      for (const [some, moment] of [
        [people.slice(0, 4), begins],
        [people.slice(4), ends],
      ]) {
        await s.as(
          owner,
          "update app_public.notifications set created_at = $2 where user_id = any ($1)",
          [some, moment],
        );
      }
      await countFigures(s);
      await countPeriods(s);
      expect(
        await s.as(
          analyst,
          "select day::text, notifications::int, users::int from analytics.notifications_per_day order by 1 limit 1",
        ),
      ).toEqual([{ day: begins.toISOString().slice(0, 10), notifications: 4, users: 4 }]);
    }),
  );

  test(
    "shows as many people who saw notifications as the figures of its alerts explain together",
    play(async (s) => {
      await setGroup(s, 2);
      await beginAtDay(s);
      const admin = await s.user(true);
      const seeing: number[] = [];
      for (const [east, north] of [
        [0, 0],
        [5, 5],
      ] as const) {
        // At ONE all five saw it, at TWO one of four: too few to be shown.
        for (let i = 0; i < 5; i++) {
          seeing.push((await s.userAt([east + inside[0], north + inside[1]])).id);
        }
        for (let i = 0; i < 4; i++) {
          const { id } = await s.userAt([east + metresEast(500)[0], north + inside[1]]);
          if (i === 0) seeing.push(id);
        }
        await s.publish(await s.alert(admin, square([east, north])));
      }
      await s.as(owner, "update app_public.alerts set created_at = now() - interval '3 days'");
      const late = "date_trunc('day', now(), 'UTC') - interval '25 hours'";
      await s.as(owner, `update app_public.notifications set created_at = ${late}`);
      await s.as(
        owner,
        `update app_public.notifications set seen = true, seen_at = ${late} where user_id = any ($1)`,
        [seeing],
      );
      await countFigures(s);
      await countPeriods(s);
      expect(
        await s.as(
          analyst,
          "select level, users::int, seen::int from analytics.notifications_per_day order by level",
        ),
      ).toEqual([
        { level: "ONE", users: 10, seen: 10 },
        { level: "TWO", users: 8, seen: null },
      ]);
    }),
  );

  test(
    "shows no notifications that the figures of alerts do not explain",
    play(async (s) => {
      await setGroup(s, 2);
      await beginAtDay(s);
      const admin = await s.user(true);
      for (let i = 0; i < 4; i++) await s.userAt(inside);
      await s.publish(await s.alert(admin));
      await s.as(owner, "update app_public.alerts set created_at = now() - interval '3 days'");
      await s.as(
        owner,
        "update app_public.notifications set created_at = date_trunc('day', now(), 'UTC') - interval '25 hours', seen = true, seen_at = created_at",
      );
      await countPeriods(s);
      expect(
        await s.as(
          analyst,
          "select notifications, users, seen from analytics.notifications_per_day",
        ),
      ).toEqual([{ notifications: null, users: null, seen: null }]);
    }),
  );

  test(
    "shows no notifications that only alerts of other days explain, and none of too few people",
    play(async (s) => {
      await setGroup(s, 2);
      await beginAtDay(s);
      const admin = await s.user(true);
      for (let i = 0; i < 4; i++) await s.userAt(inside);
      const [alert, next, before] = [
        await s.alert(admin),
        await s.alert(admin),
        await s.alert(admin),
      ];
      for (const id of [alert, next, before]) await s.publish(id);
      const moments: [number, string, string][] = [
        [alert, "-3 days", "3 days"],
        [next, "0", "3 days"],
        [before, "-9 days", "-5 days"],
      ];
      for (const [id, begins, ends] of moments) {
        await s.as(
          owner,
          "update app_public.alerts set created_at = now() + $2::interval, expires_at = now() + $3::interval where id = $1",
          [id, begins, ends],
        );
      }
      await s.as(
        owner,
        `update app_public.notifications
          set created_at = date_trunc('day', now(), 'UTC') - interval '25 hours', seen = true, seen_at = created_at
          where alert_id = $1`,
        [alert],
      );
      const day = "select notifications, users, seen from analytics.notifications_per_day";
      await s.as(owner, "insert into app_private.alert_counts select unnest($1::int[])", [
        [alert, next, before],
      ]);
      await s.as(
        owner,
        `insert into app_private.alert_figures (alert_id, version, level, told, seen, smallest_group)
          select a, 1, 'ONE', 4, 4, 2 from unnest($1::int[]) a`,
        [[next, before]],
      );
      await countPeriods(s);
      expect(await s.as(analyst, day)).toEqual([{ notifications: null, users: null, seen: null }]);

      await s.as(owner, "delete from app_private.reporting where period = 'day'");
      await s.as(owner, "delete from app_private.day_notifications");
      await s.as(
        owner,
        `insert into app_private.alert_figures (alert_id, version, level, told, seen, smallest_group)
          values ($1, 1, 'ONE', 4, 4, 2)`,
        [alert],
      );
      await s.as(
        owner,
        // Gives all notifications to one user.
        `with told as (delete from app_public.notifications where alert_id = $1 returning *)
          insert into app_public.notifications
              (alert_id, version, user_id, level, latitude, longitude, moving_activity, taken_at, created_at, seen, seen_at)
            select alert_id, row_number() over (), min(user_id) over (), level, latitude, longitude, moving_activity, taken_at,
                created_at, seen, seen_at
              from told`,
        [alert],
      );
      await countPeriods(s);
      expect(await s.as(analyst, day)).toEqual([{ notifications: null, users: null, seen: null }]);
    }),
  );

  test(
    "has no notifications of another day",
    play(async (s) => {
      await setGroup(s, 2);
      await beginAtDay(s);
      const admin = await s.user(true);
      for (let i = 0; i < 4; i++) await s.userAt(inside);
      await s.publish(await s.alert(admin));
      await s.as(owner, "update app_public.alerts set created_at = now() - interval '3 days'");
      await countPeriods(s);
      expect(await s.as(analyst, "select day from analytics.notifications_per_day")).toEqual([]);
    }),
  );
});

describe("the figures of a version", () => {
  const left = (s: Scene, alert: number) =>
    s.as(
      analyst,
      "select version, stale_reads as stale, inaccurate_reads as inaccurate from analytics.alert_versions where alert_id = $1 order by version",
      [alert],
    );
  const old = { takenAt: secondsAgo(100_000) };
  const coarse = { accuracy: 50_000 };

  test(
    "count the people that it left out when it is published, not before",
    play(async (s) => {
      await setGroup(s, 2);
      for (let i = 0; i < 2; i++) await s.userAt(inside, old);
      const alert = await s.alert(await s.user(true));
      await countFigures(s);
      expect(await left(s, alert)).toEqual([]);
      await s.publish(alert);
      await countFigures(s);
      expect(await left(s, alert)).toEqual([{ version: 1, stale: "2", inaccurate: "<2" }]);
    }),
  );

  test(
    "count a position as stale or inaccurate, not both, and no position of people notified at ONE",
    play(async (s) => {
      await setGroup(s, 2);
      for (let i = 0; i < 2; i++) await s.userAt(metresEast(500), { ...old, ...coarse });
      for (let i = 0; i < 2; i++) await s.userAt(inside, coarse);
      for (let i = 0; i < 4; i++) await s.userAt(metresEast(500), coarse);
      for (let i = 0; i < 2; i++) await s.userAt(metresEast(1500), old);
      // These are outside, or just accurate enough.
      for (let i = 0; i < 2; i++) await s.userAt(metresEast(2500), old);
      for (let i = 0; i < 2; i++) await s.userAt(metresEast(500), { accuracy: 1_000 });
      const alert = await s.alert(await s.user(true));
      await s.publish(alert);
      await countFigures(s);
      expect(await left(s, alert)).toEqual([{ version: 1, stale: "4", inaccurate: "4" }]);
    }),
  );

  test(
    "do not count people who reported afterwards, and for an exercise count only testers as left out",
    play(async (s) => {
      await setGroup(s, 2);
      const people = [];
      for (let i = 0; i < 4; i++) people.push(await s.userAt(inside, old));
      const admin = await s.user(true);
      const [alert, exercise] = [
        await s.alert(admin),
        await s.alert(admin, square(), { status: "EXERCISE" }),
      ];
      for (const id of [alert, exercise]) await s.publish(id);
      await s.as(
        owner,
        "update app_public.last_positions set created_at = now() + interval '1 second' where user_id = any ($1)",
        [people.slice(0, 2).map(({ id }) => id)],
      );
      await countFigures(s);
      expect(await left(s, alert)).toMatchObject([{ stale: "2" }]);
      expect(await left(s, exercise)).toMatchObject([{ stale: "<2" }]);
    }),
  );

  test(
    "count a position as stale by its age when the version was made",
    play(async (s) => {
      await setGroup(s, 2);
      for (let i = 0; i < 2; i++) await s.userAt(inside, { takenAt: secondsAgo(87_000) });
      const alert = await s.alert(await s.user(true));
      await s.publish(alert);
      // The positions are older than 86,400 seconds now, but were not when the version was made.
      await s.as(
        owner,
        "update app_public.last_positions set created_at = now() - interval '1 hour'",
      );
      await s.as(
        owner,
        "update app_public.alert_versions set created_at = now() - interval '30 minutes'",
      );
      await countFigures(s);
      expect(await left(s, alert)).toMatchObject([{ stale: "<2" }]);
    }),
  );

  test(
    "count for an update the people not notified as urgently before, or all if it notifies everyone again",
    play(async (s) => {
      await setGroup(s, 2);
      const pair = async (place: Place, report?: Report) => [
        (await s.userAt(place, report)).id,
        (await s.userAt(place, report)).id,
      ];
      const west: Place = [-500 * METRE, 0.005];
      const [told, closer, known] = [
        await pair(inside),
        await pair(metresEast(1500)),
        await pair(west),
      ];
      await pair(inside, old);
      await pair(west, coarse);
      const admin = await s.user(true);
      const alert = await s.alert(admin);
      await s.publish(alert);
      const now = await s.value(owner, "select now()::text");
      const change = (columns: string, ids: number[]) =>
        s.as(owner, `update app_public.last_positions set ${columns} where user_id = any ($1)`, [
          ids,
        ]);
      await change(`taken_at = '${now}'::timestamptz - interval '2 days'`, [...told, ...closer]);
      await change("accuracy = 50000", known);
      await s.update(admin, alert, { points: asPoints(square([0, 0], 0.03)) });
      await s.publish(alert);
      await countFigures(s);
      const before = { version: 1, stale: null, inaccurate: null };
      const second = { version: 2, stale: "4", inaccurate: "2" };
      expect(await left(s, alert)).toEqual([before, second]);
      await s.update(admin, alert, { text1: "Go.", renotify: true });
      await s.publish(alert);
      await countFigures(s);
      const third = { version: 3, stale: "6", inaccurate: "4" };
      expect(await left(s, alert)).toEqual([before, second, third]);
      // These people were not told of the third version, so the fourth one leaves them out too.
      await s.update(admin, alert, { text2: "Go too." });
      await s.publish(alert);
      await countFigures(s);
      expect((await left(s, alert))[3]).toEqual({ ...third, version: 4 });
    }),
  );

  test.each([
    [
      "a version of long ago",
      "update app_public.alert_versions set created_at = now() - interval '61 minutes'",
    ],
    [
      "a cancelled alert",
      "update app_public.alerts set cancelled_at = now(), all_clear = 'Over.', active = false",
    ],
    ["a version before", "update app_public.alerts set version = version + 1"],
  ])("show no number of left-out people for %s", (_, change) =>
    play(async (s) => {
      await setGroup(s, 2);
      for (let i = 0; i < 2; i++) await s.userAt(inside, old);
      const alert = await s.alert(await s.user(true));
      await s.publish(alert);
      await s.as(owner, change);
      await countFigures(s);
      expect(await left(s, alert)).toEqual([{ version: 1, stale: null, inaccurate: null }]);
    })(),
  );

  test(
    "name its kind: ALERT, UPDATE or ALL_CLEAR",
    play(async (s) => {
      const admin = await s.user(true);
      const alert = await s.alert(admin);
      await s.update(admin, alert, { text1: "Go." });
      await s.cancel(admin, alert);
      await s.publish(alert);
      await countFigures(s);
      const kinds = await s.as(
        analyst,
        "select kind from analytics.alert_versions order by version",
      );
      expect(kinds.map(({ kind }) => kind)).toEqual(["ALERT", "UPDATE", "ALL_CLEAR"]);
    }),
  );

  test(
    "are counted for the newest version first",
    play(async (s) => {
      const admin = await s.user(true);
      const alert = await s.alert(admin);
      const other = await s.alert(admin);
      await s.update(admin, alert, { text1: "Go." });
      for (const id of [alert, other]) await s.publish(id);
      const COUNTED = `select alert_id, version from app_private.version_figures`;
      const counted: string[] = [];
      while (await s.value(owner, "select app_private.count_versions()")) {
        const rows = await s.as(owner, COUNTED);
        const all = rows.map(
          ({ alert_id, version }) => `${alert_id === other ? "other" : "alert"} ${version}`,
        );
        counted.push(...all.filter((version) => !counted.includes(version)));
      }
      expect(counted).toEqual(["other 1", "alert 2", "alert 1"]);
    }),
  );

  test(
    "do not compare its area with a version of another alert",
    play(async (s) => {
      const admin = await s.user(true);
      const [alert] = [await s.alert(admin), await s.alert(admin)];
      await s.update(admin, alert, { text1: "Go." });
      await s.publish(alert);
      // Removes the first version, as if it had not been kept.
      await s.as(
        owner,
        "delete from app_public.alert_versions where alert_id = $1 and version = 1",
        [alert],
      );
      await countFigures(s);
      expect(
        await s.as(
          owner,
          "select added_km2, removed_km2 from app_private.version_figures where alert_id = $1",
          [alert],
        ),
      ).toEqual([{ added_km2: null, removed_km2: null }]);
    }),
  );

  test(
    "compare its area with the previous version",
    play(async (s) => {
      const admin = await s.user(true);
      const alert = await s.alert(admin);
      for (const side of [0.02, 0.01]) {
        const points = asPoints(square([0, 0], side));
        await s.update(admin, alert, { points });
      }
      await s.publish(alert);
      await countFigures(s);
      expect(
        await s.as(
          analyst,
          "select version, area_km2::float8 as area, added_km2::float8 as added, removed_km2::float8 as removed from analytics.alert_versions order by version",
        ),
      ).toEqual([
        { version: 1, area: 1.230907, added: null, removed: null },
        { version: 2, area: 4.923629, added: 3.692722, removed: 0 },
        { version: 3, area: 1.230907, added: 0, removed: 3.692722 },
      ]);
    }),
  );
});
