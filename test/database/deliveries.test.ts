/** @database server */
import { describe, expect } from "@jest/globals";
import { anyDate } from "../helpers/any-date.ts";
import {
  ACCEPTED,
  awaitReceipts,
  BUSY,
  claim,
  deliveries,
  dueNow,
  fcmToken,
  forgetJobs,
  goQuiet,
  pushJobs,
  record,
  recordReceipts,
  retry,
  tokens,
  userWith,
} from "./pushes.ts";
import { type Actor, metresEast, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

const { test } = stage();

/** Returns the queued jobs as text: name, priority and number of notifications. */
const jobs = async (s: Scene) =>
  (await pushJobs(s)).map(({ task, priority, ids }) => `${task} ${priority} ${ids.length}`).sort();

const ENDED = "The alert ended before the push was sent.";

describe("pushes are queued with the notifications", () => {
  test("of a publication: one job for each level and each provider in use", async (s) => {
    await userWith(s, ["phone"]);
    await userWith(s, []);
    await userWith(s, ["tablet"], metresEast(500));
    await s.published();
    expect(await jobs(s)).toEqual(["push_expo 1 2", "push_expo 2 1"]);
  });

  test("of a late entry: only for the providers of the user's devices", async (s) => {
    await userWith(s, ["phone"], [50, 50]);
    await s.published();
    const walker = await userWith(s, [fcmToken("id")], [60, 50]);
    await s.report(walker, metresEast(1500));
    await s.report(walker, [0.005, 0.005]);
    expect(await jobs(s)).toEqual(["push_fcm 1 1", "push_fcm 3 1"]);
  });

  test("not at all if nobody has a device", async (s) => {
    await userWith(s, []);
    await s.published();
    expect(await jobs(s)).toEqual([]);
  });
});

describe("a claim of deliveries", () => {
  test("takes every device of the notified users, and no other", async (s) => {
    const user = await userWith(s, ["phone", "tablet"]);
    await userWith(s, ["far"], [50, 50]);
    const alert = await s.published();
    const claimed = await claim(s);
    expect(claimed.map(({ token, alert_id, level }) => [token, alert_id, level])).toEqual([
      ["phone", alert, "ONE"],
      ["tablet", alert, "ONE"],
    ]);
    expect((await deliveries(s)).map((row) => [row.user_id, row.state])).toEqual([
      [user.id, "sent"],
      [user.id, "sent"],
    ]);
  });

  test("takes new pushes first, then again those of its own job without an answer, and none of other jobs", async (s) => {
    await userWith(s, ["a"]);
    await userWith(s, ["b"]);
    await s.published();
    const first = [await s.value(owner)`select min(id) from app_public.notifications`];
    const [a] = (await claim(s, 1, "expo", first)) as [Row];
    expect(a.token).toBe("a");
    expect(await claim(s, 2, "expo", first)).toEqual([]);
    expect(tokens(await claim(s))).toEqual(["b"]);
    expect(tokens(await claim(s))).toEqual(["a", "b"]);
    expect(await deliveries(s)).toMatchObject(Array(2).fill({ attempts: 2, state: "sent" }));
    await record(s, [a], ACCEPTED);
    expect(tokens(await claim(s))).toEqual(["b"]);
  });

  test.each([
    ["has ended", "active = false"],
    ["has expired", "created_at = now() - interval '1 day', expires_at = now()"],
  ])(
    "takes no push of an alert that %s: no new one, none of its own job and no retry",
    async (s, _, end) => {
      for (const token of ["new", "own", "retried"]) await userWith(s, [token]);
      await s.published();
      const [, own, retried] = (
        await s.as(owner)`select id from app_public.notifications
        order by id`
      ).map(({ id }) => id);
      await retry(s, await claim(s, 1, "expo", [retried]));
      expect(await claim(s, 1, "expo", [own])).toHaveLength(1);
      await s.as(owner, `update app_public.alerts set ${end}`);
      expect(await claim(s)).toEqual([]);
      expect(await deliveries(s)).toMatchObject([
        { state: "failed", why: ENDED, attempts: 0, sent_at: null, settled_at: anyDate },
        { state: "failed", why: ENDED, attempts: 1, settled_at: anyDate },
        { state: "failed", why: ENDED, attempts: 1, settled_at: anyDate },
      ]);
    },
  );

  test.each(["its own job's push", "a retry"])(
    "does not take %s to a device that was unregistered or that has a new user",
    async (s, what) => {
      const user = await userWith(s, ["phone", "tablet", "watch"]);
      await s.published();
      const claimed = await claim(s);
      if (what === "a retry") await retry(s, claimed);
      await s.as(user)`select app_public.device_unregister('phone')`;
      await s.register(await s.user(), "tablet");
      expect(tokens(await claim(s))).toEqual(["watch"]);
      const dead = { state: "dead", why: "The device was unregistered.", settled_at: anyDate };
      expect(await deliveries(s)).toMatchObject([dead, dead, { state: "sent" }]);
    },
  );

  test("takes pushes to the devices of its own provider only, also retries", async (s) => {
    const [tablet, watch] = [fcmToken("tablet"), fcmToken("watch")];
    await userWith(s, ["phone", tablet]);
    await userWith(s, [watch]);
    await s.published();
    // Each job has its own provider.
    for (const [one, other] of [
      [1, 2],
      [3, 4],
    ] as const) {
      const [expo, fcm] = [await claim(s, one, "expo"), await claim(s, other, "fcm")];
      expect([tokens(expo), tokens(fcm)]).toEqual([["phone"], [tablet, watch]]);
      await retry(s, [...expo, ...fcm]);
    }
    await forgetJobs(s);
    const all = await s.as(owner)`select id from app_public.notifications order by id`;
    const ids = all.map(({ id }) => id);
    await s.as(owner)`select app_private.follow_up_deliveries('expo', ${ids}, 'ONE', now())`;
    expect(await pushJobs(s)).toMatchObject([{ task: "push_expo", ids: [Number(ids[0])] }]);
  });
});

test("a delivery needs no device, for channels that have none", async (s) => {
  const user = await userWith(s, []);
  await s.published();
  const insert = `insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider)
      select n.id, $1, n.alert_id, n.user_id, n.level, 'expo' from app_public.notifications n returning user_id`;
  for (let channel = 0; channel < 2; channel++) {
    expect(await s.value(owner, insert, [null])).toBe(user.id);
  }
  await s.as(owner, insert, [1]);
  await expect(s.as(owner, insert, [1])).rejects.toMatchObject(
    refusal("23505", { constraint: "deliveries_notification_id_device_id_key" }),
  );
});

describe("the outcome", () => {
  test("retry: waits longer each time, at least as long as the provider says, and stores why", async (s) => {
    await userWith(s, ["phone"]);
    await s.published();
    await record(s, await claim(s), { ...BUSY, after: 60_000 });
    const wait = () =>
      s.value(owner)`select extract(epoch from due_at - clock_timestamp())::float8
        from app_private.deliveries where state = 'queued' and settled_at is null`;
    expect(await wait()).toBeGreaterThan(50);
    expect(await claim(s)).toEqual([]);
    for (let attempt = 2; attempt <= 12; attempt++) {
      await dueNow(s);
      await record(s, await claim(s), { ...BUSY, why: `busy ${attempt}` });
    }
    // The wait is five minutes, plus or minus a quarter.
    expect(await wait()).toBeGreaterThan(200);
    expect(await wait()).toBeLessThan(400);
    const [row] = await deliveries(s);
    expect(row?.failures).toHaveLength(12);
    expect(row?.failures[0]).toMatch(/^\d{4}-\d\d-\d\d .* busy$/);
    expect(row?.why).toBe("busy 12");
  });

  test("dead: removes the device and its other pushes", async (s) => {
    await userWith(s, ["phone", "tablet"]);
    await s.published();
    await record(s, await claim(s), [
      { state: "dead", why: "DeviceNotRegistered" },
      { state: "failed", why: "InvalidCredentials" },
    ]);
    expect(await s.as(owner)`select token from app_private.devices`).toEqual([{ token: "tablet" }]);
    expect((await deliveries(s)).map(({ state, why }) => [state, why])).toEqual([
      ["dead", "DeviceNotRegistered"],
      ["failed", "InvalidCredentials"],
    ]);
  });

  test.each(["at once", "by a receipt"])(
    "dead, %s: keeps a device that was registered again after the push was sent",
    async (s, when) => {
      await userWith(s, ["phone"]);
      await s.published();
      const dead = { state: "dead", why: "DeviceNotRegistered" } as const;
      const again = () =>
        s.as(owner)`update app_private.devices set created_at = clock_timestamp()`;
      if (when === "at once") {
        const claimed = await claim(s);
        await again();
        await record(s, claimed, dead);
      } else {
        await awaitReceipts(s);
        await again();
        await recordReceipts(s, ["r0"], [{ receipt: "r0", ...dead }]);
      }
      expect(await s.as(owner)`select token from app_private.devices`).toEqual([
        { token: "phone" },
      ]);
      expect(await deliveries(s)).toMatchObject([dead]);
    },
  );
});

describe("receipts", () => {
  test.each([
    ["expo", (name: string) => `ExponentPushToken[${name}]`],
    ["fcm", fcmToken],
  ] as const)(
    "of %s end pushes, remove dead devices and queue retries, and missing ones are asked for again",
    async (s, provider, token) => {
      await userWith(s, ["a", "b", "c", "d", "e"].map(token), metresEast(500));
      await s.published();
      const claimed = await awaitReceipts(s, provider);
      const before = await deliveries(s);
      const asked = await s.as(owner)`select j.payload -> 'receipts' as receipts
        from graphile_worker._private_jobs j where j.payload -> 'receipts' is not null`;
      expect(asked).toEqual([{ receipts: ["r0", "r1", "r2", "r3", "r4"] }]);
      await forgetJobs(s);
      await recordReceipts(
        s,
        ["r0", "r1", "r2", "r3", "r4"],
        [
          { receipt: "r0", state: "accepted" },
          { receipt: "r1", state: "dead", why: `"${token("b")}" is not registered` },
          { receipt: "r2", ...BUSY },
          { state: "accepted" },
          { receipt: "of another", state: "accepted" },
          { receipt: "r4", state: "failed", why: "too big" },
        ],
        provider,
      );
      const after = await deliveries(s);
      // The reasons name no device.
      const failure = (why: string) => [expect.stringMatching(new RegExp(`^\\d{4}-.* ${why}$`))];
      expect(after).toMatchObject([
        { state: "accepted", receipt: null, why: null, settled_at: before[0]?.settled_at },
        {
          state: "dead",
          receipt: null,
          why: '"…" is not registered',
          failures: failure('"…" is not registered'),
        },
        {
          state: "queued",
          receipt: null,
          why: "busy",
          failures: failure("busy"),
          settled_at: null,
        },
        { state: "accepted", receipt: "r3" },
        { state: "failed", receipt: null, why: "too big", failures: failure("too big") },
      ]);
      expect(after[1]?.settled_ago).toBeLessThan(30);
      const left = await s.as(owner)`select id from app_private.devices order by id`;
      expect(left.map(({ id }) => id)).toEqual(
        [0, 2, 3, 4].map((index) => before[index]?.device_id),
      );
      // Receipts are asked for after all pushes.
      const queued = await s.as(
        owner,
      )`select t.identifier as task, j.payload ->> 'provider' as provider,
          j.payload -> 'receipts' as receipts, j.priority, extract(minutes from j.run_at - now())::int as minutes
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where j.payload -> 'receipts' is not null`;
      expect(queued).toEqual([
        { task: "push_receipts", provider, receipts: ["r3"], priority: 5, minutes: 15 },
      ]);
      expect(await pushJobs(s)).toEqual([
        {
          task: `push_${provider}`,
          priority: 2,
          wait: 0,
          ids: [Number(claimed[2]?.notification_id)],
        },
      ]);
      // The time of the first acceptance stays, whatever becomes of the retry.
      for (const outcome of [BUSY, ACCEPTED]) {
        const again = await claim(s, 2, provider);
        expect(again.map(({ id }) => id)).toEqual([claimed[2]?.id]);
        await record(s, again, outcome, provider);
        await dueNow(s);
        expect((await deliveries(s)).map(({ accepted_at }) => accepted_at)).toEqual(
          before.map(({ accepted_at }) => accepted_at),
        );
      }
    },
  );

  test("of two levels queue a job of retries for each", async (s) => {
    for (const at of [0.005, 0.0145, 0.005]) await userWith(s, [`${at}`], [at, 0.005]);
    await s.published();
    const ids = (await awaitReceipts(s)).map(({ notification_id }) => Number(notification_id));
    await forgetJobs(s);
    const receipts = ["r0", "r1", "r2"];
    await recordReceipts(
      s,
      receipts,
      receipts.map((receipt) => ({ receipt, ...BUSY })),
    );
    const queued = (await pushJobs(s)).map(({ priority, ids }) => [priority, ids.toSorted()]);
    expect(queued.toSorted()).toEqual([
      [1, [ids[0], ids[2]]],
      [2, [ids[1]]],
    ]);
  });

  test.each([
    ["are asked for again within a day", "23 hours 59 minutes", ["r0"]],
    ["are given up after a day", "24 hours", []],
  ])("that do not come %s", async (s, _, age, asked) => {
    await userWith(s, ["phone"]);
    await s.published();
    await awaitReceipts(s);
    await forgetJobs(s);
    await s.as(owner)`update app_private.deliveries set settled_at = now() - ${age}::interval`;
    await recordReceipts(s, ["r0"], []);
    expect(await deliveries(s)).toMatchObject([{ state: "accepted" }]);
    const queued = await s.as(owner)`select payload -> 'receipts' ->> 0 as receipt
      from graphile_worker._private_jobs`;
    expect(queued.map(({ receipt }) => receipt)).toEqual(asked);
  });
});

describe("quiet hours", () => {
  const EDIT =
    "select id from app_public.quiet_hours_edit(row($1, $2, $3)::app_public.quiet_hours_input)";
  test.each([
    ["22:00", "07:00", "UTC", "2026-01-10T21:59:59Z", null],
    ["22:00", "07:00", "UTC", "2026-01-10T22:00:00Z", "2026-01-11T07:00:00Z"],
    ["22:00", "07:00", "UTC", "2026-01-11T06:59:59Z", "2026-01-11T07:00:00Z"],
    ["22:00", "07:00", "UTC", "2026-01-11T07:00:00Z", null],
    ["13:00", "14:30", "UTC", "2026-01-10T12:59:59Z", null],
    ["13:00", "14:30", "UTC", "2026-01-10T13:00:00Z", "2026-01-10T14:30:00Z"],
    ["13:00", "14:30", "UTC", "2026-01-10T13:15:00Z", "2026-01-10T14:30:00Z"],
    ["13:00", "14:30", "UTC", "2026-01-10T14:30:00Z", null],
    // The night in which summer time begins has one hour less.
    ["22:00", "07:00", "Europe/Rome", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"],
    // At 02:00 on 29 March 2026 clocks in Rome go to 03:00: the end at 02:30 is skipped.
    ["22:00", "02:30", "Europe/Rome", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z"],
    ["22:00", "02:00", "Europe/Rome", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z"],
    ["22:00", "03:00", "Europe/Rome", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z"],
    ["22:00", "03:30", "Europe/Rome", "2026-03-28T23:00:00Z", "2026-03-29T01:30:00Z"],
    ["22:00", "01:30", "Europe/Rome", "2026-03-28T23:00:00Z", "2026-03-29T00:30:00Z"],
    // At 03:00 on 25 October they go back to 02:00: quiet hours end at the first 02:30, and stay so.
    ["22:00", "02:30", "Europe/Rome", "2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z"],
    ["22:00", "02:30", "Europe/Rome", "2026-10-25T01:10:00Z", null],
    ["22:00", "02:00", "Europe/Rome", "2026-10-24T22:00:00Z", "2026-10-25T00:00:00Z"],
    ["22:00", "03:00", "Europe/Rome", "2026-10-24T22:00:00Z", "2026-10-25T02:00:00Z"],
    ["22:00", "03:30", "Europe/Rome", "2026-10-25T01:10:00Z", "2026-10-25T02:30:00Z"],
    ["22:00", "01:30", "Europe/Rome", "2026-10-24T22:00:00Z", "2026-10-24T23:30:00Z"],
    // Lord Howe changes by half an hour, at 02:00.
    ["22:00", "02:15", "Australia/Lord_Howe", "2026-10-03T13:00:00Z", "2026-10-03T15:30:00Z"],
    ["22:00", "01:45", "Australia/Lord_Howe", "2026-04-04T13:00:00Z", "2026-04-04T14:45:00Z"],
    ["22:00", "01:45", "Australia/Lord_Howe", "2026-04-04T15:05:00Z", null],
    // Troll changes by two hours: 01:00 becomes 03:00, and 03:00 becomes 01:00.
    ["22:00", "01:30", "Antarctica/Troll", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z"],
    ["22:00", "02:30", "Antarctica/Troll", "2026-10-24T21:00:00Z", "2026-10-25T00:30:00Z"],
  ])("from %s to %s in %s, at %s, last until %s", async (s, from, to, zone, at, until) => {
    const ends = await s.value(
      owner,
    )`select app_private.quiet_until(${from}, ${to}, ${zone}, ${at})`;
    expect(ends?.toISOString().replace(".000", "") ?? null).toBe(until);
  });

  test.each([
    ["CET", "Europe/Rome"],
    ["MET", "Europe/Rome"],
    ["EET", "Europe/Helsinki"],
    ["WET", "Europe/Lisbon"],
    ["Cet", "Europe/Rome"],
  ])("have summer time by %s too, as in %s", async (s, zone, city) => {
    const ends = (name: string, at: string) =>
      s.value(owner)`select app_private.quiet_until('22:00', '07:00', ${name}, ${at})`;
    for (const at of ["2026-07-01T23:00:00Z", "2026-01-10T23:00:00Z"]) {
      expect(await ends(zone, at)).toEqual(await ends(city, at));
    }
  });

  test("hold back TWO and THREE of their user until they end, and never ONE", async (s) => {
    const at = metresEast(500);
    const [one, two] = [await userWith(s, ["one"]), await userWith(s, ["two"], at)];
    await userWith(s, ["awake"], at);
    for (const user of [one, two]) await goQuiet(s, user);
    await s.published();
    expect(tokens(await claim(s))).toEqual(["one", "awake"]);
    const rows = await deliveries(s);
    expect(rows).toMatchObject([{ state: "sent" }, { state: "queued" }, { state: "sent" }]);
    expect(rows[1]?.due_in).toBeGreaterThan(0);
    const ids = rows.map(({ notification_id }) => notification_id);
    await s.as(owner)`select app_private.follow_up_deliveries('expo', ${ids}, 'TWO', now())`;
    const waits = (await pushJobs(s)).map(({ wait }) => wait / 60);
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(58);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);

    // The end of quiet hours releases the waiting pushes at once.
    await s.as(two)`select app_public.quiet_hours_remove()`;
    expect(tokens(await claim(s, 2))).toEqual(["two"]);
  });

  test("leave a running push job its retries when they change again", async (s) => {
    const user = await userWith(s, ["two"], metresEast(500));
    await goQuiet(s, user);
    await s.published();
    await claim(s);
    await goQuiet(s, user, -60, 30);
    await s.as(owner)`update graphile_worker._private_jobs set locked_at = now()
      where key like 'quiet:%'`;
    await goQuiet(s, user, -60, 90);
    const running = await s.as(owner)`select attempts < max_attempts as "mayBeTried"
      from graphile_worker.jobs
      where task_identifier = 'push_expo' and locked_at is not null`;
    expect(running).toEqual([{ mayBeTried: true }]);
  });

  test("hold back nothing in a time zone that the database does not know, and do not stop the pushes to others", async (s) => {
    const users = [await userWith(s, ["lost"], metresEast(500))];
    users.push(await userWith(s, ["other"], metresEast(500)));
    for (const user of users) await goQuiet(s, user);
    const move = (zone: string) =>
      s.as(owner)`update app_public.quiet_hours set time_zone = ${zone}
        where user_id = ${users[0]?.id}`;
    await move("Old/Town");
    await s.published();
    expect(tokens(await claim(s))).toEqual(["lost"]);

    await s.as(owner)`delete from app_private.deliveries`;
    await move("UTC");
    expect(await claim(s)).toEqual([]);
    await move("Old/Town");
    await dueNow(s);
    expect(tokens(await claim(s))).toEqual(["lost"]);
  });

  test("are set and removed by their user, and read by the user and administrators only", async (s) => {
    const [user, other, admin] = [await s.user(), await s.user(), await s.user(true)];
    await s.as(user, EDIT, ["22:00", "07:00", "Europe/Rome"]);
    await s.as(user, EDIT, ["23:30", "06:15", "Asia/Tokyo"]);
    const read = (actor: Actor) =>
      s.as(actor)`select to_char(starts, 'HH24:MI') as
        from, to_char(ends, 'HH24:MI') as to, time_zone from app_public.quiet_hours where user_id = ${user.id}`;
    expect(await read(user)).toEqual([{ from: "23:30", to: "06:15", time_zone: "Asia/Tokyo" }]);
    expect(await read(admin)).toEqual([{ from: "23:30", to: "06:15", time_zone: "Asia/Tokyo" }]);
    expect(await read(other)).toEqual([]);
    await s.as(user)`select app_public.quiet_hours_remove()`;
    expect(await s.as(owner)`select * from app_public.quiet_hours`).toEqual([]);
  });

  test.each(["UTC", "CET", "EST5EDT", "Etc/GMT+5", "W-SU", "America/Argentina/Buenos_Aires"])(
    "may use the time zone %s",
    async (s, zone) => {
      await s.as(await s.user(), EDIT, ["22:00", "07:00", zone]);
      expect(await s.value(owner)`select time_zone from app_public.quiet_hours`).toBe(zone);
    },
  );

  test.each([
    ["22", "07:00", "UTC"],
    ["24:00", "07:00", "UTC"],
    ["22:60", "07:00", "UTC"],
    ["22:00:30", "07:00", "UTC"],
    ["22:00", "22:00", "UTC"],
    ["22:00", null, "UTC"],
    ["22:00", "07:00", null],
    ["22:00", "07:00", ""],
    ["22:00", "07:00", "XYZ5"],
    ["22:00", "07:00", "CEST"],
    ["22:00", "07:00", "Europe"],
    ["22:00", "07:00", "europe/rome"],
    ["22:00", "07:00", "../Rome"],
    ["22:00", "07:00", "Mars/Olympus"],
  ])("from %s to %s in %s are refused", async (s, ...values) => {
    await expect(s.as(await s.user(), EDIT, values)).rejects.toMatchObject(refusal("LA400"));
    expect(await s.as(owner)`select * from app_public.quiet_hours`).toEqual([]);
  });
});
