/** @database server */
import { describe, expect } from "@jest/globals";
import { anyDate } from "../helpers/any-date.ts";
import { isNative, runClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";
import { waitsForLock } from "../helpers/waits-for-lock.ts";
import {
  type Actor,
  anonymous,
  DENIED,
  HASH,
  host,
  owner,
  type Row,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";

const { test } = stage();

const ADD =
  "select (i).* from app_public.invitation_add(row($1, $2, $3)::app_public.invitation_input) i";
const REVOKE = "select (i).* from app_public.invitation_revoke($1) i";
const TAKE = "select app_private.take_invitation($1, $2, $3, $4, $5) as id";
const BEGIN = "select * from app_private.begin_joining($1, $2, '192.0.2.1')";
const IS_OPEN = "select app_private.invitation_is_open($1)";

let people = 0;
const someone = () => `someone${++people}@example.org`;

const add = async (
  s: Scene,
  actor: Actor,
  { name = "Town hall", places, expiresAt }: Record<string, unknown> = {},
) => (await s.as(actor, ADD, [name, places, expiresAt]))[0] as Row;
const list = (s: Scene, actor: Actor) =>
  s.as(actor)`select i.* from unnest(app_public.invitations()) i`;
const take = (s: Scene, secret: string, email = someone(), name = "Ada", actor: Actor = host) =>
  s.value(actor, TAKE, [secret, email, HASH, name, " Main street 1 "]);
const isOpen = (s: Scene, secret: string) => s.value(host, IS_OPEN, [secret]);

test.each([
  ["demoted", "select app_public.user_rights($1, row(false, null))"],
  ["erased", "select app_private.user_erase($1)"],
])("the open invitations of an administrator who is %s end", async (s, _what, leave) => {
  const [admin, other] = [await s.user(true), await s.user(true)];
  const [gone, kept] = [await add(s, admin), await add(s, other)];
  await s.as(other, leave, [admin.id]);
  expect([await isOpen(s, gone.secret), await isOpen(s, kept.secret)]).toEqual([false, true]);
  const ended =
    "select object_id from app_public.audit_entries where action = 'INVITATION_REVOKED'";
  expect(await s.as(owner, ended)).toEqual([{ object_id: String(gone.id) }]);
});

describe("invitation_add()", () => {
  test("shows the secret once, and keeps only its hash", async (s) => {
    await s.user(true);
    const admin = await s.user(true);
    const added = await add(s, admin, { name: " Town hall ", places: 3 });
    expect(added).toMatchObject({ name: "Town hall", places: 3, used: 0, made_by: admin.id });
    expect(added.secret).toMatch(/^[0-9a-f]{32}$/);
    expect(await list(s, await s.user(true))).toEqual([{ ...added, secret: null }]);
    const [row] = await s.as(owner)`select i::text as text from app_private.invitations i`;
    expect(row?.text).not.toContain(added.secret);
  });

  test("accepts a name of 100 characters and 100,000 people", async (s) => {
    const most = { name: "x".repeat(100), places: 100_000 };
    expect(await add(s, await s.user(true), most)).toMatchObject(most);
  });

  test("makes an invitation for one person and two weeks by default", async (s) => {
    const { places, created_at, expires_at } = await add(s, await s.user(true));
    expect(places).toBe(1);
    expect(expires_at - created_at).toBe(14 * 86_400_000);
  });

  test.each([
    [{ name: "" }, "invitations_name"],
    [{ name: " \t" }, "invitations_name"],
    [{ name: "a\nb" }, "invitations_name"],
    [{ name: "x".repeat(101) }, "invitations_name"],
    [{ places: 0 }, "invitations_places"],
    [{ places: -1 }, "invitations_places"],
    [{ places: 100_001 }, "invitations_places"],
  ])("refuses %j", async (s, fields, constraint) => {
    await expect(add(s, await s.user(true), fields)).rejects.toMatchObject({ constraint });
    expect(await s.as(owner)`select from app_private.invitations`).toEqual([]);
  });

  test.each(["2000-01-01", "-infinity", "infinity", "9999-01-01"])(
    "refuses %s as the end",
    async (s, expiresAt) => {
      const refused = add(s, await s.user(true), { expiresAt });
      await expect(refused).rejects.toMatchObject({ code: "LA400" });
    },
  );

  test("makes an invitation that lasts a year at most", async (s) => {
    const admin = await s.user(true);
    const end = (time: string) => s.value(owner)`select now() + ${time}::interval`;
    const expiresAt = await end("1 year");
    expect(await add(s, admin, { expiresAt })).toMatchObject({ expires_at: expiresAt });
    const tooLate = add(s, admin, { expiresAt: await end("1 year 1 minute") });
    await expect(tooLate).rejects.toMatchObject({ code: "LA400" });
  });

  test("is recorded in the audit log, as is the revocation", async (s) => {
    const admin = await s.user(true);
    const { id } = await add(s, admin, { places: 3 });
    await s.as(admin, REVOKE, [id]);
    expect(
      await s.as(owner)`select action, actor_id, object_id::int, facts
        from app_public.audit_entries
        where object_type = 'INVITATION' order by id`,
    ).toEqual([
      { action: "INVITATION_MADE", actor_id: admin.id, object_id: id, facts: { places: 3 } },
      { action: "INVITATION_REVOKED", actor_id: admin.id, object_id: id, facts: {} },
    ]);
  });

  test("revocation and listing are for administrators", async (s) => {
    const { id } = await add(s, await s.user(true));
    for (const actor of [anonymous, await s.user()]) {
      await expect(add(s, actor)).rejects.toMatchObject(DENIED);
      await expect(list(s, actor)).rejects.toMatchObject(DENIED);
      await expect(s.as(actor, REVOKE, [id])).rejects.toMatchObject(DENIED);
      await expect(take(s, "", "a@b", "A", actor)).rejects.toMatchObject(DENIED);
    }
  });
});

describe("invitations()", () => {
  const LIST = 'select i.id from unnest(app_public.invitations("limit" => $1, "offset" => $2)) i';
  /** Makes invitations, and returns a function that lists their ids. */
  const made = async (s: Scene, count: number) => {
    const admin = await s.user(true);
    const rows = await s.as(owner)`insert into app_private.invitations (name, secret_hash,
      places, made_by, expires_at)
      select 'Hall', app_private.key_hash(n::text), 1, ${admin.id}, now() + interval '1 day'
        from generate_series(1, ${count}::int) n returning id`;
    const listed = async (limit: number | null, offset: number) =>
      (await s.as(admin, LIST, [limit, offset])).map(({ id }) => id);
    return { admin, newestFirst: rows.map(({ id }) => id).reverse(), listed };
  };

  test("returns the newest first, twenty by default, and a thousand at most", async (s) => {
    const { admin, newestFirst, listed } = await made(s, 1001);
    expect(await listed(null, 0)).toEqual(newestFirst.slice(0, 20));
    expect((await list(s, admin)).map(({ id }) => id)).toEqual(newestFirst.slice(0, 20));
    expect(await listed(3, 2)).toEqual(newestFirst.slice(2, 5));
    expect(await listed(1001, 0)).toEqual(newestFirst.slice(0, 1000));
  });

  test("refuses a negative limit or offset", async (s) => {
    const { listed } = await made(s, 1);
    const code = "LA400";
    await expect(listed(-1, 0)).rejects.toMatchObject({ code });
    await expect(listed(1, -1)).rejects.toMatchObject({ code });
    expect(await listed(0, 0)).toEqual([]);
  });
});

describe("take_invitation()", () => {
  test("makes a normal user, who can log in", async (s) => {
    const invitation = await add(s, await s.user(true));
    const email = someone();
    const id = await take(s, invitation.secret, ` ${email.toUpperCase()} `, " Ada ");
    expect(await s.as(owner)`select * from app_public.users where id = ${id}`).toEqual([
      expect.objectContaining({
        email: email.toUpperCase(),
        name: "Ada",
        address: "Main street 1",
        is_admin: false,
        is_tester: false,
        is_training: false,
      }),
    ]);
    expect(await s.as(host)`select * from app_private.login_credentials(${email})`).toEqual([
      { user_id: id, password_hash: HASH, is_admin: false, has_factor: false },
    ]);
    const [entry] = await s.as(owner)`select * from app_public.audit_entries
      where action = 'USER_JOINED'`;
    expect(entry).toMatchObject({
      actor_id: id,
      object_id: String(id),
      facts: { invitation_id: invitation.id },
    });
  });

  test("counts uses, and refuses a full, expired, revoked or unknown invitation in the same way", async (s) => {
    const admin = await s.user(true);
    const full = await add(s, admin, { places: 2 });
    const [over, revoked] = [await add(s, admin), await add(s, admin)];
    expect(await isOpen(s, full.secret)).toBe(true);
    expect(await isOpen(s, "no")).toBe(false);
    await take(s, full.secret);
    expect(await isOpen(s, full.secret)).toBe(true);
    await take(s, full.secret);
    expect(await list(s, admin)).toContainEqual({ ...full, secret: null, used: 2 });
    await s.as(owner)`update app_private.invitations set expires_at = now()
      where id = ${over.id}`;
    const [row] = await s.as(admin, REVOKE, [revoked.id]);
    expect(row).toMatchObject({ id: revoked.id, secret: null, revoked_at: anyDate });
    await expect(s.as(admin, REVOKE, [revoked.id])).rejects.toMatchObject({ code: "LA404" });
    await expect(s.as(admin, REVOKE, [0])).rejects.toMatchObject({ code: "LA404" });
    const users = await s.value(owner)`select count(*) from app_public.users`;
    for (const secret of [full.secret, over.secret, revoked.secret, "", "no", "ü".repeat(9999)]) {
      expect(await isOpen(s, secret)).toBe(false);
      expect(await s.as(host, BEGIN, [secret, someone()])).toEqual([
        { retry_after: 0, is_open: false },
      ]);
      expect(await take(s, secret)).toBeNull();
    }
    expect(await s.value(owner)`select count(*) from app_public.users`).toBe(users);
  });

  test("counts nobody who is refused", async (s) => {
    const admin = await s.user(true);
    const { secret } = await add(s, admin);
    const email = someone();
    await s.user(false, email);
    const refused = (constraint: string) => ({ constraint });
    for (const taken of [` ${email} `, email.toUpperCase()]) {
      await expect(s.as(host, BEGIN, [secret, taken])).rejects.toMatchObject(
        refused("users_email_key"),
      );
    }
    // Someone without an invitation does not learn which emails are taken.
    expect(await s.as(host, BEGIN, ["no", email])).toEqual([{ retry_after: 0, is_open: false }]);
    await expect(take(s, secret, email.toUpperCase())).rejects.toMatchObject(
      refused("users_email_key"),
    );
    await expect(take(s, secret, "no email")).rejects.toMatchObject(
      refusal("23514", { constraint: "users_email_form" }),
    );
    await expect(take(s, secret, someone(), "  ")).rejects.toMatchObject(
      refusal("23514", { constraint: "users_name_length" }),
    );
    expect(await list(s, admin)).toMatchObject([{ used: 0 }]);
    await take(s, secret);
  });

  test("makes a user who can be deleted", async (s) => {
    const { secret } = await add(s, await s.user(true));
    const id = await take(s, secret);
    await s.as(owner)`select app_private.delete_user(${id})`;
    expect(await s.as(owner)`select from app_private.joined_users`).toEqual([]);
  });

  test("makes an address wait that was refused fifty times, and no other address", async (s) => {
    const { secret } = await add(s, await s.user(true));
    const count = "select app_private.count_attempt('join', $1) from generate_series(1, 50)";
    await s.as(host, count, ["192.0.2.1/32"]);
    const [begun] = await s.as(host, BEGIN, [secret, someone()]);
    expect(begun?.is_open).toBe(false);
    expect(begun?.retry_after).toBeGreaterThan(0);
    const other = BEGIN.replace("192.0.2.1", "192.0.2.2");
    expect(await s.as(host, other, [secret, someone()])).toEqual([
      { retry_after: 0, is_open: true },
    ]);
  });
});

describe("users_overview()", () => {
  const OVERVIEW =
    "select (o).* from unnest(app_public.users_overview(joined_by => $1, is_silent => $2)) o";
  test("says who has joined, by which app they report, and who fell silent", async (s) => {
    const admin = await s.user(true);
    const { id, secret } = await add(s, admin, { places: 2 });
    const [first, second] = [await take(s, secret), await take(s, secret)];
    const ada: Actor = { role: "app_user", id: first };
    const [key] = await s.as(ada)`select (k).* from app_public.device_key_add('OwnTracks') k`;
    const [hash] = await s.as(owner)`select app_private.key_hash(${key?.key}) as hash`;
    await s.as(host, "select app_private.report_with_key($1, $2, $3)", [
      first,
      hash?.hash,
      JSON.stringify([{ latitude: 46.5, longitude: 11.25, moving_activity: "UNKNOWN" }]),
    ]);
    const overview = (silent?: boolean) => s.as(admin, OVERVIEW, [id, silent]);
    expect(await overview()).toMatchObject([
      { id: first, joined_by: id, app: "OwnTracks", is_silent: false },
      { id: second, joined_by: id, app: null, is_silent: false },
    ]);
    expect(await overview(true)).toEqual([]);
    await s.as(owner)`update app_public.last_positions
      set taken_at = now() - interval '49 hours'`;
    expect(await overview(true)).toMatchObject([{ id: first, is_silent: true }]);
    expect(await overview(false)).toMatchObject([{ id: second }]);
    // The position came from a login, long after the key was used.
    await s.as(owner)`update app_private.device_keys set last_used_at = now() - interval '1 h'`;
    expect(await overview(true)).toMatchObject([{ id: first, app: null }]);
  });
});

// The embedded database has one connection, so nothing runs at the same time.
(isNative ? describe : describe.skip)(
  "invitations at the same time (on native PostgreSQL only):",
  () => {
    const database = runClone();

    test("one of two people who take the last place is refused", async () => {
      const { ownerPool: pool } = database;
      const secret = "a secret";
      await pool.query(
        `insert into app_private.invitations (name, secret_hash, places, made_by, expires_at)
        values ('Last', app_private.key_hash($1), 1, 1, now() + interval '1 day')`,
        [secret],
      );
      const [first, second] = [await pool.connect(), await pool.connect()];
      const values = () => [secret, someone(), HASH, "Ada", ""];
      try {
        await first.query("begin");
        const { rows } = await first.query(TAKE, values());
        expect(rows).toEqual([{ id: expect.any(Number) }]);
        const taken = second.query(TAKE, values());
        await until(() => waitsForLock(pool, second));
        await first.query("commit");
        expect((await taken).rows).toEqual([{ id: null }]);
        const { rows: used } = await pool.query("select used from app_private.invitations");
        expect(used).toEqual([{ used: 1 }]);
      } finally {
        first.release(true);
        second.release(true);
      }
    });
  },
);
