/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  inside,
  metresEast,
  owner,
  type Place,
  type Row,
  type Scene,
  stage,
} from "./scene.ts";

/** Deliveries that are tried again or that end late, and the figures that they lead to. */

const { test } = stage();

const QUIET =
  "select id from app_public.quiet_hours_edit(row($1, $2, 'UTC')::app_public.quiet_hours_input)";
const ALL = "select array_agg(id) as ids from app_public.notifications";

async function userWith(s: Scene, tokens: string[], at: Place = inside): Promise<Required<Actor>> {
  const user = await s.user();
  for (const token of tokens) await s.register(user, token);
  await s.report(user, at);
  return user;
}

/** Claims deliveries of a provider, as a job does, and returns them with their tokens. */
async function claim(s: Scene, job = 1, provider = "expo", ids = ALL): Promise<Row[]> {
  const [claimed] = await s.as(owner, ids);
  return await s.as(owner)`select * from app_private.claim_deliveries(${provider}, ${job},
    ${claimed?.ids ?? []})`;
}
const tokens = (claimed: Row[]) => claimed.map(({ token }) => token);

const record = (s: Scene, outcomes: object[]) =>
  s.value(owner)`select extract(epoch from app_private.record_deliveries('expo',
    ${JSON.stringify(outcomes)}))::float8`;
const of = ({ user_id, id }: Row) => ({ user_id, id, ago: 0 });

const deliveries = (s: Scene): Promise<Row[]> =>
  s.as(owner)`select d.*, extract(epoch from due_at - now())::float8 as due_in,
      extract(epoch from now() - settled_at)::float8 as settled_ago
    from app_private.deliveries d order by notification_id, device_id`;

/** Records a temporary failure of everything that was claimed, and makes it due again at once. */
async function retry(s: Scene, claimed: Row[]): Promise<void> {
  await record(
    s,
    claimed.map((push) => ({ ...of(push), state: "retry", why: "busy" })),
  );
  await s.as(owner)`update app_private.deliveries set due_at = now() where state = 'queued'`;
}

const pushJobs = (s: Scene): Promise<Row[]> =>
  s.as(owner)`select t.identifier as task, j.priority,
    extract(epoch from j.run_at - now())::int as wait,
      j.payload -> 'notificationIds' as ids
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('push_expo', 'push_fcm', 'push_web_push') order by j.id`;

/** Gives a user quiet hours, from an hour ago to an hour from now. */
async function goQuiet(s: Scene, user: Actor): Promise<void> {
  const clock = (minutes: number) =>
    s.value(owner)`select to_char((now() at time zone 'UTC') + ${minutes} * interval '1 minute',
      'HH24:MI')`;
  await s.as(user, QUIET, [await clock(-60), await clock(60)]);
}

describe("a push or its retry", () => {
  test("waits for the end of quiet hours that have begun since, but not at ONE", async (s) => {
    const [one, two, three] = [
      await userWith(s, ["one"]),
      await userWith(s, ["two"], metresEast(500)),
      await userWith(s, ["three"], metresEast(1_500)),
    ];
    await s.published();
    await retry(s, await claim(s));
    for (const user of [one, two, three]) await goQuiet(s, user);
    expect(tokens(await claim(s, 2))).toEqual(["one"]);
    const rows = await deliveries(s);
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ["sent", 2],
      ["queued", 1],
      ["queued", 1],
    ]);
    for (const { due_in } of rows.slice(1)) {
      expect(due_in).toBeGreaterThan(58 * 60);
      expect(due_in).toBeLessThanOrEqual(60 * 60);
    }
    // The end of quiet hours releases only pushes that were not tried yet. This push still waits until it is due.
    await s.as(two as Actor)`select app_public.quiet_hours_remove()`;
    expect(tokens(await claim(s, 3))).toEqual([]);
  });

  test("is not sent at the end of quiet hours if its provider wants it later", async (s) => {
    const user = await userWith(s, ["a", "b"], metresEast(500));
    await s.published();
    const [a, b] = (await claim(s)) as [Row, Row];
    await record(s, [
      { ...of(a), state: "retry", why: "busy", after: 7_200_000 },
      { ...of(b), state: "retry", why: "busy" },
    ]);
    await s.as(owner)`update app_private.deliveries set due_at = now()
      where due_at < now() + interval '1 hour'`;
    await goQuiet(s, user);
    expect(await claim(s, 2)).toEqual([]);
    const [later, sooner] = await deliveries(s);
    expect(later?.due_in).toBeGreaterThan(119 * 60);
    expect(sooner?.due_in).toBeGreaterThan(58 * 60);
  });

  test("waits for the quiet hours of its own user only, as the first try does", async (s) => {
    const at = metresEast(500);
    const [quiet] = [await userWith(s, ["quiet"], at), await userWith(s, ["awake"], at)];
    const third = await userWith(s, ["third"], at);
    await goQuiet(s, quiet);
    await s.published();
    const claimed = await claim(s);
    expect(tokens(claimed).toSorted()).toEqual(["awake", "third"]);
    await retry(s, claimed);
    await goQuiet(s, third);
    expect(tokens(await claim(s, 2))).toEqual(["awake"]);
  });

  test("is not sent before it is due, or after the alert's end", async (s) => {
    await userWith(s, ["a", "b"]);
    const id = await s.published();
    await retry(s, await claim(s));
    await s.as(owner)`update app_private.deliveries set due_at = now() + interval '1 minute'
      where id = (select min(id) from app_private.deliveries)`;
    expect(tokens(await claim(s, 2))).toEqual(["b"]);
    await retry(s, await claim(s, 2));
    await s.expire(id);
    expect(await claim(s, 3)).toEqual([]);
    expect(
      (await deliveries(s)).map(({ state, why, settled_at }) => [state, why, settled_at !== null]),
    ).toEqual(Array(2).fill(["failed", "The alert ended before the push was sent.", true]));
  });

  test("gives way to a later notification of the alert, so that no earlier text arrives last", async (s) => {
    const admin = await s.user(true);
    const id = await s.published(admin);
    const walker = await userWith(s, ["walker"], metresEast(1_500));
    await userWith(s, ["stayed"], metresEast(1_500));
    await s.published(admin);
    await retry(s, await claim(s));
    await s.report(walker, inside);
    // The walker's pushes of both alerts are claimed.
    const claimed = await claim(s, 2);
    expect(tokens(claimed).toSorted()).toEqual(["walker", "walker"]);
    expect(claimed.map(({ level }) => level)).toEqual(["ONE", "ONE"]);
    expect(tokens(await claim(s, 3)).toSorted()).toEqual(["stayed", "stayed"]);
    await retry(s, claimed);
    const replaced = (await deliveries(s)).filter(({ why }) => /later notification/.test(why));
    expect(replaced.map(({ state, level }) => [state, level])).toEqual([
      ["failed", "THREE"],
      ["failed", "THREE"],
    ]);
    expect(replaced.every(({ settled_at }) => settled_at !== null)).toBe(true);
    // An update that notifies again replaces the push too.
    await s.update(admin, id, { text1: "Leave now.", renotify: true });
    await s.publish(id);
    const updated = await claim(s, 4);
    expect(updated.map(({ alert_id, kind }) => [alert_id, kind])).toEqual([
      [id, "UPDATE"],
      [id, "UPDATE"],
    ]);
    const rest = (await claim(s, 5)).map(({ alert_id, token }) => [alert_id === id, token]);
    expect(rest).toEqual([[false, "walker"]]);
  });

  test("by the job of a host that died gives way to a later notification too", async (s) => {
    const walker = await userWith(s, ["walker"], metresEast(1_500));
    await s.published();
    expect(tokens(await claim(s, 1))).toEqual(["walker"]);
    await s.report(walker, inside);
    expect((await claim(s, 2)).map(({ level }) => level)).toEqual(["ONE"]);
    expect(await claim(s, 1)).toEqual([]);
    expect((await deliveries(s)).map(({ level, state }) => `${level} ${state}`)).toEqual([
      "THREE failed",
      "ONE sent",
    ]);
  });

  test("is not sent at all if a later notification came before its job ran", async (s) => {
    const walker = await userWith(s, ["walker"], metresEast(1_500));
    await userWith(s, ["stayed"], metresEast(1_500));
    await s.published();
    await s.published();
    await s.report(walker, inside);
    // The order is that of versions and ids, not of created_at.
    await s.as(owner)`update app_public.notifications set created_at = now() + interval '1 hour'
      where level = 'THREE'`;
    const claimed = await claim(s);
    expect(claimed.map(({ token, level }) => `${token} ${level}`).toSorted()).toEqual([
      "stayed THREE",
      "stayed THREE",
      "walker ONE",
      "walker ONE",
    ]);
    const replaced = (await deliveries(s)).filter(({ why }) => why);
    expect(
      replaced.map(({ state, level, why, attempts }) => [state, level, why, attempts]),
    ).toEqual(
      Array(2).fill(["failed", "THREE", "A later notification of the alert took its place.", 0]),
    );
    expect(replaced.every(({ settled_at, sent_at }) => settled_at && !sent_at)).toBe(true);
  });

  test("to an unregistered device is dead, and its end is recorded", async (s) => {
    const user = await userWith(s, ["a"]);
    await s.published();
    await retry(s, await claim(s));
    await s.as(user)`select app_public.device_unregister('a')`;
    expect(await claim(s, 2)).toEqual([]);
    const [row] = await deliveries(s);
    expect(row).toMatchObject({ state: "dead", why: "The device was unregistered." });
    expect(row?.settled_at).not.toBeNull();
  });

  test("waits a slightly random time, and the wait that the provider wants for everyone is returned", async (s) => {
    await userWith(s, ["a", "b", "c", "d"]);
    await s.published();
    const [a, b, c, d] = (await claim(s)) as [Row, Row, Row, Row];
    const longest = await record(s, [
      { ...of(a), state: "retry", why: "busy", after: 30_000, everyone: true },
      { ...of(b), state: "retry", why: "this device is busy", after: 90_000 },
      { ...of(c), state: "retry", why: "busy" },
      { ...of(d), state: "retry", why: "busy" },
    ]);
    expect(longest).toBe(30);
    const waits = (await deliveries(s)).map(({ due_at }) => due_at.getTime());
    const began = waits[0] - 30_000;
    for (const wait of waits.slice(2)) {
      expect(wait - began).toBeGreaterThanOrEqual(749);
      expect(wait - began).toBeLessThanOrEqual(1_251);
    }
    expect(new Set(waits).size).toBe(4);
  });

  test("that was not sent keeps the time of the first attempt, and acceptance keeps the failures", async (s) => {
    await userWith(s, ["a", "b"]);
    await s.published();
    const claimed = await claim(s);
    await record(s, [
      { ...of(claimed[0] as Row), state: "retry", why: "off", unsent: true },
      { ...of(claimed[1] as Row), state: "retry", why: "busy" },
    ]);
    expect((await deliveries(s)).map(({ sent_at }) => sent_at !== null)).toEqual([false, true]);
    await s.as(owner)`update app_private.deliveries set due_at = now()`;
    const again = await claim(s);
    await record(s, [
      { ...of(again[0] as Row), state: "accepted" },
      { ...of(again[1] as Row), state: "retry", why: "off", unsent: true },
    ]);
    const rows = await deliveries(s);
    expect(rows.map(({ sent_at }) => sent_at !== null)).toEqual([true, true]);
    expect(rows.map(({ failures }) => failures.length)).toEqual([1, 2]);
    expect(rows.map(({ why }) => why)).toEqual([null, "off"]);
  });

  test("ends at the time of the provider's answer", async (s) => {
    await userWith(s, ["a"]);
    await s.published();
    const [push] = (await claim(s)) as [Row];
    await record(s, [{ ...of(push), ago: 60_000, state: "accepted" }]);
    const [row] = await deliveries(s);
    expect(row?.settled_ago).toBeGreaterThan(50);
  });
});

describe("an all-clear", () => {
  const cancelled = async (s: Scene) => {
    const admin = await s.user(true);
    const id = await s.published(admin);
    await s.value(admin)`select app_private.cancel_alert(${id}, 'It is over.')`;
    await s.publish(id);
  };
  const over = (s: Scene, ago: string) =>
    s.as(owner)`update app_public.alerts set created_at = now() - interval '2 days',
      cancelled_at = now() - ${ago}::interval`;

  test.each([
    ["23 hours 59 minutes", ["phone"]],
    ["24 hours 1 minute", []],
  ])(
    "that is late by %s is pushed to %j, at the first try and at a retry",
    async (s, ago, expected) => {
      await userWith(s, ["phone"], metresEast(1_500));
      await cancelled(s);
      await s.client.query("savepoint first");
      await over(s, ago);
      expect(tokens(await claim(s))).toEqual(expected);
      await s.client.query("rollback to savepoint first");
      await retry(s, await claim(s));
      await over(s, ago);
      expect(tokens(await claim(s, 2))).toEqual(expected);
    },
  );
});

describe("a claim of deliveries", () => {
  test("takes pushes to the devices of its own provider only", async (s) => {
    const fcm = `id:${"x".repeat(100)}`;
    await userWith(s, ["phone", fcm]);
    await s.published();
    expect(tokens(await claim(s, 1, "expo"))).toEqual(["phone"]);
    expect(tokens(await claim(s, 2, "fcm"))).toEqual([fcm]);
  });

  test("takes the retries of its own provider only, and so does a follow-up", async (s) => {
    const fcm = `id:${"x".repeat(100)}`;
    await userWith(s, ["phone", fcm]);
    await userWith(s, [fcm.replace("id", "other")]);
    await s.published();
    await retry(s, [...(await claim(s, 1, "expo")), ...(await claim(s, 1, "fcm"))]);
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    const ids = (await s.as(owner, ALL))[0]?.ids;
    await s.as(owner)`select app_private.follow_up_deliveries('expo', ${ids}, 'ONE', now())`;
    expect(await pushJobs(s)).toMatchObject([{ task: "push_expo", ids: [Number(ids[0])] }]);
    expect(tokens(await claim(s, 2, "expo"))).toEqual(["phone"]);
    expect(tokens(await claim(s, 2, "fcm"))).toEqual([fcm, fcm.replace("id", "other")]);
  });

  test("returns new pushes first, and then those that its job is sending already", async (s) => {
    await userWith(s, ["a"]);
    await userWith(s, ["b"]);
    await s.published();
    const first = "select array[min(id)] as ids from app_public.notifications";
    expect(tokens(await claim(s, 1, "expo", first))).toEqual(["a"]);
    expect(tokens(await claim(s, 1))).toEqual(["b"]);
    expect(tokens(await claim(s, 1))).toEqual(["a", "b"]);
  });
});

describe("a follow-up", () => {
  test("runs when the first delivery is due, but not before the given time, with its level's priority", async (s) => {
    await userWith(s, ["a", "b", "c"], metresEast(500));
    await s.published();
    await retry(s, (await claim(s)).slice(0, 2));
    await s.as(owner)`update app_private.deliveries set due_at = now() where state = 'queued'`;
    const first = await s.value(owner)`select min(id) from app_private.deliveries`;
    await s.as(owner)`update app_private.deliveries
      set due_at = due_at + 100 * (1 + id - ${first}::bigint) * interval '1 second' where state = 'queued'`;
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    await s.as(owner)`update app_private.push_outcomes set why = null, failing_since = null`;
    for (const seconds of [0, 150]) {
      await s.as(owner)`select app_private.follow_up_deliveries('expo',
        ${(await s.as(owner, ALL))[0]?.ids}, 'TWO', now() + ${seconds} * interval '1 second')`;
    }
    expect(await pushJobs(s)).toMatchObject([
      { task: "push_expo", priority: 2, wait: 100 },
      { task: "push_expo", priority: 2, wait: 150 },
    ]);
  });

  test("tries one push within 30 seconds while the provider takes nothing, and its success makes all others due", async (s) => {
    await userWith(s, ["one"]);
    await userWith(s, ["a", "b"], metresEast(500));
    await s.published();
    const [first, ...others] = await claim(s);
    const refused = { state: "retry", why: "down" };
    await record(
      s,
      [first, ...others].map((push) => ({ ...of(push as Row), ...refused })),
    );
    await s.as(owner)`update app_private.deliveries set due_at = now() + interval '5 minutes'
      where state = 'queued'`;
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    const followUp = async (pushes: (Row | undefined)[], level: string) => {
      // Both have the same jitter.
      await s.as(owner)`select setseed(0.5)`;
      await s.as(owner)`select app_private.follow_up_deliveries('expo',
        ${pushes.map((push) => push?.notification_id)}, ${level}, now())`;
    };
    await followUp([first], "ONE");
    await followUp(others, "TWO");
    const waits = async () => (await pushJobs(s)).map(({ priority, wait }) => [priority, wait]);
    const [probe, rest] = await waits();
    expect(probe?.[0]).toBe(1);
    expect(probe?.[1]).toBeLessThanOrEqual(30);
    expect(rest).toEqual([2, 300]);
    expect((await deliveries(s)).filter(({ due_in }) => due_in <= 30)).toHaveLength(1);

    await s.as(owner)`update app_private.deliveries set due_at = now()
      where due_at < now() + interval '1 minute'`;
    const [probed, ...more] = await claim(s);
    expect(probed?.token).toBe("one");
    expect(more).toEqual([]);
    await record(s, [{ ...of(probed as Row), state: "accepted" }]);
    expect(await waits()).toEqual([
      [1, 0],
      [2, 0],
    ]);
    expect(tokens(await claim(s))).toEqual(["a", "b"]);
  });

  test("is not queued for pushes that were sent", async (s) => {
    await userWith(s, ["a"]);
    await s.published();
    await claim(s);
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    const [all] = await s.as(owner, ALL);
    await s.as(owner)`select app_private.follow_up_deliveries('expo', ${all?.ids}, 'ONE', now())`;
    expect(await pushJobs(s)).toEqual([]);
  });
});

test("receipts keep the time of acceptance, queue a job for a retry, and remove dead devices", async (s) => {
  await userWith(s, ["a", "b", "c"], metresEast(500));
  await s.published();
  const claimed = await claim(s);
  await record(
    s,
    claimed.map((push, i) => ({ ...of(push), ago: 60_000, state: "accepted", receipt: `r${i}` })),
  );
  const before = await deliveries(s);
  await s.as(owner)`delete from graphile_worker._private_jobs`;
  await s.as(owner, "select app_private.record_receipts('expo', '{r0,r1,r2}', $1)", [
    JSON.stringify([
      { receipt: "r0", state: "accepted" },
      { receipt: "r1", state: "retry", why: "busy" },
      { receipt: "r2", state: "dead", why: "gone" },
    ]),
  ]);
  const after = await deliveries(s);
  expect(after.map(({ state }) => state)).toEqual(["accepted", "queued", "dead"]);
  expect(after[0]?.settled_at).toEqual(before[0]?.settled_at);
  expect(after[1]?.settled_at).toBeNull();
  expect(after[2]?.settled_ago).toBeLessThan(30);
  expect(await s.as(owner)`select token from app_private.devices order by 1`).toEqual([
    { token: "a" },
    { token: "b" },
  ]);
  expect(await pushJobs(s)).toEqual([
    { task: "push_expo", priority: 2, wait: 0, ids: [Number(claimed[1]?.notification_id)] },
  ]);
});

test("a receipt adds its reason and a record of the failure, and the time of first acceptance stays", async (s) => {
  await userWith(s, ["a", "b"]);
  await s.published();
  const claimed = await claim(s);
  await record(
    s,
    claimed.map((push, i) => ({ ...of(push), ago: 60_000, state: "accepted", receipt: `r${i}` })),
  );
  const before = await deliveries(s);
  await s.as(owner, "select app_private.record_receipts('expo', '{r0,r1}', $1)", [
    JSON.stringify([
      { receipt: "r0", state: "retry", why: "busy" },
      { receipt: "r1", state: "failed", why: "too big" },
    ]),
  ]);
  const after = await deliveries(s);
  expect(after.map(({ why }) => why)).toEqual(["busy", "too big"]);
  expect(after.map(({ failures }) => failures)).toEqual([
    [expect.stringMatching(/^\d{4}-.* busy$/)],
    [expect.stringMatching(/^\d{4}-.* too big$/)],
  ]);
  for (const state of ["retry", "accepted"]) {
    const again = await claim(s, 2);
    expect(tokens(again)).toEqual(["a"]);
    await record(
      s,
      again.map((push) => ({ ...of(push), state, why: state === "retry" ? "busy" : undefined })),
    );
    await s.as(owner)`update app_private.deliveries set due_at = now() where state = 'queued'`;
    expect((await deliveries(s)).map(({ accepted_at }) => accepted_at)).toEqual(
      before.map(({ accepted_at }) => accepted_at),
    );
  }
});

test("the stored reason of a receipt does not contain the device's token", async (s) => {
  const token = "ExponentPushToken[0123456789]";
  await userWith(s, [token]);
  await s.published();
  const claimed = await claim(s);
  await record(
    s,
    claimed.map((push) => ({ ...of(push), state: "accepted", receipt: "r0" })),
  );
  await s.as(owner, "select app_private.record_receipts('expo', '{r0}', $1)", [
    JSON.stringify([{ receipt: "r0", state: "dead", why: `"${token}" is not registered` }]),
  ]);
  const [row] = await deliveries(s);
  expect(row).toMatchObject({
    state: "dead",
    why: '"…" is not registered',
    failures: [expect.stringMatching(/ "…" is not registered$/)],
  });
});

test("a receipt is asked for again if the provider's answer does not have it", async (s) => {
  await userWith(s, ["a"]);
  await s.published();
  const claimed = await claim(s);
  await record(
    s,
    claimed.map((push) => ({ ...of(push), state: "accepted", receipt: "r0" })),
  );
  await s.as(owner)`delete from graphile_worker._private_jobs`;
  await s.as(owner, "select app_private.record_receipts('expo', '{r0}', $1)", [
    JSON.stringify([{ state: "accepted" }, { receipt: "of another", state: "accepted" }]),
  ]);
  expect(
    await s.as(owner)`select payload -> 'receipts' as asked from graphile_worker._private_jobs`,
  ).toEqual([{ asked: ["r0"] }]);
});

test("missing receipts are asked for again from the same provider, which also gets the retries", async (s) => {
  const fcm = ["a", "b"].map((name) => `${name}:${"x".repeat(100)}`);
  await userWith(s, fcm);
  await s.published();
  const accepted = (await claim(s, 1, "fcm")).map((push, i) => ({
    ...of(push),
    state: "accepted",
    receipt: `r${i}`,
  }));
  await s.as(owner)`delete from graphile_worker._private_jobs`;
  await s.as(owner)`select app_private.record_deliveries('fcm', ${JSON.stringify(accepted)})`;
  await s.as(owner, "select app_private.record_receipts('fcm', '{r0,r1}', $1)", [
    JSON.stringify([{ receipt: "r0", state: "retry", why: "busy" }]),
  ]);
  const asked = await s.as(owner)`select payload -> 'provider' as provider,
    payload -> 'receipts' as receipts
    from graphile_worker._private_jobs where payload -> 'receipts' is not null order by id`;
  expect(asked).toEqual([
    { provider: "fcm", receipts: ["r0", "r1"] },
    { provider: "fcm", receipts: ["r1"] },
  ]);
  expect(await pushJobs(s)).toMatchObject([{ task: "push_fcm" }]);
  expect(tokens(await claim(s, 2, "fcm"))).toEqual(fcm.slice(0, 1));
});

test("receipts queue the retries of two levels with a job for each", async (s) => {
  await userWith(s, ["a"]);
  await userWith(s, ["b"], metresEast(500));
  await userWith(s, ["c"]);
  await s.published();
  const claimed = await claim(s);
  await record(
    s,
    claimed.map((push) => ({ ...of(push), state: "accepted", receipt: push.token })),
  );
  await s.as(owner)`delete from graphile_worker._private_jobs`;
  await s.as(owner, "select app_private.record_receipts('expo', '{a,b,c}', $1)", [
    JSON.stringify(["a", "b", "c"].map((receipt) => ({ receipt, state: "retry", why: "busy" }))),
  ]);
  const idOf = (token: string) =>
    Number(claimed.find((push) => push.token === token)?.notification_id);
  expect(
    (await pushJobs(s)).map(({ priority, ids }) => [priority, ids.toSorted()]).toSorted(),
  ).toEqual([
    [1, [idOf("a"), idOf("c")].toSorted()],
    [2, [idOf("b")]],
  ]);
});

describe("the end of a user's quiet hours", () => {
  test.each([
    ["removed", "select app_public.quiet_hours_remove()"],
    [
      "changed",
      "select app_public.quiet_hours_edit(row(to_char((now() at time zone 'UTC') + interval '2 hours', 'HH24:MI'), to_char((now() at time zone 'UTC') + interval '3 hours', 'HH24:MI'), 'UTC')::app_public.quiet_hours_input)",
    ],
  ])(
    "(%s) releases that user's pushes that were not tried yet, with a job",
    async (s, _, change) => {
      const at = metresEast(500);
      const [mine, other] = [await userWith(s, ["mine"], at), await userWith(s, ["other"], at)];
      await goQuiet(s, mine);
      await goQuiet(s, other);
      await s.published();
      expect(await claim(s)).toEqual([]);
      await s.as(owner)`delete from graphile_worker._private_jobs`;
      await s.as(mine, change);
      const due = (await deliveries(s)).filter(({ due_in }) => due_in <= 0);
      expect(due).toMatchObject([{ user_id: mine.id }]);
      expect(await pushJobs(s)).toEqual([
        { task: "push_expo", priority: 2, wait: 0, ids: [Number(due[0]?.notification_id)] },
      ]);
      expect(tokens(await claim(s, 2))).toEqual(["mine"]);
      expect(
        await s.as(owner)`select from app_public.quiet_hours where user_id = ${other.id}`,
      ).toHaveLength(1);
    },
  );

  test("releases the pushes of each provider", async (s) => {
    const user = await userWith(s, ["phone", `id:${"x".repeat(100)}`], metresEast(500));
    await goQuiet(s, user);
    await s.published();
    for (const provider of ["expo", "fcm"]) expect(await claim(s, 1, provider)).toEqual([]);
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    await s.as(user)`select app_public.quiet_hours_remove()`;
    expect((await pushJobs(s)).map(({ task }) => task).toSorted()).toEqual([
      "push_expo",
      "push_fcm",
    ]);
  });

  test("queues no job if the quiet hours stay the same, and one for any number of changes", async (s) => {
    const user = await userWith(s, ["mine"], metresEast(500));
    await goQuiet(s, user);
    await s.published();
    expect(await claim(s)).toEqual([]);
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    for (let change = 0; change < 3; change += 1) await goQuiet(s, user);
    expect(await pushJobs(s)).toEqual([]);

    for (let change = 0; change < 3; change += 1) {
      await s.as(user)`select app_public.quiet_hours_remove()`;
      await goQuiet(s, user);
    }
    const jobs = await pushJobs(s);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]?.wait).toBeGreaterThan(0);
    expect((await deliveries(s))[0]?.due_in).toBeGreaterThan(0);
    expect(await claim(s, 2)).toEqual([]);
  });

  test("releases no retry, which waits for its provider", async (s) => {
    const user = await userWith(s, ["mine"], metresEast(500));
    await s.published();
    await retry(s, await claim(s));
    await s.as(owner)`update app_private.deliveries set due_at = now() + interval '1 minute'`;
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    await s.as(user)`select app_public.quiet_hours_remove()`;
    expect((await deliveries(s))[0]?.due_in).toBeGreaterThan(0);
    expect(await pushJobs(s)).toEqual([]);
  });
});

describe("the figures of an alert", () => {
  const FIGURES =
    "select d.* from app_public.alerts a, unnest(app_public.alerts_delivery(a)) d where a.id = $1 order by d.level";

  test("show the median and p95 until acceptance and until seen separately, from the publication", async (s) => {
    const admin = await s.user(true);
    for (const token of ["a", "b", "c"]) await userWith(s, [token]);
    const id = await s.published(admin);
    const claimed = await claim(s);
    await record(
      s,
      claimed.map((push) => ({ ...of(push), state: "accepted" })),
    );
    await s.as(owner)`update app_public.alert_versions
      set created_at = now() - interval '1 hour';
      update app_public.notifications set created_at = now() - interval '50 minutes',
        taken_at = now() - interval '2 hours'`;
    const users = claimed.map(({ user_id }) => user_id);
    for (const [index, seconds] of [10, 20, 120].entries()) {
      await s.as(owner)`update app_private.deliveries
        set settled_at = now() - interval '1 hour' + ${seconds} * interval '1 second' where user_id = ${users[index]}`;
      await s.as(owner)`update app_public.notifications
        set seen = true, seen_at = now() - interval '1 hour' + ${seconds * 3} * interval '1 second'
        where user_id = ${users[index]}`;
    }
    const [one] = await s.as(admin, FIGURES, [id]);
    expect(one).toMatchObject({
      targeted: 3,
      accepted_after_median: 20,
      accepted_after_p95: expect.closeTo(110, 3),
      seen_after_median: 60,
      seen_after_p95: expect.closeTo(330, 3),
    });
  });

  test("count the first device that accepts, and nobody again after an all-clear", async (s) => {
    const admin = await s.user(true);
    await userWith(s, ["a", "b"]);
    const id = await s.published(admin);
    const claimed = await claim(s);
    await record(
      s,
      claimed.map((push) => ({ ...of(push), state: "accepted" })),
    );
    await s.as(owner)`update app_public.alert_versions
      set created_at = now() - interval '1 hour';
      update app_public.notifications set taken_at = now() - interval '2 hours';
      update app_private.deliveries set settled_at = now() - interval '1 hour'`;
    const first = await s.value(owner)`select min(id) from app_private.deliveries`;
    await s.as(owner)`update app_private.deliveries
      set settled_at = settled_at + case when id = ${first} then interval '5 seconds' else interval '50 seconds' end`;
    const figures = async () => (await s.as(admin, FIGURES, [id]))[0];
    const expected = { targeted: 1, sent: 1, accepted: 1, accepted_after_median: 5 };
    expect(await figures()).toMatchObject(expected);
    await s.value(admin)`select app_private.cancel_alert(${id}, 'It is over.')`;
    await s.publish(id);
    await claim(s, 2);
    expect(await figures()).toMatchObject(expected);
    expect(await s.reached(id)).toBe(1);
    await s.as(owner)`select app_private.compact_alert_reach()`;
    expect(await s.reached(id)).toBe(1);
  });
});

describe("the people of an alert", () => {
  const PEOPLE = `select concat_ws(' ', level, users, users_pushed, users_waiting, users_failed, users_seen) as line
    from app_public.alerts a, unnest(app_public.alerts_delivery(a)) d where a.id = $1 order by d.level`;

  test("are each counted once at their most urgent level, by the results of their pushes", async (s) => {
    const admin = await s.user(true);
    const walker = await userWith(s, ["walker"], metresEast(1_500));
    const dead = await userWith(s, ["dead"], metresEast(1_500));
    await userWith(s, [], metresEast(500));
    const id = await s.published(admin);
    const lines = async () => (await s.as(admin, PEOPLE, [id])).map(({ line }) => line);
    expect(await lines()).toEqual(["ONE 0 0 0 0 0", "TWO 1 0 0 0 0", "THREE 2 0 0 0 0"]);
    const claimed = await claim(s);
    for (const place of [metresEast(500), inside]) {
      await s.report(walker, place);
      claimed.push(...(await claim(s)));
    }
    expect(await s.reached(id)).toBe(3);
    expect(tokens(claimed)).toEqual(["walker", "dead", "walker", "walker"]);
    expect(await lines()).toEqual(["ONE 1 0 1 0 0", "TWO 1 0 0 0 0", "THREE 1 0 1 0 0"]);
    const [first, second, third, fourth] = claimed as [Row, Row, Row, Row];
    await record(s, [
      { ...of(first), state: "accepted", receipt: "first" },
      { ...of(second), state: "accepted", receipt: "second" },
      { ...of(third), state: "failed", why: "no" },
      { ...of(fourth), state: "retry", why: "busy" },
    ]);
    await s.as(owner)`update app_public.notifications set seen = true
      where user_id = ${walker.id}`;
    expect(await lines()).toEqual(["ONE 1 1 0 0 1", "TWO 1 0 0 0 0", "THREE 1 1 0 0 0"]);
    await s.value(owner, "select app_private.record_receipts('expo', '{first,second}', $1)", [
      JSON.stringify(
        ["first", "second"].map((receipt) => ({ receipt, state: "failed", why: "unknown" })),
      ),
    ]);
    // Both pushes have left the host, although they failed afterwards. One of the walker's is tried again.
    expect(await lines()).toEqual(["ONE 1 1 0 0 1", "TWO 1 0 0 0 0", "THREE 1 1 0 1 0"]);
    expect(dead.id).toBeGreaterThan(0);
  });

  test("count as waiting while a provider is off, and reasons of failures name no device", async (s) => {
    const admin = await s.user(true);
    for (const token of ["a", "b"]) await userWith(s, [token]);
    const id = await s.published(admin);
    for (const job of [1, 2]) {
      const claimed = await claim(s, job);
      await record(
        s,
        claimed.map((push) => ({
          ...of(push),
          state: "retry",
          why: "expo is off: set IT",
          unsent: true,
        })),
      );
      await s.as(owner)`update app_private.deliveries set due_at = now()`;
    }
    expect((await s.as(admin, PEOPLE, [id]))[0]?.line).toBe("ONE 2 0 2 0 0");
    const last = await claim(s, 3);
    await record(
      s,
      last.map((push, index) => ({
        ...of(push),
        state: "failed",
        why: `"ExponentPushToken[${index}]" of https://push.example.org/${index}?a is ${String(index).repeat(70)}`,
      })),
    );
    const [failure, ...others] = await s.as(admin)`select f.* from app_public.alerts a,
      unnest(app_public.alerts_push_failures(a)) f where a.id = ${id}`;
    expect(failure).toEqual({
      provider: "expo",
      reason: '"…" of https://push.example.org/… is …',
      is_final: true,
      pushes: 2,
      users: 2,
    });
    expect(others).toEqual([]);
  });
});

describe("the reach of an alert", () => {
  test("stays the same when its one, two or three counts are compacted", async (s) => {
    const admin = await s.user(true);
    const ids = [await s.alert(admin), await s.alert(admin), await s.alert(admin)];
    for (const [index, id] of ids.entries()) {
      for (let count = 0; count <= index; count++) {
        await s.as(owner)`insert into app_private.alert_reach (alert_id, users)
          values (${id}, ${10 + count})`;
      }
    }
    expect(await s.value(owner)`select app_private.compact_alert_reach()`).toBe(2);
    expect([
      await s.reached(ids[0] as number),
      await s.reached(ids[1] as number),
      await s.reached(ids[2] as number),
    ]).toEqual([10, 21, 33]);
    expect(await s.as(owner)`select from app_private.alert_reach`).toHaveLength(3);
  });
});
