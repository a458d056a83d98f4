/** @database server */
import { expect } from "@jest/globals";
import { inside, metresEast, owner, type Row, type Scene, stage } from "./scene.ts";

/** The figures of an alert by level: which people they count, and from when they measure times. */

const { test } = stage();

const figures = (s: Scene, id: number): Promise<Row[]> =>
  s.as(owner)`select d.* from app_public.alerts a, unnest(app_public.alerts_delivery(a)) d
    where a.id = ${id}`;

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

test("the figures of an alert count people without a device, and list all levels, the most urgent first", async (s) => {
  await s.userAt(inside);
  const id = await s.published();
  expect(await figures(s, id)).toMatchObject([
    { level: "ONE", targeted: 1, sent: 0, users: 1, users_pushed: 0 },
    ...["TWO", "THREE"].map((level) => ({
      level,
      targeted: 0,
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
  await seenNow(s, "true");
  for (const [taken, rule, after] of [
    ["now() - interval '1 hour'", null, 3_600],
    ["now() - interval '59 minutes'", null, 2_400],
    ["null", null, 3_600],
    ["null", "INSIDE_WHEN_PUBLISHED", 3_600],
    ["null", "CAME_IN_LATER", 2_400],
  ] as const) {
    await s.as(owner, `update app_public.notifications set taken_at = ${taken}, rule = $1`, [rule]);
    expect([taken, rule, (await figures(s, id))[0]?.seen_after_median]).toEqual([
      taken,
      rule,
      after,
    ]);
  }
  // Removes taken_at, the rules and the versions, as if they had not been kept.
  await s.as(owner)`update app_public.notifications set taken_at = null, rule = null`;
  await s.as(owner)`delete from app_public.alert_versions`;
  expect((await figures(s, id))[0]?.seen_after_median).toBe(3_600);
});

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

test.each([
  [["failed", "accepted"], { sent: 1, accepted: 1, failed: 0, users_failed: 0 }],
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
