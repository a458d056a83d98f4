/** @database server */
import { expect } from "@jest/globals";
import type { Outcome, Provider, Push } from "../../src/delivery/push/provider.ts";
import { ENDED } from "../../src/delivery/push/provider.ts";
import { makeSendPushes, type Settled } from "../../src/delivery/push/send-pushes.ts";
import { userWith } from "../database/pushes.ts";
import { metresEast, owner, type Scene, stage } from "../database/scene.ts";

/** Tests the job that sends pushes on a real database, with a provider that accepts everything. */

const { test } = stage();

const HOUR = 3_600;

/**
 * Runs the job for all notifications, with a provider that gives this answer to each push. Returns the pushes in order,
 * and what was settled about each.
 */
async function run(
  s: Scene,
  answer: Outcome = { state: "accepted" },
): Promise<{ pushed: Push[]; settled: Settled[] }> {
  const pushed: Push[] = [];
  const settled: Settled[] = [];
  const provider: Provider = {
    name: "expo",
    batchSize: 100,
    concurrency: 1,
    async send(pushes) {
      pushed.push(...pushes);
      return pushes.map(() => answer);
    },
  };
  const notificationIds = (await s.as(owner)`select id from app_public.notifications`).map(
    ({ id }) => id,
  );
  const query = async (text: string, values: unknown[]) => ({
    rows: await s.as(owner, text, values),
  });
  const task = makeSendPushes("expo", provider, (some) => void settled.push(...some));
  const helpers = { job: { id: "1" }, query, abortSignal: new AbortController().signal };
  await task({ notificationIds }, helpers as never);
  return { pushed, settled };
}

/**
 * Moves an alert's times back: it was published two hours ago, its second version an hour ago, each complete ten
 * minutes later.
 */
const longAgo = async (s: Scene, id: number, changes: string[] = []) => {
  for (const change of [
    "app_public.alerts set created_at = now() - interval '2 hours' where id = $1",
    "app_public.alert_versions set created_at = now() - (3 - version) * interval '1 hour' where alert_id = $1",
    "app_private.publications set completed_at = now() - interval '50 minutes' where alert_id = $1",
    "app_public.notifications set created_at = now() - interval '110 minutes', taken_at = now() - interval '3 hours' where alert_id = $1",
    ...changes,
  ]) {
    await s.as(owner, `update ${change}`, [id]);
  }
};
/** Returns the delays, rounded to minutes. */
const minutes = (settled: readonly Settled[]) => settled.map(({ delay }) => Math.round(delay / 60));

test("each notification of an alert with several versions is one push, with the current text", async (s) => {
  const near = await userWith(s, ["near"], metresEast(500));
  const there = await userWith(s, ["there"]);
  const admin = await s.user(true);
  const id = await s.published(admin);
  await s.update(admin, id, { text2: "Go home." });
  await longAgo(s, id);
  const first = await run(s);
  await s.update(admin, id, { text1: "Leave by the north.", renotify: true });
  await s.publish(id);
  await longAgo(s, id, [
    "app_public.alert_versions set created_at = now() - interval '30 minutes' where alert_id = $1 and version = 3",
  ]);
  const second = await run(s);
  const told = async (user: typeof near) => await s.told(user, id);
  expect([await told(there), await told(near)]).toEqual([
    ["ALERT ONE 1", "UPDATE ONE 3"],
    ["ALERT TWO 1", "UPDATE TWO 3"],
  ]);
  const pushed = [...first.pushed, ...second.pushed];
  expect(pushed.map(({ token, kind, level, text }) => [token, kind, level, text])).toEqual([
    ["there", "ALERT", "ONE", "Leave."],
    ["near", "ALERT", "TWO", "Go home."],
    ["there", "UPDATE", "ONE", "Leave by the north."],
    ["near", "UPDATE", "TWO", "Go home."],
  ]);
  // The delay of an update counts from its version.
  expect([...minutes(first.settled), ...minutes(second.settled)]).toEqual([120, 120, 30, 30]);
});

test("the delay of a late entry counts from its notification, also after an update", async (s) => {
  await userWith(s, ["there"]);
  const admin = await s.user(true);
  const id = await s.published(admin);
  await longAgo(s, id, [
    "app_private.publications set completed_at = now() - interval '115 minutes' where alert_id = $1",
  ]);
  await s.update(admin, id, { text1: "Run." });
  await s.publish(id);
  expect(minutes((await run(s)).settled)).toEqual([110]);
});

const TAKEN = "app_public.notifications set taken_at";
const COMPLETED = "app_private.publications set completed_at";

test.each<[who: string, change: string, delay: number]>([
  [
    "was told of a position before the alert counts from the publication",
    `${TAKEN} = now() - interval '3 hours'`,
    120,
  ],
  ["was told of a position that is forgotten counts from the publication", `${TAKEN} = null`, 120],
  [
    "was told of a later position counts from when it came",
    `${TAKEN} = now() - interval '111 minutes'`,
    110,
  ],
  [
    "came after the publication was complete counts from when they were told",
    `${COMPLETED} = now() - interval '115 minutes'`,
    110,
  ],
  ["came while it goes on counts from the publication", `${COMPLETED} = null`, 120],
])("the delay of a user who %s", async (s, _who, change, delay) => {
  await userWith(s, ["there"]);
  const id = await s.published();
  await longAgo(s, id, [
    "app_public.alert_versions set created_at = now() - interval '2 hours' where alert_id = $1",
    `${change} where alert_id = $1`,
  ]);
  expect(minutes((await run(s)).settled)).toEqual([delay]);
});

test("a push expires when its alert ends, and an all-clear a day after the cancellation", async (s) => {
  await userWith(s, ["there"]);
  const admin = await s.user(true);
  const id = await s.published(admin);
  const ends = await s.value(owner)`select extract(epoch from expires_at)::float8
    from app_public.alerts where id = ${id}`;
  const asked = performance.now();
  const [first] = (await run(s)).pushed;
  expect([first?.kind, first?.expiresAt]).toEqual(["ALERT", 1000 * ends]);
  const lasts = await s.value(owner)`select ${ends} - extract(epoch
    from clock_timestamp())::float8`;
  const late = performance.now() + 1000 * lasts - (first?.endsAt ?? 0);
  expect(late).toBeGreaterThan(-1);
  expect(late).toBeLessThan(performance.now() - asked + 1);
  await s.cancel(admin, id, "It is over.");
  await s.publish(id);
  const cleared = await s.value(owner)`select extract(epoch from cancelled_at)::float8
    from app_public.alerts where id = ${id}`;
  const [clear, ...others] = (await run(s)).pushed;
  expect(others).toEqual([]);
  expect(clear).toMatchObject({ kind: "ALL_CLEAR", text: "It is over.", title: undefined });
  expect(Math.abs((clear?.expiresAt ?? 0) / 1000 - (cleared + 24 * HOUR))).toBeLessThan(0.01);
});

test("a push that is late only by its host's clock is sent later, and fails if the alert has ended", async (s) => {
  await userWith(s, ["there"]);
  const id = await s.published();
  const state = () => s.as(owner)`select state, sent_at, why from app_private.deliveries`;
  // Makes the push due again within the same transaction.
  const wait = () => s.as(owner)`update app_private.deliveries set due_at = now()`;
  await run(s, ENDED);
  expect(await state()).toEqual([{ state: "queued", sent_at: null, why: "the alert has ended" }]);
  await wait();
  await run(s);
  expect(await state()).toMatchObject([{ state: "accepted", why: null }]);

  await s.as(owner)`update app_private.deliveries set state = 'queued', due_at = now()`;
  await s.expire(id);
  expect((await run(s)).pushed).toEqual([]);
  expect(await state()).toMatchObject([
    { state: "failed", why: "The alert ended before the push was sent." },
  ]);
});
