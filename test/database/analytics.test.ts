/** @database server */
import { describe, expect } from "@jest/globals";
import { countFigures, countPeriods, insertPast, makeCrowd } from "./figures.ts";
import {
  alertInput,
  analyst,
  anonymous,
  DENIED,
  host,
  inside,
  metresEast,
  owner,
  type Scene,
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();

/** The smallest group in these scenes. */
const K = 3;
const smallGroups = (s: Scene) =>
  s.as(owner)`update app_private.settings set smallest_group = ${K}`;

/** Returns the start of the hour `hours` hours ago, plus `minutes`. */
const hoursAgo = (hours: number, minutes = 0) =>
  new Date(
    (Math.floor(Date.now() / 3_600_000) - hours) * 3_600_000 + minutes * 60_000,
  ).toISOString();

describe("analytics.alerts", () => {
  test("shows areas to the square metre", async (s) => {
    await s.alert(await s.user(true), square([0, 0], 0.0001));
    expect(await s.value(analyst)`select area_km2::float8 from analytics.alerts`).toBe(0.000123);
  });

  test("counts no all-clear as a notification", async (s) => {
    await smallGroups(s);
    const admin = await s.user(true);
    for (let i = 0; i < K; i++) await s.userAt(inside);
    const alert = await s.published(admin);
    await s.cancel(admin, alert);
    await s.publish(alert);
    await countFigures(s);
    const rows = await s.as(analyst)`select reached_users_low,
      notified_level_one_low::int as one, cancelled_at is not null as cancelled
      from analytics.alerts where alert_id = ${alert}`;
    expect(rows).toEqual([{ reached_users_low: K, one: K, cancelled: true }]);
  });

  test("shows an alert that was not counted yet without figures", async (s) => {
    const admin = await s.user(true);
    const alert = await s.alert(admin, square(), { status: "EXERCISE" });
    expect(
      await s.as(analyst)`select alert_id, area_km2::float8, status, reached_users_low,
        counted_until from analytics.alerts`,
    ).toEqual([
      {
        alert_id: alert,
        area_km2: 1.230907,
        status: "EXERCISE",
        reached_users_low: null,
        counted_until: null,
      },
    ]);
  });
});

test("analytics.deliveries_per_hour counts each push once, in its hour, if its alert had enough of its kind", async (s) => {
  await smallGroups(s);
  const admin = await s.user(true);
  // The hour of the first position is the first that is counted.
  await insertPast(s, [{ user: admin.id as number, latitude: 0, longitude: 0, at: hoursAgo(5) }]);
  for (let i = 0; i < 6; i++) await s.userAt(inside);
  await s.published(admin);
  await s.as(owner)`insert into app_private.deliveries (notification_id, device_id, alert_id,
    user_id, level, provider, state, accepted_at, settled_at)
    select n.id, d, n.alert_id, n.user_id, n.level,
      case when d = 2 then 'web_push' when number < 5 then 'expo' else 'fcm' end::app_private.push_provider,
        case d when 1 then 'accepted' else 'failed' end::app_private.delivery_state,
      case d when 1 then ${hoursAgo(3, 10)}::timestamptz end, ${hoursAgo(2, 1)}
      from (select n.*, row_number() over (order by n.id) as number from app_public.notifications n) n,
      generate_series(1, 2) d`;
  for (const table of ["notifications", "alerts"]) {
    await s.as(owner, `update app_public.${table} set created_at = '${hoursAgo(4, 55)}'`);
  }
  await countPeriods(s);
  expect(
    await s.as(analyst)`select hour, provider, outcome, pushes_low, pushes_high
      from analytics.deliveries_per_hour`,
  ).toEqual([
    {
      hour: new Date(hoursAgo(3)),
      ...{ provider: "expo", outcome: "ACCEPTED", pushes_low: 3, pushes_high: 5 },
    },
  ]);
});

describe("analytics.alert_versions and analytics.zones", () => {
  test("show what an update changed, and how many people a publication left out", async (s) => {
    await smallGroups(s);
    const admin = await s.user(true);
    for (let i = 0; i < 4; i++) await s.userAt(inside, { takenAt: secondsAgo(100_000) });
    for (let i = 0; i < 2; i++) await s.userAt(metresEast(500), { accuracy: 50_000 });
    const alert = await s.published(admin);
    await countFigures(s);
    const points = alertInput(square([0, 0], 0.02)).points;
    await s.update(admin, alert, { expected_version: 1, points, text2: "Stay well away." });
    await s.publish(alert);
    await countFigures(s);
    expect(
      await s.as(analyst)`select key, kind, added_km2::float8, removed_km2::float8,
        is_text1_changed, is_text2_changed, stale_low, inaccurate_low
        from analytics.alert_versions order by version`,
    ).toEqual([
      {
        key: `${alert}-1`,
        kind: "ALERT",
        added_km2: null,
        removed_km2: null,
        is_text1_changed: false,
        is_text2_changed: false,
        stale_low: 3,
        inaccurate_low: 0,
      },
      {
        key: `${alert}-2`,
        kind: "UPDATE",
        added_km2: 3.692722,
        removed_km2: 0,
        is_text1_changed: false,
        is_text2_changed: true,
        stale_low: 3,
        inaccurate_low: 0,
      },
    ]);
    expect(
      await s.as(analyst)`select key, round(st_area(zone::geography) / 1e6)::int as km2
        from analytics.zones order by key`,
    ).toEqual([
      { key: `${alert}-1-ONE`, km2: 1 },
      { key: `${alert}-2-ONE`, km2: 5 },
      { key: `${alert}-2-THREE`, km2: 35 },
      { key: `${alert}-2-TWO`, km2: 17 },
    ]);
  });

  test("show each zone with the time of its version", async (s) => {
    const admin = await s.user(true);
    const alert = await s.alert(admin);
    await s.update(admin, alert, { text2: "Stay well away." });
    await s.as(owner)`update app_public.alert_versions
      set created_at = now() + version * interval '1 minute'`;
    expect(
      await s.as(analyst)`select version, level, extract(epoch
        from created_at - now())::int as after from analytics.zones order by version, level`,
    ).toEqual([
      { version: 1, level: "ONE", after: 60 },
      { version: 2, level: "ONE", after: 120 },
      { version: 2, level: "TWO", after: 120 },
      { version: 2, level: "THREE", after: 120 },
    ]);
  });

  test("have geometry columns that QGIS finds, with their type and SRID", async (s) => {
    const rows = await s.as(analyst)`select f_table_name as view, f_geometry_column as column,
      type, srid from geometry_columns
      where f_table_schema = 'analytics' order by 1`;
    expect(rows).toEqual([
      { view: "presence", column: "cell", type: "POLYGON", srid: 4326 },
      { view: "presence_around_alerts", column: "cell", type: "POLYGON", srid: 4326 },
      { view: "zones", column: "zone", type: "MULTIPOLYGON", srid: 4326 },
    ]);
  });
});

describe("hours and days", () => {
  test("leave out positions received after their end, and days begin at midnight in UTC", async (s) => {
    await smallGroups(s);
    const people = await makeCrowd(s, 4);
    const midnight = new Date();
    midnight.setUTCHours(0, 0, 0, 0);
    const twoDaysAgo = (hours: number) =>
      new Date(midnight.getTime() - 2 * 86_400_000 + hours * 3_600_000).toISOString();
    await insertPast(
      s,
      [1, 2, 3].flatMap((hour) =>
        people.map((user) => ({ user, latitude: 0, longitude: 0, at: twoDaysAgo(hour) })),
      ),
    );
    await s.as(owner)`insert into app_public.positions (user_id, latitude, longitude,
      moving_activity, taken_at)
      select u, 0, 0, 'STILL', ${twoDaysAgo(1)} from unnest(${await makeCrowd(s, 9)}::int[]) u`;
    await s.as(owner)`set local timezone = 'Asia/Tokyo'`;
    await countPeriods(s);
    expect(
      await s.as(analyst)`select day::text, users_low as users, positions_low::int as positions
        from analytics.active_users_per_day order by day limit 1`,
    ).toEqual([{ day: twoDaysAgo(0).slice(0, 10), users: 3, positions: 12 }]);
  });

  test("have cells around an alert, with its levels, from the hour before it until its end", async (s) => {
    const alert = await s.alert(await s.user(true));
    await s.as(owner)`update app_public.alerts set created_at = ${hoursAgo(4, 30)},
      cancelled_at = ${hoursAgo(2)}, all_clear = 'Over.', active = false`;
    // A cell is 1.1 times as wide as the area.
    await s.as(owner)`insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
      select ${hoursAgo(7)}::timestamptz + n * interval '1 hour', 15, 16384 + x, 16383, 10, 10
        from generate_series(0, 6) n, generate_series(0, 3) x`;
    const cells = await s.as(analyst)`select alert_id, level, x - 16384 as x,
      array_agg(hour order by hour) as hours from analytics.presence_around_alerts group by 1, 2, 3 order by 3`;
    const hours = [5, 4, 3, 2].map((ago) => new Date(hoursAgo(ago)));
    expect(cells).toEqual(
      ["ONE", "TWO", "THREE"].map((level, x) => ({ alert_id: alert, level, x, hours })),
    );
  });

  test("have the cells of presence as the cells around an alert", async (s) => {
    await smallGroups(s);
    const people = await makeCrowd(s, 9);
    await insertPast(
      s,
      people.map((user, i) => ({
        user,
        latitude: 0.005,
        longitude: i < 6 ? 0.005 : 20,
        at: hoursAgo(2, 1),
      })),
    );
    await countPeriods(s);
    const alert = await s.alert(await s.user(true));
    await s.as(owner)`update app_public.alerts set created_at = ${hoursAgo(1, 1)}`;
    expect(
      await s.as(analyst)`select alert_id, level, people_low
        from analytics.presence_around_alerts`,
    ).toEqual([{ alert_id: alert, level: "ONE", people_low: 6 }]);
  });
});

test("each view of analytics shows each figure under its own name", async (s) => {
  const alert = await s.alert(await s.user(true));
  const HOUR = "'2026-01-02 03:00Z'";
  for (const figures of [
    `alert_counts values (${alert}, ${HOUR}, true, 50, 59, 5)`,
    `alert_figures select ${alert}, 1, l::app_public.level_alert, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, array[1, 2, 3], array[4, 5, 6], array[7, 8, 9], 5
        from unnest(array['ONE', 'TWO', 'THREE'], array[10, 20, 30]) f (l, n)`,
    `alert_push_figures values (${alert}, 1, 'ONE', 'fcm', 'FAILED', 'Odd.', 15, 5)`,
    `version_figures values (${alert}, 1, 7.1239, 1.5, 2.5, 16, 17, ${HOUR}, 5)`,
    `alert_events values (${alert}, 1, 'ONE', 'SEEN', 15, ${HOUR}, 45, 5), (${alert}, 1, 'ONE', 'TOLD', 0, '-infinity', 40, 5)`,
    `reporting values ('hour', ${HOUR}, 'ALL', 60, 61, 70, 5), ('hour', ${HOUR}, 'STILL', 40, null, null, 5),
        ('day', '2026-01-02 00:00Z', 'ALL', 80, 81, null, 5)`,
    `hour_deliveries values (${HOUR}, 'expo', 'ACCEPTED', 65, 5)`,
    "day_notifications values ('2026-01-02', 'TWO', 100, 101, 102, 103, 104, 105, 5)",
    `presence values (${HOUR}, 15, 1, 2, 35, 5)`,
  ]) {
    await s.as(owner, `insert into app_private.${figures}`);
  }
  const shown = (view: string) => s.as(analyst, `select * from analytics.${view} order by 1`);
  const hour = new Date("2026-01-02T03:00Z");
  const group = { smallest_group: 5 };
  const seconds = (of: string, [p50, p95, max]: number[]) => ({
    [`${of}_p50_seconds`]: p50,
    [`${of}_p95_seconds`]: p95,
    [`${of}_max_seconds`]: max,
  });
  expect(await shown("alert_levels")).toMatchObject(
    [
      ["ONE", 10],
      ["THREE", 30],
      ["TWO", 20],
    ].map(([level, n]) => ({
      ...group,
      key: `${alert}-1-${level}`,
      level,
      ...Object.fromEntries(
        (
          [
            ["told", 0, 4],
            ["came_in_later", 1, 5],
            ["overspill", 2, 6],
            ["accepted", 3, 4],
            ["failed", 5, 6],
            ["seen", 7, 11],
          ] as const
        ).flatMap(([name, low, high]) => [
          [`${name}_low`, (n as number) + low],
          [`${name}_high`, (n as number) + high],
        ]),
      ),
      ...seconds("told", [1, 2, 3]),
      ...seconds("accepted", [4, 5, 6]),
      ...seconds("seen", [7, 8, 9]),
      counted_until: hour,
      is_final: true,
    })),
  );
  expect(await shown("alerts")).toMatchObject([
    {
      ...group,
      alert_id: alert,
      area_km2: "7.123900",
      ...{ reached_users_low: 50, reached_users_high: 59, is_final: true },
      ...{ notified_level_one_low: "10", notified_level_one_high: "14" },
      ...{ notified_level_two_low: "20", notified_level_two_high: "24" },
      ...{ notified_level_three_low: "30", notified_level_three_high: "34" },
      ...{ seen_level_one_low: "17", seen_level_one_high: "21" },
      ...{ seen_level_two_low: "27", seen_level_two_high: "31" },
      ...{ seen_level_three_low: "37", seen_level_three_high: "41" },
      counted_until: hour,
    },
  ]);
  expect(await shown("alert_pushes")).toMatchObject([
    {
      ...group,
      alert_id: alert,
      version: 1,
      level: "ONE",
      provider: "fcm",
      outcome: "FAILED",
      reason: "Odd.",
      people_low: 15,
      people_high: 19,
      counted_until: hour,
    },
  ]);
  expect(await shown("alert_versions")).toMatchObject([
    {
      ...group,
      area_km2: "7.123900",
      added_km2: "1.500000",
      removed_km2: "2.500000",
      stale_low: 16,
      stale_high: 20,
      inaccurate_low: 17,
      inaccurate_high: 21,
      counted_at: hour,
    },
  ]);
  expect(await shown("hours")).toMatchObject([
    {
      ...group,
      hour,
      people_low: 60,
      people_high: 64,
      users_low: 70,
      users_high: 74,
      percent_low: "81",
      percent_high: "91",
    },
  ]);
  expect(await shown("hours_by_activity")).toMatchObject([
    { ...group, hour, activity: "STILL", people_low: 40, people_high: 44 },
  ]);
  expect(await shown("active_users_per_day")).toMatchObject([
    { ...group, users_low: 80, users_high: 84, positions_low: "81", positions_high: "85" },
  ]);
  expect(await shown("deliveries_per_hour")).toMatchObject([
    { ...group, hour, provider: "expo", outcome: "ACCEPTED", pushes_low: 65, pushes_high: 69 },
  ]);
  expect(await shown("notifications_per_day")).toMatchObject([
    {
      ...group,
      level: "TWO",
      ...{ notifications_low: 100, notifications_high: 101, users_low: 102, users_high: 103 },
      ...{ seen_low: 104, seen_high: 105 },
    },
  ]);
  expect(await shown("presence")).toMatchObject([
    { ...group, hour, zoom: 15, x: 1, y: 2, people_low: 35, people_high: 39 },
  ]);
  const event = { ...group, alert_id: alert, version: 1, level: "ONE" };
  expect(await shown("events")).toMatchObject([
    { ...event, kind: "SEEN", starts_at: hour, minutes: 15, people_low: 45, people_high: 49 },
    { ...event, kind: "TOLD", starts_at: null, minutes: null, people_low: 40, people_high: 44 },
  ]);
});

test("analytics shows an alert and its versions with their own times and texts", async (s) => {
  const admin = await s.user(true);
  const cap = { severity: "SEVERE", urgency: "EXPECTED", certainty: "LIKELY", language: "it" };
  const words = { event: "Flood", title: "Water", status: "TEST", ...cap };
  const alert = await s.alert(admin, square(), words);
  await s.update(admin, alert, { title: "High water", text3: "Look out.", renotify: true });
  await s.cancel(admin, alert);
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 2, hour));
  await s.as(owner)`update app_public.alerts set created_at = ${at(1)}, cancelled_at = ${at(3)},
    expires_at = ${at(9)}`;
  for (const [version, end, is_renotified] of [
    [1, 7, false],
    [2, 9, true],
    [3, 9, false],
  ] as const) {
    await s.as(owner)`update app_public.alert_versions
      set created_at = ${at(version)}, expires_at = ${at(end)}, is_renotified = ${is_renotified}
      where version = ${version}`;
  }
  for (const figures of [
    "alert_counts (alert_id, smallest_group) values ($1, 5)",
    `alert_figures (alert_id, version, level, told, late, accepted, accepted_high, failed, failed_high, seen, smallest_group)
        values ($1, 2, 'ONE', 0, 0, 0, 4, 0, 4, 0, 5)`,
    `version_figures (alert_id, version, area_km2, smallest_group)
        select $1::int, n, n, 5 from generate_series(1, 3) n`,
  ]) {
    await s.as(owner, `insert into app_private.${figures}`, [alert]);
  }
  expect(await s.as(analyst)`select * from analytics.alerts`).toMatchObject([
    {
      alert_id: alert,
      created_at: at(1),
      expires_at: at(9),
      cancelled_at: at(3),
      ends_at: at(3),
      status: "TEST",
      event: "Flood",
      title: "High water",
      version: 3,
      author: admin.id,
      ...cap,
      // The area of the current version.
      area_km2: "3.000000",
    },
  ]);
  expect(await s.as(analyst)`select * from analytics.alert_levels`).toMatchObject([
    { version: 2, status: "TEST", event: "Flood", published_at: at(2) },
  ]);
  const changed = { is_text1_changed: false, is_text2_changed: false };
  const before = { text1: "Leave.", text2: "Stay away.", text3: "Take care.", title: "Water" };
  const after = { ...before, text3: "Look out.", title: "High water" };
  expect(
    await s.as(analyst)`select *, extract(epoch from longer)::int as longer
      from analytics.alert_versions order by version`,
  ).toMatchObject([
    {
      ...{ version: 1, created_at: at(1), kind: "ALERT", is_renotified: false, longer: null },
      ...{ ...changed, is_text3_changed: false, is_title_changed: false, ...before },
    },
    {
      ...{ version: 2, created_at: at(2), kind: "UPDATE", is_renotified: true, longer: 7_200 },
      ...{ ...changed, is_text3_changed: true, is_title_changed: true, ...after },
    },
    {
      ...{ version: 3, created_at: at(3), kind: "ALL_CLEAR", is_renotified: false, longer: 0 },
      ...{ ...changed, is_text3_changed: false, is_title_changed: false, ...after },
    },
  ]);
  const zones = await s.as(analyst)`select * from analytics.zones order by version, level`;
  expect(zones).toMatchObject(
    ["1-ONE", "2-ONE", "3-ONE", "3-TWO", "3-THREE"].map((key) => ({
      key: `${alert}-${key}`,
      ...{ status: "TEST", event: "Flood", created_at: at(Number(key[0])), expires_at: at(9) },
    })),
  );
});

test("a cell around two alerts has a row for each of them", async (s) => {
  const admin = await s.user(true);
  const alerts = [await s.alert(admin), await s.alert(admin)];
  const hour = new Date(Date.UTC(2026, 0, 2, 3));
  await s.as(owner)`update app_public.alerts set created_at = '2026-01-02 03:30Z',
    expires_at = '2026-01-02 05:00Z'`;
  const cell = { zoom: 15, x: 16_384, y: 16_383 };
  await s.as(
    owner,
    "insert into app_private.presence (hour, zoom, x, y, people, smallest_group) values ($1, $2, $3, $4, 35, 5)",
    [hour, ...Object.values(cell)],
  );
  expect(
    await s.as(analyst)`select key, alert_id, hour, level, zoom, x, y, people_low, people_high,
      smallest_group
      from analytics.presence_around_alerts order by alert_id`,
  ).toEqual(
    alerts.map((alert_id) => ({
      ...{ key: `${alert_id}-${hour.getTime() / 1000}-15-16384-16383`, alert_id, hour },
      ...{ level: "ONE", ...cell, people_low: 35, people_high: 39, smallest_group: 5 },
    })),
  );
});

test("rows of analytics that differ in one column of their key have different keys", async (s) => {
  const alert = await s.alert(await s.user(true));
  const [HOUR, NEXT] = ["'2026-01-02 03:00Z'", "'2026-01-02 04:00Z'"];
  await s.as(owner)`insert into app_private.alert_counts (alert_id) values (${alert})`;
  const rows: [view: string, table: string, keys: string[], others: string][] = [
    [
      "deliveries_per_hour",
      "hour_deliveries",
      [
        `${HOUR}, 'expo', 'ACCEPTED'`,
        `${NEXT}, 'expo', 'ACCEPTED'`,
        `${HOUR}, 'fcm', 'ACCEPTED'`,
        `${HOUR}, 'expo', 'FAILED'`,
      ],
      "65, 5",
    ],
    [
      "alert_pushes",
      "alert_push_figures",
      [
        `${alert}, 1, 'ONE', 'fcm', 'FAILED', 'Odd.'`,
        `${alert}, 2, 'ONE', 'fcm', 'FAILED', 'Odd.'`,
        `${alert}, 1, 'TWO', 'fcm', 'FAILED', 'Odd.'`,
        `${alert}, 1, 'ONE', 'expo', 'FAILED', 'Odd.'`,
        `${alert}, 1, 'ONE', 'fcm', 'WAITING', 'Odd.'`,
        `${alert}, 1, 'ONE', 'fcm', 'FAILED', 'Even.'`,
      ],
      "15, 5",
    ],
    [
      "presence",
      "presence",
      [
        `${HOUR}, 15, 1, 21`,
        `${NEXT}, 15, 1, 21`,
        `${HOUR}, 14, 1, 21`,
        `${HOUR}, 15, 2, 21`,
        `${HOUR}, 15, 1, 22`,
        `${HOUR}, 15, 12, 1`,
      ],
      "35, 5",
    ],
    [
      "events",
      "alert_events",
      [
        `${alert}, 1, 'ONE', 'SEEN', 15, ${HOUR}`,
        `${alert}, 2, 'ONE', 'SEEN', 15, ${HOUR}`,
        `${alert}, 1, 'TWO', 'SEEN', 15, ${HOUR}`,
        `${alert}, 1, 'ONE', 'TOLD', 15, ${HOUR}`,
        `${alert}, 1, 'ONE', 'SEEN', 60, ${HOUR}`,
        `${alert}, 1, 'ONE', 'SEEN', 15, ${NEXT}`,
        `${alert}, 1, 'ONE', 'SEEN', 0, '-infinity'`,
      ],
      "35, 5",
    ],
    [
      "hours_by_activity",
      "reporting",
      [`'hour', ${HOUR}, 'STILL'`, `'hour', ${NEXT}, 'STILL'`, `'hour', ${HOUR}, 'WALKING'`],
      "40, null, null, 5",
    ],
  ];
  for (const [view, table, keys, others] of rows) {
    const values = keys.map((key) => `(${key}, ${others})`).join(", ");
    await s.as(owner, `insert into app_private.${table} values ${values}`);
    const count = `select count(distinct key)::int from analytics.${view}`;
    expect([view, await s.value(analyst, count)]).toEqual([view, keys.length]);
  }
});

describe("an analyst", () => {
  test("reads no table, only views", async (s) => {
    const rows = await s.as(owner)`select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace,
        'graphile_worker'::regnamespace, 'graphile_migrate'::regnamespace)
        and c.relkind in ('r', 'p', 'v', 'm') order by 1`;
    expect(rows.length).toBeGreaterThan(40);
    for (const { name } of rows) {
      await expect(s.as(analyst, `select * from ${name}`)).rejects.toMatchObject(DENIED);
    }
  });

  test("cannot see where anyone is: no view has a person, a person's place or a token", async (s) => {
    const rows = await s.as(owner)`select table_name, column_name from information_schema.columns
      where table_schema = 'analytics'
      and column_name ~ '(^id|user_id|email|name|address|token|hash|latitude|longitude|location)'`;
    expect(rows).toEqual([]);
  });

  test("finds a comment on each view and each of its columns, and the view's comment names a key", async (s) => {
    const lacking = await s.as(owner)`select c.relname, a.attname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'analytics'::regnamespace
        and (col_description(c.oid, a.attnum) is null or obj_description(c.oid) !~ 'key')`;
    expect(lacking).toEqual([]);
  });

  test("has a time limit for statements", async (s) => {
    expect(
      await s.value(owner)`select setconfig::text from pg_db_role_setting
        where setrole = 'app_analyst'::regrole`,
    ).toMatch("statement_timeout=");
  });

  test("cannot write to a view or create a table", async (s) => {
    for (const sql of [
      "delete from analytics.alerts",
      "update analytics.zones set zone = null",
      "create table analytics.mine (id integer)",
      "create table app_public.mine (id integer)",
      "select app_private.count_step()",
    ]) {
      await expect(s.as(analyst, sql)).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|55000)$/),
      });
    }
  });

  test("is the only one who reads the views", async (s) => {
    for (const actor of [anonymous, host, await s.user(), await s.user(true)]) {
      await expect(s.as(actor)`select * from analytics.alerts`).rejects.toMatchObject(DENIED);
    }
  });
});

test("the setting smallest_group has a minimum and a maximum", async (s) => {
  for (const group of [1, 0, -5, 1_000_001, null]) {
    await expect(
      s.as(owner)`update app_private.settings set smallest_group = ${group}`,
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(23514|23502)$/) });
  }
});
