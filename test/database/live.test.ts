/** @database server */
import { describe, expect } from "@jest/globals";
import { type Actor, host, inside, metresEast, owner, type Scene, square, stage } from "./scene.ts";

/** What hosts ask the database for their subscribers. */

const { test } = stage();

describe("the progress of an alert", () => {
  const progress = (s: Scene, id: number): Promise<string | null> =>
    s.value(host)`select app_private.alert_progress(${id})`;

  test("changes with each of the alert's figures, and with nothing of another alert", async (s) => {
    const user = await s.user();
    await s.report(user, inside);
    const admin = await s.user(true);
    const id = await s.published(admin);
    await s.as(owner)`insert into app_private.deliveries (notification_id, device_id, alert_id,
      user_id, level, provider)
      select n.id, d, n.alert_id, n.user_id, n.level, 'expo' from app_public.notifications n, generate_series(1, 2) d`;
    const seen = new Set([await progress(s, id)]);
    const changes = [
      "update app_public.notifications set seen = true, seen_at = now()",
      "update app_private.deliveries set attempts = 1 where device_id = 1",
      "update app_private.deliveries set state = 'accepted' where device_id = 1",
      "update app_private.deliveries set state = 'failed' where device_id = 2",
      "update app_private.deliveries set why = 'gone' where device_id = 2",
      "update app_private.deliveries set state = 'accepted' where device_id = 2",
      `insert into app_public.notifications (alert_id, level, user_id, latitude, longitude, moving_activity)
          select alert_id, 'TWO', user_id, latitude, longitude, moving_activity from app_public.notifications`,
      "update app_public.alerts set version = 2",
      "update app_public.alerts set active = false",
      "insert into app_private.alert_reach (alert_id, users) select id, 5 from app_public.alerts",
    ];
    for (const change of changes) {
      await s.as(owner, change);
      seen.add(await progress(s, id));
    }
    expect(seen.size).toBe(changes.length + 1);
    await s.as(owner)`update app_private.deliveries set state = 'failed' where device_id = 2`;
    const failed = await progress(s, id);
    await s.as(owner)`update app_private.deliveries set state = 'dead' where device_id = 2`;
    expect(await progress(s, id)).toBe(failed);

    const other = await s.alert(admin, square([5, 5]));
    const before = await progress(s, id);
    const others = await progress(s, other);
    await s.as(owner)`insert into app_private.deliveries (notification_id, device_id, alert_id,
      user_id, level, provider)
      values (999999, 1, ${other}, ${user.id}, 'ONE', 'expo')`;
    expect(await progress(s, id)).toBe(before);
    expect(await progress(s, other)).not.toBe(others);
    await s.as(owner)`insert into app_private.alert_reach (alert_id, users) values (${other}, 5)`;
    await s.as(owner)`insert into app_public.notifications (alert_id, level, user_id, latitude,
      longitude, moving_activity)
      values (${other}, 'ONE', ${user.id}, 0, 0, 'STILL')`;
    expect(await progress(s, id)).toBe(before);
    expect(await progress(s, 999_999)).toBeNull();
  });
});

describe("last positions", () => {
  const since = async (s: Scene, id: unknown): Promise<number[]> =>
    (await s.as(host)`select user_id from app_private.last_positions_after(${id})`).map(
      ({ user_id }) => user_id,
    );

  test("are found after a known id, once for each user, and for a minute", async (s) => {
    const newest = () => s.value(host)`select app_private.newest_position_id()`;
    const [one, two] = [await s.user(), await s.user()];
    expect(await newest()).toBe("0");
    await s.report(one, inside);
    await s.report(one, metresEast(10));
    const known = await newest();
    expect(await since(s, 0)).toEqual([one.id]);
    expect(await since(s, known)).toEqual([]);
    await s.report(two, inside);
    expect(await newest()).not.toBe(known);
    expect(await since(s, known)).toEqual([two.id]);
    expect(await since(s, 0)).toEqual([one.id, two.id]);
    for (const [age, users] of [
      ["59 seconds", [one.id, two.id]],
      ["61 seconds", []],
    ] as const) {
      await s.as(owner)`with moved as (delete from app_public.positions returning *)
        insert into app_public.positions overriding system value
          select (jsonb_populate_record(null::app_public.positions, to_jsonb(m) || jsonb_build_object('created_at',
          now() - ${age}::interval, 'taken_at', now() - ${age}::interval))).* from moved m`;
      expect(await since(s, 0)).toEqual(users);
    }
  });
});

describe("last positions of users without history", () => {
  const loneAfter = (s: Scene, id: unknown) =>
    s.as(host)`select id::int, user_id from app_private.lone_positions_after(${id})`;

  test("are found after a known id, and those of other users are not", async (s) => {
    const [alone, other] = [await s.user(), await s.user()];
    const newest = () => s.value(host)`select app_private.newest_position_id()::int`;
    await s.report(other, inside);
    await s.as(owner)`update app_public.users set last_position_only = true
      where id = ${alone.id}`;
    const known = await newest();
    expect(await loneAfter(s, 0)).toEqual([]);
    await s.report(alone, inside);
    const id = await newest();
    expect(id).toBeGreaterThan(known);
    expect(await loneAfter(s, known)).toEqual([{ id, user_id: alone.id }]);
    expect(await loneAfter(s, id)).toEqual([]);
    await s.report(alone, metresEast(10));
    const last = await newest();
    expect(last).toBeGreaterThan(id);
    expect(await loneAfter(s, known)).toEqual([{ id: last, user_id: alone.id }]);
    await s.as(owner)`update app_public.users set last_position_only = false`;
    await s.report(alone, inside);
    expect(await loneAfter(s, last)).toEqual([]);
  });
});

describe("announced notifications", () => {
  const between = async (
    s: Scene,
    alerts: number[],
    first: unknown[],
    last: unknown[],
    users: number[] | null,
  ): Promise<string[]> =>
    (
      await s.as(host)`select id || ' ' || user_id as which
        from app_private.notifications_between(${alerts}, ${first}, ${last}, ${users})`
    ).map(({ which }) => which);

  test("are read for an alert from the first to the last id, for all or for some users", async (s) => {
    const admin = await s.user(true);
    const users: Required<Actor>[] = [];
    for (let count = 0; count < 3; count++) {
      const user = await s.user();
      await s.report(user, inside);
      users.push(user);
    }
    const [one, other] = [await s.alert(admin), await s.alert(admin)];
    await s.publish(one);
    await s.publish(other);
    const of = async (alert: number) =>
      (
        await s.as(owner)`select id::int, user_id from app_public.notifications
          where alert_id = ${alert} order by id`
      ).map(({ id, user_id }) => ({ id, which: `${id} ${user_id}` }));
    const rows = await of(one);
    const [first, second, third] = rows.map(({ id }) => id);
    const all = rows.map(({ which }) => which);
    expect(await between(s, [one], [first], [third], null)).toEqual(all);
    expect(await between(s, [one], [second], [second], null)).toEqual([all[1]]);
    expect(await between(s, [one], [first], [999_999], null)).toEqual(all);
    expect(await between(s, [one], [first], [third], [users[0]?.id as number])).toEqual(
      all.filter((which) => which.endsWith(` ${users[0]?.id}`)),
    );
    expect(await between(s, [one], [first], [third], [])).toEqual([]);
    expect(await between(s, [other, one], [first, first], [third, second], null)).toEqual([
      all[0],
      all[1],
    ]);
  });
});
