import { describe, expect, test } from "@jest/globals";
import { type Actor, host, inside, owner, refusal, type Scene, stage } from "./scene.ts";

/** Statements of users as psql sends them, without a WHERE: the policies alone limit them. */

const { play } = stage();

describe("an update without WHERE", () => {
  test.each([
    "app_public.users",
    "app_public.notifications",
    "app_public.positions",
    "app_public.last_positions",
    "app_public.alerts",
    "app_public.alert_versions",
    "app_public.quiet_hours",
    "app_private.user_credentials",
    "app_private.devices",
    "app_private.settings",
  ])("and a deletion of %s are refused", async (table) =>
    play(async (s) => {
      const [user, admin] = [await s.user(), await s.user(true)];
      const column = await s.value(
        owner,
        `select quote_ident(attname) from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' order by attnum limit 1`,
        [table],
      );
      for (const actor of [user, admin]) {
        for (const sql of [`update ${table} set ${column} = ${column}`, `delete from ${table}`]) {
          await expect(s.as(actor, sql)).rejects.toMatchObject(refusal("42501"));
        }
      }
    })(),
  );
});

describe("the deletion of a user by a database administrator", () => {
  const remove = (s: Scene, { id }: Actor) =>
    s.as(owner, "select app_private.delete_user($1)", [id]);

  test.each<[string, (s: Scene, user: Required<Actor>) => Promise<unknown>]>([
    ["has a last position", (s, user) => s.report(user, inside)],
    [
      "was notified",
      async (s, user) => {
        await s.report(user, inside);
        await s.publish(await s.alert(await s.user(true)));
        await s.as(owner, "delete from app_public.last_positions where user_id = $1", [user.id]);
      },
    ],
    [
      "made a version of another's alert",
      async (s, user) => {
        const id = await s.alert(await s.user(true));
        await s.value(
          { role: "app_admin", id: user.id },
          `select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, '{"text1": "x"}'))`,
          [id],
        );
      },
    ],
    ["published an alert", (s, user) => s.alert({ role: "app_admin", id: user.id })],
  ])("is refused if the user %s", async (_, act) =>
    play(async (s) => {
      const user = await s.user();
      await act(s, user);
      await expect(remove(s, user)).rejects.toMatchObject(
        refusal("23503", { message: /prove who was told/ }),
      );
    })(),
  );

  test(
    "is refused for an id that nobody has",
    play(async (s) => {
      await expect(remove(s, { ...owner, id: 999_999 })).rejects.toMatchObject(refusal("LA404"));
    }),
  );

  test(
    "leaves no data of the user, and the email is free again",
    play(async (s) => {
      const user = await s.user(false, "gone@example.org");
      await s.as(
        user,
        "select app_public.quiet_hours_edit(row('22:00', '07:00', 'UTC')::app_public.quiet_hours_input)",
      );
      await s.as(
        user,
        "select app_public.register_device(row('phone')::app_public.register_notification_token)",
      );
      await s.session(user);
      await remove(s, user);
      const left = await s.as(
        owner,
        `select (select count(*)::int from app_public.users where id = $1) as users,
          (select count(*)::int from app_private.user_credentials where user_id = $1) as credentials,
          (select count(*)::int from app_public.sessions where user_id = $1) as sessions,
          (select count(*)::int from app_public.quiet_hours where user_id = $1) as quiet_hours,
          (select count(*)::int from app_private.devices where user_id = $1) as devices`,
        [user.id],
      );
      expect(left).toEqual([{ users: 0, credentials: 0, sessions: 0, quiet_hours: 0, devices: 0 }]);
      expect((await s.user(false, "gone@example.org")).id).not.toBe(user.id);
    }),
  );
});

describe("an email", () => {
  const EDIT =
    "select * from app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', $1::text, 'name', $2::text, 'address', $3::text)), $4)";

  test(
    "logs in in any case, and a replaced one becomes free",
    play(async (s) => {
      const user = await s.user(false, "Old@Example.org");
      await s.as(user, EDIT, ["New@Example.org", null, null, user.id]);
      // Only the case of the email changes.
      await s.as(user, EDIT, ["NEW@example.org", null, null, user.id]);
      expect(
        await s.value(host, "select user_id from app_private.login_credentials('new@EXAMPLE.org')"),
      ).toBe(user.id);
      expect((await s.user(false, "old@example.org")).id).not.toBe(user.id);
    }),
  );

  test(
    "is not needed to edit a user, whose name and address stay as they were if they are left out",
    play(async (s) => {
      const user = await s.user();
      await s.as(user, EDIT, [null, "Name", "Address", user.id]);
      const [edited] = await s.as(user, EDIT, [null, null, null, user.id]);
      expect(edited).toMatchObject({ name: "Name", address: "Address" });
    }),
  );
});
