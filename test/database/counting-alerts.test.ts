/** @database server */
import { expect } from "@jest/globals";
import { wkt } from "../helpers/wkt.ts";
import { countFigures, crowd } from "./figures.ts";
import {
  type Actor,
  analyst,
  asPoints,
  inside,
  METRE,
  metresEast,
  owner,
  type Place,
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

/** Degrees of longitude that a metre spans at 60 degrees north. */
const NORTHERN_METRE = METRE / Math.cos((60 * Math.PI) / 180);
const NEAR_THE_NORTH: Place = [0.005, 0.01 - 40 / 110_574];

test.each<
  [
    when: string,
    people: [size: number, place: Place, accuracy: number][],
    area: Place[],
    toldAndOverspill: [number, number][],
  ]
>([
  [
    "if its circle reaches out of the zone of its level",
    [
      [2, inside, 100],
      [2, metresEast(0), 0],
      [2, metresEast(30), 20],
      [2, metresEast(500), 100],
      [2, metresEast(950), 100],
      [4, metresEast(1500), 100],
      [2, metresEast(1950), 100],
    ],
    square(),
    [
      [4, 0],
      [6, 2],
      [6, 2],
    ],
  ],
  [
    "in the north, where a circle spans more degrees of longitude",
    [[2, [0.01 - 40 * NORTHERN_METRE, 60.005], 50]],
    square([0, 60]),
    [[2, 2]],
  ],
  [
    "at the 180th meridian, unless the zone goes on beyond it",
    [
      [2, [179.9998, 0.005], 50],
      [2, [-179.9998, 0.005], 50],
      [2, [-179.9901, 0.005], 50],
      [2, [179.9998, 0.005], 2e7],
    ],
    wkt("179.99 0, -179.99 0, -179.99 0.01, 179.99 0.01"),
    [[8, 4]],
  ],
  [
    "if its circle reaches out northward, as far as eastward",
    [
      [2, NEAR_THE_NORTH, 50],
      [2, NEAR_THE_NORTH, 30],
    ],
    square(),
    [[4, 2]],
  ],
])("a position overspills %s", async (s, _, people, area, expected) => {
  const by = await admin(s);
  for (const [size, place, accuracy] of people) await crowd(s, size, place, { accuracy });
  await s.published(by, area);
  await countFigures(s);
  const shown = await figures(s, "told, overspill");
  expect(shown.map(({ told, overspill }) => [told, overspill])).toEqual(expected);
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

test("for an earlier version only ONE counts overspill, by its own area, as its outer zones are not kept", async (s) => {
  const by = await admin(s);
  for (const metres of [-5, 995, 1995]) await crowd(s, 2, metresEast(metres), { accuracy: 20 });
  const alert = await s.published(by);
  await s.update(by, alert, { points: asPoints(square([0, 0], 0.02)) });
  await countFigures(s);
  expect(await figures(s, "version, level, told, overspill")).toEqual([
    { version: 1, level: "ONE", told: 2, overspill: 2 },
    { version: 1, level: "TWO", told: 2, overspill: null },
    { version: 1, level: "THREE", told: 2, overspill: null },
  ]);
});

test("the seconds until users are notified count from the version that notified them", async (s) => {
  const by = await admin(s);
  await crowd(s, 2, inside);
  const alert = await s.published(by);
  await s.update(by, alert, { text1: "Go.", renotify: true });
  await s.publish(alert);
  await s.as(owner)`update app_private.publications set completed_at = now() + interval '1 day';
    update app_public.alert_versions set created_at = now() + interval '100 seconds' where version = 2;
    update app_public.notifications set created_at = now() + interval '130 seconds' where version = 2`;
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

test.each([
  [
    "nobody counts while a publication is running",
    "null",
    { came_in_later: 0, told_max_seconds: 0 },
  ],
  [
    "users notified after the publication was complete count",
    "now() - interval '1 s'",
    { came_in_later: 2, told_max_seconds: null },
  ],
])("as having come in later %s", async (s, _, completed, expected) => {
  const by = await admin(s);
  // The figures round these three people down to two.
  await crowd(s, 3, inside);
  await s.published(by);
  await s.as(owner, `update app_private.publications set completed_at = ${completed}`);
  await countFigures(s);
  expect(await figures(s, "told, came_in_later, told_max_seconds")).toEqual([
    { told: 2, ...expected },
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
  await crowd(s, 2, inside);
  await s.published(by);
  await s.as(owner)`insert into app_private.deliveries (notification_id, alert_id, user_id, level,
    provider, state, settled_at, why)
    select id, alert_id, user_id, level, 'expo', 'dead', now(), 'Gone: ExponentPushToken[' || id || '].'
      from app_public.notifications`;
  await countFigures(s);
  expect(
    await s.as(analyst)`select provider, outcome, reason, people_low as people
      from analytics.alert_pushes`,
  ).toEqual([{ provider: "expo", outcome: "FAILED", reason: "Gone: ….", people: 2 }]);
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
