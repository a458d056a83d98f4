/** @database server */
import { expect } from "@jest/globals";
import {
  type Actor,
  alertInput,
  DENIED,
  inside,
  metresEast,
  owner,
  type Place,
  type Row,
  refusal,
  type Scene,
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

/** The users whom a future alert or version would reach, and the alerts that it overlaps. */

const { test } = stage();

const reach = async (s: Scene, admin: Actor, points?: Place[], fields: object = {}): Promise<Row> =>
  (
    await s.as(admin)`select r.*
      from app_public.alert_reach(json_populate_record(null::app_public.alert_input,
      ${JSON.stringify(alertInput(points, fields))})) r`
  )[0] as Row;
const updateReach = async (s: Scene, admin: Actor, id: number, changes: object): Promise<Row> =>
  (
    await s.as(admin)`select r.* from app_public.alert_update_reach(${id},
      json_populate_record(null::app_public.alert_update_input, ${JSON.stringify(changes)})) r`
  )[0] as Row;
const overlapping = async (s: Scene, admin: Actor, points?: Place[]) =>
  (
    await s.as(admin)`select o.alert_id
      from app_public.alert_reach(json_populate_record(null::app_public.alert_input,
      ${JSON.stringify(alertInput(points))})) r, unnest(r.overlapping) o`
  ).map(({ alert_id }) => alert_id);

test("the latest 20 alerts whose outer zones meet that of the new alert are listed as overlapping", async (s) => {
  const admin = await s.user(true);
  const ids: number[] = [];
  for (let n = 0; n < 21; n++) ids.push(await s.alert(admin));
  await s.expire(await s.alert(admin));
  expect(await overlapping(s, admin)).toEqual(ids.toReversed().slice(0, 20));
  // Their areas are a kilometre apart, and their zones reach 2 km.
  const [x] = metresEast(1_000);
  expect(await overlapping(s, admin, square([x, 0]))).toHaveLength(20);
  expect(await overlapping(s, admin, square([x + 1, 0]))).toEqual([]);
});

test("an alert that overlaps is shown with its text, its end and its title", async (s) => {
  const admin = await s.user(true);
  const expiresAt = secondsAgo(-7_200);
  await s.alert(admin, undefined, { expires_at: expiresAt, title: "Flood", status: "TEST" });
  const rows = await s.as(admin)`select o.text1, o.status, o.title,
    extract(epoch from o.expires_at)::int as ends
    from app_public.alert_reach(json_populate_record(null::app_public.alert_input,
      ${JSON.stringify(alertInput())})) r, unnest(r.overlapping) o`;
  expect(rows).toEqual([{ text1: "Leave.", status: "TEST", title: "Flood", ends: expiresAt }]);
});

test("the reach of an update counts only the alert's audience, and positions young enough for the alert", async (s) => {
  const admin = await s.user(true);
  const tester = await s.userAt(inside);
  await s.userAt(inside);
  await s.as(owner)`update app_public.users set is_tester = true where id = ${tester.id}`;
  const exercise = await s.alert(admin, undefined, { status: "EXERCISE" });
  expect(await updateReach(s, admin, exercise, { text1: "Run." })).toMatchObject({ one: 1 });
  await s.userAt(inside, { takenAt: secondsAgo(5_000) });
  const young = await s.alert(admin, undefined, { max_position_age: 3_600 });
  expect(await updateReach(s, admin, young, { text1: "Run." })).toMatchObject({
    one: 2,
    stale: 1,
  });
});

test("the reach of an alert counts positions as stale by the alert's maximum age", async (s) => {
  const admin = await s.user(true);
  await s.userAt(inside, { takenAt: secondsAgo(5_000) });
  await s.userAt(inside, { takenAt: secondsAgo(1_000) });
  expect(await reach(s, admin, undefined, { max_position_age: 7_200 })).toMatchObject({
    one: 2,
    stale: 0,
  });
  expect(await reach(s, admin, undefined, { max_position_age: 600 })).toMatchObject({
    one: 0,
    stale: 2,
  });
});

test("users who were notified of another alert do not count as already notified of this one", async (s) => {
  const admin = await s.user(true);
  for (const place of [inside, metresEast(500)]) await s.userAt(place);
  const [other, id] = [await s.alert(admin), await s.alert(admin)];
  await s.publish(other);
  expect(await updateReach(s, admin, id, { text1: "Run." })).toMatchObject({
    one: 1,
    two: 1,
    again_one: 0,
    again_two: 0,
    already_told: 0,
  });
});

test("a user who was notified at two levels counts once as already notified", async (s) => {
  const admin = await s.user(true);
  const user = await s.userAt(metresEast(500));
  const id = await s.published(admin);
  await s.report(user, inside);
  expect(await s.levels(user, id)).toEqual(["TWO", "ONE"]);
  expect(await updateReach(s, admin, id, { text1: "Run." })).toMatchObject({
    one: 0,
    already_told: 1,
  });
});

test("each push provider counts a user once, and users who were already notified count separately", async (s) => {
  const admin = await s.user(true);
  const user = await s.userAt(inside);
  for (const token of ["phone", "tablet", `id:${"x".repeat(100)}`]) {
    await s.register(user, token);
  }
  expect(await reach(s, admin)).toMatchObject({
    one: 1,
    with_device: 1,
    by_provider: '{"(expo,1)","(fcm,1)"}',
    ringing: '{"(\\"{expo,fcm}\\",1)"}',
  });
  const id = await s.published(admin);
  expect(await updateReach(s, admin, id, { text1: "Run." })).toMatchObject({
    one: 0,
    already_told: 1,
    with_device: 0,
  });
  expect(await updateReach(s, admin, id, { text1: "Run.", renotify: true })).toMatchObject({
    with_device: 1,
    by_provider: '{"(expo,1)","(fcm,1)"}',
    // It does not overlap with itself.
    overlapping: "{}",
  });
  await s.report(user, metresEast(500), { accuracy: 5_000 });
  expect(await updateReach(s, admin, id, { text1: "Run." })).toMatchObject({
    already_told: 0,
    coarse: 0,
  });
  expect(await updateReach(s, admin, id, { text1: "Run.", renotify: true })).toMatchObject({
    coarse: 1,
  });
  await s.as(owner)`update app_public.last_positions
    set accuracy = 5, taken_at = taken_at - interval '2 days'`;
  expect(await updateReach(s, admin, id, { text1: "Run." })).toMatchObject({
    already_told: 0,
    stale: 0,
  });
  expect(await updateReach(s, admin, id, { text1: "Run.", renotify: true })).toMatchObject({
    stale: 1,
  });
});

test("the phones of THREE and TWO do not ring in quiet hours, neither for an alert nor for its all-clear", async (s) => {
  const admin = await s.user(true);
  const [one, two] = [await s.userAt(inside), await s.userAt(metresEast(500))];
  await s.userAt(inside);
  for (const user of [one, two]) await s.register(user, `phone ${user.id}`);
  const ringing = async (id?: number) =>
    id === undefined
      ? (await reach(s, admin)).ringing
      : await s.value(
          admin,
          "select app_public.alerts_all_clear_reach(a)::text from app_public.alerts a where id = $1",
          [id],
        );
  expect(await ringing()).toBe('{"({expo},2)"}');
  for (const user of [one, two]) {
    await s.as(
      user,
    )`select app_public.quiet_hours_edit(row(to_char(now() at time zone 'UTC' - interval '1 hour', 'HH24:MI'),
      to_char(now() at time zone 'UTC' + interval '1 hour', 'HH24:MI'), 'UTC')::app_public.quiet_hours_input)`;
  }
  expect(await reach(s, admin)).toMatchObject({ with_device: 2, ringing: '{"({expo},1)"}' });
  const id = await s.published(admin);
  expect(await ringing(id)).toBe('{"({expo},1)"}');
  await expect(
    s.as(one)`select app_public.alerts_all_clear_reach(a) from app_public.alerts a`,
  ).rejects.toMatchObject(DENIED);
});

test("the reach of an update is refused to users, and for an unknown alert", async (s) => {
  const admin = await s.user(true);
  await expect(updateReach(s, admin, 999_999, {})).rejects.toMatchObject(refusal("LA404"));
  const id = await s.alert(admin);
  await expect(updateReach(s, await s.user(), id, {})).rejects.toMatchObject(DENIED);
});
