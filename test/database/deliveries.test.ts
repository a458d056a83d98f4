/** @database server */
import { describe, expect } from "@jest/globals";
import { anyDate } from "../helpers/any-date.ts";
import {
  type Actor,
  DENIED,
  inside,
  metresEast,
  owner,
  type Place,
  type Row,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";

const { test } = stage();

const DELIVERIES = `
  select d.*, now() < due_at as waits from app_private.deliveries d order by notification_id, device_id`;

/** Returns the queued jobs as text: name, priority and number of notifications. */
async function jobs(s: Scene): Promise<string[]> {
  const rows = await s.as(owner)`
    select t.identifier || ' ' || j.priority || ' ' || json_array_length(j.payload -> 'notificationIds') as job
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier like 'push\\_%' and j.payload -> 'notificationIds' is not null order by 1`;
  return rows.map(({ job }) => job);
}

/** Claims all deliveries of a provider, as a job does. */
async function claim(s: Scene, { provider = "expo", job = 1 } = {}): Promise<Row[]> {
  const [all] = await s.as(owner)`select array_agg(id) as ids from app_public.notifications`;
  return await s.as(owner)`select * from app_private.claim_deliveries(${provider}, ${job},
    ${all?.ids ?? []})`;
}

async function record(s: Scene, outcomes: object[], provider = "expo"): Promise<void> {
  await s.as(owner)`select app_private.record_deliveries(${provider},
    ${JSON.stringify(outcomes)})`;
}

/** Makes a user with devices who has reported a position. */
async function userWith(s: Scene, tokens: string[], at: Place = inside): Promise<Required<Actor>> {
  const user = await s.user();
  for (const token of tokens) await s.register(user, token);
  await s.report(user, at);
  return user;
}

const of = ({ user_id, id }: Row) => ({ user_id, id, ago: 0 });
const only = <T>([one]: T[]): T => one as T;

describe("pushes are queued with the notifications", () => {
  test("of a publication: one job for each level and each provider in use", async (s) => {
    await userWith(s, ["phone"]);
    await userWith(s, [], inside);
    await userWith(s, ["tablet"], metresEast(500));
    await s.published();
    expect(await jobs(s)).toEqual(["push_expo 1 2", "push_expo 2 1"]);
  });

  test("of a late entry: only for the providers of the user's devices", async (s) => {
    await userWith(s, ["phone"], [50, 50]);
    await s.published();
    const walker = await userWith(s, [`id:${"x".repeat(100)}`], [60, 50]);
    await s.report(walker, metresEast(1500));
    await s.report(walker, inside);
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
    expect((await s.as(owner, DELIVERIES)).map((row) => [row.user_id, row.state])).toEqual([
      [user.id, "sent"],
      [user.id, "sent"],
    ]);
  });

  test("takes pushes again that its own job sent without an answer, and none of other jobs", async (s) => {
    await userWith(s, ["phone"]);
    await s.published();
    expect(await claim(s, { job: 1 })).toHaveLength(1);
    expect(await claim(s, { job: 2 })).toEqual([]);
    expect(await claim(s, { job: 1 })).toHaveLength(1);
    expect(only(await s.as(owner, DELIVERIES))).toMatchObject({ attempts: 2, state: "sent" });
  });

  test("takes no push of its own job again once the device is gone or the alert has ended", async (s) => {
    const user = await userWith(s, ["phone", "tablet"]);
    const alert = await s.published();
    expect(await claim(s)).toHaveLength(2);
    await s.as(user)`select app_public.device_unregister('phone')`;
    expect((await claim(s)).map(({ token }) => token)).toEqual(["tablet"]);
    await s.expire(alert);
    expect(await claim(s)).toEqual([]);
    const rows = await s.as(owner, DELIVERIES);
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ["dead", 1],
      ["failed", 2],
    ]);
    expect(rows).toMatchObject([{ settled_at: anyDate }, { settled_at: anyDate }]);
  });

  test("takes no accepted delivery", async (s) => {
    await userWith(s, ["phone"]);
    await s.published();
    const push = only(await claim(s));
    await record(s, [{ ...of(push), state: "accepted" }]);
    expect(await claim(s)).toEqual([]);
  });

  test.each([
    ["has ended", "update app_public.alerts set active = false"],
    [
      "has expired",
      "update app_public.alerts set created_at = now() - interval '1 day', expires_at = now()",
    ],
  ])("takes nothing of an alert that %s", async (s, _, end) => {
    await userWith(s, ["phone"]);
    await s.published();
    await s.as(owner, end);
    expect(await claim(s)).toEqual([]);
    expect(only(await s.as(owner, DELIVERIES))).toMatchObject({
      state: "failed",
      why: "The alert ended before the push was sent.",
      attempts: 0,
      sent_at: null,
      settled_at: anyDate,
    });
  });

  test("takes nothing for a device that was unregistered or that has a new user", async (s) => {
    const user = await userWith(s, ["phone", "tablet"]);
    await s.published();
    for (const push of await claim(s)) {
      await record(s, [{ ...of(push), state: "retry", why: "busy" }]);
    }
    await s.as(owner)`update app_private.deliveries set due_at = now()`;
    await s.as(user)`select app_public.device_unregister('phone')`;
    await s.register(await s.user(), "tablet");
    expect(await claim(s)).toEqual([]);
    expect((await s.as(owner, DELIVERIES)).map(({ state }) => state)).toEqual(["dead", "dead"]);
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
    let push = only(await claim(s));
    await record(s, [{ ...of(push), state: "retry", why: "busy", after: 60_000 }]);
    const [row] = await s.as(owner)`select state, extract(epoch
      from due_at - clock_timestamp())::float8 as wait, settled_at from app_private.deliveries`;
    expect(row).toMatchObject({ state: "queued", settled_at: null });
    expect(row?.wait).toBeGreaterThan(50);
    expect(await claim(s)).toEqual([]);
    for (let attempt = 2; attempt <= 12; attempt++) {
      await s.as(owner)`update app_private.deliveries set due_at = now()`;
      push = only(await claim(s));
      await record(s, [{ ...of(push), state: "retry", why: `busy ${attempt}` }]);
    }
    const wait = await s.value(owner)`select extract(epoch
      from due_at - clock_timestamp())::float8 from app_private.deliveries`;
    // The wait is five minutes, plus or minus a quarter.
    expect(wait).toBeGreaterThan(200);
    expect(wait).toBeLessThan(400);
    const { failures, why } = only(await s.as(owner, DELIVERIES));
    expect(failures).toHaveLength(12);
    expect(failures[0]).toMatch(/^\d{4}-\d\d-\d\d .* busy$/);
    expect(why).toBe("busy 12");
  });

  test("dead: removes the device and its other pushes", async (s) => {
    await userWith(s, ["phone", "tablet"]);
    await s.published();
    const [phone, tablet] = (await claim(s)) as [Row, Row];
    await record(s, [
      { ...of(phone), state: "dead", why: "DeviceNotRegistered" },
      { ...of(tablet), state: "failed", why: "InvalidCredentials" },
    ]);
    expect(await s.as(owner)`select token from app_private.devices`).toEqual([{ token: "tablet" }]);
    expect((await s.as(owner, DELIVERIES)).map(({ state, why }) => [state, why])).toEqual([
      ["dead", "DeviceNotRegistered"],
      ["failed", "InvalidCredentials"],
    ]);
  });

  test.each(["at once", "by a receipt"])(
    "dead, %s: keeps a device that was registered again after the push was sent",
    async (s, when) => {
      await userWith(s, ["phone"]);
      await s.published();
      const push = only(await claim(s));
      await s.as(owner)`update app_private.devices
        set created_at = ${await s.value(owner)`select clock_timestamp()::text`}`;
      const dead = { state: "dead", why: "DeviceNotRegistered" };
      if (when === "at once") await record(s, [{ ...of(push), ...dead }]);
      else {
        await record(s, [{ ...of(push), state: "accepted", receipt: "r" }]);
        await s.as(owner)`select app_private.record_receipts('expo', '{r}',
          ${JSON.stringify([{ receipt: "r", ...dead }])})`;
      }
      expect(await s.as(owner)`select token from app_private.devices`).toEqual([
        { token: "phone" },
      ]);
      expect(only(await s.as(owner, DELIVERIES))).toMatchObject(dead);
    },
  );

  test("of receipts: asks again for missing ones, records failures, and retries", async (s) => {
    await userWith(s, ["a", "b", "c", "d"]);
    await s.published();
    const claimed = await claim(s);
    await record(
      s,
      claimed.map((push, index) => ({ ...of(push), state: "accepted", receipt: `r${index}` })),
    );
    const outcomes = [
      { receipt: "r0", state: "accepted" },
      { receipt: "r1", state: "dead", why: "DeviceNotRegistered" },
      { receipt: "r2", state: "retry", why: "MessageRateExceeded" },
    ];
    await s.as(owner)`select app_private.record_receipts('expo', ${["r0", "r1", "r2", "r3"]},
      ${JSON.stringify(outcomes)})`;
    expect((await s.as(owner, DELIVERIES)).map((row) => [row.state, row.receipt])).toEqual([
      ["accepted", null],
      ["dead", null],
      ["queued", null],
      ["accepted", "r3"],
    ]);
    const asked = await s.as(owner)`select j.payload -> 'receipts' as receipts,
      j.payload ->> 'provider' as provider, j.priority, j.run_at - now() as wait
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'push_receipts' order by j.id`;
    // These jobs run after all pushes.
    const later = {
      provider: "expo",
      priority: 5,
      wait: expect.objectContaining({ minutes: 15 }),
    };
    expect(asked).toEqual([
      { ...later, receipts: ["r0", "r1", "r2", "r3"] },
      { ...later, receipts: ["r3"] },
    ]);
    expect((await claim(s, { job: 2 })).map(({ token }) => token)).toEqual(["c"]);
  });
});

describe("receipts that do not come", () => {
  test.each([
    ["are asked for again within a day", "23 hours 59 minutes", 2],
    ["are given up after a day", "24 hours", 1],
  ])("%s", async (s, _what, age, asked) => {
    await userWith(s, ["phone"]);
    await s.published();
    const push = only(await claim(s));
    await record(s, [{ ...of(push), state: "accepted", receipt: "r0" }]);
    await s.as(owner)`update app_private.deliveries set settled_at = now() - ${age}::interval`;
    await s.as(owner)`select app_private.record_receipts('expo', '{r0}', '[]')`;
    expect(only(await s.as(owner, DELIVERIES)).state).toBe("accepted");
    const queued = await s.as(owner)`select j.payload -> 'receipts' as receipts
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'push_receipts'`;
    expect(queued).toEqual(Array(asked).fill({ receipts: ["r0"] }));
  });
});

describe("quiet hours", () => {
  const EDIT =
    "select id from app_public.quiet_hours_edit(row($1, $2, $3)::app_public.quiet_hours_input)";
  /** Returns the time of day in UTC, `minutes` from now. */
  const clock = (s: Scene, minutes: number): Promise<string> =>
    s.value(owner)`select to_char((now() at time zone 'UTC') + ${minutes} * interval '1 minute',
      'HH24:MI')`;

  test.each([
    ["22:00", "07:00", "2026-01-10T21:59:59Z", null],
    ["22:00", "07:00", "2026-01-10T22:00:00Z", "2026-01-11T07:00:00Z"],
    ["22:00", "07:00", "2026-01-11T06:59:59Z", "2026-01-11T07:00:00Z"],
    ["22:00", "07:00", "2026-01-11T07:00:00Z", null],
    ["13:00", "14:30", "2026-01-10T12:59:59Z", null],
    ["13:00", "14:30", "2026-01-10T13:00:00Z", "2026-01-10T14:30:00Z"],
    ["13:00", "14:30", "2026-01-10T13:15:00Z", "2026-01-10T14:30:00Z"],
    ["13:00", "14:30", "2026-01-10T14:30:00Z", null],
  ])("from %s to %s, at %s, last until %s", async (s, from, to, at, until) => {
    const ends = await s.value(owner)`select app_private.quiet_until(${from}, ${to}, 'UTC',
      ${at})`;
    expect(ends?.toISOString().replace(".000", "") ?? null).toBe(until);
  });

  test("follow their zone's clock through the change to summer time", async (s) => {
    // At 02:00 on 29 March 2026 clocks in Rome go to 03:00, so this night has one hour less.
    const ends = await s.value(owner)`select app_private.quiet_until('22:00', '07:00',
      'Europe/Rome', '2026-03-28T22:00:00Z')`;
    expect(ends.toISOString()).toBe("2026-03-29T05:00:00.000Z");
  });

  test.each([
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
  ])(
    "from %s to %s in a night of %s in which clocks change, at %s, last until %s",
    async (s, from, to, zone, at, until) => {
      const ends = await s.value(owner)`select app_private.quiet_until(${from}, ${to}, ${zone},
        ${at})`;
      expect(ends?.toISOString().replace(".000", "") ?? null).toBe(until);
    },
  );

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

  test("hold back TWO and THREE until they end, and never ONE", async (s) => {
    const quiet = [await clock(s, -60), await clock(s, 60), "UTC"];
    const [one, two] = [await userWith(s, ["one"]), await userWith(s, ["two"], metresEast(500))];
    for (const user of [one, two]) await s.as(user, EDIT, quiet);
    await s.published();
    expect((await claim(s)).map(({ token }) => token)).toEqual(["one"]);
    expect((await s.as(owner, DELIVERIES)).map(({ state, waits }) => [state, waits])).toEqual([
      ["sent", false],
      ["queued", true],
    ]);
    const [all] = await s.as(owner)`select array_agg(id) as ids from app_public.notifications`;
    await s.as(owner)`select app_private.follow_up_deliveries('expo', ${all?.ids}, 'TWO', now())`;
    const minutes = await s.value(owner)`select (extract(epoch
      from max(run_at) - now()) / 60)::integer from graphile_worker.jobs`;
    expect(minutes).toBeGreaterThanOrEqual(58);
    expect(minutes).toBeLessThanOrEqual(60);

    // The end of quiet hours releases the waiting pushes at once.
    await s.as(two)`select app_public.quiet_hours_remove()`;
    expect((await claim(s, { job: 2 })).map(({ token }) => token)).toEqual(["two"]);
  });

  test("leave a running push job its retries when they change again", async (s) => {
    const user = await userWith(s, ["two"], metresEast(500));
    const quietFor = async (minutes: number) => [
      await clock(s, -60),
      await clock(s, minutes),
      "UTC",
    ];
    await s.as(user, EDIT, await quietFor(60));
    await s.published();
    await claim(s);
    await s.as(user, EDIT, await quietFor(30));
    await s.as(owner)`update graphile_worker._private_jobs set locked_at = now()
      where key like 'quiet:%'`;
    await s.as(user, EDIT, await quietFor(90));
    const running = await s.as(owner)`select attempts < max_attempts as "mayBeTried"
      from graphile_worker.jobs
      where task_identifier = 'push_expo' and locked_at is not null`;
    expect(running).toEqual([{ mayBeTried: true }]);
  });

  test("hold back nothing in a time zone that the database does not know, and do not stop the pushes to others", async (s) => {
    const users = [await userWith(s, ["lost"], metresEast(500))];
    users.push(await userWith(s, ["other"], metresEast(500)));
    const quiet = [await clock(s, -60), await clock(s, 60), "UTC"];
    for (const user of users) await s.as(user, EDIT, quiet);
    const move = (zone: string) =>
      s.as(owner)`update app_public.quiet_hours set time_zone = ${zone}
        where user_id = ${users[0]?.id}`;
    await move("Old/Town");
    await s.published();
    expect((await claim(s)).map(({ token }) => token)).toEqual(["lost"]);

    await s.as(owner)`delete from app_private.deliveries`;
    await move("UTC");
    expect(await claim(s)).toEqual([]);
    await move("Old/Town");
    await s.as(owner)`update app_private.deliveries set due_at = now()`;
    expect((await claim(s)).map(({ token }) => token)).toEqual(["lost"]);
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

test("the time when a notification was first seen is stored, and the user cannot write it", async (s) => {
  const user = await userWith(s, []);
  await s.published();
  const update =
    "select app_public.notification_update(row($1, $2)::app_public.notification_update_input)";
  const id = await s.value(owner)`select id from app_public.notifications`;
  const seen = async (value: boolean) => {
    await s.as(user, update, [id, value]);
    return await s.value(owner)`select seen_at from app_public.notifications`;
  };
  const first = await seen(true);
  expect(first).toEqual(anyDate);
  expect(await seen(true)).toEqual(first);
  expect(await seen(false)).toBeNull();
  await expect(
    s.as(user)`update app_public.notifications set seen_at = now()`,
  ).rejects.toMatchObject(refusal("42501"));
});

test("the results of an alert count people, not devices", async (s) => {
  await userWith(s, ["a", "b"]);
  await userWith(s, ["c"]);
  await userWith(s, []);
  await userWith(s, ["d"]);
  const admin = await s.user(true);
  await s.published(admin);
  const [a, b, c, d] = (await claim(s)) as [Row, Row, Row, Row];
  await record(s, [
    { ...of(a), state: "accepted" },
    { ...of(b), state: "failed", why: "no" },
    { ...of(c), state: "dead", why: "gone" },
    { ...of(d), state: "retry", why: "the provider is off", unsent: true },
  ]);
  await s.as(owner, "update app_public.notifications set seen = true where user_id = $1", [
    await s.value(owner)`select max(user_id) from app_public.notifications`,
  ]);
  const delivery = "select d.* from app_public.alerts a, unnest(app_public.alerts_delivery(a)) d";
  const [one, two] = await s.as(admin, delivery);
  expect(one).toMatchObject({
    level: "ONE",
    targeted: 4,
    sent: 1,
    accepted: 1,
    failed: 1,
    seen: 1,
  });
  const failures =
    "select f.* from app_public.alerts a, unnest(app_public.alerts_push_failures(a)) f";
  expect(await s.as(admin, failures)).toEqual(
    [
      ["gone", true],
      ["no", true],
      ["the provider is off", false],
    ].map(([reason, is_final]) => ({ provider: "expo", reason, is_final, pushes: 1, users: 1 })),
  );
  await expect(s.as(await s.user(), failures)).rejects.toMatchObject(DENIED);
  expect(one?.accepted_after_median).toBeGreaterThan(0);
  expect(one?.accepted_after_p95).toBe(one?.accepted_after_median);
  expect(two).toMatchObject({ level: "TWO", targeted: 0, accepted_after_median: null });
  await expect(s.as(await s.user(), delivery)).rejects.toMatchObject(DENIED);
});

test("the seconds until a push is accepted count from a late entry, also after an update of the alert", async (s) => {
  const admin = await s.user(true);
  const alert = await s.published(admin);
  await userWith(s, ["late"]);
  await s.as(owner)`update app_public.alert_versions set created_at = now() - interval '1 hour'`;
  await s.as(owner)`update app_public.notifications
    set created_at = now() - interval '1 minute', taken_at = now() - interval '1 minute'`;
  await s.as(admin)`select app_private.update_alert(${alert},
    json_populate_record(null::app_public.alert_update_input, '{"text2": "Other."}'))`;
  await s.publish(alert);
  const [claimed] = (await claim(s)) as [Row];
  await record(s, [{ ...of(claimed), state: "accepted" }]);
  const delivery = "select d.* from app_public.alerts a, unnest(app_public.alerts_delivery(a)) d";
  const one = only(await s.as(admin, delivery));
  expect(one).toMatchObject({ level: "ONE", accepted: 1 });
  expect(one.accepted_after_median).toBeGreaterThan(59);
  expect(one.accepted_after_median).toBeLessThan(600);
});
