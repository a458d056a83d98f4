/** @database server */
import { describe, expect } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { countFigures, countPeriods, crowd, insertPast, makeCrowd } from "./figures.ts";
import {
  type Actor,
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

const { database, test } = stage();

const setGroup = (s: Scene, k: number) =>
  s.as(owner)`update app_private.settings set smallest_group = ${k}`;

/** Returns the start of the hour `hours` hours ago, plus `minutes`. */
const hoursAgo = (hours: number, minutes = 0) =>
  new Date(
    (Math.floor(Date.now() / 3_600_000) - hours) * 3_600_000 + minutes * 60_000,
  ).toISOString();

const at = (users: number[], moment: string, rest: object = {}) =>
  users.map((user) => ({ user, latitude: 46, longitude: 11, at: moment, ...rest }));

/** Redefines a function so that it runs as if at this moment. */
async function setClock(s: Scene, name: string, moment: string): Promise<void> {
  const definition: string = await s.value(owner)`select pg_get_functiondef(${name}::regproc)`;
  const moved = definition.replaceAll(
    /now\(\)|'[^']+'::timestamptz/g,
    () => `'${moment}'::timestamptz`,
  );
  expect(moved).not.toBe(definition);
  await s.client.query(moved);
}

/** Sets a time zone whose hours begin in the middle of the hours of UTC. */
const HALF_AN_HOUR_APART = "select set_config('timezone', 'Asia/Kolkata', true)";

const peopleOf = (s: Scene, hour: string) =>
  s.value(analyst)`select people_low from analytics.hours where hour = ${hour}`;

test("seconds are rounded up to two digits, and to a tenth below ten", async (s) => {
  const rounded = (seconds: (number | null)[]) =>
    s.value(owner)`select app_private.rounded_seconds(${seconds})`;
  expect(
    await rounded([-1, 0, 0.01, 0.96, 3, 3.01, 0.21, 0.7, 12, 12.1, 1234, 1300, 123_456]),
  ).toEqual([0, 0, 0.1, 1, 3, 3.1, 0.3, 0.7, 12, 13, 1300, 1300, 130_000]);
  expect(await rounded([null])).toEqual([null]);
});

describe("app_private.position_id_at", () => {
  test("returns the first id of positions since a moment, across gaps in the ids", async (s) => {
    const [user] = (await makeCrowd(s, 1)) as [number];
    await insertPast(
      s,
      [5, 10, 15, 20, 25].flatMap((minute) => at([user], hoursAgo(3, minute))),
    );
    const rows = await s.as(owner)`select id::int from app_public.positions order by id`;
    const [first, second, third, fourth, fifth] = rows.map(({ id }) => id as number);
    await s.as(owner)`delete from app_public.positions where id = any (${[second, third]})`;
    const idAt = async (minute: number) =>
      Number(await s.value(owner)`select app_private.position_id_at(${hoursAgo(3, minute)})`);
    expect(await idAt(5)).toBeLessThanOrEqual(first as number);
    expect(await idAt(6)).toBeGreaterThan(first as number);
    expect(await idAt(6)).toBeLessThanOrEqual(fourth as number);
    expect(await idAt(20)).toBeLessThanOrEqual(fourth as number);
    expect(await idAt(21)).toBe((fourth as number) + 1);
    expect(await idAt(25)).toBe(fifth);
    expect(await idAt(26)).toBe((fifth as number) + 1);
  });
});

describe("app_private.first_uncounted", () => {
  const first = (s: Scene, period: string) =>
    s.value(owner)`select app_private.first_uncounted(${period})`;
  /** Returns the start of the period that is not over, or for which reports still come in. */
  const due = (s: Scene, period: string) =>
    s.value(owner)`select date_trunc(${period}, now() - interval '5 minutes', 'UTC')`;
  const HOUR = 3_600_000;

  test("is the last complete hour if there is no position, and null once it is counted", async (s) => {
    const last = (await due(s, "hour")) as Date;
    expect(await first(s, "hour")).toEqual(new Date(last.getTime() - HOUR));
    const count = (period: string, starts: Date) =>
      s.as(owner)`insert into app_private.reporting (period, starts_at, activity, people,
        smallest_group) values (${period}, ${starts}, 'ALL', 0, 10)`;
    // Days are counted separately from hours.
    await count("day", last);
    expect(await first(s, "hour")).toEqual(new Date(last.getTime() - HOUR));
    await count("hour", new Date(last.getTime() - 2 * HOUR));
    expect(await first(s, "hour")).toEqual(new Date(last.getTime() - HOUR));
    await count("hour", new Date(last.getTime() - HOUR));
    expect(await first(s, "hour")).toBeNull();
  });

  test("is the hour of the first position, or the first hour of which no part is purged", async (s) => {
    const people = await makeCrowd(s, 1);
    await insertPast(s, at(people, hoursAgo(30, 20)));
    expect(await first(s, "hour")).toEqual(new Date(hoursAgo(30)));
    await s.as(owner)`update app_private.settings set position_retention = interval '1 day'`;
    const kept = await s.value(owner)`select date_trunc('hour', now() - interval '1 day',
      'UTC') + interval '1 hour'`;
    expect(await first(s, "hour")).toEqual(kept);
  });

  test("is the hour of the first position that is left, if nothing was counted for a long time", async (s) => {
    await insertPast(s, at(await makeCrowd(s, 1), hoursAgo(30, 20)));
    await s.as(owner)`insert into app_private.reporting (period, starts_at, activity, people,
      smallest_group) values ('hour', ${hoursAgo(40)}, 'ALL', 0, 10)`;
    expect(await first(s, "hour")).toEqual(new Date(hoursAgo(30)));
  });

  test.each([
    ["hour", "2026-03-01T10:04:59Z", "2026-03-01T08:00:00Z"],
    ["hour", "2026-03-01T10:05:00Z", "2026-03-01T09:00:00Z"],
    ["day", "2026-03-01T00:04:59Z", "2026-02-27T00:00:00Z"],
    ["day", "2026-03-01T00:05:00Z", "2026-02-28T00:00:00Z"],
  ])(
    "of the %s at %s is %s, as reports may come in five minutes late",
    async (s, period, now, expected) => {
      await setClock(s, "app_private.first_uncounted", now);
      await s.client.query(HALF_AN_HOUR_APART);
      expect(await first(s, period)).toEqual(new Date(expected));
    },
  );
});

describe("an hour", () => {
  test("includes positions whose ids are not in the order of their times", async (s) => {
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
    await s.as(owner)`select app_private.count_hour()`;
    expect(await peopleOf(s, hoursAgo(3))).toBe(4);
  });

  test("is compared with the number of users whose history is kept", async (s) => {
    await setGroup(s, 2);
    const people = await makeCrowd(s, 6);
    for (const hours of [5, 4, 3]) await insertPast(s, at(people, hoursAgo(hours)));
    const users = async (hours: number) => {
      await s.as(owner)`select app_private.count_hour()`;
      const sql = "select users_low, users_high from analytics.hours where hour = $1";
      return (await s.as(analyst, sql, [hoursAgo(hours)]))[0];
    };
    const all = (await users(5))?.users_low;
    await s.as(owner)`update app_public.users set last_position_only = true
      where id = any (${people.slice(0, 2)})`;
    expect((await users(4))?.users_low).toBe(all - 2);
    await s.as(owner)`update app_private.settings set last_position_only = true`;
    expect(await users(3)).toEqual({ users_low: 0, users_high: 1 });
  });
});

test.each([
  ["on the equator", { latitude: 5e-324, longitude: 0 }, { x: 16_384, y: 16_384 }],
  ["at 180 degrees east", { latitude: 46, longitude: 180 }, { x: 32_767 }],
  ["at 180 degrees west", { latitude: 46, longitude: -180 }, { x: 0 }],
  ["at a pole", { latitude: 90, longitude: 0 }, { y: 0 }],
  ["at the other pole", { latitude: -90, longitude: 0 }, { y: 32_767 }],
])("people %s are counted in a cell", async (s, _, place, cell) => {
  await setGroup(s, 2);
  await insertPast(s, at(await makeCrowd(s, 2), hoursAgo(3, 1), place));
  await countPeriods(s);
  const cells = await s.as(analyst)`select zoom, x, y, people_low from analytics.presence`;
  expect(cells).toMatchObject([{ zoom: 15, people_low: 2, ...cell }]);
});

describe("app_private.count_step", () => {
  const steps = async (s: Scene) => {
    while (await s.value(owner)`select app_private.count_step()`);
  };

  test("counts hours and days", async (s) => {
    await setGroup(s, 2);
    // A day counts as over five minutes after its end, when its last reports have come in: not yet yesterday at midnight.
    const late = new Date(new Date().setUTCHours(-25, 0, 0, 0)).toISOString();
    await insertPast(s, at(await makeCrowd(s, 2), late));
    await steps(s);
    const counted =
      "select period, people from app_private.reporting where activity = 'ALL' and people = 2 order by 1";
    expect(await s.as(owner, counted)).toEqual(
      expect.arrayContaining([
        { period: "hour", people: 2 },
        { period: "day", people: 2 },
      ]),
    );
  });

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

  test("deletes presence past its retention, an hour in each step", async (s) => {
    await steps(s);
    await s.as(owner)`insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
      select date_trunc('hour', now(), 'UTC') - age, 0, 0, 0, 10, 10
        from app_private.settings, unnest(array[presence_retention + interval '3 hours',
        presence_retention + interval '2 hours', interval '3 hours']) age`;
    const left: [isMoreToDo: boolean, cells: number][] = [];
    for (let step = 0; step < 3; step++) {
      const isMoreToDo = await s.value(owner)`select app_private.count_step()`;
      left.push([isMoreToDo, await s.value(owner)`select count(*)::int from app_private.presence`]);
    }
    expect(left).toEqual([
      [true, 2],
      [true, 1],
      [false, 1],
    ]);
  });
});

describe("a day", () => {
  /** Makes the day before yesterday the first that is counted. */
  const beginAtDay = async (s: Scene) => {
    const late = new Date(new Date().setUTCHours(-25, 0, 0, 0)).toISOString();
    await insertPast(s, at(await makeCrowd(s, 1), late));
  };

  test("counts each notified person once at a level, and without all-clears", async (s) => {
    await setGroup(s, 2);
    await beginAtDay(s);
    const admin = await s.user(true);
    await crowd(s, 6, inside);
    const [alert] = [await s.published(admin), await s.published(admin)];
    // An all-clear does not count as a notification here.
    await s.cancel(admin, alert);
    await s.publish(alert);
    await s.as(owner)`update app_public.alerts set created_at = now() - interval '3 days'`;
    await s.as(owner)`update app_public.notifications
      set created_at = date_trunc('day', now(), 'UTC') - interval '25 hours', seen = true, seen_at = now()`;
    await countFigures(s);
    await countPeriods(s);
    const days = await s.as(analyst)`select level, notifications_low as notifications,
      users_low as users, seen_low as seen from analytics.notifications_per_day order by day, level limit 3`;
    // They saw the notifications after the day.
    const none = { notifications: 0, users: 0, seen: 0 };
    expect(days).toEqual([
      { level: "ONE", notifications: 12, users: 6, seen: 0 },
      { level: "TWO", ...none },
      { level: "THREE", ...none },
    ]);

    // Now they saw both notifications within the day.
    await s.as(owner)`update app_public.notifications set seen_at = created_at`;
    for (const table of ["reporting", "day_notifications"])
      await s.as(owner, `delete from app_private.${table}`);
    await countPeriods(s);
    expect(
      await s.as(analyst)`select users_low, seen_low from analytics.notifications_per_day
        order by day, level limit 1`,
    ).toEqual([{ users_low: 6, seen_low: 6 }]);
  });

  test("shows as many notifications as the figures of its own alerts explain, and waits for these", async (s) => {
    await setGroup(s, 2);
    await beginAtDay(s);
    const admin = await s.user(true);
    await crowd(s, 5, inside);
    await crowd(s, 3, metresEast(500));
    const [alert, other] = [await s.published(admin), await s.published(admin)];
    await s.as(owner)`update app_public.notifications
      set created_at = date_trunc('day', now(), 'UTC') - interval '25 hours', seen = true,
        seen_at = date_trunc('day', now(), 'UTC') - interval '25 hours'`;
    await s.as(owner)`update app_public.alerts set created_at = now() - interval '3 days'`;
    // The other alert is not of that day.
    const before = "created_at = now() - interval '9 days', expires_at = now() - interval '5 days'";
    await s.as(owner, `update app_public.alerts set ${before} where id = $1`, [other]);
    await s.as(owner)`insert into app_private.alert_counts (alert_id) values (${alert})`;
    const count = () => s.value(owner)`select app_private.count_day()`;
    expect(await count()).toBe(false);
    await countFigures(s);
    // As if the alert had told fewer, and shown that few have seen it.
    await s.as(owner)`update app_private.alert_figures set told = 2, seen = 0
      where level = 'ONE'`;
    expect(await count()).toBe(true);
    const days = await s.as(analyst)`select level, notifications_low, notifications_high,
      users_low, users_high, seen_low, seen_high
      from analytics.notifications_per_day order by day, level limit 3`;
    expect(days.map((row) => Object.values(row))).toEqual([
      // Of the five people, the figures explain 2 to 3.
      ["ONE", 2, 3, 2, 3, 0, 1],
      ["TWO", 2, 3, 2, 3, 2, 3],
      ["THREE", 0, 1, 0, 1, 0, 1],
    ]);
  });
});

describe("the figures of a version", () => {
  const left = (s: Scene, alert: number) =>
    s.as(analyst)`select version, stale_low as stale, inaccurate_low as inaccurate
      from analytics.alert_versions where alert_id = ${alert} order by version`;
  const old = { takenAt: secondsAgo(100_000) };
  const coarse = { accuracy: 50_000 };

  test("count the people that it left out when it is published, not before", async (s) => {
    await setGroup(s, 2);
    await crowd(s, 2, inside, old);
    const alert = await s.alert(await s.user(true));
    await countFigures(s);
    expect(await left(s, alert)).toEqual([]);
    await s.publish(alert);
    await countFigures(s);
    expect(await left(s, alert)).toEqual([{ version: 1, stale: 2, inaccurate: 0 }]);
  });

  type People = [size: number, place: Place, report?: Report];
  const ALERTS = "update app_public.alerts set";
  const VERSIONS = "update app_public.alert_versions set created_at = now() -";
  const POSITIONS = "update app_public.last_positions set created_at = now()";
  const none = { stale: null, inaccurate: null };

  test.each<[what: string, people: People[], change: string, expected: object, fields?: object]>([
    [
      "count a position as stale or inaccurate, not both, and no position of people notified at ONE",
      [
        [2, metresEast(500), { ...old, ...coarse }],
        [2, inside, coarse],
        [4, metresEast(500), coarse],
        [2, metresEast(1500), old],
        // These are outside, or just accurate enough.
        [2, metresEast(2500), old],
        [2, metresEast(500), { accuracy: 1_000 }],
      ],
      "",
      { stale: 4, inaccurate: 4 },
    ],
    [
      "do not count people who reported afterwards",
      [[4, inside, old]],
      `${POSITIONS} + interval '1 s' where user_id % 2 = 0`,
      { stale: 2, inaccurate: 0 },
    ],
    [
      "count only testers as left out of an exercise",
      [[4, inside, old]],
      "",
      { stale: 0, inaccurate: 0 },
      { status: "EXERCISE" },
    ],
    [
      "count a position as stale by its age when the version was made",
      // The positions are older than 86,400 seconds now, but were not when the version was made.
      [[2, inside, { takenAt: secondsAgo(87_000) }]],
      `${POSITIONS} - interval '1 hour'; ${VERSIONS} interval '30 minutes'`,
      { stale: 0, inaccurate: 0 },
    ],
    [
      "are none for a version of long ago",
      [[2, inside, old]],
      `${VERSIONS} interval '61 minutes'`,
      none,
    ],
    [
      "are none for a cancelled alert",
      [[2, inside, old]],
      `${ALERTS} cancelled_at = now(), all_clear = 'Over.', active = false`,
      none,
    ],
    ["are none for a version before", [[2, inside, old]], `${ALERTS} version = version + 1`, none],
  ])("%s", async (s, _, people, change, expected, fields) => {
    await setGroup(s, 2);
    for (const [size, place, report] of people) await crowd(s, size, place, report);
    const alert = await s.published(undefined, square(), fields);
    await s.as(owner, change);
    await countFigures(s);
    expect(await left(s, alert)).toEqual([{ version: 1, ...expected }]);
  });

  test("count for an update the people not notified as urgently before, or all if it notifies everyone again", async (s) => {
    await setGroup(s, 2);
    const west: Place = [-500 * METRE, 0.005];
    const [told, closer, known] = [
      await crowd(s, 2, inside),
      await crowd(s, 2, metresEast(1500)),
      await crowd(s, 2, west),
    ];
    await crowd(s, 2, inside, old);
    await crowd(s, 2, west, coarse);
    const admin = await s.user(true);
    const alert = await s.published(admin);
    const now = await s.value(owner)`select now()::text`;
    const change = (columns: string, people: Actor[]) =>
      s.as(
        owner,
        `update app_public.last_positions set ${columns} where user_id in (${people.map(({ id }) => id)})`,
      );
    await change(`taken_at = '${now}'::timestamptz - interval '2 days'`, [...told, ...closer]);
    await change("accuracy = 50000", known);
    await s.update(admin, alert, { points: asPoints(square([0, 0], 0.03)) });
    await s.publish(alert);
    await countFigures(s);
    const before = { version: 1, stale: null, inaccurate: null };
    const second = { version: 2, stale: 4, inaccurate: 2 };
    expect(await left(s, alert)).toEqual([before, second]);
    await s.update(admin, alert, { text1: "Go.", renotify: true });
    await s.publish(alert);
    await countFigures(s);
    const third = { version: 3, stale: 6, inaccurate: 4 };
    expect(await left(s, alert)).toEqual([before, second, third]);
    // These people were not told of the third version, so the fourth one leaves them out too.
    await s.update(admin, alert, { text2: "Go too." });
    await s.publish(alert);
    await countFigures(s);
    expect((await left(s, alert))[3]).toEqual({ ...third, version: 4 });
  });

  test("name its kind: ALERT, UPDATE or ALL_CLEAR", async (s) => {
    const admin = await s.user(true);
    const alert = await s.alert(admin);
    await s.update(admin, alert, { text1: "Go." });
    await s.cancel(admin, alert);
    await s.publish(alert);
    await countFigures(s);
    const kinds = await s.as(analyst)`select kind from analytics.alert_versions order by version`;
    expect(kinds.map(({ kind }) => kind)).toEqual(["ALERT", "UPDATE", "ALL_CLEAR"]);
  });

  test("are counted for the newest version first", async (s) => {
    const admin = await s.user(true);
    const alert = await s.alert(admin);
    const other = await s.alert(admin);
    await s.update(admin, alert, { text1: "Go." });
    for (const id of [alert, other]) await s.publish(id);
    const COUNTED = `select alert_id, version from app_private.version_figures`;
    const counted: string[] = [];
    while (await s.value(owner)`select app_private.count_versions()`) {
      const rows = await s.as(owner, COUNTED);
      const all = rows.map(
        ({ alert_id, version }) => `${alert_id === other ? "other" : "alert"} ${version}`,
      );
      counted.push(...all.filter((version) => !counted.includes(version)));
    }
    expect(counted).toEqual(["other 1", "alert 2", "alert 1"]);
  });

  test("do not compare its area with a version of another alert", async (s) => {
    const admin = await s.user(true);
    const [alert] = [await s.alert(admin), await s.alert(admin)];
    await s.update(admin, alert, { text1: "Go." });
    await s.publish(alert);
    // Removes the first version, as if it had not been kept.
    await s.as(owner)`delete from app_public.alert_versions where alert_id = ${alert}
      and version = 1`;
    await countFigures(s);
    expect(
      await s.as(owner)`select added_km2, removed_km2 from app_private.version_figures
        where alert_id = ${alert}`,
    ).toEqual([{ added_km2: null, removed_km2: null }]);
  });

  test("compare its area with the previous version", async (s) => {
    const admin = await s.user(true);
    const alert = await s.alert(admin);
    for (const side of [0.02, 0.01]) {
      const points = asPoints(square([0, 0], side));
      await s.update(admin, alert, { points });
    }
    await s.publish(alert);
    await countFigures(s);
    expect(
      await s.as(analyst)`select version, area_km2::float8 as area, added_km2::float8 as added,
        removed_km2::float8 as removed from analytics.alert_versions order by version`,
    ).toEqual([
      { version: 1, area: 1.230907, added: null, removed: null },
      { version: 2, area: 4.923629, added: 3.692722, removed: 0 },
      { version: 3, area: 1.230907, added: 0, removed: 3.692722 },
    ]);
  });
});
