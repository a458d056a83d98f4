/** @database server */
import { describe, expect } from "@jest/globals";
import { inside, METRE, metresEast, owner, refusal, secondsAgo, square, stage } from "./scene.ts";

const { test } = stage();

const far = metresEast(5_000);
const two = metresEast(500);
const three = metresEast(1_500);

describe("while an alert is active, a report", () => {
  test.each([
    ["at THREE, TWO and ONE on the way in", [far, three, two, inside], "THREE,TWO,ONE"],
    [
      "at each level once",
      [three, three, metresEast(1_600), two, two, inside, inside],
      "THREE,TWO,ONE",
    ],
    [
      "neither on the way out nor at a second entry",
      [inside, two, three, far, three, inside],
      "ONE",
    ],
    ["never of a level that was skipped", [two, three, inside], "TWO,ONE"],
  ])("notifies %s", async (s, _, walk, levels) => {
    const user = await s.user();
    const id = await s.published();
    for (const place of walk) await s.report(user, place);
    expect((await s.levels(user, id)).join()).toBe(levels);
    expect(await s.reached(id)).toBe(1);
  });

  test("notifies of each of several alerts at its own level", async (s) => {
    const user = await s.user();
    const [here, beside] = [
      await s.published(),
      await s.alert(await s.user(true), square([0.02, 0])),
    ];
    await s.publish(beside);
    await s.report(user, inside);
    expect([await s.levels(user, here), await s.levels(user, beside)]).toEqual([
      ["ONE"],
      ["THREE"],
    ]);
  });

  test("notifies again only of the alert that was updated with renotify", async (s) => {
    const [admin, user] = [await s.user(true), await s.user()];
    const [once, again] = [await s.published(), await s.published()];
    await s.report(user, inside);
    await s.update(admin, again, { text1: "Leave now.", renotify: true });
    await s.report(user, inside);
    expect(await s.told(user, once)).toEqual(["ALERT ONE 1"]);
    expect(await s.told(user, again)).toEqual(["ALERT ONE 1", "UPDATE ONE 2"]);
  });

  test("stores where the user was and how they moved", async (s) => {
    const user = await s.user();
    await s.published();
    await s.report(user, [0.001, 0.002], { activity: "RUNNING" });
    expect(
      await s.as(owner)`select level, latitude, longitude, moving_activity, seen
        from app_public.notifications`,
    ).toEqual([
      {
        level: "ONE",
        latitude: 0.002,
        longitude: 0.001,
        moving_activity: "RUNNING",
        seen: false,
      },
    ]);
  });

  test("stores how exact the position was and when it was taken", async (s) => {
    const user = await s.user();
    await s.published();
    const takenAt = secondsAgo(30);
    await s.report(user, inside, { accuracy: 7, takenAt });
    expect(
      await s.as(owner)`select accuracy, extract(epoch from taken_at)::int as taken, place_kept,
        distance_class from app_public.notifications`,
    ).toEqual([{ accuracy: 7, taken: takenAt, place_kept: true, distance_class: null }]);
  });

  test("does not notify if it is refused", async (s) => {
    const user = await s.user();
    const id = await s.published();
    await expect(s.report(user, inside, { accuracy: -1 })).rejects.toMatchObject(refusal("LA400"));
    expect(await s.levels(user, id)).toEqual([]);
  });
});

describe("there is no notification", () => {
  test("for an alert that has expired, before and after the job ends it", async (s) => {
    const user = await s.user();
    const id = await s.published();
    await s.expire(id);
    await s.report(user, inside);
    await s.as(owner)`select app_private.end_expired_alerts()`;
    await s.report(user, inside);
    expect(await s.levels(user, id)).toEqual([]);
  });

  test("for a position older than the last one", async (s) => {
    const user = await s.user();
    const id = await s.published();
    await s.report(user, far, { takenAt: secondsAgo(10) });
    await s.report(user, inside, { takenAt: secondsAgo(20) });
    expect(await s.levels(user, id)).toEqual([]);
  });

  test("for anyone but the user who reports", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const id = await s.published();
    await s.report(user, inside);
    expect(await s.levels(other, id)).toEqual([]);
  });
});

test("reachedUsers counts users who were already notified of another alert", async (s) => {
  const user = await s.user();
  await s.published();
  await s.report(user, inside);
  const [reported, published] = [await s.alert(await s.user(true)), await s.published()];
  await s.report(user, inside);
  expect(await s.levels(user, reported)).toEqual(["ONE"]);
  expect([await s.reached(published), await s.reached(reported)]).toEqual([1, 1]);
});

test("a report inside several alerts notifies of the most urgent first, then of the oldest", async (s) => {
  const admin = await s.user(true);
  const beside = await s.alert(admin, square([0.01 + 1_500 * METRE, 0]));
  const [one, second] = [await s.alert(admin), await s.alert(admin)];
  const user = await s.user();
  await s.report(user, metresEast(0));
  const rows = await s.as(owner)`select alert_id, level from app_public.notifications
    where user_id = ${user.id} order by id`;
  expect(rows).toEqual([
    { alert_id: one, level: "ONE" },
    { alert_id: second, level: "ONE" },
    { alert_id: beside, level: "THREE" },
  ]);
});

test("a position of exactly the maximum age is too old, and one a microsecond younger is not", async (s) => {
  const [row] = await s.as(owner)`select app_private.is_fresh(now() - interval '1 hour', null,
    '1 hour') as exactly,
    app_private.is_fresh(now() - interval '1 hour' + interval '1 microsecond', null, '1 hour') as less,
    app_private.is_fresh(now() - interval '2 hours', now() - interval '3 hours', '1 hour',
      now() - interval '90 minutes') as earlier`;
  expect(row).toEqual({ exactly: false, less: true, earlier: true });
});
