/** @database server */
import { expect } from "@jest/globals";
import { type Actor, DENIED, inside, owner, type Scene, stage } from "./scene.ts";

/** Why pushes of an alert have failed: one row for each provider, reason and end. */

const { test } = stage();

/** Adds pushes of an alert to a user who was told. */
const push = (
  s: Scene,
  id: number,
  user: Actor,
  [state, why, provider = "expo"]: readonly [state: string, why: string | null, provider?: string],
) =>
  s.as(owner)`insert into app_private.deliveries (notification_id, alert_id, user_id, level,
    provider, state, why)
    select n.id, n.alert_id, n.user_id, n.level, ${provider}::app_private.push_provider,
      ${state}::app_private.delivery_state, ${why}
      from app_public.notifications n where n.alert_id = ${id} and n.user_id = ${user.id}`;

const failures = async (s: Scene, admin: Actor, id: number) =>
  (
    await s.as(admin)`select concat_ws(' ', f.provider, f.reason,
      case when f.is_final then 'final' else 'waits' end, f.pushes, f.users) as line
      from app_public.alerts a, unnest(app_public.alerts_push_failures(a)) f where a.id = ${id}`
  ).map(({ line }) => line);

/** Publishes an alert of an administrator to two users. */
async function published(s: Scene) {
  const admin = await s.user(true);
  const users = [await s.userAt(inside), await s.userAt(inside)] as const;
  const id = await s.published(admin);
  return { admin, users, id };
}

test("push failures count pushes and users separately, the most frequent reason first", async (s) => {
  const { admin, users, id } = await published(s);
  const [one, two] = users;
  const other = await s.published(admin);
  await push(s, id, one, ["failed", "bad"]);
  await push(s, id, two, ["dead", "gone"]);
  await push(s, id, one, ["dead", "gone"]);
  await push(s, id, one, ["dead", "gone"]);
  await push(s, id, two, ["queued", "busy"]);
  await push(s, id, two, ["queued", "busy", "fcm"]);
  await push(s, id, two, ["queued", null]);
  await push(s, id, two, ["accepted", "busy"]);
  await push(s, id, two, ["sent", "busy"]);
  await push(s, other, two, ["failed", "bad"]);
  expect(await failures(s, admin, id)).toEqual([
    "expo gone final 3 2",
    "expo bad final 1 1",
    "expo busy waits 1 1",
    "fcm busy waits 1 1",
  ]);
});

test("push failures name no device, even if their stored reasons do", async (s) => {
  const { admin, users, id } = await published(s);
  for (const [index, user] of users.entries()) {
    await push(s, id, user, ["failed", `https://push.example.org/${index} is off`]);
    await push(s, id, user, ["failed", `https://push.example.org/${index}${index} is off`]);
  }
  expect(await failures(s, admin, id)).toEqual([
    "expo https://push.example.org/… is off final 4 2",
  ]);
});

test("at most 50 push failures are listed, and only for administrators", async (s) => {
  const { admin, users, id } = await published(s);
  for (let n = 0; n < 51; n++) await push(s, id, users[0], ["failed", `Reason ${n}`]);
  expect(await failures(s, admin, id)).toHaveLength(50);
  await expect(failures(s, users[0], id)).rejects.toMatchObject(DENIED);
});
