import { expect, test } from "@jest/globals";
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

const { play } = stage();

/** Makes an administrator, and sets the smallest group that is shown to two people. */
async function admin(s: Scene): Promise<Actor> {
  await s.as(owner, "update app_private.settings set smallest_group = 2");
  return await s.user(true);
}
async function crowd(s: Scene, size: number, place: Place, report?: Report): Promise<Actor[]> {
  const people: Actor[] = [];
  for (let i = 0; i < size; i++) people.push(await s.userAt(place, report));
  return people;
}
const idsOf = (people: Actor[]) => people.map(({ id }) => id);
const published = async (s: Scene, by: Actor, points?: Place[]) => {
  const id = await s.alert(by, points);
  await s.publish(id);
  return id;
};
const figures = (s: Scene, columns: string) =>
  s.as(analyst, `select ${columns} from analytics.alert_levels order by version, level`);

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
  s.as(
    analyst,
    "select provider, outcome, reason, people from analytics.alert_pushes order by provider, outcome, reason",
  );

test(
  "a position overspills if its circle reaches out of the zone of its level",
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 2, inside, { accuracy: 100 });
    await crowd(s, 2, metresEast(0), { accuracy: 0 });
    await crowd(s, 2, metresEast(30), { accuracy: 20 });
    await crowd(s, 2, metresEast(500), { accuracy: 100 });
    await crowd(s, 2, metresEast(950), { accuracy: 100 });
    await crowd(s, 4, metresEast(1500), { accuracy: 100 });
    await crowd(s, 2, metresEast(1950), { accuracy: 100 });
    await published(s, by);
    await countFigures(s);
    expect(await figures(s, "level, told, overspill")).toEqual([
      { level: "ONE", told: 4, overspill: null },
      { level: "TWO", told: 6, overspill: 2 },
      { level: "THREE", told: 6, overspill: 2 },
    ]);
  }),
);

test(
  "the circle of a position spans more degrees of longitude in the north",
  play(async (s) => {
    const by = await admin(s);
    const metre = METRE / Math.cos((60 * Math.PI) / 180);
    await crowd(s, 2, [0.01 - 40 * metre, 60.005], { accuracy: 50 });
    await published(s, by, square([0, 60]));
    await countFigures(s);
    expect(await figures(s, "told, overspill")).toEqual([{ told: 2, overspill: 2 }]);
  }),
);

test(
  "a position does not overspill at the 180th meridian if the zone goes on beyond it",
  play(async (s) => {
    const by = await admin(s);
    for (const west of [179.9998, -179.9998]) await crowd(s, 2, [west, 0.005], { accuracy: 50 });
    await crowd(s, 2, [-179.9901, 0.005], { accuracy: 50 });
    await crowd(s, 2, [179.9998, 0.005], { accuracy: 2e7 });
    await published(s, by, [
      [179.99, 0],
      [-179.99, 0],
      [-179.99, 0.01],
      [179.99, 0.01],
    ]);
    await countFigures(s);
    expect(await figures(s, "level, told, overspill")).toEqual([
      { level: "ONE", told: 8, overspill: 4 },
    ]);
  }),
);

test(
  "the circle of a position reaches as far north as east",
  play(async (s) => {
    const by = await admin(s);
    const place: Place = [0.005, 0.01 - 40 / 110_574];
    await crowd(s, 2, place, { accuracy: 50 });
    await crowd(s, 2, place, { accuracy: 30 });
    await published(s, by);
    await countFigures(s);
    expect(await figures(s, "told, overspill")).toEqual([{ told: 4, overspill: 2 }]);
  }),
);

test(
  "an alert whose versions were deleted is counted by its own area and time",
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 2, metresEast(-5), { accuracy: 20 });
    await published(s, by);
    await s.as(owner, "delete from app_public.alert_versions");
    await s.as(
      owner,
      "update app_public.notifications set seen = true, seen_at = now() + interval '30 seconds'",
    );
    await countFigures(s);
    expect(await figures(s, "told, overspill, seen_max_seconds")).toEqual([
      { told: 2, overspill: 2, seen_max_seconds: 30 },
    ]);
  }),
);

test(
  "figures stay the same when places are cleared during the alert",
  play(async (s) => {
    const by = await admin(s);
    const told = await crowd(s, 2, metresEast(-5), { accuracy: 20 });
    const alert = await published(s, by);
    const later = (seconds: number, people: Actor[]) =>
      s.as(
        owner,
        `update app_public.notifications set created_at = created_at + $1 * interval '1 second',
            taken_at = taken_at + sign($1 - 8) * interval '1 second' where user_id = any ($2)`,
        [seconds, idsOf(people)],
      );
    await later(7, told);
    await s.as(owner, "update app_private.publications set completed_at = now() + interval '8 s'");
    const late = await crowd(s, 2, metresEast(5_000));
    for (const person of late) await s.report(person, metresEast(-50));
    await later(9, late);
    const shown = "level, told, came_in_later, overspill, told_max_seconds";
    await countFigures(s);
    const before = await figures(s, shown);
    expect(before).toMatchObject([
      { told: 4, came_in_later: 2, overspill: 2, told_max_seconds: 7 },
    ]);
    await s.as(
      owner,
      `select app_private.clear_places(array_agg(user_id), array_agg(id)) from app_public.notifications where alert_id = $1`,
      [alert],
    );
    await s.as(owner, "update app_private.alert_counts set counted_until = null");
    await countFigures(s);
    expect(await figures(s, shown)).toEqual(before);
  }),
);

test(
  "for an earlier version only ONE counts overspill, as its outer zones are not kept",
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 2, metresEast(-5), { accuracy: 20 });
    await crowd(s, 2, metresEast(995), { accuracy: 20 });
    await crowd(s, 2, metresEast(1995), { accuracy: 20 });
    const alert = await published(s, by);
    await s.update(by, alert, { text1: "Go." });
    await countFigures(s);
    expect(await figures(s, "version, level, told, overspill")).toEqual([
      { version: 1, level: "ONE", told: 2, overspill: 2 },
      { version: 1, level: "TWO", told: 2, overspill: null },
      { version: 1, level: "THREE", told: 2, overspill: null },
    ]);
  }),
);

test(
  "overspill of an earlier version is measured by its own area, not by the current one",
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 2, metresEast(-5), { accuracy: 20 });
    const alert = await published(s, by);
    await s.update(by, alert, { points: asPoints(square([0, 0], 0.02)) });
    await countFigures(s);
    expect(await figures(s, "version, level, told, overspill")).toEqual([
      { version: 1, level: "ONE", told: 2, overspill: 2 },
    ]);
  }),
);

test(
  "the seconds until users are notified count from the version that notified them",
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 2, inside);
    const alert = await published(s, by);
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
      { version: 1, told: 2, came_in_later: null, told_max_seconds: 0 },
      { version: 2, told: 2, came_in_later: null, told_max_seconds: 30 },
    ]);
  }),
);

test(
  "each version and level has the times of its own people, until notified and until seen",
  play(async (s) => {
    const by = await admin(s);
    const [one, two] = [await crowd(s, 4, inside), await crowd(s, 4, metresEast(500))];
    const alert = await published(s, by);
    await s.update(by, alert, { text1: "Go.", renotify: true });
    await s.publish(alert);
    for (const whole of ["app_public.alert_versions", "app_private.publications"]) {
      await s.as(owner, `update ${whole} set completed_at = now() + interval '1 day'`);
    }
    const times: [version: number, people: Actor[], told: number, seen: number][] = [
      [1, one.slice(0, 2), 100, 1_000],
      [1, one.slice(2), 200, 2_000],
      [1, two, 1, 50],
      [2, one, 2, 60],
      [2, two, 3, 70],
    ];
    for (const [version, people, told, seen] of times) {
      await s.as(
        owner,
        `update app_public.notifications
          set created_at = now() + $3 * interval '1 second', seen = true, seen_at = now() + $4 * interval '1 second'
          where version = $1 and user_id = any ($2)`,
        [version, idsOf(people), told, seen],
      );
    }
    await countFigures(s);
    const rows = await figures(
      s,
      "version, level, told_p50_seconds, told_p95_seconds, seen_p50_seconds, seen_p95_seconds",
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      [1, "ONE", 100, 200, 1_000, 2_000],
      [1, "TWO", 1, 1, 50, 50],
      [2, "ONE", 2, 2, 60, 60],
      [2, "TWO", 3, 3, 70, 70],
    ]);
  }),
);

test(
  "an alert that was being published at the end of an hour reads null, not <2, until the next one",
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 4, inside);
    await published(s, by);
    const reads = "select reached_users_reads, counted_until from analytics.alerts";
    // It was published after this hour, and then just before its end.
    for (const change of [
      "app_private.publications set completed_at = now() + interval '2 minutes'",
      "app_public.alerts set created_at = now() - interval '1 minute'",
      "app_public.notifications set created_at = now() + interval '1 minute'",
    ]) {
      await s.as(owner, `update ${change}`);
      await countFigures(s, "now()");
      expect(await s.as(analyst, reads)).toEqual([
        { reached_users_reads: null, counted_until: null },
      ]);
    }
    await countFigures(s);
    expect(await s.as(analyst, reads)).toEqual([
      { reached_users_reads: "4", counted_until: expect.anything() },
    ]);
  }),
);

test(
  "nobody counts as having come in later while a publication is running",
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 2, inside);
    await published(s, by);
    await s.as(owner, "update app_private.publications set completed_at = null");
    await countFigures(s);
    expect(await figures(s, "told, came_in_later, told_max_seconds")).toEqual([
      { told: 2, came_in_later: null, told_max_seconds: 0 },
    ]);
  }),
);

test(
  "users notified after the publication was complete count as having come in later",
  play(async (s) => {
    const by = await admin(s);
    // The figures round these three people down to two.
    await crowd(s, 3, inside);
    await published(s, by);
    await s.as(owner, "update app_private.publications set completed_at = now() - interval '1 s'");
    await countFigures(s);
    expect(await figures(s, "told, came_in_later, told_max_seconds")).toEqual([
      { told: 2, came_in_later: 2, told_max_seconds: null },
    ]);
  }),
);

test.each(["an update", "an all-clear"])("users who came in later remain so after %s", (what) =>
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 2, inside);
    const alert = await published(s, by);
    const late = await crowd(s, 2, inside);
    await s.as(
      owner,
      "update app_public.notifications set created_at = now() + interval '10 seconds' where user_id = any ($1)",
      [idsOf(late)],
    );
    const complete = (after: string) =>
      s.as(owner, "update app_private.publications set completed_at = now() + $1::interval", [
        after,
      ]);
    await complete("5 seconds");
    if (what === "an update") await s.update(by, alert, { text1: "Go." });
    else await s.cancel(by, alert);
    await s.publish(alert);
    await complete("4 hours");
    await countFigures(s);
    expect(await figures(s, "version, told, came_in_later, told_max_seconds")).toEqual([
      { version: 1, told: 4, came_in_later: 2, told_max_seconds: 0 },
    ]);
  })(),
);

test(
  "the seconds until seen count from the notification for users who came in later, else from the publication",
  play(async (s) => {
    const by = await admin(s);
    const early = await crowd(s, 2, inside);
    await published(s, by);
    // The others move in before the publication is complete.
    await s.as(
      owner,
      "update app_private.publications set completed_at = now() + interval '1 day'",
    );
    const late = await crowd(s, 2, inside);
    await s.as(
      owner,
      `update app_public.notifications set taken_at = taken_at + interval '1 second', created_at = now() + interval '1000 seconds' where user_id = any ($1)`,
      [idsOf(late)],
    );
    const see = (people: Actor[], seconds: number) =>
      s.as(
        owner,
        "update app_public.notifications set seen = true, seen_at = now() + $2 * interval '1 second' where user_id = any ($1)",
        [idsOf(people), seconds],
      );
    await see(late, 1010);
    await see(early, 20);
    await countFigures(s);
    expect(
      await figures(s, "came_in_later, told_max_seconds, seen_p50_seconds, seen_max_seconds"),
    ).toEqual([
      { came_in_later: 2, told_max_seconds: 0, seen_p50_seconds: 10, seen_max_seconds: 20 },
    ]);
  }),
);

test(
  "a count as of a moment leaves out notifications, views and pushes after it",
  play(async (s) => {
    const by = await admin(s);
    const [some, others] = [await crowd(s, 2, inside), await crowd(s, 2, inside)];
    await published(s, by);
    await s.as(
      owner,
      "update app_public.notifications set created_at = now() + interval '90 minutes' where user_id = any ($1)",
      [idsOf(others)],
    );
    await s.as(
      owner,
      "update app_public.notifications set seen = true, seen_at = now() + interval '95 minutes'",
    );
    await deliver(s, some, [1, "fcm", "accepted", 70]);
    await deliver(s, others, [1, "fcm", "failed", 95, "Odd."]);
    await countFigures(s, "now() + interval '1 hour'");
    expect(await figures(s, "told, seen, accepted, seen_max_seconds")).toEqual([
      { told: 2, seen: null, accepted: null, seen_max_seconds: null },
    ]);
    expect(await pushes(s)).toEqual([
      { provider: "fcm", outcome: "WAITING", reason: null, people: 2 },
    ]);
    await countFigures(s, "now() + interval '2 hours'");
    expect(await figures(s, "told, seen, accepted, failed, accepted_p50_seconds")).toEqual([
      { told: 4, seen: 4, accepted: 2, failed: 2, accepted_p50_seconds: 4_200 },
    ]);
  }),
);

test(
  "a person with several devices counts by the device that accepted a push before the count",
  play(async (s) => {
    const by = await admin(s);
    const people = await crowd(s, 2, inside);
    await published(s, by);
    await deliver(s, people, [1, "fcm", "accepted", 70]);
    await deliver(s, people, [2, "web_push", "dead", 5, "Gone."]);
    await deliver(s, people, [3, "expo", "accepted", 10, "Late."]);
    // The receipt of the Expo push came later.
    await s.as(
      owner,
      "update app_private.deliveries set settled_at = now() + interval '20 minutes' where device_id = 3",
    );
    await countFigures(s, "now() + interval '1 hour'");
    expect(await pushes(s)).toEqual([
      { provider: "expo", outcome: "ACCEPTED", reason: null, people: 2 },
    ]);
    expect(await figures(s, "accepted_max_seconds")).toEqual([{ accepted_max_seconds: 600 }]);
  }),
);

test(
  "a person whose devices all failed counts by the last failure, once it has happened",
  play(async (s) => {
    const by = await admin(s);
    const people = await crowd(s, 2, inside);
    await published(s, by);
    await deliver(s, people, [1, "web_push", "failed", 10, "Last."]);
    await deliver(s, people, [2, "fcm", "failed", 5, "First."]);
    await countFigures(s, "now() + interval '1 hour'");
    expect(await pushes(s)).toEqual([
      { provider: "web_push", outcome: "FAILED", reason: "Last.", people: 2 },
    ]);
    await deliver(s, people, [3, "expo", "failed", 95, "Later."]);
    await s.as(owner, "delete from app_private.deliveries where device_id < 3");
    await countFigures(s, "now() + interval '90 minutes'");
    expect(await pushes(s)).toEqual([
      { provider: "expo", outcome: "WAITING", reason: "Later.", people: 2 },
    ]);
    await countFigures(s, "now() + interval '2 hours'");
    expect(await pushes(s)).toMatchObject([{ provider: "expo", outcome: "FAILED" }]);
  }),
);

test(
  "a dead push counts as failed, and reasons do not name devices",
  play(async (s) => {
    const by = await admin(s);
    const people = await crowd(s, 2, inside);
    await published(s, by);
    for (const [i, person] of people.entries()) {
      await deliver(s, [person], [1, "expo", "dead", 1, `Gone: ExponentPushToken[${i}].`]);
    }
    await countFigures(s);
    expect(await pushes(s)).toEqual([
      { provider: "expo", outcome: "FAILED", reason: "Gone: ….", people: 2 },
    ]);
    expect(await figures(s, "accepted, failed")).toEqual([{ accepted: null, failed: 2 }]);
  }),
);

test(
  "the newest of the alerts that are not counted yet is counted first",
  play(async (s) => {
    const by = await admin(s);
    const newest = [await s.alert(by), await s.alert(by), await s.alert(by)].at(-1);
    await s.value(owner, "select app_private.count_alert_step(now() + interval '1 hour')");
    const counted = "select alert_id from app_private.alert_counts where counted_until is not null";
    expect(await s.as(owner, counted)).toEqual([{ alert_id: newest }]);
  }),
);

test(
  "people whose push still waits, or who have no push, do not count as failed",
  play(async (s) => {
    const by = await admin(s);
    const [odd, large] = [await crowd(s, 2, inside), await crowd(s, 2, inside)];
    const waiting = await crowd(s, 2, inside);
    await crowd(s, 2, inside);
    await published(s, by);
    await deliver(s, odd, [1, "fcm", "failed", 1, "Odd."]);
    await deliver(s, large, [1, "fcm", "failed", 1, "Too large."]);
    await deliver(s, waiting, [1, "fcm", "queued"]);
    await countFigures(s);
    expect(await figures(s, "told, failed")).toEqual([{ told: 8, failed: 4 }]);
  }),
);

test(
  "a small group of pushes is merged with another group of the same version and level",
  play(async (s) => {
    const by = await admin(s);
    const [one, two] = [await crowd(s, 5, inside), await crowd(s, 5, metresEast(500))];
    const alert = await published(s, by);
    await s.update(by, alert, { text1: "Go.", renotify: true });
    await s.publish(alert);
    for (const people of [one, two]) {
      await deliver(s, people.slice(0, 4), [1, "fcm", "accepted", 1]);
      await deliver(s, people.slice(4), [1, "expo", "failed", 1, "Odd."]);
    }
    await countFigures(s);
    const rows = await s.as(
      analyst,
      "select version, level, provider, people from analytics.alert_pushes order by 1, 2",
    );
    expect(rows).toEqual(
      [1, 2].flatMap((version) =>
        ["ONE", "TWO"].map((level) => ({ version, level, provider: "OTHER", people: 4 })),
      ),
    );
  }),
);

test(
  "a small group of pushes is merged with one of two equal groups, not with both",
  play(async (s) => {
    const by = await admin(s);
    const people = await crowd(s, 5, inside);
    await published(s, by);
    await deliver(s, people.slice(0, 2), [1, "fcm", "accepted", 1]);
    await deliver(s, people.slice(2, 4), [1, "web_push", "accepted", 1]);
    await deliver(s, people.slice(4), [1, "expo", "failed", 1, "Odd."]);
    await countFigures(s);
    expect(await pushes(s)).toEqual([
      { provider: "OTHER", outcome: "OTHER", reason: null, people: 2 },
      { provider: "fcm", outcome: "ACCEPTED", reason: null, people: 2 },
    ]);
    // A count of all four would reveal the two that are not shown.
    expect(await figures(s, "accepted")).toEqual([{ accepted: 2 }]);
  }),
);

test(
  "each push of an hour is counted once, and a group of few pushes is not counted",
  play(async (s) => {
    const by = await admin(s);
    const [many, one] = [await crowd(s, 2, inside), await crowd(s, 1, inside)];
    const [failed, next] = [await crowd(s, 2, inside), await crowd(s, 2, inside)];
    await published(s, by);
    await deliver(s, many, [1, "fcm", "accepted", 1]);
    await deliver(s, one, [1, "expo", "accepted", 1]);
    await deliver(s, failed, [1, "web_push", "failed", 1, "Odd."]);
    // Accepted at the moment of the first count.
    await deliver(s, next, [1, "web_push", "accepted", 60]);
    const counts = () =>
      s.as(
        owner,
        "select key ->> 1 as provider, key ->> 2 as outcome, people::int from app_private.counts where task = 'deliveries' order by 1, 2",
      );
    for (const hours of [1, 2, 3]) {
      await countFigures(s, `now() + interval '${hours} hours'`);
      expect(await counts()).toEqual([
        { provider: "expo", outcome: "ACCEPTED", people: 0 },
        { provider: "fcm", outcome: "ACCEPTED", people: 2 },
        ...(hours > 1 ? [{ provider: "web_push", outcome: "ACCEPTED", people: 2 }] : []),
        { provider: "web_push", outcome: "FAILED", people: 2 },
      ]);
    }
    expect(await s.as(owner, "select from app_private.counts where task like 'alert%'")).toEqual(
      [],
    );
  }),
);

test(
  "the reached users of an alert are its own, and no more than its shown levels explain",
  play(async (s) => {
    const by = await admin(s);
    const two: Place = [metresEast(500)[0], inside[1]];
    const at = (east: number, [longitude, latitude]: Place): Place => [east + longitude, latitude];
    for (const place of [inside, two]) await crowd(s, 1, place);
    const few = await published(s, by);
    await crowd(s, 3, at(5, inside));
    const again = await published(s, by, square([5, 0]));
    await s.update(by, again, { text1: "Go.", renotify: true });
    await s.publish(again);
    for (const place of [inside, two]) await crowd(s, 5, at(9, place));
    const many = await published(s, by, square([9, 0]));
    await countFigures(s);
    expect(
      await s.as(analyst, "select alert_id, reached_users from analytics.alerts order by 1"),
    ).toEqual([
      { alert_id: few, reached_users: null },
      { alert_id: again, reached_users: 2 },
      { alert_id: many, reached_users: 10 },
    ]);
  }),
);

test(
  "accepted pushes are shown only as far as the shown groups of the same alert explain them",
  play(async (s) => {
    const by = await admin(s);
    const few = await crowd(s, 2, inside);
    const first = await published(s, by);
    await deliver(s, few.slice(0, 1), [1, "fcm", "accepted", 1]);
    await deliver(s, few.slice(1), [1, "expo", "accepted", 1]);
    const others = await crowd(s, 2, [5.005, 0.005]);
    const second = await published(s, by, square([5, 0]));
    await deliver(s, others, [1, "fcm", "accepted", 1]);
    await countFigures(s);
    expect(
      await s.as(analyst, "select alert_id, accepted from analytics.alert_levels order by 1"),
    ).toEqual([
      { alert_id: first, accepted: null },
      { alert_id: second, accepted: 2 },
    ]);
  }),
);

test(
  "an alert is counted in steps as of the moment at which its count began",
  play(async (s) => {
    const by = await admin(s);
    await crowd(s, 4, inside);
    const first = await published(s, by);
    // Inserts what an interrupted count has left behind.
    await s.as(
      owner,
      `insert into app_private.counts values ('alert ' || $1, '[1, "ONE", "told"]', 8)`,
      [first],
    );
    const step = (until: string) =>
      s.value(owner, `select app_private.count_alert_step(now() + interval '${until}', 2)`);
    await step("1 hour");
    const second = await published(s, by);
    const begun = await s.value(
      owner,
      "select alert_id from app_private.alert_counts where counting_until is not null",
    );
    await s.as(
      owner,
      "update app_public.notifications set seen = true, seen_at = now() + interval '90 minutes'",
    );
    // A count that has begun goes on.
    while (
      (await s.as(owner, "select from app_private.alert_counts where counting_until is not null"))
        .length > 0
    ) {
      await step("2 hours");
    }
    const counted =
      "select alert_id, counted_until - now() = interval '1 hour' as as_of_begin from app_private.alert_counts where counted_until is not null";
    expect(await s.as(owner, counted)).toEqual([{ alert_id: begun, as_of_begin: true }]);
    expect(await figures(s, "told, seen")).toEqual([{ told: 4, seen: null }]);
    while (await step("2 hours"));
    expect(await figures(s, "alert_id, told, seen")).toEqual(
      expect.arrayContaining([first, second].map((alert_id) => ({ alert_id, told: 4, seen: 4 }))),
    );
    expect(begun).toBe(first);
    expect(await step("2 hours")).toBe(false);
    // An alert whose transaction took long may appear after later ones. It is still counted.
    await s.as(owner, "delete from app_private.alert_counts where alert_id = $1", [first]);
    expect(await step("2 hours")).toBe(true);
  }),
);

test(
  "the figures of an alert are final a day after its end, which a cancellation brings forward",
  play(async (s) => {
    const by = await admin(s);
    const alert = await published(s, by);
    await s.as(
      owner,
      "update app_public.alerts set expires_at = now() + interval '10 hours' where id = $1",
      [alert],
    );
    const isFinal = async (hours: number) => {
      await countFigures(s, `now() + interval '${hours} hours'`);
      return await s.value(owner, "select is_final from app_private.alert_counts");
    };
    expect(await isFinal(11)).toBe(false);
    expect(await isFinal(32.5)).toBe(false);
    await s.as(
      owner,
      "update app_public.alerts set cancelled_at = now() + interval '9 hours', all_clear = 'Over.' where id = $1",
      [alert],
    );
    expect(await isFinal(33)).toBe(true);
    const step = "select app_private.count_alert_step(now() + interval '40 hours')";
    expect(await s.value(owner, step)).toBe(false);
  }),
);
