/** @database server */
import { expect } from "@jest/globals";
import { type Actor, inside, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

const { test } = stage();

const since = (s: Scene, actor: Actor, of: "alerts" | "notifications", cursor: string) =>
  s.value(actor, `select app_private.${of}_since($1)`, [cursor]);
const newest = (s: Scene, actor: Actor, kind: "alert" | "notification"): Promise<string> =>
  s.value(actor, `select app_public.newest_${kind}_cursor()`);
/** Writes a cursor of a kind from these numbers of the newest change and notification. */
const forged = (s: Scene, kind: string, numbers: string): Promise<string> =>
  s.value(
    owner,
    `select app_private.write_cursor('${kind}', ${numbers}) from app_public.alert_changes c
      left join app_public.notifications n on n.alert_id = c.alert_id order by c.number desc, n.id desc limit 1`,
  );

test("without alerts and notifications the newest cursors are empty", async (s) => {
  const user = await s.user();
  expect([await newest(s, user, "alert"), await newest(s, user, "notification")]).toEqual(["", ""]);
});

test("only users who are logged in have newest cursors", async (s) => {
  for (const kind of ["alert", "notification"] as const) {
    await expect(newest(s, { role: "app_user" }, kind)).rejects.toMatchObject(refusal("LA401"));
    await expect(newest(s, { role: "app_anonymous" }, kind)).rejects.toMatchObject(
      refusal("42501"),
    );
  }
});

test("an alert that changed twice is returned once, and no longer after the cursor of its last change", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  const [one, two] = [await s.alert(admin), await s.alert(admin)];
  const before = await newest(s, user, "alert");
  await s.update(admin, one, { text1: "Go." });
  await s.cancel(admin, one);
  expect(await since(s, user, "alerts", before)).toEqual([one]);
  expect(await since(s, user, "alerts", await newest(s, user, "alert"))).toEqual([]);
  const all: number[] = await since(s, user, "alerts", "");
  expect(all.toSorted((a, b) => a - b)).toEqual([one, two]);
});

test.each<[what: string, change: (s: Scene, admin: Actor, id: number) => Promise<unknown>]>([
  ["an update", (s, admin, id) => s.update(admin, id, { text1: "Go." })],
  ["an all-clear", (s, admin, id) => s.cancel(admin, id)],
  [
    "the end of its time",
    async (s, _admin, id) => {
      await s.expire(id);
      await s.as(owner)`select app_private.end_expired_alerts()`;
    },
  ],
])("%s alone makes a cursor return an alert again", async (s, _what, change) => {
  const [admin, user] = [await s.user(true), await s.user()];
  const [one] = [await s.alert(admin), await s.alert(admin)];
  const before = await newest(s, user, "alert");
  await change(s, admin, one);
  expect(await since(s, user, "alerts", before)).toEqual([one]);
  expect(await newest(s, user, "alert")).not.toBe(before);
});

test.each([
  ["another alert", "c.number, 0, c.alert_id + 1, c.made_at"],
  ["another time", "c.number, 0, c.alert_id, c.made_at + interval '1 microsecond'"],
  ["another change", "c.number + 1, 0, c.alert_id, c.made_at"],
])("an alert cursor that names %s is refused as one of another database", async (s, _, numbers) => {
  const [admin, user] = [await s.user(true), await s.user()];
  await s.alert(admin);
  const mine = await forged(s, "alert", "c.number, 0, c.alert_id, c.made_at");
  expect(mine).toBe(await newest(s, user, "alert"));
  expect(await since(s, user, "alerts", mine)).toEqual([]);
  const other = await forged(s, "alert", numbers);
  await expect(since(s, user, "alerts", other)).rejects.toMatchObject(refusal("LA409"));
});

test.each([
  ["another notification", "n.id, n.user_id, n.id + 1, n.created_at", "LA409"],
  ["another time", "n.id, n.user_id, n.id, n.created_at + interval '1 microsecond'", "LA409"],
  ["a later change", "n.id + 1, n.user_id, n.id, n.created_at", "LA409"],
  ["another user", "n.id, n.user_id + 1, n.id, n.created_at", "LA400"],
])("a notification cursor that names %s is refused", async (s, _, numbers, code) => {
  const [admin, user] = [await s.user(true), await s.userAt(inside)];
  for (let i = 0; i < 2; i++) await s.published(admin);
  const mine = await forged(s, "notification", "n.id, n.user_id, n.id, n.created_at");
  expect(mine).toBe(await newest(s, user, "notification"));
  const other = await forged(s, "notification", numbers);
  await expect(since(s, user, "notifications", other)).rejects.toMatchObject(refusal(code));
});

test("a notification that was marked as seen is the newest change", async (s) => {
  const [admin, user] = [await s.user(true), await s.userAt(inside)];
  for (let i = 0; i < 2; i++) await s.published(admin);
  const [first] = (await s.as(owner)`select id from app_public.notifications order by id`) as [Row];
  const before = await newest(s, user, "notification");
  await s.as(user)`select app_public.notification_update(row(${first.id},
    true)::app_public.notification_update_input)`;
  const after = await newest(s, user, "notification");
  const told = (cursor: string) => since(s, user, "notifications", cursor).then(Number);
  expect(await told(after)).toBeGreaterThan(await told(before));
  const change = "select seen_change from app_public.notifications where id = $1";
  expect(await told(after)).toBe(Number(await s.value(owner, change, [first.id])));
  // Marking it again changes nothing.
  await s.as(user)`select app_public.notification_update(row(${first.id},
    true)::app_public.notification_update_input)`;
  expect(await newest(s, user, "notification")).toBe(after);
});
