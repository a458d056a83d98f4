import { describe, expect } from "@jest/globals";
import { anyDate } from "../helpers/any-date.ts";
import { type Actor, host, inside, owner, refusal, type Scene, stage } from "./scene.ts";

/** Statements of users as psql sends them, without a WHERE: the policies alone limit them. */

const { test } = stage();

/** A request whose claims name nobody. */
const anonymousUser: Actor = { role: "app_user" };

describe("an update without WHERE", () => {
  test.each([
    "app_public.users",
    "app_public.notifications",
    "app_public.positions",
    "app_public.last_positions",
    "app_public.alerts",
    "app_public.alert_versions",
    "app_private.user_credentials",
    "app_private.devices",
    "app_private.settings",
  ])("and a deletion of %s are refused", async (s, table) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    const column = await s.value(owner)`select quote_ident(attname) from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity = '' order by attnum
        limit 1`;
    for (const actor of [user, admin]) {
      for (const sql of [`update ${table} set ${column} = ${column}`, `delete from ${table}`]) {
        await expect(s.as(actor, sql)).rejects.toMatchObject(refusal("42501"));
      }
    }
  });
});

describe("a plain statement of a user, without a WHERE,", () => {
  const KEYS = "select user_id, name from app_private.device_keys order by id";
  const INSERT_KEY = "insert into app_private.device_keys (name, key_hash) values ($1, $2)";
  const audited = (s: Scene, { id }: Actor) =>
    s.as(owner)`select action, actor_id, facts from app_public.audit_entries
      where object_type = 'USER' and object_id = ${id} and action::text ~ '^(SESSION|DEVICE)' order by id`;

  test("marks only the user's notifications as seen, with the time and a number for cursors, which nobody can forge", async (s) => {
    const [user, other] = [await s.userAt(inside), await s.userAt(inside)];
    const admin = await s.user(true);
    await s.published(admin);
    const mark = "update app_public.notifications set seen = $1 returning user_id, seen_at";
    expect(await s.as(admin, mark, [true])).toEqual([]);
    expect(await s.as(anonymousUser, mark, [true])).toEqual([]);
    const [first] = await s.as(user, mark, [true]);
    expect(first).toEqual({ user_id: user.id, seen_at: anyDate });
    expect(await s.as(user, mark, [true])).toEqual([first]);
    const read = `select seen, seen_at, seen_change > id as is_numbered from app_public.notifications where user_id = $1`;
    expect(await s.as(owner, read, [user.id])).toEqual([
      { seen: true, seen_at: first?.seen_at, is_numbered: true },
    ]);
    expect(await s.as(owner, read, [other.id])).toEqual([
      { seen: false, seen_at: null, is_numbered: null },
    ]);
    expect(await s.as(user, mark, [false])).toEqual([{ user_id: user.id, seen_at: null }]);
    for (const column of ["seen_at", "seen_change", "user_id", "created_at"]) {
      await expect(
        s.as(user, `update app_public.notifications set seen = true, ${column} = ${column}`),
      ).rejects.toMatchObject(refusal("42501"));
    }
  });

  test("sets and removes only the user's quiet hours, in a time zone that there is", async (s) => {
    const [user, other, admin] = [await s.user(), await s.user(), await s.user(true)];
    const set =
      "insert into app_public.quiet_hours (starts, ends, time_zone) values ('22:00', '07:00', $1)";
    for (const actor of [user, other, admin]) await s.as(actor, set, ["Europe/Rome"]);
    for (const [sql, values, code] of [
      ["insert into app_public.quiet_hours values ($1, '1:00', '2:00', 'UTC')", [other.id]],
      ["update app_public.quiet_hours set user_id = $1", [other.id]],
      ["update app_public.quiet_hours set time_zone = $1", ["Europe/Atlantis"], "LA400"],
      ["update app_public.quiet_hours set ends = starts", [], "23514"],
    ] as const) {
      await expect(s.as(user, sql, [...values])).rejects.toMatchObject(refusal(code ?? "42501"));
    }
    await s.as(user)`update app_public.quiet_hours set time_zone = 'UTC'`;
    await s.as(admin)`delete from app_public.quiet_hours`;
    expect(
      await s.as(owner)`select user_id, time_zone from app_public.quiet_hours order by 1`,
    ).toEqual([
      { user_id: user.id, time_zone: "UTC" },
      { user_id: other.id, time_zone: "Europe/Rome" },
    ]);
  });

  test("ends only the user's sessions, and the audit log has each", async (s) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    const [first, second] = [await s.session(user), await s.session(user)];
    const kept = await s.session(admin);
    await s.as(user)`delete from app_public.sessions`;
    expect(await s.as(owner)`select id::int from app_public.sessions`).toEqual([{ id: kept }]);
    const ended = { action: "SESSION_ENDED", actor_id: user.id };
    expect(await audited(s, user)).toEqual([
      { ...ended, facts: { session_id: first } },
      { ...ended, facts: { session_id: second } },
    ]);
    for (const sql of [
      "update app_public.sessions set expires_at = 'infinity'",
      "insert into app_public.sessions (user_id, expires_at) values ($1, 'infinity')",
    ]) {
      await expect(s.as(user, sql, sql.includes("$1") ? [admin.id] : [])).rejects.toMatchObject(
        refusal("42501"),
      );
    }
    await s.as(owner)`delete from app_public.sessions`;
    expect(await audited(s, admin)).toEqual([]);
  });

  test("adds and revokes only the user's device keys, and the audit log has each; nobody reads a hash", async (s) => {
    const [user, other, trainee] = [await s.user(), await s.user(), await s.user(true)];
    await s.as(owner)`update app_public.users set is_training = true where id = ${trainee.id}`;
    await s.as(user, INSERT_KEY, ["Phone", "1"]);
    await s.as(other, INSERT_KEY, ["Tablet", "2"]);
    await expect(
      s.as(user)`insert into app_private.device_keys (user_id, name, key_hash)
        values (${other.id}, 'Phone', '')`,
    ).rejects.toMatchObject(refusal("42501"));
    for (const actor of [user, trainee]) {
      await expect(s.as(actor)`select key_hash from app_private.device_keys`).rejects.toMatchObject(
        refusal("42501"),
      );
    }
    await s.as(trainee)`delete from app_private.device_keys`;
    expect(await s.as(trainee, KEYS)).toHaveLength(2);
    await s.as(user)`delete from app_private.device_keys`;
    expect(await s.as(owner, KEYS)).toEqual([{ user_id: other.id, name: "Tablet" }]);
    expect(await audited(s, user)).toMatchObject([
      { action: "DEVICE_KEY_ADDED", actor_id: user.id },
      { action: "DEVICE_KEY_REVOKED", actor_id: user.id },
    ]);
    await s.as(owner)`delete from app_private.device_keys`;
    expect(await audited(s, other)).toHaveLength(1);
  });

  test("adds no more device keys than a user may have", async (s) => {
    const many =
      "insert into app_private.device_keys (name, key_hash) select 'Phone', n::text::bytea from generate_series(1, $1::int) n";
    const user = await s.user();
    await expect(s.as(user, many, [21])).rejects.toMatchObject(refusal("LA409"));
    await s.as(user, many, [20]);
  });
});

describe("the deletion of a user by a database administrator", () => {
  const remove = (s: Scene, { id }: Actor) => s.as(owner)`select app_private.delete_user(${id})`;
  const promoted = async (s: Scene, { id }: Actor): Promise<Actor> => {
    await s.as(owner)`update app_public.users set is_admin = true where id = ${id}`;
    return { role: "app_admin", id: id as number };
  };

  test.each<[string, (s: Scene, user: Required<Actor>) => Promise<unknown>]>([
    ["has a last position", (s, user) => s.report(user, inside)],
    [
      "was notified",
      async (s, user) => {
        await s.report(user, inside);
        await s.published();
        await s.as(owner)`delete from app_public.last_positions where user_id = ${user.id}`;
      },
    ],
    [
      "made a version of another's alert",
      async (s, user) => {
        const id = await s.alert(await s.user(true));
        await s.value(await promoted(s, user))`select app_private.update_alert(${id},
          json_populate_record(null::app_public.alert_update_input, '{"text1": "x"}'))`;
      },
    ],
    ["published an alert", async (s, user) => s.alert(await promoted(s, user))],
  ])("is refused if the user %s", async (s, _, act) => {
    const user = await s.user();
    await act(s, user);
    await expect(remove(s, user)).rejects.toMatchObject(
      refusal("23503", { message: /prove who was told/ }),
    );
  });

  test("is refused for an id that nobody has", async (s) => {
    await expect(remove(s, { ...owner, id: 999_999 })).rejects.toMatchObject(refusal("LA404"));
  });

  test("leaves no data of the user, and the email is free again", async (s) => {
    const user = await s.user(false, "gone@example.org");
    await s.as(user)`select app_public.quiet_hours_edit(row('22:00', '07:00',
      'UTC')::app_public.quiet_hours_input)`;
    await s.register(user, "phone");
    await s.session(user);
    await remove(s, user);
    const left = await s.as(owner)`select (select count(*)::int from app_public.users
      where id = ${user.id}) as users,
      (select count(*)::int from app_private.user_credentials where user_id = ${user.id}) as credentials,
      (select count(*)::int from app_public.sessions where user_id = ${user.id}) as sessions,
      (select count(*)::int from app_public.quiet_hours where user_id = ${user.id}) as quiet_hours,
      (select count(*)::int from app_private.devices where user_id = ${user.id}) as devices`;
    expect(left).toEqual([{ users: 0, credentials: 0, sessions: 0, quiet_hours: 0, devices: 0 }]);
    expect((await s.user(false, "gone@example.org")).id).not.toBe(user.id);
  });
});

describe("an email", () => {
  const EDIT =
    "select * from app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', $1::text, 'name', $2::text, 'address', $3::text)), $4)";

  test("logs in in any case, and a replaced one becomes free", async (s) => {
    const user = await s.user(false, "Old@Example.org");
    await s.as(user, EDIT, ["New@Example.org", null, null, user.id]);
    // Only the case of the email changes.
    await s.as(user, EDIT, ["NEW@example.org", null, null, user.id]);
    expect(
      await s.value(host)`select user_id from app_private.login_credentials('new@EXAMPLE.org')`,
    ).toBe(user.id);
    expect((await s.user(false, "old@example.org")).id).not.toBe(user.id);
  });
});
