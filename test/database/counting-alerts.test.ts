/** @database server */
import { expect } from "@jest/globals";
import { wkt } from "../helpers/wkt.ts";
import { countFigures } from "./figures.ts";
import {
  type Actor,
  analyst,
  asPoints,
  inside,
  METRE,
  metresEast,
  owner,
  type Place,
  type Report,
  type Scene,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();

/** Makes an administrator, and sets the smallest group that is shown to two people. */
async function admin(s: Scene): Promise<Actor> {
  await s.as(owner)`update app_private.settings set smallest_group = 2`;
  return await s.user(true);
}
async function crowd(s: Scene, size: number, place: Place, report?: Report): Promise<Actor[]> {
  const people: Actor[] = [];
  for (let i = 0; i < size; i++) people.push(await s.userAt(place, report));
  return people;
}
const idsOf = (people: Actor[]) => people.map(({ id }) => id);
/** Returns the figures of levels that told somebody. A number of people is its lower bound. */
const figures = (s: Scene, columns: string) => {
  const people = /\b(told|came_in_later|overspill|accepted|failed|seen)\b/g;
  return s.as(
    analyst,
    `select ${columns.replaceAll(people, "$1_low as $1")} from analytics.alert_levels
      where told_low > 0 order by version, level`,
  );
};

/** Gives each person a delivery to a device, in a state that it reaches `minutes` from now. */
async function deliver(
  s: Scene,
  people: Actor[],
  [device, provider, state, minutes, why]: [number, string, string, number?, string?],
): Promise<void> {
  await s.as(
    owner,
    `insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider, state, accepted_at, settled_at, why)
      select n.id, $2, n.alert_id, n.user_id, n.level, $3::app_private.push_provider, $4::app_private.delivery_state,
          case when $4 = 'accepted' then now() + $5 * interval '1 minute' end,
          case when $4 <> 'queued' then now() + $5 * interval '1 minute' end, $6
        from app_public.notifications n where n.user_id = any ($1)`,
    [idsOf(people), device, provider, state, minutes ?? 0, why],
  );
}
const pushes = (s: Scene) =>
  s.as(analyst)`select provider, outcome, reason, people_low as people
    from analytics.alert_pushes order by provider, outcome, reason`;

test("a position overspills if its circle reaches out of the zone of its level", async (s) => {
  const by = await admin(s);
  await crowd(s, 2, inside, { accuracy: 100 });
  await crowd(s, 2, metresEast(0), { accuracy: 0 });
  await crowd(s, 2, metresEast(30), { accuracy: 20 });
  await crowd(s, 2, metresEast(500), { accuracy: 100 });
  await crowd(s, 2, metresEast(950), { accuracy: 100 });
  await crowd(s, 4, metresEast(1500), { accuracy: 100 });
  await crowd(s, 2, metresEast(1950), { accuracy: 100 });
  await s.published(by);
  await countFigures(s);
  expect(await figures(s, "level, told, overspill")).toEqual([
    { level: "ONE", told: 4, overspill: 0 },
    { level: "TWO", told: 6, overspill: 2 },
    { level: "THREE", told: 6, overspill: 2 },
  ]);
});

test("the circle of a position spans more degrees of longitude in the north", async (s) => {
  const by = await admin(s);
  const metre = METRE / Math.cos((60 * Math.PI) / 180);
  await crowd(s, 2, [0.01 - 40 * metre, 60.005], { accuracy: 50 });
  await s.published(by, square([0, 60]));
  await countFigures(s);
  expect(await figures(s, "told, overspill")).toEqual([{ told: 2, overspill: 2 }]);
});

test("a position does not overspill at the 180th meridian if the zone goes on beyond it", async (s) => {
  const by = await admin(s);
  for (const west of [179.9998, -179.9998]) await crowd(s, 2, [west, 0.005], { accuracy: 50 });
  await crowd(s, 2, [-179.9901, 0.005], { accuracy: 50 });
  await crowd(s, 2, [179.9998, 0.005], { accuracy: 2e7 });
  await s.published(by, wkt("179.99 0, -179.99 0, -179.99 0.01, 179.99 0.01"));
  await countFigures(s);
  expect(await figures(s, "level, told, overspill")).toEqual([
    { level: "ONE", told: 8, overspill: 4 },
  ]);
});

test("the circle of a position reaches as far north as east", async (s) => {
  const by = await admin(s);
  const place: Place = [0.005, 0.01 - 40 / 110_574];
  await crowd(s, 2, place, { accuracy: 50 });
  await crowd(s, 2, place, { accuracy: 30 });
  await s.published(by);
  await countFigures(s);
  expect(await figures(s, "told, overspill")).toEqual([{ told: 4, overspill: 2 }]);
});

test("an alert whose versions were deleted is counted by its own area and time", async (s) => {
  const by = await admin(s);
  await crowd(s, 2, metresEast(-5), { accuracy: 20 });
  await s.published(by);
  await s.as(owner)`delete from app_public.alert_versions`;
  await s.as(owner)`update app_public.notifications
    set seen = true, seen_at = now() + interval '30 seconds'`;
  await countFigures(s);
  expect(await figures(s, "told, overspill, seen_max_seconds")).toEqual([
    { told: 2, overspill: 2, seen_max_seconds: 30 },
  ]);
});

test("figures stay the same when places are cleared during the alert", async (s) => {
  const by = await admin(s);
  const told = await crowd(s, 2, metresEast(-5), { accuracy: 20 });
  const alert = await s.published(by);
  const later = (seconds: number, people: Actor[]) =>
    s.as(owner)`update app_public.notifications
      set created_at = created_at + ${seconds} * interval '1 second',
      taken_at = taken_at + sign(${seconds} - 8) * interval '1 second' where user_id = any (${idsOf(people)})`;
  await later(7, told);
  await s.as(owner)`update app_private.publications set completed_at = now() + interval '8 s'`;
  const late = await crowd(s, 2, metresEast(5_000));
  for (const person of late) await s.report(person, metresEast(-50));
  await later(9, late);
  const shown = "level, told, came_in_later, overspill, told_max_seconds";
  await countFigures(s);
  const before = await figures(s, shown);
  expect(before).toMatchObject([{ told: 4, came_in_later: 2, overspill: 2, told_max_seconds: 7 }]);
  await s.as(owner)`select app_private.clear_places(array_agg(user_id), array_agg(id))
    from app_public.notifications where alert_id = ${alert}`;
  await s.as(owner)`update app_private.alert_counts set counted_until = null`;
  await countFigures(s);
  expect(await figures(s, shown)).toEqual(before);
});

test("for an earlier version only ONE counts overspill, as its outer zones are not kept", async (s) => {
  const by = await admin(s);
  await crowd(s, 2, metresEast(-5), { accuracy: 20 });
  await crowd(s, 2, metresEast(995), { accuracy: 20 });
  await crowd(s, 2, metresEast(1995), { accuracy: 20 });
  const alert = await s.published(by);
  await s.update(by, alert, { text1: "Go." });
  await countFigures(s);
  expect(await figures(s, "version, level, told, overspill")).toEqual([
    { version: 1, level: "ONE", told: 2, overspill: 2 },
    { version: 1, level: "TWO", told: 2, overspill: null },
    { version: 1, level: "THREE", told: 2, overspill: null },
  ]);
});

test("overspill of an earlier version is measured by its own area, not by the current one", async (s) => {
  const by = await admin(s);
  await crowd(s, 2, metresEast(-5), { accuracy: 20 });
  const alert = await s.published(by);
  await s.update(by, alert, { points: asPoints(square([0, 0], 0.02)) });
  await countFigures(s);
  expect(await figures(s, "version, level, told, overspill")).toEqual([
    { version: 1, level: "ONE", told: 2, overspill: 2 },
  ]);
});

test("the seconds until users are notified count from the version that notified them", async (s) => {
  const by = await admin(s);
  await crowd(s, 2, inside);
  const alert = await s.published(by);
  await s.update(by, alert, { text1: "Go.", renotify: true });
  await s.publish(alert);
  for (const change of [
    "app_private.publications set completed_at = now() + interval '1 day'",
    "app_public.alert_versions set created_at = now() + interval '100 seconds' where version = 2",
    "app_public.notifications set created_at = now() + interval '130 seconds' where version = 2",
  ]) {
    await s.as(owner, `update ${change}`);
  }
  await countFigures(s);
  const times = "version, told, came_in_later, told_max_seconds";
  expect(await figures(s, times)).toEqual([
    { version: 1, told: 2, came_in_later: 0, told_max_seconds: 0 },
    { version: 2, told: 2, came_in_later: 0, told_max_seconds: 30 },
  ]);
});

test("an alert that was being published at the end of an hour has no figures until the next one", async (s) => {
  const by = await admin(s);
  await crowd(s, 4, inside);
  await s.published(by);
  const reads = "select reached_users_low, counted_until from analytics.alerts";
  // It was published after this hour, and then just before its end.
  for (const change of [
    "app_private.publications set completed_at = now() + interval '2 minutes'",
    "app_public.alerts set created_at = now() - interval '1 minute'",
    "app_public.notifications set created_at = now() + interval '1 minute'",
  ]) {
    await s.as(owner, `update ${change}`);
    await countFigures(s, "now()");
    expect(await s.as(analyst, reads)).toEqual([{ reached_users_low: null, counted_until: null }]);
  }
  await countFigures(s);
  expect(await s.as(analyst, reads)).toEqual([
    { reached_users_low: 4, counted_until: expect.anything() },
  ]);
});

test("nobody counts as having come in later while a publication is running", async (s) => {
  const by = await admin(s);
  await crowd(s, 2, inside);
  await s.published(by);
  await s.as(owner)`update app_private.publications set completed_at = null`;
  await countFigures(s);
  expect(await figures(s, "told, came_in_later, told_max_seconds")).toEqual([
    { told: 2, came_in_later: 0, told_max_seconds: 0 },
  ]);
});

test("users notified after the publication was complete count as having come in later", async (s) => {
  const by = await admin(s);
  // The figures round these three people down to two.
  await crowd(s, 3, inside);
  await s.published(by);
  await s.as(owner)`update app_private.publications set completed_at = now() - interval '1 s'`;
  await countFigures(s);
  expect(await figures(s, "told, came_in_later, told_max_seconds")).toEqual([
    { told: 2, came_in_later: 2, told_max_seconds: null },
  ]);
});

test.each(["an update", "an all-clear"])(
  "users who came in later remain so after %s",
  async (s, what) => {
    const by = await admin(s);
    await crowd(s, 2, inside);
    const alert = await s.published(by);
    const late = await crowd(s, 2, inside);
    await s.as(owner)`update app_public.notifications
      set created_at = now() + interval '10 seconds' where user_id = any (${idsOf(late)})`;
    const complete = (after: string) =>
      s.as(owner)`update app_private.publications set completed_at = now() + ${after}::interval`;
    await complete("5 seconds");
    if (what === "an update") await s.update(by, alert, { text1: "Go." });
    else await s.cancel(by, alert);
    await s.publish(alert);
    await complete("4 hours");
    await countFigures(s);
    expect(await figures(s, "version, told, came_in_later, told_max_seconds")).toEqual([
      { version: 1, told: 4, came_in_later: 2, told_max_seconds: 0 },
    ]);
  },
);

test("a dead push counts as failed, and reasons do not name devices", async (s) => {
  const by = await admin(s);
  const people = await crowd(s, 2, inside);
  await s.published(by);
  for (const [i, person] of people.entries()) {
    await deliver(s, [person], [1, "expo", "dead", 1, `Gone: ExponentPushToken[${i}].`]);
  }
  await countFigures(s);
  expect(await pushes(s)).toEqual([
    { provider: "expo", outcome: "FAILED", reason: "Gone: ….", people: 2 },
  ]);
  expect(await figures(s, "accepted, failed")).toEqual([{ accepted: 0, failed: 2 }]);
});

test("the newest of the alerts that are not counted yet is counted first", async (s) => {
  const by = await admin(s);
  const newest = [await s.alert(by), await s.alert(by), await s.alert(by)].at(-1);
  await s.value(owner)`select app_private.count_alert(now() + interval '1 hour')`;
  const counted = "select alert_id from app_private.alert_counts where counted_until is not null";
  expect(await s.as(owner, counted)).toEqual([{ alert_id: newest }]);
});

test("the figures of an alert are final a day after its end, which a cancellation brings forward", async (s) => {
  const by = await admin(s);
  const alert = await s.published(by);
  await s.as(owner)`update app_public.alerts set expires_at = now() + interval '10 hours'
    where id = ${alert}`;
  const isFinal = async (hours: number) => {
    await countFigures(s, `now() + interval '${hours} hours'`);
    return await s.value(owner)`select is_final from app_private.alert_counts`;
  };
  expect(await isFinal(11)).toBe(false);
  expect(await isFinal(32.5)).toBe(false);
  await s.as(owner)`update app_public.alerts set cancelled_at = now() + interval '9 hours',
    all_clear = 'Over.' where id = ${alert}`;
  expect(await isFinal(33)).toBe(true);
  const step = "select app_private.count_alert(now() + interval '40 hours')";
  expect(await s.value(owner, step)).toBe(false);
});

test("an alert that committed after a later one was counted is counted too", async (s) => {
  const by = await admin(s);
  await crowd(s, 2, inside);
  const [late] = [await s.published(by), await s.published(by)];
  await countFigures(s);
  // As if the first one had not been there yet.
  await s.as(owner)`delete from app_private.alert_counts where alert_id = ${late}`;
  expect(await figures(s, "told")).toEqual([{ told: 2 }]);
  await countFigures(s);
  expect(await figures(s, "told")).toEqual([{ told: 2 }, { told: 2 }]);
});
