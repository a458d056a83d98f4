/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  inside,
  metresEast,
  owner,
  refusal,
  type Scene,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();

const search = async (s: Scene, actor: Actor, input: object = {}) => {
  const names = Object.keys(input);
  const args = names.map((name, at) => `"${name}" => $${at + 1}`).join(", ");
  const [row] = await s.as(
    actor,
    `select r.total, array(select concat_ws(' ', f.title, f.state, f.status, f.reached_users) from unnest(r.alerts) f) as alerts
      from app_public.alerts_search(${args}) r`,
    Object.values(input),
  );
  return row as { total: number; alerts: string[] };
};

/** Publishes four alerts, the first an hour after the last. Returns an administrator. */
async function four(s: Scene): Promise<Required<Actor>> {
  const admin = await s.user(true);
  await s.userAt(inside);
  const alerts = [
    { title: "Flood in the centre", event: "Alluvione" },
    { text1: "\n100 % smoke_free\r\nLeave.", status: "TEST" },
    { title: "Gas leak", text3: "Détour par le NORD." },
    { title: "Storm" },
  ];
  const ids: number[] = [];
  for (const [at, fields] of alerts.entries()) {
    const id = await s.published(admin, square(), fields);
    ids.push(id);
    await s.as(owner)`update app_public.alerts
      set created_at = created_at - ${at} * interval '1 hour' where id = ${id}`;
  }
  await s.cancel(admin, ids[2] as number, "No gas any more.");
  await s.expire(ids[3] as number);
  return admin;
}

const ALL = [
  "Flood in the centre ACTIVE ACTUAL 1",
  "100 % smoke_free ACTIVE TEST 0",
  "Storm EXPIRED ACTUAL 1",
  "Gas leak CANCELLED ACTUAL 1",
];

describe("a search of alerts", () => {
  test("finds all, the newest first, page by page", async (s) => {
    const admin = await four(s);
    const found = await search(s, admin);
    expect(found.total).toBe(4);
    expect(found.alerts.toSorted()).toEqual(ALL.toSorted());
    expect(await search(s, admin, { limit: 1, offset: 1 })).toEqual({
      total: 4,
      alerts: [ALL[1]],
    });
    expect(await search(s, admin, { limit: 0 })).toEqual({ total: 4, alerts: [] });
    expect(await search(s, admin, { offset: 2_147_483_647 })).toEqual({ total: 4, alerts: [] });
  });

  test.each([
    [{ state: "ACTIVE" }, [0, 1]],
    [{ state: "EXPIRED" }, [2]],
    [{ state: "CANCELLED" }, [3]],
    [{ status: "TEST" }, [1]],
    [{ search: "FLOOD centre" }, [0]],
    [{ search: "alluv" }, [0]],
    [{ search: "détour nord" }, [3]],
    [{ search: "any more" }, [3]],
    [{ search: "%" }, [1]],
    [{ search: "smoke_" }, [1]],
    [{ search: "\\" }, []],
    [{ search: "fl\\ood" }, []],
    [{ search: "fl_od" }, []],
    [{ search: "stay away" }, [0, 1, 2, 3]],
    [{ search: "x".repeat(200) }, []],
    [{ search: "  " }, [0, 1, 2, 3]],
    [{ search: "leave", state: "ACTIVE", status: "TEST" }, [1]],
  ])("by %j finds the matching alerts", async (s, input, expected) => {
    const admin = await four(s);
    const found = await search(s, admin, input);
    expect(found.total).toBe(expected.length);
    expect(found.alerts.toSorted()).toEqual(expected.map((at) => ALL[at]).toSorted());
  });

  test("finds the alerts that were published since or before a time", async (s) => {
    const admin = await four(s);
    const at = (await s.value(owner)`select now() - interval '90 minutes'`) as Date;
    expect(await search(s, admin, { published_since: at })).toEqual({
      total: 2,
      alerts: [ALL[0], ALL[1]],
    });
    expect((await search(s, admin, { published_before: at })).total).toBe(2);
  });

  test("includes alerts at its start but not at its end, and lists alerts of one moment newest first", async (s) => {
    const admin = await s.user(true);
    const ids = [await s.alert(admin), await s.alert(admin), await s.alert(admin)];
    const at = "now() - interval '1 hour'";
    await s.as(owner, `update app_public.alerts set created_at = ${at}`);
    const found = async (condition: string) =>
      (
        await s.as(
          admin,
          `select f.id from unnest((app_public.alerts_search(${condition})).alerts) f`,
        )
      ).map(({ id }) => id);
    expect(await found(`published_since => ${at}`)).toEqual(ids.toReversed());
    expect(await found(`published_before => ${at}`)).toEqual([]);
  });

  test("returns twenty alerts by default", async (s) => {
    const admin = await s.user(true);
    for (let n = 0; n < 21; n++) await s.alert(admin);
    const found = await search(s, admin);
    expect(found.total).toBe(21);
    expect(found.alerts).toHaveLength(20);
  });

  test("has at most a thousand alerts on a page", async (s) => {
    const id = await s.alert(await s.user(true));
    await s.as(owner)`insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3,
      level2_distance, level3_distance, max_position_age,
        text1, text2, text3)
      select user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1,
        text2, text3
        from app_public.alerts, generate_series(1, 1000) where id = ${id}`;
    const found = await search(s, await s.user(true), { limit: 2_000 });
    expect(found.total).toBe(1_001);
    expect(found.alerts).toHaveLength(1_000);
  });

  test("tells when an alert began, when it would have ended and when it was cancelled", async (s) => {
    const admin = await s.user(true);
    await s.cancel(admin, await s.alert(admin), "It is over.");
    const [row] = await s.as(admin)`select f.created_at = a.created_at as began,
      f.expires_at = a.expires_at as ends, f.cancelled_at = a.cancelled_at as is_cancelled,
        f.cancelled_at < f.expires_at as is_early
      from unnest((app_public.alerts_search()).alerts) f join app_public.alerts a on a.id = f.id`;
    expect(row).toEqual({ began: true, ends: true, is_cancelled: true, is_early: true });
  });

  test.each([
    [{ limit: -1 }, /negative/],
    [{ offset: -1 }, /negative/],
    [{ search: "x".repeat(201) }, /200 characters/],
  ])("refuses %j", async (s, input, message) => {
    await expect(search(s, await s.user(true), input)).rejects.toMatchObject(
      refusal("LA400", { message }),
    );
  });
});

describe("statistics", () => {
  const statistics = (s: Scene, admin: Actor, months = 12) =>
    s.as(admin)`select to_char(m.began_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as month,
      m.status, m.alerts, m.told, m.seen,
        m.told_after_median as median
      from unnest(app_public.alert_statistics(${months})) m`;

  test("count people once for each alert, by month and status", async (s) => {
    const admin = await s.user(true);
    const [one, two] = [await s.userAt(inside), await s.userAt(inside)];
    await s.published(admin, square(), { status: "EXERCISE" });
    const alerts = [await s.alert(admin), await s.alert(admin)];
    for (const id of alerts) {
      await s.publish(id);
      await s.update(admin, id, { text1: "Again.", renotify: true });
      await s.publish(id);
      await s.as(owner)`update app_public.alerts set created_at = date_trunc('month',
        now() at time zone 'UTC') at time zone 'UTC' - interval '1 second'
        where id = ${id}`;
    }
    await s.as(
      owner,
      "update app_public.notifications set created_at = $1, taken_at = $1 where version = 1",
      [await s.value(owner)`select min(created_at) from app_public.alerts`],
    );
    await s.as(owner)`update app_public.notifications
      set created_at = created_at + user_id * interval '1 second' where version = 1`;
    await s.as(owner)`update app_public.notifications set seen = true where user_id = ${one.id}`;
    const rows = await statistics(s, admin);
    expect(rows).toEqual([
      {
        month: expect.any(String),
        status: "EXERCISE",
        alerts: 1,
        told: 0,
        seen: 0,
        median: null,
      },
      {
        month: expect.stringMatching(/-01 00:00$/),
        status: "ACTUAL",
        alerts: 2,
        told: 4,
        seen: 2,
        median: (Number(one.id) + Number(two.id)) / 2,
      },
    ]);
    expect(rows[0]?.month).not.toBe(rows[1]?.month);
    expect(await statistics(s, admin, 1)).toHaveLength(1);
  });

  test("leave users who reported after the publication out of the median time until notification", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inside);
    const late = await s.userAt(inside);
    const id = await s.published(admin);
    await s.as(owner)`update app_public.notifications
      set created_at = created_at + interval '2 hours' where user_id = ${late.id}`;
    expect(await statistics(s, admin)).toMatchObject([{ told: 2, median: 0 }]);
    await s.update(admin, id, { text1: "New." });
    await s.publish(id);
    await s.as(owner)`update app_private.publications
      set completed_at = completed_at + interval '3 hours'`;
    expect(await statistics(s, admin)).toMatchObject([{ told: 2, median: 0 }]);
  });

  /** Returns SQL for the first moment of the month `ago` months before this one, in UTC. */
  const month = (ago: number) =>
    `(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '${ago} months')`;

  test("begin with the first moment of a month in UTC, in any time zone of the server", async (s) => {
    const admin = await s.user(true);
    await s.alert(admin);
    await s.as(owner, `update app_public.alerts set created_at = ${month(1)}`);
    const began = await s.value(
      owner,
      `select to_char(${month(1)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`,
    );
    await s.client.query("select set_config('timezone', 'America/Los_Angeles', true)");
    expect(await statistics(s, admin, 1)).toEqual([]);
    expect(await statistics(s, admin, 2)).toMatchObject([{ month: began, alerts: 1 }]);
    expect(await statistics(s, admin, 60)).toHaveLength(1);
  });

  test("cover twelve months by default, including the current one", async (s) => {
    const admin = await s.user(true);
    const ids = [await s.alert(admin), await s.alert(admin)];
    for (const [index, id] of ids.entries()) {
      const began = `update app_public.alerts set created_at = ${month(11 + index)} where id = $1`;
      await s.as(owner, began, [id]);
    }
    const all = "select cardinality(app_public.alert_statistics())";
    expect(await s.value(admin, all)).toBe(1);
  });

  test("count a person who saw one of two notifications, count nobody for an all-clear, and keep months apart", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(metresEast(500));
    const [id, ended] = [await s.alert(admin), await s.alert(admin)];
    await s.publish(id);
    await s.report(user, inside);
    await s.as(owner)`update app_public.notifications set seen = true where level = 'TWO'`;
    await s.cancel(admin, ended);
    await s.as(owner)`insert into app_public.notifications (alert_id, version, kind, level,
      user_id, latitude, longitude, moving_activity)
      select ${ended}, 2, 'ALL_CLEAR', 'ONE', ${(await s.user()).id}, 0, 0, 'STILL' from app_public.alerts
        where id = ${ended}`;
    await s.as(owner)`delete from app_public.notifications where alert_id = ${ended}
      and kind <> 'ALL_CLEAR'`;
    await s.as(owner, `update app_public.alerts set created_at = ${month(1)} where id = $1`, [
      ended,
    ]);
    expect(await statistics(s, admin)).toMatchObject([
      { alerts: 1, told: 1, seen: 1 },
      { alerts: 1, told: 0, seen: 0, median: null },
    ]);
  });

  test("have no median time if the only notified user came in later", async (s) => {
    const admin = await s.user(true);
    const id = await s.published(admin);
    await s.userAt(inside);
    await s.as(owner)`update app_public.alerts set created_at = created_at - interval '1 second'
      where id = ${id}`;
    expect((await statistics(s, admin)).at(-1)).toMatchObject({ told: 1, median: null });
  });

  test("use the first of two notifications of a user, and leave out who came in later by the stored rule", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(metresEast(500));
    await s.published(admin);
    await s.report(user, inside);
    await s.alert(admin, square(), { status: "EXERCISE" });
    await s.as(owner)`update app_public.notifications
      set created_at = created_at + case level when 'TWO' then interval '70 seconds' else interval '100 seconds' end`;
    // The publication took 100 seconds too.
    await s.as(owner)`update app_private.publications
      set completed_at = completed_at + interval '100 seconds'`;
    const medians = async () => (await statistics(s, admin)).map((row) => [row.status, row.median]);
    expect(await medians()).toEqual([
      ["ACTUAL", 70],
      ["EXERCISE", null],
    ]);
    for (const [rule, median] of [
      [null, 70],
      ["INSIDE_WHEN_PUBLISHED", 70],
      ["CAME_IN_LATER", null],
    ] as const) {
      await s.as(owner)`update app_public.notifications set taken_at = null, rule = ${rule}`;
      expect((await medians())[0]).toEqual(["ACTUAL", median]);
    }
  });

  test.each([0, 61, null])("refuse %j months", async (s, months) => {
    await expect(
      s.as(await s.user(true))`select app_public.alert_statistics(${months})`,
    ).rejects.toMatchObject(refusal("LA400", { message: /^months/ }));
  });
});
