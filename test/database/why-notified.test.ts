/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  asPoints,
  DENIED,
  inOrEast,
  inside,
  metresEast,
  owner,
  type Row,
  refusal,
  type Scene,
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

/** Why someone was or was not notified, asked when time has passed. */

const { test } = stage();

const why = async (s: Scene, admin: Actor, id: number, user: Actor): Promise<Row> =>
  (await s.as(admin)`select w.* from app_public.why_notified(${id}, ${user.id}) w`)[0] as Row;

const MINUTES = (minutes: number) => `now() - interval '${minutes} minutes'`;

describe("someone who was not notified", () => {
  test("has the rule CAME_IN_AFTER_THE_END after the alert has ended, and an age counted until its end", async (s) => {
    const admin = await s.user(true);
    const [expired, cancelled] = [await s.alert(admin), await s.alert(admin)];
    await s.expire(expired);
    await s.cancel(admin, cancelled);
    await s.as(
      owner,
      `update app_public.alerts set created_at = ${MINUTES(90)}, cancelled_at = ${MINUTES(60)} where id = $1`,
      [cancelled],
    );
    const late = await s.userAt(inOrEast(-1));
    for (const id of [expired, cancelled]) {
      const reason = await why(s, admin, id, late);
      expect(reason).toMatchObject({ rule: "CAME_IN_AFTER_THE_END", level: null });
      // The alert ended an hour before the position.
      expect(reason.age).toBeCloseTo(-3_600, -1);
    }
  });

  test("has the rule TOO_OLD if the position was too old at its report or at publication, also later", async (s) => {
    const admin = await s.user(true);
    const old = await s.userAt(inOrEast(-1), { takenAt: secondsAgo(3_700) });
    const young = await s.userAt(inOrEast(-1), { takenAt: secondsAgo(3_500) });
    const id = await s.alert(admin, undefined, { max_position_age: 3_600 });
    expect(await why(s, admin, id, old)).toMatchObject({ rule: "TOO_OLD" });
    expect(await why(s, admin, id, young)).toMatchObject({ rule: "NOT_YET" });
    // An hour later both are old, but the publication is what counts.
    await s.as(
      owner,
      `update app_public.alert_versions set created_at = ${MINUTES(60)};
          update app_public.last_positions set created_at = created_at - interval '1 hour', taken_at = taken_at - interval '1 hour'`,
    );
    expect(await why(s, admin, id, old)).toMatchObject({ rule: "TOO_OLD" });
    expect(await why(s, admin, id, young)).toMatchObject({ rule: "NOT_YET" });
    // A position that grew old between its report and the publication is too old as well.
    await s.as(
      owner,
      `update app_public.last_positions set created_at = ${MINUTES(150)}, taken_at = ${MINUTES(150)}`,
    );
    expect(await why(s, admin, id, young)).toMatchObject({ rule: "TOO_OLD" });
    // A position that is reported long after it was taken is old by its report.
    await s.as(owner)`update app_public.last_positions set created_at = now()`;
    expect(await why(s, admin, id, young)).toMatchObject({ rule: "TOO_OLD" });
  });

  test("has the rule ENDED_BEFORE if the alert expired before its publication came to them, which the audit log says too", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inside);
    const id = await s.alert(admin);
    await s.as(
      owner,
      `update app_public.alerts set created_at = ${MINUTES(2)}, expires_at = now() where id = $1`,
      [id],
    );
    await s.publish(id);
    expect(await why(s, admin, id, user)).toMatchObject({ rule: "ENDED_BEFORE", level: null });
    expect(
      await s.as(owner)`select action, facts from app_public.audit_entries
        where action::text like 'PUBLICATION%'`,
    ).toEqual([{ action: "PUBLICATION_ENDED", facts: { version: 1, people: 0 } }]);
  });

  test("cannot be looked up if the user or the alert is unknown, nor by a user", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin);
    for (const [alert, user] of [
      [id, 999_999],
      [999_999, admin.id],
    ]) {
      await expect(
        s.as(admin)`select app_public.why_notified(${alert}, ${user})`,
      ).rejects.toMatchObject(refusal("LA404"));
    }
    await expect(why(s, await s.user(), id, admin)).rejects.toMatchObject(DENIED);
  });
});

describe("someone who was notified", () => {
  test("by a report after the publication came in later, although the position is from before it, and every figure says so", async (s) => {
    const admin = await s.user(true);
    const id = await s.published(admin);
    await s.as(
      owner,
      `update app_public.alert_versions set created_at = ${MINUTES(2)}, completed_at = ${MINUTES(1)}`,
    );
    await s.as(owner, `update app_public.alerts set created_at = ${MINUTES(2)}`);
    const user = await s.userAt(inside, { takenAt: secondsAgo(180) });
    expect(await why(s, admin, id, user)).toMatchObject({ rule: "CAME_IN_LATER", level: "ONE" });
    await s.as(owner)`update app_public.notifications set seen = true, seen_at = created_at`;
    const [one] = await s.as(admin)`select d.* from app_public.alerts a,
      unnest(app_public.alerts_delivery(a)) d where d.level = 'ONE'`;
    // Its time counts from its own notification.
    expect(one).toMatchObject({ seen: 1, seen_after_median: 0 });
    const [month] = await s.as(admin)`select m.* from unnest(app_public.alert_statistics(60)) m`;
    expect(month).toMatchObject({ told: 1, told_after_median: null });
    // Nor does it change when the place is cleared.
    await s.as(owner)`select app_private.clear_places(array_agg(user_id), array_agg(id))
      from app_public.notifications`;
    expect(await why(s, admin, id, user)).toMatchObject({ rule: "CAME_IN_LATER" });
  });

  test("has the reason of the first notification at the innermost level, also after an all-clear", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inOrEast(500));
    const id = await s.published(admin);
    await s.update(admin, id, { text1: "Now." });
    await s.report(user, inside);
    const first = await s.value(owner)`select id from app_public.notifications
      where level = 'ONE'`;
    await s.update(admin, id, { text1: "Again.", renotify: true });
    await s.publish(id);
    expect((await why(s, admin, id, user)).notification_id).toEqual(first);
    await s.cancel(admin, id);
    await s.publish(id);
    const reason = await why(s, admin, id, user);
    expect(reason).toMatchObject({ level: "ONE", distance1: 0 });
    expect(reason.notification_id).toEqual(first);
    // Another user has only the all-clear left, which does not count as a notification.
    const other = await s.userAt(inOrEast(5_000));
    await s.as(owner)`insert into app_public.notifications (alert_id, version, kind, level,
      user_id, latitude, longitude, moving_activity)
      values (${id}, 4, 'ALL_CLEAR', 'ONE', ${other.id}, 0, 0, 'STILL')`;
    expect(await why(s, admin, id, other)).toMatchObject({ rule: "OUTSIDE", level: null });
  });

  test("has distances to the zones and the rule of the notified version, although an update changed the zones", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inOrEast(500));
    const id = await s.published(admin);
    const points = asPoints(square([5, 5]));
    await s.update(admin, id, { points, level2_distance: 100, level3_distance: 300 });
    await s.publish(id);
    await s.as(
      owner,
      `update app_public.alert_versions set created_at = ${MINUTES(10)} where version = 1;
          update app_public.notifications set taken_at = ${MINUTES(5)}`,
    );
    const reason = await why(s, admin, id, user);
    expect(reason).toMatchObject({ level: "TWO", distance2: 0, distance3: 0 });
    // The position is from after the first version, and from before the second one.
    expect(reason.rule).toBe("CAME_IN_LATER");
    expect(reason.distance1).toBeCloseTo(500, -1);
  });

  test("has separate distances to the zones TWO and THREE of the notified version", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inOrEast(1_500));
    const id = await s.published(admin);
    await s.update(admin, id, { level2_distance: 100, level3_distance: 300 });
    const reason = await why(s, admin, id, user);
    expect(reason.distance2).toBeCloseTo(500, -1);
    expect(reason.distance3).toBe(0);
  });

  test("is shown at the place and with the accuracy of the notification, not of later reports", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt([0.004, 0.006], { accuracy: 12 });
    const id = await s.published(admin);
    await s.report(user, inOrEast(50_000), { accuracy: 34 });
    expect(await why(s, admin, id, user)).toMatchObject({
      longitude: 0.004,
      latitude: 0.006,
      accuracy: 12,
    });
    // A recorded rule counts, whatever the times say.
    await s.as(owner)`update app_public.notifications set rule = 'CAME_IN_LATER'`;
    expect(await why(s, admin, id, user)).toMatchObject({ rule: "CAME_IN_LATER" });
  });

  test("has no place after it was cleared, and keeps a reason after the user was erased", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inside);
    const id = await s.published(admin);
    await s.as(owner)`update app_public.notifications
      set place_kept = false, latitude = 0, longitude = 0`;
    const reason = await why(s, admin, id, user);
    expect(reason).toMatchObject({ latitude: null, longitude: null, distance1: null });
    await s.as(admin)`select app_private.user_erase(${user.id})`;
    expect(await why(s, admin, id, user)).toMatchObject({
      notification_id: reason.notification_id,
      level: "ONE",
    });
  });

  test("has the rule INSIDE_WHEN_PUBLISHED only if the position was taken before publication, with its age then", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inOrEast(-1));
    const id = await s.published(admin);
    const reason = () => why(s, admin, id, user);
    // Everything of this scene has one time.
    expect(await reason()).toMatchObject({ rule: "INSIDE_WHEN_PUBLISHED", age: 0 });
    await s.as(
      owner,
      `update app_public.notifications set created_at = ${MINUTES(10)}, taken_at = ${MINUTES(15)};
          update app_public.alert_versions set created_at = ${MINUTES(12)}`,
    );
    expect(await reason()).toMatchObject({ rule: "INSIDE_WHEN_PUBLISHED", age: 300 });
    await s.as(owner, `update app_public.notifications set taken_at = ${MINUTES(11)}`);
    expect(await reason()).toMatchObject({ rule: "CAME_IN_LATER", age: 60 });
    // Before positions had a time, notifications had none.
    await s.as(
      owner,
      `update app_public.notifications set taken_at = null, created_at = ${MINUTES(12)}`,
    );
    expect(await reason()).toMatchObject({ rule: "INSIDE_WHEN_PUBLISHED" });
  });
});

describe("the active alerts at a place", () => {
  test("come by level, then newest first, each with its level's text", async (s) => {
    const admin = await s.user(true);
    const user = await s.user();
    const east = (metres: number) => {
      const [longitude] = metresEast(metres);
      return (
        [
          [longitude, 0],
          [longitude + 0.01, 0],
          [longitude + 0.01, 0.01],
          [longitude, 0.01],
        ] as const
      ).map(([x, y]) => [x, y] as const);
    };
    const three = await s.alert(admin, [...east(1_500)]);
    const two = await s.alert(admin, [...east(500)]);
    const [one, newer] = [await s.alert(admin), await s.alert(admin)];
    const [longitude, latitude] = metresEast(0);
    const rows = await s.as(user)`select h.*
      from unnest(app_public.active_alerts_at(${latitude}, ${longitude})) h`;
    expect(rows.map(({ alert_id, level, text }) => [alert_id, level, text])).toEqual([
      [newer, "ONE", "Leave."],
      [one, "ONE", "Leave."],
      [two, "TWO", "Stay away."],
      [three, "THREE", "Take care."],
    ]);
    expect(rows[3]?.distance).toBeCloseTo(1_500, -1);
  });
});
