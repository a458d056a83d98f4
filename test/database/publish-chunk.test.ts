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
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();

const far = metresEast(5_000);

/** Makes users at these distances east of the square. Negative ones are inside. */
async function usersAt(s: Scene, ...distances: number[]): Promise<Required<Actor>[]> {
  const users: Required<Actor>[] = [];
  for (const metres of distances) {
    users.push(await s.userAt(inOrEast(metres)));
  }
  return users;
}

/** Returns everyone notified of an alert, in order. */
async function told(s: Scene, alertId: number): Promise<Row[]> {
  const sql = "select user_id, level from app_public.notifications where alert_id = $1 order by id";
  return await s.as(owner, sql, [alertId]);
}

/** Publishes in chunks of one until `count` users are notified. */
async function untilTold(s: Scene, alertId: number, count: number): Promise<void> {
  while ((await told(s, alertId)).length < count) {
    if (await s.publishChunk(alertId, 1)) throw new Error(`Fewer than ${count} were told.`);
  }
}

const publication = async (s: Scene, alertId: number) =>
  (
    await s.as(owner)`select level, last_user_id, completed_at is not null as completed
      from app_private.publications where alert_id = ${alertId}`
  )[0];

describe("at publication", () => {
  test("a notification stores where the user was and how they moved", async (s) => {
    const user = await s.user();
    await s.report(user, [0.001, 0.002], { activity: "IN_VEHICLE" });
    const id = await s.published();
    const [notification] = await s.as(owner)`select * from app_public.notifications`;
    expect(notification).toMatchObject({
      alert_id: id,
      user_id: user.id,
      level: "ONE",
      longitude: 0.001,
      latitude: 0.002,
      moving_activity: "IN_VEHICLE",
      seen: false,
    });
  });

  test("only the last position counts", async (s) => {
    const [left, came] = [await s.user(), await s.user()];
    await s.report(left, inside);
    await s.report(left, far);
    await s.report(came, far);
    await s.report(came, inside);
    const id = await s.published();
    expect([await s.levels(left, id), await s.levels(came, id)]).toEqual([[], ["ONE"]]);
  });

  test("the maximum age of a position is a setting that each alert stores", async (s) => {
    const user = await s.user();
    await s.report(user, inside, { takenAt: secondsAgo(7_200) });
    const admin = await s.user(true);
    const before = await s.alert(admin);
    await s.as(owner)`update app_private.settings set max_position_age = '1 hour'`;
    const after = await s.alert(admin);
    await s.publish(before);
    await s.publish(after);
    expect([await s.levels(user, before), await s.levels(user, after)]).toEqual([["ONE"], []]);
  });

  test("the age of a position counts from the creation of the alert if its version is missing", async (s) => {
    const user = await s.userAt(inside);
    const id = await s.alert(await s.user(true));
    await s.as(owner)`delete from app_public.alert_versions`;
    await s.publish(id);
    expect(await s.levels(user, id)).toEqual(["ONE"]);
  });

  test("administrators are notified too", async (s) => {
    const admin = await s.user(true);
    await s.report(admin, inside);
    const id = await s.published(admin);
    expect(await s.levels(admin, id)).toEqual(["ONE"]);
  });

  test("an alert without users in its zones reaches nobody and is complete", async (s) => {
    await usersAt(s, 5_000);
    const id = await s.published();
    expect(await s.reached(id)).toBe(0);
    expect(await publication(s, id)).toMatchObject({ completed: true });
  });
});

describe("in chunks", () => {
  test.each([
    ["in any order of users", 1, 0],
    ["within a chunk too", 10_000, 0],
    // A publication that has begun passes through all users.
    ["on a pass through all users too", 2, 1],
  ])("the most urgent level is notified first, %s", async (s, _, chunkSize, lastUserId) => {
    await usersAt(s, 1_500, 500, -1, 1_500, 500, -1);
    const id = await s.alert(await s.user(true));
    await s.as(owner)`update app_private.publications set last_user_id = ${lastUserId}`;
    await s.publish(id, chunkSize);
    const levels = (await told(s, id)).map(({ level }) => level);
    if (lastUserId === 0) expect(levels.slice(0, 2)).toEqual(["ONE", "ONE"]);
    // On the way through all users, those of ONE are notified as they come.
    expect(levels.filter((level) => level !== "ONE")).toEqual(["TWO", "TWO", "THREE", "THREE"]);
    expect(await s.reached(id)).toBe(6);
  });

  test("each chunk notifies at most its size and continues after the previous one, and the last returns true", async (s) => {
    const users = await usersAt(s, -1, -1, -1);
    const id = await s.alert(await s.user(true));
    const counts = new Set<number>();
    while (!(await s.publishChunk(id, 1))) {
      expect(await publication(s, id)).toMatchObject({ completed: false });
      counts.add((await told(s, id)).length);
    }
    expect([...counts].filter((count) => count > 0)).toEqual([1, 2, 3]);
    expect((await told(s, id)).map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id));
    expect(await publication(s, id)).toMatchObject({ completed: true });
  });

  test("a user notified by their own report is not notified again among others who were not", async (s) => {
    const users = await usersAt(s, -1, -1, -1);
    // What they were told of another alert does not count.
    await s.published();
    const id = await s.alert(await s.user(true));
    await s.report(users[1] as Actor, inside);
    await s.publish(id);
    for (const user of users) expect(await s.levels(user, id)).toEqual(["ONE"]);
    expect(await s.reached(id)).toBe(3);
  });

  test("a user who moves out in between is not notified again, and one who moves further in is notified", async (s) => {
    const [leaving, coming] = (await usersAt(s, -1, 1_500)) as [Required<Actor>, Required<Actor>];
    const id = await s.alert(await s.user(true));
    await untilTold(s, id, 1);
    await s.report(leaving, metresEast(1_500));
    await s.report(coming, inside);
    await s.publish(id, 1);
    expect([await s.levels(leaving, id), await s.levels(coming, id)]).toEqual([["ONE"], ["ONE"]]);
  });

  test("a complete publication notifies nobody else when it is repeated", async (s) => {
    await usersAt(s, -1, 500);
    const id = await s.published();
    const [late] = (await usersAt(s, 5_000)) as [Required<Actor>];
    // This test moves the user without a report.
    await s.as(owner)`update app_public.last_positions
      set location = public.st_setsrid(public.st_makepoint(0.005, 0.005), 4326) where user_id = ${late.id}`;
    expect(await s.publish(id)).toBe(1);
    expect(await s.levels(late, id)).toEqual([]);
    expect(await told(s, id)).toHaveLength(2);
  });
});

describe("an alert that has ended", () => {
  test("is complete without notifying anyone", async (s) => {
    await usersAt(s, -1);
    const id = await s.alert(await s.user(true));
    await s.expire(id);
    expect(await s.publish(id)).toBe(1);
    expect(await told(s, id)).toEqual([]);
    expect(await publication(s, id)).toMatchObject({ completed: true });
  });

  test("stops notifying in the middle of its publication", async (s) => {
    await usersAt(s, -1, -1, 500);
    const id = await s.alert(await s.user(true));
    await untilTold(s, id, 1);
    await s.expire(id);
    expect(await s.publish(id, 1)).toBe(1);
    expect(await told(s, id)).toHaveLength(1);
  });

  test("is removed from the index of active alerts by a job, and others stay", async (s) => {
    const admin = await s.user(true);
    const [ended, lasting] = [await s.alert(admin), await s.alert(admin, square([5, 5]))];
    // An alert has expired at exactly the moment of its end.
    await s.as(owner)`update app_public.alerts set created_at = now() - interval '1 hour',
      expires_at = now() where id = ${ended}`;
    expect(await s.value(owner)`select app_private.end_expired_alerts()`).toBe(1);
    expect(await s.value(owner)`select app_private.end_expired_alerts()`).toBe(0);
    expect(await s.as(owner)`select id from app_public.alerts where active`).toEqual([
      { id: lasting },
    ]);
  });
});

test("publish_chunk reports an unknown alert as complete", async (s) => {
  expect(await s.publishChunk(999_999)).toBe(true);
});

test("as many users as a chunk holds take one chunk, and one more takes several", async (s) => {
  const admin = await s.user(true);
  await usersAt(s, -1, 500, 1_500);
  const [id, other] = [await s.alert(admin), await s.alert(admin)];
  expect(await s.publish(id, 3)).toBe(1);
  expect(await s.publish(other, 2)).toBeGreaterThan(1);
  expect(await s.reached(other)).toBe(3);
});

test("a publication that passes through all users notifies ONE on the way, and queues the others", async (s) => {
  const [two, one] = (await usersAt(s, 500, -1)) as [Required<Actor>, Required<Actor>];
  await usersAt(s, -1);
  const id = await s.alert(await s.user(true));
  await s.as(owner)`update app_private.publications set last_user_id = ${two.id - 1}`;
  expect(await s.publishChunk(id, 2)).toBe(false);
  expect(await told(s, id)).toEqual([{ user_id: one.id, level: "ONE" }]);
  expect(await s.as(owner)`select level, user_ids from app_private.publication_waiting`).toEqual([
    { level: "TWO", user_ids: [two.id] },
  ]);
});

test("the queue of waiting recipients is emptied when an alert has expired", async (s) => {
  const id = await s.alert(await s.user(true));
  await s.as(owner)`insert into app_private.publication_waiting (alert_id, level, first_user_id,
    user_ids) values (${id}, 'TWO', 1, '{1}')`;
  await s.expire(id);
  await s.publish(id);
  expect(await s.as(owner)`select from app_private.publication_waiting`).toEqual([]);
});
