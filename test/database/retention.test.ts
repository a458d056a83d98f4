/** @database server */
import { describe, expect } from "@jest/globals";
import { crowd } from "./figures.ts";
import {
  type Actor,
  asPoints,
  inside,
  metresEast,
  owner,
  type Row,
  type Scene,
  stage,
} from "./scene.ts";

/** Each kind of personal data goes when its time is over, in steps, and nothing else does. */

const { test } = stage();

/** Calls a purge until it has nothing left to do. Returns the number of steps that did something. */
async function steps(s: Scene, call: string): Promise<number> {
  for (let done = 0; ; done++) {
    if (!(await s.value(owner, `select ${call}`))) return done;
    if (done > 100) throw new Error(`${call} comes to no end`);
  }
}

const set = (s: Scene, change: string) => s.as(owner, `update app_private.settings set ${change}`);
const count = (s: Scene, table: string) =>
  s.value(owner, `select count(*)::int from ${table}`) as Promise<number>;

describe("last positions", () => {
  /** Purges the last positions of all users, `most` users at a time. Returns the number of steps. */
  async function purge(s: Scene, most = 5000): Promise<number> {
    let from: number | null = 0;
    for (let done = 0; ; done++) {
      from = await s.value(owner)`select app_private.purge_last_positions(${from}, ${most})`;
      if (from === null) return done;
    }
  }
  const silentSince = (s: Scene, { id }: Actor, days: number) =>
    s.as(owner)`update app_public.last_positions
      set created_at = now() - ${days} * interval '1 day', taken_at = now() - ${days} * interval '1 day'
      where user_id = ${id}`;
  const known = async (s: Scene) =>
    (await s.as(owner)`select user_id from app_public.last_positions order by 1`).map(
      ({ user_id }) => user_id,
    );

  test("are removed if no report has come for the retention, a few users at a time", async (s) => {
    const users = await crowd(s, 7, inside);
    for (const user of users.slice(0, 5)) await silentSince(s, user, 91);
    await silentSince(s, users[5] as Actor, 89);
    expect(await purge(s, 2)).toBe(4);
    expect(await known(s)).toEqual([users[5]?.id, users[6]?.id]);
  });

  test("leave no trace of a user who keeps only the last position", async (s) => {
    await set(s, "last_position_only = true");
    const [silent, other] = [await s.userAt(inside), await s.userAt(inside)];
    await silentSince(s, silent, 91);
    const lone = "select user_id from app_private.lone_positions order by 1";
    expect(await s.as(owner, lone)).toEqual([{ user_id: silent.id }, { user_id: other.id }]);
    await purge(s);
    expect(await s.as(owner, lone)).toEqual([{ user_id: other.id }]);
    await s.as(owner)`select app_private.forget_positions(${other.id})`;
    expect(await s.as(owner, lone)).toEqual([]);
  });

  test("age from the last report, not from when its position was taken", async (s) => {
    const user = await s.userAt(inside, { takenAt: 1_700_000_000 });
    await purge(s);
    expect(await known(s)).toEqual([user.id]);
  });

  test("are kept forever without a retention", async (s) => {
    const user = await s.userAt(inside);
    await silentSince(s, user, 10_000);
    await set(s, "last_position_retention = null");
    expect(await purge(s)).toBe(0);
    expect(await known(s)).toEqual([user.id]);
  });

  test("stay while new or active alerts can match them, and are removed after the last such alert has ended", async (s) => {
    await set(s, "last_position_retention = '1 day', max_position_age = '30 days'");
    const user = await s.userAt(inside);
    await silentSince(s, user, 29);
    await purge(s);
    expect(await known(s)).toEqual([user.id]);
    const admin = await s.user(true);
    const alert = await s.alert(admin);
    await set(s, "max_position_age = '1 day'");
    await purge(s);
    expect(await known(s)).toEqual([user.id]);
    await s.cancel(admin, alert);
    await s.as(owner)`update app_public.alerts set active = false`;
    await purge(s);
    expect(await known(s)).toEqual([]);
  });

  test("that were removed make their user unknown to reach, publication and why_notified until the next report", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inside);
    await silentSince(s, user, 91);
    await purge(s);
    const alert = await s.published(admin);
    expect(await s.levels(user, alert)).toEqual([]);
    const reach =
      "select * from app_public.alert_reach(json_populate_record(null::app_public.alert_input, $1))";
    const points = asPoints([inside, [1, 0], [1, 1]]);
    const input = JSON.stringify({ points, text1: "1", text2: "2", text3: "3" });
    expect(await s.as(admin, reach, [input])).toMatchObject([{ one: 0, stale: 0, coarse: 0 }]);
    expect(await s.as(owner)`select * from app_public.last_positions`).toEqual([]);
    expect(await s.value(admin)`select (app_public.why_notified(${alert}, ${user.id})).rule`).toBe(
      "NO_POSITION",
    );
    // After a report, the user has a last position again.
    await s.report(user, inside);
    expect(await s.levels(user, alert)).toEqual(["ONE"]);
  });
});

describe("places in notifications", () => {
  const OLD = `update app_public.notifications set created_at = created_at - interval '366 days'`;
  const places = (s: Scene) =>
    s.as(owner)`select user_id, place_kept, level, distance_class, rule, longitude, latitude,
      moving_activity
      from app_public.notifications order by id`;

  test("are cleared after a year, in steps, while level, rule and distance class stay", async (s) => {
    const admin = await s.user(true);
    await crowd(s, 5, metresEast(300));
    const alert = await s.published(admin);
    await s.as(owner, OLD);
    const young = await s.userAt(metresEast(300));
    expect(await s.levels(young, alert)).toEqual(["TWO"]);
    expect(await steps(s, "app_private.purge_notification_places(2)")).toBe(3);
    const rows = await places(s);
    expect(rows).toHaveLength(6);
    for (const row of rows.slice(0, 5)) {
      expect(row).toMatchObject({
        place_kept: false,
        level: "TWO",
        distance_class: "WITHIN_500_M",
        moving_activity: "UNKNOWN",
      });
      expect(row.longitude).toBeLessThan(0.01);
    }
    expect(rows[5]).toMatchObject({ user_id: young.id, place_kept: true, distance_class: null });
    // The next run clears what has become old since, and nothing twice.
    await s.as(owner, `${OLD} where user_id = ${young.id}`);
    expect(await steps(s, "app_private.purge_notification_places(2)")).toBe(1);
    expect((await places(s))[5]).toMatchObject({
      place_kept: false,
      rule: "INSIDE_WHEN_PUBLISHED",
    });
  });

  test("are not cleared after a younger notification until that is old too", async (s) => {
    for (let n = 0; n < 3; n++) await s.userAt(inside);
    await s.published();
    const [, young] = await s.as(owner)`select id from app_public.notifications order by id`;
    await s.as(owner, `${OLD} where id <> $1`, [young?.id]);
    const kept = async () => (await places(s)).map(({ place_kept }) => place_kept);
    await steps(s, "app_private.purge_notification_places()");
    expect(await kept()).toEqual([false, true, true]);
    await s.as(owner, OLD);
    await steps(s, "app_private.purge_notification_places()");
    expect(await kept()).toEqual([false, false, false]);
  });

  test("are kept forever without a retention", async (s) => {
    await s.userAt(inside);
    await s.published();
    await s.as(owner, OLD);
    await set(s, "notification_place_retention = null");
    expect(await steps(s, "app_private.purge_notification_places()")).toBe(0);
    expect(await places(s)).toMatchObject([{ place_kept: true }]);
  });
});

describe("deliveries", () => {
  /** Returns what administrators read about an alert's pushes. */
  const figures = (s: Scene, admin: Actor, alertId: number) =>
    s.as(admin)`select to_json(app_public.alerts_delivery(a))::text as delivery,
      to_json(app_public.alerts_push_failures(a))::text as failures,
        to_json(app_public.alerts_timeline(a))::text as timeline
      from app_public.alerts a where a.id = ${alertId}`;

  /**
   * Publishes an alert to eight people at two levels. Seven of them have two pushes each, settled at various moments.
   */
  async function pushedAlert(s: Scene): Promise<{ admin: Actor; alert: number; users: Actor[] }> {
    const admin = await s.user(true);
    const users = [...(await crowd(s, 5, inside)), ...(await crowd(s, 3, metresEast(300)))];
    const alert = await s.published(admin);
    await s.as(owner)`insert into app_private.deliveries (notification_id, device_id, alert_id,
      user_id, level, provider, state, attempts,
        sent_at, accepted_at, settled_at, why)
      select id, d, alert_id, user_id, level, case when d = 1 then 'fcm' else 'expo' end::app_private.push_provider,
          case when n % 4 = 0 then 'failed' when n % 4 = 1 then 'dead' else 'accepted' end::app_private.delivery_state, 1, created_at,
          case when n % 4 > 1 then created_at + n * d * interval '31.123457 seconds' end,
          created_at + n * d * interval '31.123457 seconds', case when n % 4 < 2 then 'Reason ' || n % 4 end
        from (select *, array_position(${users.map(({ id }) => id)}, user_id) as n from app_public.notifications
        where alert_id = ${alert} and user_id <> ${users[0]?.id}) told,
          generate_series(1, 2) d`;
    return { admin, alert, users };
  }
  /** Moves an alert with its notifications and pushes into the past: it lasted an hour, and ended `days` days ago. */
  const endedDaysAgo = async (s: Scene, alert: number, days: number) => {
    const earlier = (column: string) => `${column} = ${column} - interval '${days} days 1 hour'`;
    await s.as(
      owner,
      `update app_public.alerts set active = false, ${earlier("created_at")}, expires_at = now() - interval '${days} days' where id = ${alert};
      update app_private.publications set completed_at = now() - interval '${days} days 1 hour' where alert_id = ${alert};
      update app_public.alert_versions set ${earlier("created_at")} where alert_id = ${alert};
      update app_public.notifications set ${earlier("created_at")}, ${earlier("taken_at")} where alert_id = ${alert};
      update app_private.deliveries set ${earlier("accepted_at")}, ${earlier("settled_at")} where alert_id = ${alert}`,
    );
  };

  test("are removed in steps, and every figure of the alert stays the same", async (s) => {
    const { admin, alert } = await pushedAlert(s);
    await endedDaysAgo(s, alert, 91);
    const before = await figures(s, admin, alert);
    expect(JSON.parse(before[0]?.failures)).toHaveLength(4);
    expect(JSON.parse(before[0]?.timeline).length).toBeGreaterThan(2);
    expect(await count(s, "app_private.deliveries")).toBe(14);
    expect(await s.value(owner)`select app_private.purge_deliveries(4)`).toBe(1);
    expect(await count(s, "app_private.deliveries")).toBe(14);
    for (const left of [10, 6, 2, 0]) {
      await s.value(owner)`select app_private.purge_deliveries(4)`;
      expect(await count(s, "app_private.deliveries")).toBe(left);
      // The figures stay the same half-way through, too.
      expect(await figures(s, admin, alert)).toEqual(before);
    }
    expect(await steps(s, "app_private.purge_deliveries(4)")).toBe(1);
    expect(await figures(s, admin, alert)).toEqual(before);
  });

  test.each<[what: string, began: string, seconds: number, later: number, pushed: object[]]>([
    // The steps of a minute reach exactly two hours.
    ["steps as wide as before", "created_at", 7_200, 30, [{ duration: 300, pushed: 4 }]],
    // The pushes are in one minute of the clock, but in two minutes of the alert's time.
    [
      "minutes counted from the alert, not by the clock",
      "date_trunc('minute', created_at) + interval '30 seconds'",
      40,
      40,
      [{}, {}],
    ],
  ])(
    "that were removed leave the timeline with %s",
    async (s, _, began, seconds, later, pushed) => {
      const { admin, alert, users } = await pushedAlert(s);
      await endedDaysAgo(s, alert, 91);
      await s.as(owner, `update app_public.alerts set created_at = ${began} where id = $1`, [
        alert,
      ]);
      await s.as(owner)`update app_private.deliveries set accepted_at = a.created_at + (${seconds}
        + case when deliveries.user_id = ${users[1]?.id} then 0 else ${later} end) * interval '1 second'
      from app_public.alerts a where a.id = ${alert} and accepted_at is not null`;
      const before = await figures(s, admin, alert);
      const shown = JSON.parse(before[0]?.timeline).filter((step: Row) => step.pushed > 0);
      expect(shown).toMatchObject(pushed);
      await steps(s, "app_private.purge_deliveries()");
      expect(await count(s, "app_private.deliveries")).toBe(0);
      expect(await figures(s, admin, alert)).toEqual(before);
    },
  );

  test("that were removed do not hide that a notification is seen later", async (s) => {
    const { admin, alert, users } = await pushedAlert(s);
    await endedDaysAgo(s, alert, 91);
    const seen = async () => {
      const delivery = JSON.parse((await figures(s, admin, alert))[0]?.delivery);
      return delivery.map((level: Record<string, number>) => [level.seen, level.users_seen]);
    };
    await steps(s, "app_private.purge_deliveries()");
    expect(await seen()).toEqual(Array(3).fill([0, 0]));
    await s.as(owner)`update app_public.notifications set seen = true, seen_at = now()
      where user_id = ${users[0]?.id}`;
    expect(await seen()).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
  });

  test.each([
    [
      "their alert ended lately",
      89,
      "update app_private.publications set completed_at = now() - interval '100 days'",
    ],
    ["there is no retention", 10_000, "update app_private.settings set delivery_retention = null"],
    [
      "the publication is not complete",
      91,
      "update app_private.publications set completed_at = null",
    ],
    [
      "the publication was completed lately",
      91,
      "update app_private.publications set completed_at = now() - interval '89 days'",
    ],
  ])("stay while %s", async (s, _why, days, change) => {
    const { alert } = await pushedAlert(s);
    await endedDaysAgo(s, alert, days);
    await s.as(owner, change);
    expect(await steps(s, "app_private.purge_deliveries()")).toBe(0);
    expect(await count(s, "app_private.deliveries")).toBe(14);
  });

  test("are purged for an alert that has none, and its figures stay the same", async (s) => {
    const admin = await s.user(true);
    const alert = await s.published(admin);
    await endedDaysAgo(s, alert, 91);
    const before = await figures(s, admin, alert);
    expect(await steps(s, "app_private.purge_deliveries()")).toBeGreaterThan(0);
    expect(await figures(s, admin, alert)).toEqual(before);
  });

  test("of a cancelled alert are removed by the time since the all-clear, and those of others stay", async (s) => {
    const { alert } = await pushedAlert(s);
    const other = await pushedAlert(s);
    await s.as(owner)`update app_public.alerts set active = false,
      created_at = now() - interval '92 days', cancelled_at = now() - interval '91 days', all_clear = 'Over.'
      where id = ${alert}`;
    await s.as(owner)`update app_private.publications
      set completed_at = now() - interval '91 days'`;
    const left = "select distinct alert_id from app_private.deliveries order by 1";
    expect(await s.as(owner, left)).toEqual([{ alert_id: alert }, { alert_id: other.alert }]);
    await steps(s, "app_private.purge_deliveries()");
    expect(await s.as(owner, left)).toEqual([{ alert_id: other.alert }]);
  });
});

describe("speeches", () => {
  /** Makes an alert whose texts are spoken. Equal texts share their speeches. */
  async function spokenAlert(s: Scene, text1: string, endedDaysAgo?: number): Promise<number> {
    const alert = await s.alert(await s.user(true), undefined, { text1 });
    for (const level of ["ONE", "TWO", "THREE"]) {
      await s.as(owner)`select app_private.keep_speech(${alert}, ${level}, 'voice', 'mp3')`;
    }
    if (endedDaysAgo) {
      await s.as(owner)`update app_public.alerts set active = false,
        created_at = now() - (${endedDaysAgo} + 1) * interval '1 day',
        expires_at = now() - ${endedDaysAgo} * interval '1 day' where id = ${alert}`;
    }
    return alert;
  }
  const spoken = async (s: Scene, alert: number) =>
    await s.value(owner)`select count(*)::int from app_private.alert_speeches
      where alert_id = ${alert}`;

  test("of alerts that ended long ago are removed in steps, unless another alert has the same text", async (s) => {
    const old = await spokenAlert(s, "Only here.", 31);
    const ended = await spokenAlert(s, "Lately.", 29);
    const active = await spokenAlert(s, "Now.");
    expect(await count(s, "app_private.speeches")).toBe(5);
    expect(await steps(s, "app_private.purge_speeches(1)")).toBe(3);
    expect(await spoken(s, old)).toBe(0);
    expect([await spoken(s, ended), await spoken(s, active)]).toEqual([3, 3]);
    expect(await count(s, "app_private.speeches")).toBe(4);
    // The texts are not spoken again.
    expect(await s.as(owner)`select * from app_private.texts_to_speak(${old})`).toEqual([]);
  });

  test("are kept forever without a retention", async (s) => {
    const old = await spokenAlert(s, "Old.", 10_000);
    await set(s, "speech_retention = null");
    expect(await steps(s, "app_private.purge_speeches()")).toBe(0);
    expect(await spoken(s, old)).toBe(3);
    await s.as(owner)`delete from app_private.alert_speeches`;
    expect(await steps(s, "app_private.purge_speeches()")).toBe(0);
    expect(await count(s, "app_private.speeches")).toBe(3);
    // Each step also counts speeches that no alert uses.
    await set(s, "speech_retention = '30 days'");
    expect(await steps(s, "app_private.purge_speeches(1)")).toBe(3);
    expect(await count(s, "app_private.speeches")).toBe(0);
  });

  test("of a cancelled alert are removed by the time since the all-clear", async (s) => {
    const alert = await spokenAlert(s, "Over.");
    await s.as(owner)`update app_public.alerts set active = false,
      created_at = now() - interval '32 days',
      cancelled_at = now() - interval '31 days', all_clear = 'Over.' where id = ${alert}`;
    await steps(s, "app_private.purge_speeches()");
    expect(await spoken(s, alert)).toBe(0);
  });
});

test("old positions are removed in steps, and younger ones stay", async (s) => {
  const user = await s.user();
  const put = (age: string, times: number) =>
    s.as(owner)`insert into app_public.positions (user_id, latitude, longitude, moving_activity,
      created_at, taken_at)
      select ${user.id}, 1, 1, 'STILL', now() - ${age}::interval, now() - ${age}::interval
        from generate_series(1, ${times})`;
  await put("31 days", 5);
  await put("29 days", 3);
  await put("0", 2);
  // A step takes up to two positions of the oldest week, and as many from the default partition.
  expect(await steps(s, "app_private.purge_positions(2)")).toBeGreaterThan(1);
  expect(await count(s, "app_public.positions")).toBe(5);
});

test("the hashes that recognize repeated reports are removed with the positions, some blocks at a time", async (s) => {
  await s.as(owner)`insert into app_private.position_hashes (user_id, hash, position_id,
    created_at)
    select 1, gen_random_uuid(), n, now() - n % 2 * interval '31 days' from generate_series(1, 1000) n`;
  const old = "created_at < now() - interval '1 day'";
  const blocks = async () =>
    (
      await s.as(
        owner,
        `select distinct (h.ctid::text::point)[0]::int as block from app_private.position_hashes h where ${old} order by 1`,
      )
    ).map(({ block }) => block);
  expect((await blocks()).slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
  await s.value(owner)`select app_private.purge_position_hashes(1, 2)`;
  expect((await blocks()).slice(0, 3)).toEqual([0, 3, 4]);
  let steps = 0;
  for (let from: number | null = 0; from !== null; steps++) {
    from = await s.value(owner)`select app_private.purge_position_hashes(${from}, 2)`;
  }
  expect(steps).toBeGreaterThan(2);
  expect(
    await s.as(owner)`select count(*)::int,
      min(created_at) > now() - interval '1 day' as are_young from app_private.position_hashes`,
  ).toEqual([{ count: 500, are_young: true }]);
});

describe("a clock that goes forward by more than two days at once", () => {
  const PURGES = [
    "app_private.purge_last_positions()",
    "app_private.purge_positions()",
    "app_private.drop_position_partitions()",
    "app_private.purge_position_hashes()",
    "app_private.purge_notification_places()",
    "app_private.purge_deliveries()",
    "app_private.purge_speeches()",
    "app_private.purge_audit()",
    "app_private.purge_logins()",
    "app_private.purge_sessions()",
  ];
  /** Moves what the heartbeats saw, as a test cannot move the clock. */
  const see = (s: Scene, ago: string) =>
    s.as(owner)`update app_private.clock set seen_at = now() - ${ago}::interval`;
  const beat = (s: Scene) => s.as(owner)`select app_private.heartbeat('pool')`;
  const fault = async (s: Scene) => (await s.value(owner)`select app_private.clock_fault()`) ?? "";
  const PAUSE = /^The database's clock went from .* to .* at once, so nothing is deleted/;

  test.each(PURGES)(
    "makes %s refuse, before and after the first heartbeat, for two days",
    async (s, purge) => {
      const refused = async () =>
        await expect(s.as(owner, `select ${purge}`)).rejects.toMatchObject({
          code: "LA409",
          message: expect.stringMatching(PAUSE),
        });
      await see(s, "100 days");
      await refused();
      await beat(s);
      await refused();
      await s.as(owner)`update app_private.clock set arrived_at = now() - interval '47 hours'`;
      await refused();
      await s.as(owner)`update app_private.clock set arrived_at = now() - interval '2 days'`;
      await s.as(owner, `select ${purge}`);
    },
  );

  test("is forgotten when the clock is set right", async (s) => {
    await see(s, "49 hours");
    await beat(s);
    expect(await fault(s)).toMatch(PAUSE);
    await see(s, "-49 hours");
    await beat(s);
    expect(await fault(s)).toBe("");
  });

  test("is not suspected after 47 hours without a heartbeat", async (s) => {
    await see(s, "47 hours");
    expect(await fault(s)).toBe("");
    await beat(s);
    expect(await fault(s)).toBe("");
  });
});
