/** @database server */
import { expect } from "@jest/globals";
import {
  ACCEPTED,
  BUSY,
  claim,
  figures,
  record,
  recordReceipts,
  tokens,
  userWith,
} from "./pushes.ts";
import { DENIED, inside, metresEast, owner, type Scene, stage } from "./scene.ts";

/** The figures of an alert by level: which people they count, and from when they measure times. */

const { test } = stage();

/** Moves an alert, its versions, publication and notifications into the past. In a scene, everything has one time. */
const anHourAgo = async (s: Scene, id: number) => {
  for (const change of [
    "app_public.alerts set created_at = now() - interval '1 hour' where id = $1",
    "app_public.alert_versions set created_at = now() - interval '1 hour' where alert_id = $1",
    "app_private.publications set completed_at = now() - interval '30 minutes' where alert_id = $1",
    "app_public.notifications set created_at = now() - interval '1 hour', taken_at = now() - interval '2 hours' where alert_id = $1",
  ]) {
    await s.as(owner, `update ${change}`, [id]);
  }
};
const seenNow = (s: Scene, where: string) =>
  s.as(owner, `update app_public.notifications set seen = true, seen_at = now() where ${where}`);

/** Gives each notification of an alert, from the outermost level, a delivery in each of these states. */
const deliver = (s: Scene, id: number, states: string[][]) =>
  s.as(owner)`insert into app_private.deliveries (notification_id, device_id, alert_id, user_id,
    level, provider, state, accepted_at, settled_at)
    select n.id, d.number, n.alert_id, n.user_id, n.level, 'expo', d.state::app_private.delivery_state,
        case d.state when 'accepted' then now() end, case when d.state <> 'queued' then now() end
      from (select *, row_number() over (order by level desc) as place from app_public.notifications
      where alert_id = ${id}) n
      cross join json_array_elements(${JSON.stringify(states)}::json -> (n.place - 1)::int) with ordinality e (state,
      number)
      cross join lateral (select e.state #>> '{}' as state, e.number) d`;

test("the figures of an alert count people without a device, and list all levels, the most urgent first", async (s) => {
  await s.userAt(inside);
  const id = await s.published();
  expect(await figures(s, id)).toMatchObject([
    { level: "ONE", targeted: 1, sent: 0, users: 1, users_pushed: 0 },
    ...["TWO", "THREE"].map((level) => ({
      level,
      targeted: 0,
      accepted_after_median: null,
      users: 0,
      users_pushed: 0,
      users_waiting: 0,
      users_failed: 0,
      users_seen: 0,
    })),
  ]);
});

test("a person who saw one of two notifications counts as having seen the alert", async (s) => {
  const user = await s.userAt(metresEast(500));
  const id = await s.published();
  await s.report(user, inside);
  await seenNow(s, "level = 'TWO'");
  expect(await figures(s, id)).toMatchObject([
    { level: "ONE", targeted: 1, seen: 0, users: 1, users_seen: 1 },
    { level: "TWO", targeted: 1, seen: 1, users: 0, users_seen: 0 },
    { level: "THREE" },
  ]);
});

test("figures count times from the version that notified", async (s) => {
  await s.userAt(inside);
  const admin = await s.user(true);
  const id = await s.published(admin);
  await s.update(admin, id, { text1: "Run.", renotify: true });
  await s.publish(id);
  await anHourAgo(s, id);
  await s.as(owner)`update app_public.alert_versions
    set created_at = now() - interval '50 minutes' where version = 2`;
  await seenNow(s, "version = 2");
  expect((await figures(s, id))[0]).toMatchObject({ seen: 1, seen_after_median: 3_000 });
});

test("figures count times from the notification if it came after the publication was complete", async (s) => {
  await s.userAt(inside);
  const id = await s.published();
  await anHourAgo(s, id);
  await s.as(owner)`update app_public.notifications
    set created_at = now() - interval '10 minutes'`;
  await seenNow(s, "true");
  expect((await figures(s, id))[0]).toMatchObject({ seen: 1, seen_after_median: 600 });
});

test("figures count times of a version by its own completion, even if a later one is complete", async (s) => {
  await s.userAt(inside);
  const admin = await s.user(true);
  const id = await s.published(admin);
  await anHourAgo(s, id);
  await s.as(owner)`update app_public.notifications
    set created_at = now() - interval '10 minutes'`;
  await s.update(admin, id, { text1: "Run." });
  await s.publish(id);
  await seenNow(s, "true");
  expect((await figures(s, id))[0]).toMatchObject({ seen: 1, seen_after_median: 600 });
});

test("the stored figures are shown when the deliveries are deleted, including who was waiting", async (s) => {
  await s.userAt(inside);
  const id = await s.published();
  const kept = {
    sent: 6,
    accepted: 5,
    failed: 4,
    users_pushed: 3,
    users_waiting: 2,
    users_failed: 1,
    accepted_after_median: 7,
    accepted_after_p95: 8,
  };
  await s.as(owner)`insert into app_private.delivery_results (alert_id, levels, failures,
    pushed) values (${id}, ${JSON.stringify([{ level: "ONE", ...kept }])}, '[]', '[]')`;
  expect((await figures(s, id))[0]).toMatchObject({ targeted: 1, users: 1, ...kept });
});

test("figures count times from the version or the notification by the stored rule, else by the position's time", async (s) => {
  await s.userAt(inside);
  const id = await s.published();
  await anHourAgo(s, id);
  await s.as(owner)`update app_public.notifications
    set created_at = now() - interval '40 minutes'`;
  await deliver(s, id, [["accepted"]]);
  await seenNow(s, "true");
  for (const [taken, rule, after] of [
    ["now() - interval '1 hour'", null, 3_600],
    ["now() - interval '59 minutes'", null, 2_400],
    ["null", null, 3_600],
    ["null", "INSIDE_WHEN_PUBLISHED", 3_600],
    ["null", "CAME_IN_LATER", 2_400],
  ] as const) {
    await s.as(owner, `update app_public.notifications set taken_at = ${taken}, rule = $1`, [rule]);
    expect([taken, rule, (await figures(s, id))[0]]).toMatchObject([
      taken,
      rule,
      { seen_after_median: after, accepted_after_median: after },
    ]);
  }
  // Removes taken_at, the rules and the versions, as if they had not been kept.
  await s.as(owner)`update app_public.notifications set taken_at = null, rule = null`;
  await s.as(owner)`delete from app_public.alert_versions`;
  expect((await figures(s, id))[0]?.seen_after_median).toBe(3_600);
});

test.each([
  [["failed", "accepted"], { sent: 1, accepted: 1, failed: 0, users_failed: 0 }],
  [["queued"], { sent: 0, accepted: 0, failed: 0, users_failed: 0 }],
  [["failed", "dead"], { sent: 0, accepted: 0, failed: 1, users_failed: 1 }],
])(
  "a notification counts as failed only if all its pushes failed: %j",
  async (s, states, expected) => {
    await s.userAt(inside);
    const id = await s.published();
    await deliver(s, id, [states]);
    expect((await figures(s, id))[0]).toMatchObject({ targeted: 1, ...expected });
  },
);

test.each([
  ["accepted", { users_pushed: 1, users_waiting: 0, users_failed: 0 }],
  ["queued", { users_pushed: 0, users_waiting: 1, users_failed: 0 }],
  ["dead", { users_pushed: 0, users_waiting: 0, users_failed: 1 }],
])(
  "a user who was notified twice counts by the better result: failed and %s",
  async (s, state, expected) => {
    const user = await s.userAt(metresEast(500));
    const id = await s.published();
    await s.report(user, inside);
    await deliver(s, id, [["failed"], [state]]);
    expect((await figures(s, id))[0]).toMatchObject({ level: "ONE", users: 1, ...expected });
  },
);

test("figures show the median and p95 until acceptance and until seen separately, from the publication", async (s) => {
  const admin = await s.user(true);
  for (const token of ["a", "b", "c"]) await userWith(s, [token]);
  const id = await s.published(admin);
  const claimed = await claim(s);
  await record(s, claimed, ACCEPTED);
  await anHourAgo(s, id);
  for (const [index, seconds] of [10, 20, 120].entries()) {
    const user = claimed[index]?.user_id;
    await s.as(owner)`update app_private.deliveries
      set settled_at = now() - interval '1 hour' + ${seconds} * interval '1 second' where user_id = ${user}`;
    await s.as(owner)`update app_public.notifications
      set seen = true, seen_at = now() - interval '1 hour' + ${seconds * 3} * interval '1 second'
      where user_id = ${user}`;
  }
  expect((await figures(s, id, admin))[0]).toMatchObject({
    targeted: 3,
    accepted_after_median: 20,
    accepted_after_p95: expect.closeTo(110, 3),
    seen_after_median: 60,
    seen_after_p95: expect.closeTo(330, 3),
  });
  await expect(figures(s, id, await s.user())).rejects.toMatchObject(DENIED);
});

test("the figures of an alert count the first device that accepts, and nobody again after an all-clear", async (s) => {
  const admin = await s.user(true);
  await userWith(s, ["a", "b"]);
  const id = await s.published(admin);
  await record(s, await claim(s), ACCEPTED);
  await anHourAgo(s, id);
  const first = await s.value(owner)`select min(id) from app_private.deliveries`;
  await s.as(owner)`update app_private.deliveries
    set settled_at = now() - interval '1 hour' + case when id = ${first} then 5 else 50 end * interval '1 second'`;
  const expected = { targeted: 1, sent: 1, accepted: 1, accepted_after_median: 5 };
  expect((await figures(s, id))[0]).toMatchObject(expected);
  await s.cancel(admin, id);
  await s.publish(id);
  await claim(s, 2);
  expect((await figures(s, id))[0]).toMatchObject(expected);
  expect(await s.reached(id)).toBe(1);
  await s.as(owner)`select app_private.compact_alert_reach()`;
  expect(await s.reached(id)).toBe(1);
});

test("people are each counted once at their most urgent level, by the results of their pushes", async (s) => {
  const walker = await userWith(s, ["walker"], metresEast(1_500));
  await userWith(s, ["stays"], metresEast(1_500));
  await userWith(s, [], metresEast(500));
  const id = await s.published();
  const people = async () =>
    (await figures(s, id)).map(
      ({ users, users_pushed, users_waiting, users_failed, users_seen }) =>
        `${users} ${users_pushed} ${users_waiting} ${users_failed} ${users_seen}`,
    );
  expect(await people()).toEqual(["0 0 0 0 0", "1 0 0 0 0", "2 0 0 0 0"]);
  const claimed = await claim(s);
  for (const place of [metresEast(500), inside]) {
    await s.report(walker, place);
    claimed.push(...(await claim(s)));
  }
  expect(await s.reached(id)).toBe(3);
  expect(tokens(claimed)).toEqual(["walker", "stays", "walker", "walker"]);
  expect(await people()).toEqual(["1 0 1 0 0", "1 0 0 0 0", "1 0 1 0 0"]);
  await record(s, claimed, [
    { ...ACCEPTED, receipt: "first" },
    { ...ACCEPTED, receipt: "second" },
    { state: "failed", why: "no" },
    BUSY,
  ]);
  await seenNow(s, `user_id = ${walker.id}`);
  expect(await people()).toEqual(["1 1 0 0 1", "1 0 0 0 0", "1 1 0 0 0"]);
  const asked = ["first", "second"];
  await recordReceipts(
    s,
    asked,
    asked.map((receipt) => ({ receipt, state: "failed", why: "unknown" })),
  );
  // Both pushes have left the host, although they failed afterwards. One of the walker's is tried again.
  expect(await people()).toEqual(["1 1 0 0 1", "1 0 0 0 0", "1 1 0 1 0"]);
});

test("the reach of an alert stays the same when its one, two or three counts are compacted", async (s) => {
  const admin = await s.user(true);
  const ids = [await s.alert(admin), await s.alert(admin), await s.alert(admin)];
  await s.as(owner)`insert into app_private.alert_reach (alert_id, users)
    select id, 10 + count from unnest(${ids}::int[]) with ordinality a (id, counts),
      generate_series(0, counts - 1) count`;
  const compact = () => s.value(owner)`select app_private.compact_alert_reach()`;
  expect([await compact(), await compact()]).toEqual([2, 0]);
  for (const [index, users] of [10, 21, 33].entries()) {
    expect(await s.reached(ids[index] as number)).toBe(users);
  }
  expect(await s.as(owner)`select from app_private.alert_reach`).toHaveLength(3);
});
