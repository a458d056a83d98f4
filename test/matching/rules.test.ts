/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  inside,
  metresEast,
  owner,
  type Place,
  type Scene,
  secondsAgo,
  stage,
} from "../database/scene.ts";
import { PATHS, type Path } from "./paths.ts";

/** Each rule of who is notified, on each path that can notify. A rule that holds on one path only is a fault. */

const { test } = stage();

type User = Required<Actor>;

const setTester = (s: Scene, { id }: User) =>
  s.as(owner)`update app_public.users set is_tester = true where id = ${id}`;

/** Returns what a user was told of an alert, in order. */
const told = async (s: Scene, user: User, alertId: number) =>
  (await s.told(user, alertId)).join(", ");

/** Notifies by a path of the publication, or by a new report of each user from where they are. */
type Notify = (s: Scene, alertId: number) => Promise<unknown>;

async function reportAgain(s: Scene, alertId: number): Promise<void> {
  // From here on, only a report can match someone.
  await s.as(owner)`update app_private.publications set completed_at = now()
    where alert_id = ${alertId}`;
  const users = await s.as(owner)`select user_id, st_x(location) as longitude,
    st_y(location) as latitude, accuracy,
    case when taken_at < created_at - interval '1 minute' then extract(epoch
      from taken_at)::bigint::text end as taken_at from app_public.last_positions order by user_id`;
  for (const { user_id, longitude, latitude, accuracy, taken_at } of users) {
    await s.report({ role: "app_user", id: user_id }, [longitude, latitude], {
      accuracy,
      takenAt: taken_at,
    });
  }
}

const WAYS: [string, Notify][] = [
  ...(Object.keys(PATHS) as Path[]).map((path): [string, Notify] => [path, PATHS[path]]),
  ["by a report", reportAgain],
];

describe.each(WAYS)("notifications %s:", (way, notify) => {
  test("the innermost zone decides the level, and nobody outside is notified", async (s) => {
    const places: Place[] = [inside, metresEast(500), metresEast(1_500), metresEast(2_500)];
    const users = [];
    for (const place of [...places, ...places]) users.push(await s.userAt(place));
    const id = await s.alert(await s.user(true));
    await notify(s, id);
    const all = [];
    for (const user of users) all.push(await told(s, user, id));
    const each = ["ALERT ONE 1", "ALERT TWO 1", "ALERT THREE 1", ""];
    expect(all).toEqual([...each, ...each]);
    expect(await s.reached(id)).toBe(6);
  });

  test("a coarse position notifies at ONE only, and an accuracy at the limit is not coarse", async (s) => {
    const coarse = { accuracy: 1_000.5 };
    const users = [
      await s.userAt(inside, coarse),
      await s.userAt(metresEast(500), coarse),
      await s.userAt(metresEast(1_500), coarse),
      await s.userAt(metresEast(500), { accuracy: 1_000 }),
    ];
    const id = await s.alert(await s.user(true));
    await notify(s, id);
    const all = [];
    for (const user of users) all.push(await told(s, user, id));
    expect(all).toEqual(["ALERT ONE 1", "", "", "ALERT TWO 1"]);
    expect(await s.reached(id)).toBe(2);
  });

  test("a position older than the alert's limit does not notify", async (s) => {
    const users = [
      await s.userAt(inside, { takenAt: secondsAgo(3_700) }),
      await s.userAt(metresEast(500), { takenAt: secondsAgo(3_700) }),
      await s.userAt(inside, { takenAt: secondsAgo(3_500) }),
      await s.userAt(metresEast(500), { takenAt: secondsAgo(3_500) }),
    ];
    const id = await s.alert(await s.user(true), undefined, { max_position_age: 3_600 });
    await notify(s, id);
    const all = [];
    for (const user of users) all.push(await told(s, user, id));
    expect(all).toEqual(["", "", "ALERT ONE 1", "ALERT TWO 1"]);
    expect(await s.reached(id)).toBe(2);
  });

  test.each(["EXERCISE", "TEST"])(
    "an alert of status %s reaches testers only",
    async (s, status) => {
      const users = [];
      for (const place of [inside, inside, metresEast(500), metresEast(500)]) {
        users.push(await s.userAt(place));
      }
      await setTester(s, users[1] as User);
      await setTester(s, users[3] as User);
      const id = await s.alert(await s.user(true), undefined, { status });
      await notify(s, id);
      const all = [];
      for (const user of users) all.push(await told(s, user, id));
      expect(all).toEqual(["", "ALERT ONE 1", "", "ALERT TWO 1"]);
      expect(await s.reached(id)).toBe(2);
    },
  );

  test("a user notified by an earlier report is notified again only further in, and counts once", async (s) => {
    const same = await s.userAt(inside);
    const further = await s.userAt(metresEast(1_500));
    const out = await s.userAt(inside);
    const fresh = await s.userAt(metresEast(500));
    const id = await s.alert(await s.user(true));
    await s.report(same, inside);
    await s.report(further, metresEast(1_500));
    await s.report(out, inside);
    for (const [user, longitude] of [
      [further, inside[0]],
      [out, metresEast(1_500)[0]],
    ] as const) {
      // Moves the user without a report.
      await s.as(owner)`update app_public.last_positions
        set location = st_setsrid(st_makepoint(${longitude}, 0.005), 4326) where user_id = ${user.id}`;
    }
    await notify(s, id);
    const all = [];
    for (const user of [same, further, out, fresh]) all.push(await told(s, user, id));
    expect(all).toEqual([
      "ALERT ONE 1",
      "ALERT THREE 1, ALERT ONE 1",
      "ALERT ONE 1",
      "ALERT TWO 1",
    ]);
    expect(await s.reached(id)).toBe(4);
  });

  test("an update notifies newcomers and users further in, and the others only with renotify", async (s) => {
    const admin = await s.user(true);
    const stays = await s.userAt(inside);
    const nears = await s.userAt(metresEast(1_500));
    const comes = await s.userAt(metresEast(2_500));
    const leaves = await s.userAt(metresEast(500));
    const id = await s.alert(admin);
    await notify(s, id);
    expect(await s.reached(id)).toBe(3);
    // TWO now reaches 1,800 m and THREE 3,000 m.
    await s.update(admin, id, { level2_distance: 1_800, level3_distance: 3_000 });
    await s.as(owner)`update app_public.last_positions
      set location = st_setsrid(st_makepoint(9, 9), 4326) where user_id = ${leaves.id}`;
    await notify(s, id);
    const twice = [];
    for (const user of [stays, nears, comes, leaves]) twice.push(await told(s, user, id));
    expect(twice).toEqual([
      "ALERT ONE 1",
      "ALERT THREE 1, UPDATE TWO 2",
      "ALERT THREE 2",
      "ALERT TWO 1",
    ]);
    expect(await s.reached(id)).toBe(4);
    await s.update(admin, id, { text1: "Leave now.", renotify: true });
    await notify(s, id);
    const thrice = [];
    for (const user of [stays, nears, comes, leaves]) thrice.push(await told(s, user, id));
    expect(thrice).toEqual([
      "ALERT ONE 1, UPDATE ONE 3",
      "ALERT THREE 1, UPDATE TWO 2, UPDATE TWO 3",
      "ALERT THREE 2, UPDATE THREE 3",
      "ALERT TWO 1",
    ]);
    expect(await s.reached(id)).toBe(4);
  });

  test("an alert that has expired notifies nobody", async (s) => {
    const user = await s.userAt(inside);
    const id = await s.alert(await s.user(true));
    await s.expire(id);
    await notify(s, id);
    expect(await told(s, user, id)).toBe("");
  });

  test("the all-clear reaches everyone who was notified, once, at their innermost level", async (s) => {
    const admin = await s.user(true);
    const [one, two, gone, never] = [
      await s.userAt(inside),
      await s.userAt(metresEast(500)),
      await s.userAt(metresEast(1_500)),
      await s.userAt(metresEast(2_500)),
    ];
    const id = await s.alert(admin);
    await notify(s, id);
    await s.report(two, inside);
    await s.report(gone, [9, 9]);
    await s.cancel(admin, id);
    // A report never sends an all-clear. The size of a chunk differs by path.
    await s.publish(id, Number(/[\d,]+$/.exec(way)?.[0].replace(",", "") ?? 1));
    const all = [];
    for (const user of [one, two, gone, never]) all.push(await told(s, user, id));
    expect(all).toEqual([
      "ALERT ONE 1, ALL_CLEAR ONE 2",
      "ALERT TWO 1, ALERT ONE 1, ALL_CLEAR ONE 2",
      "ALERT THREE 1, ALL_CLEAR THREE 2",
      "",
    ]);
    expect(await s.reached(id)).toBe(3);
  });

  test("every notification of a user with a device is pushed, ONE first, and no other", async (s) => {
    const users = [];
    for (const place of [inside, metresEast(500), metresEast(1_500), metresEast(2_500), inside]) {
      users.push(await s.userAt(place));
    }
    for (const user of users.slice(0, 4)) {
      await s.register(user, `phone of ${user.id}`);
    }
    const id = await s.alert(await s.user(true));
    await notify(s, id);
    const rows = await s.as(owner)`select n.user_id, n.level, j.priority
      from graphile_worker._private_jobs j
      cross join lateral json_array_elements_text(j.payload -> 'notificationIds') p (id)
      join app_public.notifications n on n.id = p.id::bigint
      where n.alert_id = ${id} and exists (select from app_private.devices d where d.user_id = n.user_id)
      order by n.user_id`;
    expect(rows).toEqual([
      { user_id: users[0]?.id, level: "ONE", priority: 1 },
      { user_id: users[1]?.id, level: "TWO", priority: 2 },
      { user_id: users[2]?.id, level: "THREE", priority: 3 },
    ]);
  });
});

test("a publication to thousands pushes every notification, in jobs of at most a thousand", async (s) => {
  const id = await s.alert(await s.user(true));
  await s.as(owner)`with person as (
      insert into app_public.users (email, name, address)
        select 'many-' || i || '@example.org', 'Many', '' from generate_series(1, 2500) i returning id)
    insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, moving_activity)
      select id, id, now(), now(), st_setsrid(st_makepoint(0.005, 0.005), 4326), 'STILL' from person`;
  const [{ first }] = (await s.as(owner)`select min(user_id) as first
    from app_public.last_positions`) as [{ first: number }];
  await s.register(
    {
      role: "app_user",
      id: first,
    },
    "a phone",
  );
  await s.publish(id);
  const jobs = await s.as(owner)`select json_array_length(payload -> 'notificationIds') as size,
    payload -> 'notificationIds' as ids
    from graphile_worker._private_jobs where payload -> 'notificationIds' is not null order by id`;
  expect(jobs.map(({ size }) => size)).toEqual([1_000, 1_000, 500]);
  const ids = new Set(jobs.flatMap((job) => job.ids.map(Number)));
  const made = await s.as(owner)`select id::float8 from app_public.notifications
    where alert_id = ${id}`;
  expect(made).toHaveLength(2_500);
  expect(made.every((notification) => ids.has(notification.id))).toBe(true);
});
