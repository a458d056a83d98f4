/** @database server */
import { describe, expect } from "@jest/globals";
import { anyDate } from "../helpers/any-date.ts";
import { fillFigures } from "./figures.ts";
import { inside, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

const { test } = stage();

const UPDATE =
  "select * from app_public.notification_update(row($1, $2)::app_public.notification_update_input)";

/** Notifies two users of one alert. Returns the ids of their notifications. */
async function told(s: Scene) {
  const [admin, user, other] = [await s.user(true), await s.user(), await s.user()];
  await s.report(user, inside);
  await s.report(other, inside);
  const alert = await s.published(admin);
  const id = (userId: number) =>
    s.value(owner)`select id from app_public.notifications where user_id = ${userId}`;
  return { admin, user, other, alert, own: await id(user.id), others: await id(other.id) };
}

describe("notification_update", () => {
  test("marks a notification as seen and not seen, and returns the new value", async (s) => {
    const { user, own, others } = await told(s);
    const [first] = await s.as(user, UPDATE, [own, true]);
    expect(first).toMatchObject({ id: own, seen: true, seen_at: anyDate });
    // The time when it was first seen stays.
    expect(await s.as(user, UPDATE, [own, true])).toMatchObject([{ seen_at: first?.seen_at }]);
    expect(
      await s.as(owner)`select seen from app_public.notifications where id = ${others}`,
    ).toEqual([{ seen: false }]);
    expect(await s.as(user, UPDATE, [own, false])).toMatchObject([
      { id: own, seen: false, seen_at: null },
    ]);
  });

  test("gives the same error for another user's notification as for an unknown one", async (s) => {
    const { user, others } = await told(s);
    const messages = [];
    for (const id of [others, 999_999, null]) {
      const error = await s.as(user, UPDATE, [id, true]).catch((e) => e);
      expect(error.code).toBe("LA404");
      messages.push(error.message);
    }
    expect(new Set(messages).size).toBe(1);
  });

  test("is refused to an administrator for someone else: only the recipient can mark it as seen", async (s) => {
    const { admin, own } = await told(s);
    await expect(s.as(admin, UPDATE, [own, true])).rejects.toMatchObject(refusal("LA404"));
  });

  test("refuses null for seen", async (s) => {
    const { user, own } = await told(s);
    await expect(s.as(user, UPDATE, [own, null])).rejects.toMatchObject(refusal("LA400"));
  });
});

describe("the table notifications", () => {
  test("shows users their own, and administrators all", async (s) => {
    const { admin, user, own, others } = await told(s);
    const all = "select id from app_public.notifications order by id";
    expect(await s.as(user, all)).toEqual([{ id: own }]);
    expect(await s.as(admin, all)).toEqual(
      [{ id: own }, { id: others }].sort((a, b) => a.id - b.id),
    );
  });
});

describe("the database", () => {
  test("refuses to delete an alert that notified someone", async (s) => {
    const { alert } = await told(s);
    await expect(
      s.as(owner)`delete from app_public.alerts where id = ${alert}`,
    ).rejects.toMatchObject(
      refusal("23503", { message: /positions or notifications refer to it/ }),
    );
  });

  test("deletes an alert that notified nobody", async (s) => {
    const alert = await s.published();
    await s.as(owner)`delete from app_public.alerts where id = ${alert}`;
    expect(await s.value(owner)`select count(*)::int from app_private.publications`).toBe(0);
  });

  test("deletes every row that belongs to a deleted alert", async (s) => {
    const alert = await s.alert(await s.user(true));
    await fillFigures(s, alert);
    for (const change of [
      "select app_private.keep_delivery_results(a) from app_public.alerts a where a.id = $1",
      "select app_private.keep_speech($1, 'ONE', 'voice', 'abc')",
      "insert into app_private.alert_reach (alert_id, users) values ($1, 1)",
      "insert into app_private.publication_waiting values ($1, 'TWO', 1, '{1}')",
      "insert into app_private.cap_messages values ($1, 1, 0, '', '', '', now(), '{}', '')",
      `insert into app_private.cap_received (authority_id, identifier, sender, sent, msg_type, status, refs, infos, xml, marks, alert_id)
        values (1, '', '', now(), '', '', '[]', '[]', '', '{}', $1)`,
    ]) {
      await s.as(owner, change, [alert]);
    }
    const TABLES = `select conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid in ('app_public.alerts'::regclass, 'app_public.alert_versions'::regclass, 'app_private.alert_counts'::regclass)
          and conrelid <> 'app_public.notifications'::regclass`;
    const names = (await s.as(owner, TABLES)).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(9);
    const filled = async () => {
      const found: string[] = [];
      for (const name of names) {
        if ((await s.as(owner, `select from ${name} limit 1`)).length > 0) found.push(name);
      }
      return found;
    };
    expect(await filled()).toEqual(names);
    await s.as(owner)`delete from app_public.alerts where id = ${alert}`;
    expect(await filled()).toEqual([]);
  });

  test("keeps a user with a last position from a plain delete, and takes the account of another with them", async (s) => {
    const REMOVE = "delete from app_public.users where id = $1";
    const here = await s.userAt(inside);
    await expect(s.as(owner, REMOVE, [here.id])).rejects.toMatchObject({
      // PostgreSQL 18 has its own error code for restrict.
      code: expect.stringMatching(/^(23503|23001)$/),
      constraint: "last_positions_user_id_fkey",
    });
    const user = await s.user(false, "gone@example.org");
    await s.as(owner, REMOVE, [user.id]);
    const left = "select from app_private.user_credentials where user_id = $1";
    expect(await s.as(owner, left, [user.id])).toEqual([]);
    expect((await s.user(false, "Gone@example.org")).id).toBeGreaterThan(user.id);
  });
});

test("a user has at most one notification per alert, version and level, even if the owner inserts another", async (s) => {
  const { user, own } = await told(s);
  const again = `insert into app_public.notifications (alert_id, user_id, level, version, kind, latitude, longitude, moving_activity)
      values ($1, $2, $3, $4, 'ALERT', 0, 0, 'STILL')`;
  const [first] = (await s.as(owner)`select alert_id, level, version
    from app_public.notifications where user_id = ${user.id} and id = ${own}`) as [Row];
  const values = (version: number) => [first.alert_id, user.id, first.level, version];
  await s.as(owner, again, values(first.version + 1));
  await expect(s.as(owner, again, values(first.version))).rejects.toMatchObject(
    refusal("23505", { constraint: "notifications_alert_id_user_id_level_version_key" }),
  );
});
