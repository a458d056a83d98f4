/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  inOrEast,
  inside,
  metresEast,
  owner,
  type Row,
  type Scene,
  square,
  stage,
} from "./scene.ts";

/** app_private.clear_places(): what stays of a notification whose place is cleared. */

const { test } = stage();

const clear = (s: Scene, notifications: Row[]): Promise<number> =>
  s.value(owner)`select app_private.clear_places(${notifications.map(({ user_id }) => user_id)},
    ${notifications.map(({ id }) => id)})`;

const all = (s: Scene) => s.as(owner)`select * from app_public.notifications order by id`;

const why = async (s: Scene, admin: Actor, id: number, user: Actor): Promise<Row> =>
  (await s.as(admin)`select w.* from app_public.why_notified(${id}, ${user.id}) w`)[0] as Row;

const PLACE = { latitude: null, longitude: null, taken_at: null, accuracy: null, age: null };

describe("a notification whose place is cleared", () => {
  test("shows a point of the area, no activity, time or accuracy, and keeps everything else", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inOrEast(700), { accuracy: 12 });
    await s.as(owner)`update app_public.last_positions set moving_activity = 'RUNNING'`;
    const id = await s.published(admin);
    const [before] = await all(s);
    expect(before).toMatchObject({ place_kept: true, distance_class: null, rule: null });
    expect(before).toMatchObject({ moving_activity: "RUNNING", accuracy: 12 });

    expect(await clear(s, [before as Row])).toBe(1);
    const [after] = await all(s);
    expect(after).toEqual({
      ...before,
      latitude: expect.any(Number),
      longitude: expect.any(Number),
      moving_activity: "UNKNOWN",
      taken_at: null,
      accuracy: null,
      place_kept: false,
      distance_class: "WITHIN_1_KM",
      rule: "INSIDE_WHEN_PUBLISHED",
    });
    expect(
      await s.value(owner)`select st_covers(zone1, st_setsrid(st_makepoint(${after?.longitude},
        ${after?.latitude}), 4326)) from app_public.alerts where id = ${id}`,
    ).toBe(true);
    expect(await s.as(owner)`select place_kept from app_public.notifications`).toEqual([
      { place_kept: false },
    ]);
  });

  test("does not change when it is cleared again, and notifications that are not named keep their places", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inside);
    await s.userAt(metresEast(1_500));
    await s.published(admin);
    const [first, second] = await all(s);
    expect(await clear(s, [first as Row])).toBe(1);
    const [cleared, kept] = await all(s);
    expect(cleared).toMatchObject({ place_kept: false, distance_class: "INSIDE" });
    expect(kept).toEqual(second);
    expect(await clear(s, [first as Row])).toBe(0);
    expect(await all(s)).toEqual([cleared, second]);
    // The ids of one user do not clear those of another.
    const swapped = [{ ...(second as Row), user_id: first?.user_id }];
    expect(await clear(s, swapped)).toBe(0);
    expect(await clear(s, [])).toBe(0);
  });

  test("keeps the rule and the distance of the version that notified, even if the area has moved since", async (s) => {
    const admin = await s.user(true);
    const early = await s.userAt(inOrEast(-1));
    const id = await s.published(admin);
    const late = await s.user();
    await s.as(owner)`update app_public.alert_versions
      set created_at = created_at - interval '1 hour'`;
    await s.as(owner)`update app_public.notifications
      set taken_at = taken_at - interval '2 hours'`;
    await s.report(late, metresEast(50));
    await s.value(admin)`select app_private.update_alert(${id},
      json_populate_record(null::app_public.alert_update_input,
      '{"points": [{"latitude": 1, "longitude": 1}, {"latitude": 1, "longitude": 1.01}, {"latitude": 1.01, "longitude": 1.01}]}'))`;
    expect(await why(s, admin, id, early)).toMatchObject({ rule: "INSIDE_WHEN_PUBLISHED" });
    expect(await why(s, admin, id, late)).toMatchObject({ rule: "CAME_IN_LATER" });
    await clear(s, await all(s));
    expect(await all(s)).toMatchObject([
      { distance_class: "INSIDE", rule: "INSIDE_WHEN_PUBLISHED" },
      { distance_class: "WITHIN_100_M", rule: "CAME_IN_LATER" },
    ]);
    expect(await why(s, admin, id, early)).toMatchObject({
      ...PLACE,
      rule: "INSIDE_WHEN_PUBLISHED",
      level: "ONE",
      distance1: null,
      distance3: null,
    });
    expect(await why(s, admin, id, late)).toMatchObject({ ...PLACE, rule: "CAME_IN_LATER" });
  });

  test("gives no place to the all-clear of a user without a last position", async (s) => {
    const admin = await s.user(true);
    await s.userAt(metresEast(300));
    const id = await s.published(admin);
    await clear(s, await all(s));
    await s.as(owner)`delete from app_public.last_positions`;
    await s.cancel(admin, id);
    await s.publish(id);
    const [alert, allClear] = await all(s);
    expect(allClear).toMatchObject({
      kind: "ALL_CLEAR",
      place_kept: false,
      distance_class: "WITHIN_500_M",
      rule: null,
      moving_activity: "UNKNOWN",
      latitude: alert?.latitude,
    });
  });

  test("has no rule if it is an all-clear", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inside);
    const id = await s.published(admin);
    await s.report(user, [3, 3]);
    await s.cancel(admin, id);
    await s.publish(id);
    await clear(s, await all(s));
    expect(await all(s)).toMatchObject([
      { kind: "ALERT", rule: "INSIDE_WHEN_PUBLISHED", distance_class: "INSIDE" },
      { kind: "ALL_CLEAR", rule: null, distance_class: "BEYOND_10_KM" },
    ]);
  });

  test("shows a point inside one of the pieces of an area with a hole", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inside);
    await s.published(admin);
    await s.as(owner)`update app_public.alert_versions set zone1 = st_setsrid(st_geomfromtext(
      'MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0),(1 1,3 1,3 3,1 3,1 1)),((9 9,9.1 9,9.1 9.1,9 9)))'), 4326)`;
    await clear(s, await all(s));
    expect(
      await s.value(owner)`select st_covers(v.zone1, st_setsrid(st_makepoint(n.longitude,
        n.latitude), 4326))
        from app_public.notifications n join app_public.alert_versions v using (alert_id, version)`,
    ).toBe(true);
  });

  test("loses its place even if its version was deleted", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inside);
    await s.published(admin);
    await s.as(owner)`delete from app_public.alert_versions`;
    expect(await clear(s, await all(s))).toBe(1);
    expect(await all(s)).toMatchObject([{ place_kept: false, distance_class: "INSIDE" }]);
  });
});

test("each distance class includes its upper limit", async (s) => {
  const classes = await s.as(owner)`select app_private.distance_class(m) as class from unnest(
    array[0, 1e-9, 100, 100.1, 500, 501, 1000, 1001, 2000, 2001, 5000, 5001, 10000, 10001, 2e7]::float8[]) m`;
  expect(classes.map((row) => row.class)).toEqual([
    "INSIDE",
    ...["WITHIN_100_M", "WITHIN_100_M", "WITHIN_500_M", "WITHIN_500_M"],
    ...["WITHIN_1_KM", "WITHIN_1_KM", "WITHIN_2_KM", "WITHIN_2_KM", "WITHIN_5_KM"],
    ...["WITHIN_5_KM", "WITHIN_10_KM", "WITHIN_10_KM", "BEYOND_10_KM", "BEYOND_10_KM"],
  ]);
});

test("only the named notifications lose their places, and each gets a distance to its own alert", async (s) => {
  const admin = await s.user(true);
  const user = await s.userAt([1.005, 0.005]);
  // The second area begins half a kilometre east of the user.
  for (const west of [1, 1.01]) await s.published(admin, square([west, 0]));
  const ids = (await s.as(owner)`select id from app_public.notifications order by id`).map(
    ({ id }) => id,
  );
  await s.as(owner)`select app_private.clear_places(array[${user.id}::int],
    array[${ids[0]}::bigint])`;
  const kept = await s.as(owner)`select place_kept from app_public.notifications order by id`;
  expect(kept).toEqual([{ place_kept: false }, { place_kept: true }]);
  await s.as(owner)`select app_private.clear_places(array[${user.id}::int], ${ids}::bigint[])`;
  expect(
    await s.as(owner)`select distance_class, longitude > 1.01 as is_east
      from app_public.notifications order by id`,
  ).toEqual([
    { distance_class: "INSIDE", is_east: false },
    { distance_class: "WITHIN_1_KM", is_east: true },
  ]);
});
