/** @database server */
import { describe, expect } from "@jest/globals";
import {
  ACCEPTED,
  BUSY,
  claim,
  deliveries,
  dueNow,
  fcmToken,
  forgetJobs,
  goQuiet,
  pushJobs,
  record,
  retry,
  tokens,
  userWith,
} from "./pushes.ts";
import { type Actor, inside, metresEast, owner, type Row, type Scene, stage } from "./scene.ts";

/** Deliveries that are tried again or that end late. */

const { test } = stage();

describe("a push or its retry", () => {
  test("waits for the end of its user's quiet hours that have begun since, but not at ONE", async (s) => {
    const [one, two, three] = [
      await userWith(s, ["one"]),
      await userWith(s, ["two"], metresEast(500)),
      await userWith(s, ["three"], metresEast(1_500)),
    ];
    await userWith(s, ["awake"], metresEast(500));
    await s.published();
    await retry(s, await claim(s));
    for (const user of [one, two, three]) await goQuiet(s, user);
    expect(tokens(await claim(s, 2))).toEqual(["one", "awake"]);
    const waiting = (await deliveries(s)).filter(({ state }) => state === "queued");
    expect(waiting).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
    for (const { due_in } of waiting) {
      expect(due_in).toBeGreaterThan(58 * 60);
      expect(due_in).toBeLessThanOrEqual(60 * 60);
    }
    // The end of quiet hours releases only pushes that were not tried yet. This push still waits until it is due.
    await s.as(two)`select app_public.quiet_hours_remove()`;
    expect(await claim(s, 3)).toEqual([]);
  });

  test("is not sent at the end of quiet hours if its provider wants it later", async (s) => {
    const user = await userWith(s, ["a", "b"], metresEast(500));
    await s.published();
    await record(s, await claim(s), [{ ...BUSY, after: 7_200_000 }, BUSY]);
    await s.as(owner)`update app_private.deliveries set due_at = now()
      where due_at < now() + interval '1 hour'`;
    await goQuiet(s, user);
    expect(await claim(s, 2)).toEqual([]);
    const [later, sooner] = await deliveries(s);
    expect(later?.due_in).toBeGreaterThan(119 * 60);
    expect(sooner?.due_in).toBeGreaterThan(58 * 60);
  });

  test("is not sent before it is due", async (s) => {
    await userWith(s, ["a", "b"]);
    await s.published();
    await retry(s, await claim(s));
    await s.as(owner)`update app_private.deliveries set due_at = now() + interval '1 minute'
      where id = (select min(id) from app_private.deliveries)`;
    expect(tokens(await claim(s, 2))).toEqual(["b"]);
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

  test("waits a slightly random time, and the wait that the provider wants for everyone is returned", async (s) => {
    await userWith(s, ["a", "b", "c", "d"]);
    await s.published();
    const longest = await record(s, await claim(s), [
      { ...BUSY, after: 30_000, everyone: true },
      { ...BUSY, after: 90_000 },
      BUSY,
      BUSY,
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
    const off = { ...BUSY, why: "off", unsent: true };
    await record(s, await claim(s), [off, BUSY]);
    expect((await deliveries(s)).map(({ sent_at }) => sent_at !== null)).toEqual([false, true]);
    await dueNow(s);
    await record(s, await claim(s), [ACCEPTED, off]);
    const rows = await deliveries(s);
    expect(rows.map(({ sent_at }) => sent_at !== null)).toEqual([true, true]);
    expect(rows.map(({ failures }) => failures.length)).toEqual([1, 2]);
    expect(rows.map(({ why }) => why)).toEqual([null, "off"]);
  });

  test("ends at the time of the provider's answer", async (s) => {
    await userWith(s, ["a"]);
    await s.published();
    await record(s, await claim(s), { ...ACCEPTED, ago: 60_000 });
    const [row] = await deliveries(s);
    expect(row?.settled_ago).toBeGreaterThan(50);
  });
});

describe("an all-clear", () => {
  const cancelled = async (s: Scene) => {
    const admin = await s.user(true);
    const id = await s.published(admin);
    await s.cancel(admin, id);
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

describe("a follow-up", () => {
  test("runs when the first delivery is due, but not before the given time, with its level's priority", async (s) => {
    await userWith(s, ["a", "b", "c"], metresEast(500));
    await s.published();
    await retry(s, (await claim(s)).slice(0, 2));
    await dueNow(s);
    const first = await s.value(owner)`select min(id) from app_private.deliveries`;
    await s.as(owner)`update app_private.deliveries
      set due_at = due_at + 100 * (1 + id - ${first}::bigint) * interval '1 second' where state = 'queued'`;
    await forgetJobs(s);
    await s.as(owner)`update app_private.push_outcomes set why = null, failing_since = null`;
    const ids = (await deliveries(s)).map(({ notification_id }) => notification_id);
    for (const seconds of [0, 150]) {
      await s.as(owner)`select app_private.follow_up_deliveries('expo',
        ${ids}, 'TWO', now() + ${seconds} * interval '1 second')`;
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
    const claimed = await claim(s);
    await record(s, claimed, BUSY);
    const [first, ...others] = claimed;
    await s.as(owner)`update app_private.deliveries set due_at = now() + interval '5 minutes'
      where state = 'queued'`;
    await forgetJobs(s);
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
    const probed = await claim(s);
    expect(tokens(probed)).toEqual(["one"]);
    await record(s, probed, ACCEPTED);
    expect(await waits()).toEqual([
      [1, 0],
      [2, 0],
    ]);
    expect(tokens(await claim(s))).toEqual(["a", "b"]);
  });

  test("is not queued for pushes that were sent", async (s) => {
    await userWith(s, ["a"]);
    await s.published();
    const ids = (await claim(s)).map(({ notification_id }) => notification_id);
    await forgetJobs(s);
    await s.as(owner)`select app_private.follow_up_deliveries('expo', ${ids}, 'ONE', now())`;
    expect(await pushJobs(s)).toEqual([]);
  });
});

describe("the end of a user's quiet hours", () => {
  const remove = (s: Scene, user: Actor) => s.as(user)`select app_public.quiet_hours_remove()`;

  test.each([
    ["removed", remove],
    ["changed", (s: Scene, user: Actor) => goQuiet(s, user, 120, 180)],
  ])("(%s) releases that user's pushes that were not tried yet, with a job", async (s, _, end) => {
    const at = metresEast(500);
    const [mine, other] = [await userWith(s, ["mine"], at), await userWith(s, ["other"], at)];
    for (const user of [mine, other]) await goQuiet(s, user);
    await s.published();
    expect(await claim(s)).toEqual([]);
    await forgetJobs(s);
    await end(s, mine);
    const due = (await deliveries(s)).filter(({ due_in }) => due_in <= 0);
    expect(due).toMatchObject([{ user_id: mine.id }]);
    expect(await pushJobs(s)).toEqual([
      { task: "push_expo", priority: 2, wait: 0, ids: [Number(due[0]?.notification_id)] },
    ]);
    expect(tokens(await claim(s, 2))).toEqual(["mine"]);
    expect(
      await s.as(owner)`select from app_public.quiet_hours where user_id = ${other.id}`,
    ).toHaveLength(1);
  });

  test("releases the pushes of each provider", async (s) => {
    const user = await userWith(s, ["phone", fcmToken("id")], metresEast(500));
    await goQuiet(s, user);
    await s.published();
    for (const provider of ["expo", "fcm"]) expect(await claim(s, 1, provider)).toEqual([]);
    await forgetJobs(s);
    await remove(s, user);
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
    await forgetJobs(s);
    for (let change = 0; change < 3; change += 1) await goQuiet(s, user);
    expect(await pushJobs(s)).toEqual([]);

    for (let change = 0; change < 3; change += 1) {
      await remove(s, user);
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
    await forgetJobs(s);
    await remove(s, user);
    expect((await deliveries(s))[0]?.due_in).toBeGreaterThan(0);
    expect(await pushJobs(s)).toEqual([]);
  });
});
