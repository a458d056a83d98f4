import { describe, expect, test } from "@jest/globals";
import {
  analyst,
  anonymous,
  DENIED,
  host,
  inside,
  metresEast,
  owner,
  type Scene,
  square,
  stage,
} from "./scene.ts";

const { play } = stage();

/** One alert that made four notifications to three users, two of whom have seen it; and one that reached nobody. */
async function history(s: Scene) {
  const admin = await s.user(true);
  const [one, two, three] = [await s.user(), await s.user(), await s.user()] as const;
  await s.report(one, inside);
  await s.report(two, metresEast(500));
  const alert = await s.alert(admin);
  await s.publish(alert);
  await s.report(three, metresEast(1_500));
  await s.report(three, metresEast(500));
  const see = `select app_public.notification_update(row(n.id, true)::app_public.notification_update_input)
    from app_public.notifications n where n.level = $1`;
  await s.as(one, see, ["ONE"]);
  await s.as(three, see, ["THREE"]);
  const quiet = await s.alert(admin, square([50, 50]));
  await s.publish(quiet);
  return { alert, quiet };
}

const today = () => new Date().toISOString().slice(0, 10);

describe("analytics.alerts", () => {
  test(
    "counts each alert's users once, and its notifications and what was seen by level",
    play(async (s) => {
      const { alert, quiet } = await history(s);
      const rows = await s.as(
        analyst,
        `select alert_id, area_km2::float8, reached_users::int,
          array[notified_level_one, notified_level_two, notified_level_three]::int[] as notified,
          array[seen_level_one, seen_level_two, seen_level_three]::int[] as seen
          from analytics.alerts order by alert_id`,
      );
      expect(rows).toEqual([
        {
          alert_id: alert,
          area_km2: 1.231,
          reached_users: 3,
          notified: [1, 2, 1],
          seen: [1, 0, 1],
        },
        {
          alert_id: quiet,
          area_km2: 0.797,
          reached_users: 0,
          notified: [0, 0, 0],
          seen: [0, 0, 0],
        },
      ]);
    }),
  );

  test(
    "counts no all-clear as a notification",
    play(async (s) => {
      const { alert } = await history(s);
      const admin = await s.user(true);
      await s.value(admin, "select app_private.cancel_alert($1, 'It is over.')", [alert]);
      await s.publish(alert);
      const rows = await s.as(
        analyst,
        `select reached_users::int, notified_level_one::int, notified_level_two::int, notified_level_three::int
          from analytics.alerts where alert_id = $1`,
        [alert],
      );
      expect(rows).toEqual([
        { reached_users: 3, notified_level_one: 1, notified_level_two: 2, notified_level_three: 1 },
      ]);
    }),
  );

  test(
    "shows which alerts are exercises and which were cancelled",
    play(async (s) => {
      const admin = await s.user(true);
      const meant = await s.alert(admin);
      const exercise = await s.alert(admin);
      await s.as(owner, "update app_public.alerts set status = 'EXERCISE' where id = $1", [
        exercise,
      ]);
      await s.value(admin, "select app_private.cancel_alert($1, 'It is over.')", [meant]);
      const rows = await s.as(
        analyst,
        "select alert_id, status, cancelled_at is not null as cancelled from analytics.alerts order by 1",
      );
      expect(rows).toEqual([
        { alert_id: meant, status: "ACTUAL", cancelled: true },
        { alert_id: exercise, status: "EXERCISE", cancelled: false },
      ]);
    }),
  );
});

describe("analytics.notifications_per_day", () => {
  test(
    "counts each day's notifications, users and seen by level, in UTC",
    play(async (s) => {
      await history(s);
      await s.as(
        owner,
        "update app_public.notifications set created_at = '2020-02-29 23:59:59+00' where level = 'ONE'",
      );
      await s.as(owner, "set local timezone = 'Asia/Tokyo'");
      const rows = await s.as(
        analyst,
        `select day::text, level, notifications::int, users::int, seen::int
          from analytics.notifications_per_day order by day, level`,
      );
      expect(rows).toEqual([
        { day: "2020-02-29", level: "ONE", notifications: 1, users: 1, seen: 1 },
        { day: today(), level: "TWO", notifications: 2, users: 2, seen: 0 },
        { day: today(), level: "THREE", notifications: 1, users: 1, seen: 1 },
      ]);
    }),
  );
});

describe("analytics.active_users_per_day", () => {
  test(
    "counts each day's users and positions, in UTC",
    play(async (s) => {
      await history(s);
      await s.as(
        owner,
        `insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at, taken_at)
          select u, 0, 0, 'STILL', moment, moment
            from (values (1, timestamptz '2020-02-29 00:00:00+00'), (1, '2020-02-29 23:59:59+00'), (2, '2020-02-29 12:00:00+00')) v (u, moment)`,
      );
      await s.as(owner, "set local timezone = 'Asia/Tokyo'");
      const rows = await s.as(
        analyst,
        "select day::text, users::int, positions::int from analytics.active_users_per_day order by day",
      );
      expect(rows).toEqual([
        { day: "2020-02-29", users: 2, positions: 3 },
        { day: today(), users: 3, positions: 4 },
      ]);
    }),
  );
});

describe("an analyst", () => {
  test.each([
    "app_public.users",
    "app_public.positions",
    "app_public.last_positions",
    "app_public.notifications",
    "app_public.alerts",
    "app_private.user_credentials",
    "app_private.devices",
    "app_private.settings",
    "graphile_worker.jobs",
    "graphile_migrate.migrations",
  ])("cannot read %s", async (table) =>
    play(async (s) => {
      await expect(s.as(analyst, `select * from ${table}`)).rejects.toMatchObject(DENIED);
    })(),
  );

  test(
    "cannot see where anyone is: no view has a place, a user id or a token",
    play(async (s) => {
      const rows = await s.as(
        owner,
        `select column_name from information_schema.columns where table_schema = 'analytics'
          and column_name ~ '(^id|user_id|email|name|address|token|hash|latitude|longitude|location|zone|text)'`,
      );
      expect(rows).toEqual([]);
    }),
  );

  test(
    "cannot write to a view or create a table",
    play(async (s) => {
      for (const sql of [
        "delete from analytics.alerts",
        "create table analytics.mine (id integer)",
        "create table app_public.mine (id integer)",
      ]) {
        await expect(s.as(analyst, sql)).rejects.toMatchObject({
          code: expect.stringMatching(/^(42501|55000)$/),
        });
      }
    }),
  );

  test(
    "is the only one who reads the views",
    play(async (s) => {
      for (const actor of [anonymous, host, await s.user(), await s.user(true)]) {
        await expect(s.as(actor, "select * from analytics.alerts")).rejects.toMatchObject(DENIED);
      }
    }),
  );
});
