/** @database server */
import { describe, expect } from "@jest/globals";
import { withoutTriggers } from "../helpers/without-triggers.ts";
import {
  type Actor,
  alertInput,
  anonymous,
  DENIED,
  HASH,
  host,
  inside,
  owner,
  type Row,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";

const { test } = stage();

/** Returns the entries of an action, in order: who acted, on what object, and the facts. */
const entries = (s: Scene, action: string): Promise<Row[]> =>
  s.as(owner)`select actor_id, object_type, object_id::int, facts from app_public.audit_entries
    where action::text = ${action} order by id`;
const emailOf = (s: Scene, { id }: Actor) =>
  s.value(owner)`select email from app_public.users where id = ${id}`;

describe("the audit log records", () => {
  test("logins, and failed logins once a minute for each user and for all unknown emails together", async (s) => {
    const user = await s.user();
    const session = await s.session(user);
    expect(
      await s.as(owner)`select actor_id, session_id::int, object_id::int
        from app_public.audit_entries where action = 'LOGGED_IN'`,
    ).toEqual([{ actor_id: user.id, session_id: session, object_id: user.id }]);
    for (const email of [await emailOf(s, user), "a@example.org", "b@example.org"]) {
      for (let i = 0; i < 3; i++) {
        await s.as(host)`select app_private.fail_login(${email}, '127.0.0.1')`;
      }
    }
    const failed = { actor_id: null, object_type: "USER", facts: {} };
    expect(await entries(s, "LOGIN_FAILED")).toEqual([
      { ...failed, object_id: user.id },
      { ...failed, object_id: null },
    ]);
  });

  test("ended sessions, and changed and reset passwords", async (s) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    const ended = { actor_id: user.id, object_type: "USER", object_id: user.id };
    const [first, second, third] = [
      await s.session(user),
      await s.session(user),
      await s.session(user),
    ];
    await s.as({ ...user, sessionId: first })`select app_public.logout()`;
    await s.as(user)`select app_public.session_end(${second})`;
    expect(await entries(s, "SESSION_ENDED")).toEqual([
      { ...ended, facts: { session_id: first } },
      { ...ended, facts: { session_id: second } },
    ]);
    await s.as({ ...user, sessionId: third })`select app_public.user_password_edit(${HASH})`;
    expect(await entries(s, "PASSWORD_CHANGED")).toEqual([{ ...ended, facts: {} }]);
    // The user had no session other than the request's.
    expect(await entries(s, "SESSIONS_ENDED")).toEqual([]);
    await s.as(admin)`select app_public.user_password_reset(${user.id}, ${HASH})`;
    expect(await entries(s, "PASSWORD_RESET")).toEqual([
      { ...ended, actor_id: admin.id, facts: {} },
    ]);
    expect(await entries(s, "SESSIONS_ENDED")).toEqual([
      { ...ended, actor_id: admin.id, facts: { sessions: 1 } },
    ]);
  });

  test("new, imported, edited, promoted, training and removed users, without their names", async (s) => {
    const admin = await s.user(true);
    const user = await s.value(admin)`select (app_public.new_user('secret@example.org', ${HASH},
      'Secret', 'Secret street', false)).id`;
    const imported = await s.value(admin)`select user_id
      from app_public.users_import(array[row('imported@example.org', 'Imported', '', false)::app_public.user_import])`;
    await s.as(admin)`select app_public.new_password_links(array[${imported}::int])`;
    await s.as(admin)`
      select app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('name', 'Secret too')), ${user})`;
    await s.as(admin)`select app_public.user_rights(${user}, row(true,
      null)::app_public.user_rights_input)`;
    await s.as(admin)`select app_public.user_training(${user}, true)`;
    await s.as(admin)`select app_public.user_training(${user}, false)`;
    await s.as(owner)`select app_private.delete_user(${user})`;
    const log = await s.as(owner)`select action, actor_id, object_id::int, facts
      from app_public.audit_entries
      where object_type = 'USER' and object_id in (${user}, ${imported}) order by id`;
    expect(
      log.map(({ action, actor_id, object_id, facts }) => [action, actor_id, object_id, facts]),
    ).toEqual([
      ["USER_CREATED", admin.id, user, { is_admin: false }],
      ["USER_IMPORTED", admin.id, imported, {}],
      ["PASSWORD_LINK_MADE", admin.id, imported, {}],
      ["USER_EDITED", admin.id, user, { fields: ["name"] }],
      [
        "RIGHTS_CHANGED",
        admin.id,
        user,
        { is_admin: true, is_tester: false, login: expect.any(String) },
      ],
      ["TRAINING_CHANGED", admin.id, user, { is_training: true }],
      ["TRAINING_CHANGED", admin.id, user, { is_training: false }],
      ["USER_REMOVED", null, user, {}],
    ]);
    expect(JSON.stringify(await s.as(owner)`select * from app_public.audit_entries`)).not.toMatch(
      /secret|example/i,
    );
  });

  test("device keys made, and revoked by an administrator", async (s) => {
    const [admin, user] = [await s.user(true), await s.user()];
    const id = await s.value(user)`select (app_public.device_key_add('Phone')).id`;
    await s.as(admin)`select app_public.device_key_revoke(${id})`;
    const about = { object_type: "USER", object_id: user.id, facts: { device_key_id: id } };
    expect(await entries(s, "DEVICE_KEY_ADDED")).toEqual([{ ...about, actor_id: user.id }]);
    expect(await entries(s, "DEVICE_KEY_REVOKED")).toEqual([{ ...about, actor_id: admin.id }]);
  });

  test("the versions of an alert with hashes of texts and area, and how many people each reached", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inside);
    const id = await s.published(admin);
    await s.update(admin, id, { text1: "Run." });
    await s.publish(id);
    await s.cancel(admin, id);
    await s.publish(id);
    const made = { actor_id: admin.id, object_type: "ALERT", object_id: id };
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    const facts = (version: number) => ({ version, texts_sha256: hash, area_sha256: hash });
    const [published] = await entries(s, "ALERT_PUBLISHED");
    const [updated] = await entries(s, "ALERT_UPDATED");
    expect(published).toEqual({ ...made, facts: facts(1) });
    expect(updated).toEqual({ ...made, facts: facts(2) });
    expect(await entries(s, "ALERT_CANCELLED")).toEqual([{ ...made, facts: facts(3) }]);
    expect(updated?.facts.texts_sha256).not.toBe(published?.facts.texts_sha256);
    expect(updated?.facts.area_sha256).toBe(published?.facts.area_sha256);
    expect((await entries(s, "PUBLICATION_COMPLETED")).map((entry) => entry.facts)).toEqual(
      [1, 2, 3].map((version) => ({ version, people: 1 })),
    );
    expect(
      JSON.stringify(await s.as(owner)`select facts from app_public.audit_entries`),
    ).not.toMatch(/Leave|Run/);
  });

  test("hashes of every text and of the area, and the end of a publication only once", async (s) => {
    const admin = await s.user(true);
    const id = await s.published(admin);
    await s.as(owner)`update app_private.publications set completed_at = now()`;
    expect(await entries(s, "PUBLICATION_COMPLETED")).toHaveLength(1);
    await s.update(admin, id, { title: "Run." });
    await s.cancel(admin, id);
    const facts = (
      await s.as(owner)`select facts from app_public.audit_entries where facts ? 'texts_sha256'
        order by id`
    ).map((entry) => entry.facts);
    expect(new Set(facts.map(({ texts_sha256 }) => texts_sha256)).size).toBe(3);
    // The hashed bytes are little-endian on any machine.
    const area = await s.value(owner)`select encode(sha256(public.st_asbinary(zone1, 'NDR')),
      'hex') from app_public.alerts where id = ${id}`;
    expect(facts.map(({ area_sha256 }) => area_sha256)).toEqual([area, area, area]);
  });

  test("an administrator's read with a synchronous commit, and a request's id of up to 64 characters", async (s) => {
    const admin = await s.user(true);
    await s.client.query("set local synchronous_commit = off");
    for (const length of [1, 64, 65]) {
      await s.as(admin)`select app_private.audit_read('{Query.users}', '{}', null, false)
        from set_config('app.request_id', ${"x".repeat(length)}, true)`;
    }
    expect(await s.value(owner)`select current_setting('synchronous_commit')`).not.toBe("off");
    const rows = await s.as(owner)`select length(request_id) as length
      from app_public.audit_entries where action = 'PEOPLE_READ' order by id`;
    expect(rows.map(({ length }) => length)).toEqual([1, 64, null]);
  });

  test("a publication that is held and taken back, and nothing of its trial run when it is held", async (s) => {
    const [admin, other] = [await s.user(true), await s.user(true)];
    const HOLD =
      "select (app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))).id";
    const input = JSON.stringify({ key: "key", new_alert: alertInput() });
    const id = await s.value(admin, HOLD, [input]);
    for (let i = 0; i < 2; i++) {
      await s.as(other)`select app_public.publication_take_back(${id})`;
    }
    const about = { object_type: "HELD_PUBLICATION", object_id: id, facts: {} };
    expect(await entries(s, "PUBLICATION_HELD")).toEqual([{ ...about, actor_id: admin.id }]);
    expect(await entries(s, "PUBLICATION_TAKEN_BACK")).toEqual([{ ...about, actor_id: other.id }]);
    expect(await entries(s, "ALERT_PUBLISHED")).toEqual([]);
  });

  test("that a draft was removed by its publication", async (s) => {
    const admin = await s.user(true);
    const draft = await s.value(admin)`select (app_public.new_shared_draft(row('Used',
      '{}', null, null)::app_public.shared_draft_input)).id`;
    await s.alert(admin, undefined, { draft_id: draft });
    expect(await entries(s, "DRAFT_REMOVED")).toEqual([
      {
        actor_id: admin.id,
        object_type: "DRAFT",
        object_id: draft,
        facts: { reason: "PUBLISHED" },
      },
    ]);
  });

  test("changed settings with their old and new values, and no unchanged settings", async (s) => {
    await s.as(owner)`update app_private.settings set level2_distance = level2_distance`;
    await s.as(owner)`update app_private.settings
      set level2_distance = 500, default_language = 'it'`;
    expect(await entries(s, "SETTINGS_CHANGED")).toEqual([
      {
        actor_id: null,
        object_type: null,
        object_id: null,
        facts: {
          level2_distance: [1000, 500],
          default_language: ["en", "it"],
          login: await s.value(owner)`select session_user`,
        },
      },
    ]);
  });

  test("nothing that is rolled back", async (s) => {
    const admin = await s.user(true);
    await expect(
      s.as(admin)`select app_public.user_training(${(await s.user()).id}, true), 1 / 0`,
    ).rejects.toMatchObject(refusal("22012"));
    expect(await entries(s, "TRAINING_CHANGED")).toEqual([]);
  });

  test("an administrator's read, and no read of a user or an anonymous client", async (s) => {
    const READ = "select app_private.audit_read($1, $2, $3, false)";
    const admin = await s.user(true);
    await s.as(await s.user(), READ, [["Query.users"], [], null]);
    await s.as(anonymous, READ, [["Query.users"], [], null]);
    await s.as(admin, READ, [["Query.users"], [], null]);
    await s.as(admin, READ, [["Query.user"], [7], 3]);
    await s.as(admin, READ, [["Query.user"], [7, 8], 3]);
    expect(await entries(s, "PEOPLE_READ")).toEqual([
      {
        actor_id: admin.id,
        object_type: null,
        object_id: null,
        facts: { fields: ["Query.users"] },
      },
      {
        actor_id: admin.id,
        object_type: "USER",
        object_id: 7,
        facts: { fields: ["Query.user"] },
      },
      {
        actor_id: admin.id,
        object_type: "ALERT",
        object_id: 3,
        facts: { fields: ["Query.user"], user_ids: [7, 8] },
      },
    ]);
  });

  test("a subscription once a minute, and the request's id unless it may be an email", async (s) => {
    const admin = await s.user(true);
    const FOLLOW = `select app_private.audit_read(array['Subscription.positionAdded'], '{}', null, true)
        from set_config('app.request_id', $1, true)`;
    for (const id of ["me@example.org", "abc-1"]) await s.as(admin, FOLLOW, [id]);
    const SELECT =
      "select request_id from app_public.audit_entries where action = 'PEOPLE_FOLLOWED' order by id";
    expect(await s.as(owner, SELECT)).toEqual([{ request_id: null }]);
    await s.as(await s.user(true), FOLLOW, ["abc-1"]);
    expect(await s.as(owner, SELECT)).toEqual([{ request_id: null }, { request_id: "abc-1" }]);
  });
  test("a subscription once a minute for each session, field, list of users and alert, and every read", async (s) => {
    const admin = await s.user(true);
    const [first, second] = [await s.session(admin), await s.session(admin)];
    const counted = async (
      sessionId: number,
      ids: number[],
      alert: number | null,
      { follows = true, field = "Subscription.positionAdded" } = {},
    ) => {
      await s.as({ ...admin, sessionId })`select app_private.audit_read(array[${field}], ${ids},
        ${alert}, ${follows})`;
      return await s.value(owner)`select count(*)::int from app_public.audit_entries
        where action in ('PEOPLE_FOLLOWED', 'PEOPLE_READ')`;
    };
    expect(await counted(first, [], null)).toBe(1);
    expect(await counted(first, [], null)).toBe(1);
    expect(await counted(second, [], null)).toBe(2);
    expect(await counted(first, [7], null)).toBe(3);
    expect(await counted(first, [8], null)).toBe(4);
    expect(await counted(first, [], 7)).toBe(5);
    expect(await counted(first, [8], null)).toBe(5);
    for (const n of [6, 7]) expect(await counted(first, [], null, { follows: false })).toBe(n);
    const ago = "update app_public.audit_entries set created_at = created_at - interval '1 minute'";
    await s.client.query(withoutTriggers(ago));
    expect(await counted(first, [8], null)).toBe(8);
    // In one session too, another field or other users make another entry, once.
    const field = "Alert.notifications";
    for (const _ of [1, 2]) expect(await counted(first, [8], null, { field })).toBe(9);
    for (const _ of [1, 2]) expect(await counted(first, [8, 9], null)).toBe(10);
    for (const _ of [1, 2]) expect(await counted(first, [8, 10], null)).toBe(11);
  });
});

describe("the audit log is only added to:", () => {
  test.each([
    "update app_public.audit_entries set actor_id = 1",
    "delete from app_public.audit_entries",
    "truncate app_public.audit_entries",
    "update app_private.audit_chain set hash = sha256('')",
    "delete from app_private.audit_chain",
    "truncate app_private.audit_chain",
  ])("its owner cannot %s", async (s, sql) => {
    await s.user();
    await s.as(owner)`select app_private.chain_audit()`;
    await expect(s.as(owner, sql)).rejects.toMatchObject(
      refusal("42501", { message: /only added/ }),
    );
  });

  test("no role writes into it, and administrators read it", async (s) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    const INSERT = "insert into app_public.audit_entries (action) values ('LOGGED_IN')";
    for (const actor of [anonymous, user, admin, host]) {
      await expect(s.as(actor, INSERT)).rejects.toMatchObject(DENIED);
      await expect(s.as(actor)`select app_private.audit('LOGGED_IN')`).rejects.toMatchObject(
        DENIED,
      );
    }
    await expect(s.as(user)`select * from app_public.audit_entries`).rejects.toMatchObject(DENIED);
    expect(await s.as(admin)`select * from app_public.audit_entries`).not.toEqual([]);
  });

  /** Replaces all entries by `count` ones of six years ago, which wait for the chain. */
  const writeOld = async (s: Scene, count: number) => {
    await s.as(owner, withoutTriggers("delete from app_public.audit_entries"));
    await s.as(owner)`delete from app_private.audit_waiting`;
    await s.as(owner)`insert into app_public.audit_entries (action, created_at)
      select 'USER_CREATED', now() - interval '6 years' from generate_series(1, ${count})`;
    await s.as(owner)`insert into app_private.audit_waiting select id
      from app_public.audit_entries`;
  };
  const places = async (s: Scene) =>
    (await s.as(owner)`select place::int from app_private.audit_chain order by 1`).map(
      ({ place }) => place,
    );
  /** True if this transaction keeps other jobs from the chain. */
  const isLocked = (s: Scene) =>
    s.value(owner)`select exists (select from pg_locks where pid = pg_backend_pid()
      and relation = 'app_private.audit_chain'::regclass
      and mode = 'ShareRowExclusiveLock' and granted)`;

  test("entries past the retention are purged, and the chain goes on", async (s) => {
    await writeOld(s, 2);
    await s.user();
    await s.as(owner)`select app_private.chain_audit()`;
    const last = await s.value(owner)`select encode(hash, 'hex') from app_private.audit_chain
      where place = 2`;
    expect(await s.value(owner)`select app_private.purge_audit()`).toBe(2);
    expect(await entries(s, "ENTRIES_PURGED")).toMatchObject([{ facts: { place: 2, hash: last } }]);
    expect(await s.value(owner)`select app_private.chain_audit()`).toBe(1);
    expect(
      await s.as(owner)`select c.place::int, e.action from app_private.audit_chain c
        join app_public.audit_entries e on e.id = c.entry_id order by 1`,
    ).toEqual([
      { place: 3, action: "USER_CREATED" },
      { place: 4, action: "ENTRIES_PURGED" },
    ]);
    expect(await s.value(owner)`select app_private.purge_audit()`).toBe(0);
  });

  test("entries are chained and purged in steps, the oldest first, and the last place stays", async (s) => {
    await writeOld(s, 5);
    await s.client.query("savepoint chained");
    expect(await s.value(owner)`select app_private.chain_audit(2)`).toBe(2);
    expect(
      await s.value(owner)`select max(c.entry_id) < (select min(w.entry_id)
        from app_private.audit_waiting w) from app_private.audit_chain c`,
    ).toBe(true);
    await s.client.query("rollback to savepoint chained");
    await s.as(owner)`select app_private.chain_audit() from generate_series(1, 2)`;
    expect(await places(s)).toEqual([1, 2, 3, 4, 5]);
    expect(await s.value(owner)`select app_private.purge_audit(2)`).toBe(2);
    expect(await places(s)).toEqual([3, 4, 5]);
    expect(await s.value(owner)`select app_private.purge_audit()`).toBe(4);
    expect(await places(s)).toEqual([5]);
  });

  test.each(["app_private.chain_audit()", "app_private.purge_audit()"])(
    "%s locks the chain against other jobs",
    async (s, call) => {
      expect(await isLocked(s)).toBe(false);
      await s.value(owner, `select ${call}`);
      expect(await isLocked(s)).toBe(true);
    },
  );

  test("entries past the retention cannot be edited, and younger ones cannot be deleted", async (s) => {
    await writeOld(s, 1);
    await expect(
      s.as(owner)`update app_public.audit_entries set actor_id = 1`,
    ).rejects.toMatchObject(refusal("42501"));
    await s.as(owner)`insert into app_public.audit_entries (action, created_at)
      select 'USER_EDITED', now() - audit_retention + interval '30 minutes' from app_private.settings`;
    await expect(
      s.as(owner)`delete from app_public.audit_entries where action = 'USER_EDITED'`,
    ).rejects.toMatchObject(refusal("42501"));
  });
});
