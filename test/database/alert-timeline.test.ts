/** @database server */
import { expect } from "@jest/globals";
import { DENIED, inside, metresEast, owner, type Scene, stage } from "./scene.ts";

/**
 * The steps of an alert's timeline: seconds since its publication, and how many people were told, were pushed to and
 * have seen it.
 */

const { test } = stage();

const timeline = (s: Scene, id: number) =>
  s.as(owner)`select extract(epoch from t.began_at - a.created_at)::int as at, t.duration,
    t.told, t.pushed, t.seen
    from app_public.alerts a, unnest(app_public.alerts_timeline(a)) t where a.id = ${id}`;

/** Publishes an alert to two people inside and one near. Moves it into the past, so that things can happen after it. */
async function published(s: Scene) {
  const admin = await s.user(true);
  const users = [await s.userAt(inside), await s.userAt(inside), await s.userAt(metresEast(500))];
  for (const user of users) await s.register(user, `phone ${user.id}`);
  const id = await s.published(admin);
  await s.as(owner)`update app_public.alerts set created_at = created_at - interval '2 days'
    where id = ${id}`;
  await s.as(owner)`update app_public.notifications
    set created_at = created_at - interval '2 days' where alert_id = ${id}`;
  return { admin, users, id };
}

/** Returns the moment at an interval after an alert was made, as text. */
const moment = (s: Scene, id: number, after: string) =>
  s.value(owner)`select (created_at + ${after}::interval)::text from app_public.alerts
    where id = ${id}`;
const seen = async (s: Scene, id: number, user: { id?: number }, after: string) =>
  await s.as(owner)`update app_public.notifications
    set seen = true, seen_at = ${await moment(s, id, after)} where alert_id = ${id} and user_id = ${user.id}`;
const accepted = async (
  s: Scene,
  id: number,
  user: { id?: number },
  after: string,
  state = "accepted",
) =>
  await s.as(
    owner,
    `insert into app_private.deliveries (notification_id, alert_id, user_id, level, provider, state, settled_at, accepted_at)
      select n.id, n.alert_id, n.user_id, n.level, 'expo', $4::app_private.delivery_state, $3::timestamptz,
          case when $4::text <> 'failed' then $3::timestamptz end
        from app_public.notifications n where n.alert_id = $1 and n.user_id = $2`,
    [id, user.id, await moment(s, id, after), state],
  );

test("a timeline counts each person once, by the minute after two hours", async (s) => {
  const { id, users } = await published(s);
  const [one, two, three] = users as [object, object, object];
  await accepted(s, id, one, "2 seconds");
  await accepted(s, id, one, "3 minutes");
  await accepted(s, id, two, "61 seconds");
  await accepted(s, id, three, "62 seconds", "failed");
  await seen(s, id, one, "119 seconds");
  await seen(s, id, three, "2 hours");
  expect(await timeline(s, id)).toEqual([
    { at: 0, duration: 60, told: 3, pushed: 1, seen: 0 },
    { at: 60, duration: 60, told: 0, pushed: 1, seen: 1 },
    { at: 7200, duration: 60, told: 0, pushed: 0, seen: 1 },
  ]);
});

test("a timeline counts a person who was notified twice at the first time, and counts no all-clear", async (s) => {
  const { id, users, admin } = await published(s);
  const [, , near] = users as [object, object, Parameters<Scene["report"]>[0]];
  await s.report(near, inside);
  await s.cancel(admin, id);
  await s.publish(id);
  expect(await timeline(s, id)).toEqual([{ at: 0, duration: 1, told: 3, pushed: 0, seen: 0 }]);
});

test("a timeline counts a push when it was accepted, even if its receipt says it failed, and none of an all-clear", async (s) => {
  const { id, users, admin } = await published(s);
  const [one, two, three] = users as [object, object, object];
  for (const user of [one, two]) await accepted(s, id, user, "2 seconds");
  await s.as(owner)`update app_private.deliveries
    set state = 'failed', settled_at = settled_at + interval '3 minutes' where user_id = ${(one as { id: number }).id}`;
  // Before receipts existed, only the end of a push was recorded.
  await s.as(owner)`update app_private.deliveries
    set accepted_at = null, settled_at = settled_at + interval '2 minutes'
    where user_id = ${(two as { id: number }).id}`;
  await s.cancel(admin, id);
  await s.publish(id);
  await s.as(owner)`insert into app_private.deliveries (notification_id, alert_id, user_id,
    level, provider, state, accepted_at)
    select n.id, n.alert_id, n.user_id, n.level, 'expo', 'accepted', n.created_at
      from app_public.notifications n where n.alert_id = ${id} and n.kind = 'ALL_CLEAR'
      and n.user_id = ${(three as { id: number }).id}`;
  expect(await timeline(s, id)).toEqual([
    { at: 0, duration: 5, told: 3, pushed: 1, seen: 0 },
    { at: 120, duration: 5, told: 0, pushed: 1, seen: 0 },
  ]);
});

test("a timeline counts a person who saw two notifications at the first time", async (s) => {
  const { id, users } = await published(s);
  const [, , near] = users as [object, object, Required<Parameters<Scene["report"]>[0]>];
  await s.report(near, inside);
  await seen(s, id, near, "10 minutes");
  await s.as(owner)`update app_public.notifications set seen_at = seen_at + interval '5 minutes'
    where user_id = ${near.id} and level = 'ONE'`;
  expect((await timeline(s, id)).filter((step) => step.seen > 0)).toMatchObject([{ at: 600 }]);
});

test("a timeline counts people whose deliveries are deleted, by the results that were kept", async (s) => {
  const { id } = await published(s);
  await s.as(owner)`insert into app_private.delivery_results (alert_id, levels, failures, pushed)
    select a.id, '[]', '[]', jsonb_build_array(jsonb_build_object('at', a.created_at + interval '90 seconds',
      'people', 3))
      from app_public.alerts a where a.id = ${id}`;
  expect(await timeline(s, id)).toMatchObject([{ at: 0 }, { at: 90, pushed: 3 }]);
});

test("statistics count half of those inside by their pushes, also when the deliveries are deleted", async (s) => {
  const { admin, id, users } = await published(s);
  const [one, two, three] = users as [object, object, { id: number }];
  const statistics = async () =>
    (
      await s.as(admin)`select m.told, m.pushed, m.pushed_after_median as median
        from unnest(app_public.alert_statistics()) m`
    )[0];
  expect(await statistics()).toEqual({ told: 3, pushed: 0, median: null });
  await accepted(s, id, one, "2 minutes");
  await accepted(s, id, one, "3 minutes");
  await accepted(s, id, two, "4 minutes");
  await accepted(s, id, three, "2 hours");
  await s.as(owner)`update app_public.notifications
    set taken_at = case user_id when ${three.id} then taken_at else created_at end`;
  expect(await statistics()).toEqual({ told: 3, pushed: 3, median: 180 });
  await s.as(
    owner,
  )`select app_private.keep_delivery_results(a) from app_public.alerts a where id = ${id}`;
  await s.as(owner)`delete from app_private.deliveries`;
  expect(await statistics()).toEqual({ told: 3, pushed: 3, median: 180 });
});

test("a timeline has longer steps if its first event is long after the publication", async (s) => {
  const { id } = await published(s);
  await s.as(owner)`update app_public.alerts set created_at = created_at - interval '3 hours'
    where id = ${id}`;
  expect(await timeline(s, id)).toMatchObject([{ at: 10_800, duration: 300 }]);
});

test.each([
  ["2 hours", 60],
  ["2 hours 1 second", 300],
  ["10 hours 1 second", 900],
  ["30 hours 1 second", 3600],
  ["5 days 1 second", 21_600],
  ["30 days 1 second", 86_400],
  ["120 days 1 second", 604_800],
  ["900 days", 604_800],
])("a timeline of %s has steps of the right length", async (s, after, duration) => {
  const { id, users } = await published(s);
  await seen(s, id, users[0] as object, after);
  const steps = await timeline(s, id);
  expect(steps.map((step) => step.duration)).toEqual([duration, duration]);
});

test("a timeline is empty if nobody was notified, and only administrators can read it", async (s) => {
  const admin = await s.user(true);
  const id = await s.published(admin);
  expect(await timeline(s, id)).toEqual([]);
  const ask = "select app_public.alerts_timeline(a) from app_public.alerts a where id = $1";
  expect(await s.as(admin, ask, [id])).toEqual([{ alerts_timeline: "{}" }]);
  const user = await s.user();
  await expect(s.as(user, ask, [id])).rejects.toMatchObject(DENIED);
});
