/** @database server */
import { describe, expect } from "@jest/globals";
import pg from "pg";
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

const { database, test } = stage();

const ANONYMOUS = { role: "app_anonymous", user_id: "", session_id: null };
const OTHER_HASH = HASH.replaceAll("x", "y");
const EDIT = "select id from app_public.user_password_edit($1)";
const RIGHTS = "select app_public.user_rights($1, row($2, null))";
const DEMOTE = "update app_public.users set is_admin = false where id = $1";

/** Returns what a verified token stands for: a role, a user and a session. */
async function authenticate(s: Scene, { id }: Actor, sessionId: unknown): Promise<Row | undefined> {
  const sql = "select * from app_private.authenticate($1, $2)";
  return (await s.as(host, sql, [id, sessionId]))[0];
}

/** Returns the roles of the user's sessions. */
const rolesOf = (s: Scene, user: Actor, ...sessionIds: number[]) =>
  Promise.all(sessionIds.map(async (id) => (await authenticate(s, user, id))?.role));

describe("authenticate", () => {
  test("returns a user's role, id and session", async (s) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    const [his, hers] = [await s.session(user), await s.session(admin)];
    expect(await authenticate(s, user, his)).toEqual({
      role: "app_user",
      user_id: `${user.id}`,
      session_id: `${his}`,
    });
    expect(await authenticate(s, admin, hers)).toMatchObject({ role: "app_admin" });
  });

  test("returns app_anonymous for a session that is unknown, expired or another user's, and without a session", async (s) => {
    const [user, other] = [await s.user(), await s.user(true)];
    const session = await s.session(user);
    expect(await authenticate(s, other, session)).toEqual(ANONYMOUS);
    expect(await authenticate(s, user, 999_999)).toEqual(ANONYMOUS);
    expect(await authenticate(s, user, null)).toEqual(ANONYMOUS);
    expect(await authenticate(s, { role: "app_user" }, null)).toEqual(ANONYMOUS);
    await s.as(owner)`update app_public.sessions set expires_at = now()
      where user_id = ${user.id}`;
    expect(await authenticate(s, user, session)).toEqual(ANONYMOUS);
  });

  test("is callable by the host only, as are begin_session and refresh_session", async (s) => {
    for (const actor of [anonymous, await s.user(), await s.user(true)]) {
      for (const call of [
        "authenticate(1, 1)",
        `begin_session(1, '${HASH}', '1 day')`,
        "refresh_session(1, 1, '', '', '', '', '1 day')",
        "note_session_use('{}', '{}')",
        "password_to_confirm(1, 1)",
      ]) {
        await expect(
          s.as(actor, `select * from app_private.${call}`), //
        ).rejects.toMatchObject(DENIED);
      }
    }
  });
});

describe("begin_session", () => {
  const BEGIN = "select app_private.begin_session($1, $2, '1 day', $3)";

  test("stores whether the session is an administrator's, its expiry and its client", async (s) => {
    const admin = await s.user(true);
    const id = String(await s.value(host, BEGIN, [admin.id, HASH, "x".repeat(300)]));
    const [session] = await s.as(admin)`select *, expires_at - created_at = '1 day' as for_a_day
      from app_public.sessions`;
    expect(session).toMatchObject({ id, is_admin: true, client: "x".repeat(200) });
    expect(session).toMatchObject({ for_a_day: true });
    expect(session?.used_at).toEqual(session?.created_at);
    for (const client of ["", null, "curl"]) await s.as(host, BEGIN, [admin.id, HASH, client]);
    const rows = await s.as(owner)`select client from app_public.sessions order by id offset 1`;
    expect(rows.map(({ client }) => client)).toEqual([null, null, "curl"]);
  });

  test("begins no session for a password that is no longer the user's", async (s) => {
    const user = await s.user();
    expect(await s.value(host, BEGIN, [user.id, OTHER_HASH, null])).toBeNull();
    expect(await s.as(owner)`select from app_public.sessions`).toEqual([]);
  });

  test("ends one session beyond a hundred: an expired one first, then the least recently used, then the oldest", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const kept = await s.session(other);
    await s.as(owner)`insert into app_public.sessions (user_id, id, used_at,
      expires_at) overriding system value
      select ${user.id}, -n, now() - n * interval '1 minute',
        now() + case when n = 7 then -1 else 1 end * interval '1 hour'
        from generate_series(1, 100) n`;
    const idsOf = async (actor: Actor) =>
      (await s.as(actor)`select id::int from app_public.sessions order by id`).map(({ id }) => id);
    const first = await s.session(user);
    const left = Array.from({ length: 100 }, (_, index) => index - 100);
    expect(await idsOf(user)).toEqual([...left.filter((id) => id !== -7), first]);
    const second = await s.session(user);
    expect(await idsOf(user)).toEqual([
      ...left.filter((id) => id !== -7 && id !== -100),
      first,
      second,
    ]);
    await s.as(owner)`update app_public.sessions set used_at = now()`;
    const third = await s.session(user);
    expect(await idsOf(user)).toEqual([
      ...left.filter((id) => ![-7, -99, -100].includes(id)),
      ...[first, second, third],
    ]);
    expect(await idsOf(other)).toEqual([kept]);
  });
});

describe("a change of rights", () => {
  test.each([
    ["the owner", DEMOTE],
    ["a statement on many", "update app_public.users set is_admin = false where id >= $1"],
  ])(
    "that takes the administrator right away, by %s, ends older sessions at once",
    async (s, _, demote) => {
      const admin = await s.user(true);
      const session = await s.session(admin);
      await s.as(owner, demote, [admin.id]);
      expect(await authenticate(s, admin, session)).toEqual(ANONYMOUS);
      expect(await rolesOf(s, admin, await s.session(admin))).toEqual(["app_user"]);
    },
  );

  test("that makes an administrator applies at once to present sessions", async (s) => {
    const user = await s.user();
    const session = await s.session(user);
    await s.as(owner)`update app_public.users set is_admin = true where id = ${user.id}`;
    expect(await rolesOf(s, user, session)).toEqual(["app_admin"]);
  });

  test("by user_rights ends the sessions of an administrator who loses that right, and of nobody else", async (s) => {
    const [boss, admin, user] = [await s.user(true), await s.user(true), await s.user()];
    const ids = [await s.session(boss), await s.session(admin), await s.session(user)] as const;
    await s.as(boss, RIGHTS, [admin.id, false]);
    await s.as(boss, RIGHTS, [user.id, true]);
    expect(await rolesOf(s, boss, ids[0])).toEqual(["app_admin"]);
    expect(await rolesOf(s, admin, ids[1])).toEqual(["app_anonymous"]);
    expect(await rolesOf(s, user, ids[2])).toEqual(["app_admin"]);
    await s.as(owner, DEMOTE, [user.id]);
    expect(await rolesOf(s, user, ids[2])).toEqual(["app_anonymous"]);
  });

  test("that changes nothing, or only whether the user is a tester, ends no session", async (s) => {
    const [boss, admin, user] = [await s.user(true), await s.user(true), await s.user()];
    const ids = [await s.session(admin), await s.session(user)] as const;
    await s.as(boss)`select app_public.user_rights(${admin.id}, row(null, true))`;
    await s.as(boss)`select app_public.user_rights(${user.id}, row(false, true))`;
    await s.as(owner)`update app_public.users set is_admin = is_admin, name = 'X'`;
    expect(await rolesOf(s, admin, ids[0])).toEqual(["app_admin"]);
    expect(await rolesOf(s, user, ids[1])).toEqual(["app_user"]);
  });

  test("back to administrator never revives an old session", async (s) => {
    const [boss, user] = [await s.user(true), await s.user()];
    const old: number[] = [];
    for (const demote of [
      () => s.as(boss, RIGHTS, [user.id, false]),
      () => s.as(owner, DEMOTE, [user.id]),
      () => s.as(boss, RIGHTS, [user.id, false]),
    ]) {
      const session = await s.session(user);
      expect(await rolesOf(s, user, session)).toEqual(["app_user"]);
      await s.as(boss, RIGHTS, [user.id, true]);
      expect(await rolesOf(s, user, session)).toEqual(["app_admin"]);
      for (const role of await rolesOf(s, user, ...old)) expect(role).toBe("app_anonymous");
      await demote();
      old.push(session);
      for (const role of await rolesOf(s, user, ...old)) expect(role).toBe("app_anonymous");
    }
    await s.as(boss, RIGHTS, [user.id, true]);
    for (const role of await rolesOf(s, user, ...old)) expect(role).toBe("app_anonymous");
  });
});

describe("user_password_edit", () => {
  test("replaces the hash, and ends the user's other sessions but nobody else's", async (s) => {
    const [user, other] = [await s.user(false, "u@example.org"), await s.user()];
    const [phone, laptop] = [await s.session(user), await s.session(user)];
    const others = await s.session(other);
    expect(await s.value({ ...user, sessionId: phone }, EDIT, [OTHER_HASH])).toBe(user.id);
    expect(await rolesOf(s, user, phone, laptop)).toEqual(["app_user", "app_anonymous"]);
    expect(await rolesOf(s, other, others)).toEqual(["app_user"]);
    expect(
      await s.value(host)`select password_hash
        from app_private.login_credentials('u@example.org')`,
    ).toBe(OTHER_HASH);
  });

  test("ends all sessions if it is not called from one of them", async (s) => {
    const user = await s.user();
    const session = await s.session(user);
    await s.as(user, EDIT, [OTHER_HASH]);
    expect(await rolesOf(s, user, session)).toEqual(["app_anonymous"]);
  });

  test.each([
    ["a reset", "select app_public.user_password_reset($1, '", `${HASH}')`],
    ["a demotion", DEMOTE, ""],
    ["end_sessions", "select app_private.end_sessions($1)", ""],
    ["a DBA who deletes it", "delete from app_public.sessions where user_id = $1", ""],
  ])("does not protect the calling session from %s", async (s, _what, ...sql) => {
    const [admin, other] = [await s.user(true), await s.user()];
    const [sessionId, others] = [await s.session(admin), await s.session(other)];
    await s.as({ ...admin, sessionId }, EDIT, [OTHER_HASH]);
    expect(await rolesOf(s, admin, sessionId)).toEqual(["app_admin"]);
    await s.as(owner, sql.join(""), [admin.id]);
    expect(await rolesOf(s, admin, sessionId)).toEqual(["app_anonymous"]);
    expect(await rolesOf(s, other, others)).toEqual(["app_user"]);
  });

  test("accepts only a bcrypt hash, never a password", async (s) => {
    const user = await s.user();
    const session = await s.session(user);
    await expect(s.as(user, EDIT, ["new password"])).rejects.toMatchObject(
      refusal("23514", { constraint: "user_credentials_password_hash" }),
    );
    expect(await rolesOf(s, user, session)).toEqual(["app_user"]);
  });

  test("needs a token", async (s) => {
    await expect(s.as(anonymous, EDIT, [OTHER_HASH])).rejects.toMatchObject(DENIED);
    await expect(s.as({ role: "app_user" }, EDIT, [OTHER_HASH])).rejects.toMatchObject(
      refusal("LA401"),
    );
  });
});

test("an administrator's reset ends all sessions of that user, and nobody else's", async (s) => {
  const [admin, user, other] = [await s.user(true), await s.user(), await s.user()];
  const [his, others] = [await s.session(user), await s.session(other)];
  await s.as(admin)`select app_public.user_password_reset(${user.id}, ${OTHER_HASH})`;
  expect(await rolesOf(s, user, his)).toEqual(["app_anonymous"]);
  expect(await rolesOf(s, other, others)).toEqual(["app_user"]);
  const hashes = await s.as(owner)`select password_hash from app_private.user_credentials
    where user_id = any (${[user.id, other.id]}) order by user_id`;
  expect(hashes.map(({ password_hash }) => password_hash)).toEqual([OTHER_HASH, HASH]);
  await expect(
    s.as(admin)`select app_public.user_password_reset(999999, ${HASH})`,
  ).rejects.toMatchObject(refusal("LA404"));
});

describe("session_end and logout", () => {
  test("end one session of the caller, and no other", async (s) => {
    const [user, other] = [await s.user(), await s.user(true)];
    const ids = [await s.session(user), await s.session(user), await s.session(user)] as const;
    const END = "select id::int from app_public.session_end($1)";
    expect(await s.value(user, END, [ids[0]])).toBe(ids[0]);
    for (const [actor, id] of [
      [user, ids[0]],
      [other, ids[1]],
    ] as const) {
      await expect(s.as(actor, END, [id])).rejects.toMatchObject(refusal("LA404"));
    }
    expect(await rolesOf(s, user, ...ids)).toEqual(["app_anonymous", "app_user", "app_user"]);
    const LOGOUT = "select id from app_public.logout()";
    expect(await s.value({ ...user, sessionId: ids[1] }, LOGOUT)).toBe(user.id);
    expect(await rolesOf(s, user, ids[1], ids[2])).toEqual(["app_anonymous", "app_user"]);
    await expect(s.as({ role: "app_user" }, LOGOUT)).rejects.toMatchObject(refusal("LA401"));
  });
});

describe("refresh_session", () => {
  const BEGIN = "select app_private.begin_session($1, $2, '1 day', null, 'family', 'first')::int";
  const REFRESH = `select convert_from(app_private.refresh_session(
    $1, $2, $3::text::bytea, $4::text::bytea, $5::text::bytea, $6::text::bytea, '30 days'), 'UTF8')`;

  test("counts as a use of the session", async (s) => {
    const { refresh } = await begun(s);
    await s.as(owner)`update app_public.sessions set used_at = now() - interval '1 minute'`;
    await refresh("first");
    expect(await s.as(owner)`select used_at = now() as is_now from app_public.sessions`).toEqual([
      { is_now: true },
    ]);
  });

  test("with an older token ends only this session, and the audit log gives the reason", async (s) => {
    const { user, id, refresh, role } = await begun(s);
    const other = await s.session(user);
    await refresh("first", "second");
    await refresh("second", "third");
    expect(await refresh("first", "fourth")).toBeNull();
    expect(await role()).toBe("app_anonymous");
    expect(await rolesOf(s, user, other)).toEqual(["app_user"]);
    expect(
      await s.as(owner)`select object_id::int, facts from app_public.audit_entries
        where action = 'SESSION_ENDED'`,
    ).toEqual([
      { object_id: user.id, facts: { session_id: id, reason: "REFRESH_TOKEN_REPEATED" } },
    ]);
  });

  /** Begins a session of a new user. `refresh` exchanges its tokens, each of which is named by its hash. */
  async function begun(s: Scene) {
    const user = await s.user();
    const id = await s.value(host, BEGIN, [user.id, HASH]);
    const refresh = (token: string, next = "next", family = "family") =>
      s.value(host, REFRESH, [user.id, id, family, token, `key of ${next}`, next]);
    return { user, id, refresh, role: async () => (await rolesOf(s, user, id))[0] };
  }

  test("prolongs the session", async (s) => {
    const { refresh, user } = await begun(s);
    await refresh("first", "second");
    await refresh("second", "third");
    const left = await s.value(user)`select expires_at - now() from app_public.sessions`;
    expect(left).toMatchObject({ days: 30 });
  });

  type Exchange = [token: string, next: string, answer: string | null];
  // After a restore, the client has refreshed twice since the backup, and has the tokens third and fourth.
  const RESTORED: Exchange = ["first", "second", "second"];

  test.each<[what: string, restored: string | null, exchanges: Exchange[], hasEnded?: "ended"]>([
    [
      "gives the same answer for the previous token until its successor is used",
      null,
      [
        ["first", "second", "second"],
        ["first", "another", "second"],
        ["first", "another", "second"],
        ["second", "third", "third"],
        ["second", "another", "third"],
      ],
    ],
    [
      "ends the session if an older token is used",
      null,
      [
        ["first", "second", "second"],
        ["second", "third", "third"],
        ["first", "another", null],
        ["third", "fourth", null],
      ],
      "ended",
    ],
    ...["fourth", "third"].map((token): [string, string, Exchange[]] => [
      `accepts the ${token} token, which it does not know after a restore, and repeats the answer`,
      "29 days",
      [
        RESTORED,
        [token, "fifth", "fifth"],
        [token, "another", "fifth"],
        ["fifth", "sixth", "sixth"],
      ],
    ]),
    [
      "accepts only one unknown token after a restore: a second one ends the session",
      "29 days",
      [
        RESTORED,
        ["stolen", "next", "next"],
        ["fourth", "another", null],
        ["next", "another", null],
      ],
      "ended",
    ],
    [
      "accepts the newest known token after a restore as usual, and no unknown token after it",
      "29 days",
      [
        RESTORED,
        ["second", "next", "next"],
        ["second", "another", "next"],
        ["fourth", "another", null],
      ],
      "ended",
    ],
    [
      "gives the usual answer for the previous token after a restore",
      "29 days",
      [RESTORED, ["first", "another", "second"], ["second", "third", "third"]],
    ],
    [
      "accepts no unknown token a month after a restore",
      "30 days",
      [RESTORED, ["fourth", "fifth", null]],
      "ended",
    ],
  ])("%s", async (s, _, restored, exchanges, hasEnded) => {
    const { refresh, role } = await begun(s);
    for (const [index, [token, next, answer]] of exchanges.entries()) {
      if (index === 1 && restored) await restore(s, restored);
      expect(await refresh(token, next)).toBe(answer && `key of ${answer}`);
    }
    expect(await role()).toBe(hasEnded ? "app_anonymous" : "app_user");
    if (hasEnded) expect(await s.as(owner)`select from app_private.refresh_tokens`).toEqual([]);
  });

  const restore = (s: Scene, ago: string) =>
    s.as(owner)`update app_private.refresh_tokens set restored_at = now() - ${ago}::interval`;

  test("accepts no token of another family after a restore", async (s) => {
    const { refresh, role } = await begun(s);
    await refresh("first", "second");
    await restore(s, "29 days");
    expect(await refresh("guessed", "another", "guessed")).toBeNull();
    expect(await role()).toBe("app_user");
    expect(await refresh("fourth", "fifth")).toBe("key of fifth");
  });

  test("does not end a session for a token that never belonged to it", async (s) => {
    const { user, id, refresh, role } = await begun(s);
    await refresh("first", "second");
    expect(await refresh("guessed", "another", "guessed")).toBeNull();
    expect(await s.value(host, REFRESH, [user.id, id + 1, "family", "x", "k", "n"])).toBeNull();
    expect(await role()).toBe("app_user");
    expect(await refresh("second", "third")).toBe("key of third");
  });

  test("changes no other session of the user, as each has its own token family", async (s) => {
    const user = await s.user();
    const begin = `select app_private.begin_session($1, $2, '1 day', null, $3::text::bytea, $3::text::bytea)::int`;
    const [one, two] = [
      await s.value(host, begin, [user.id, HASH, "one"]),
      await s.value(host, begin, [user.id, HASH, "two"]),
    ];
    const refresh = (id: number, family: string, token: string) =>
      s.value(host, REFRESH, [user.id, id, family, token, `key after ${token}`, `${token}+`]);
    // Neither session knows the other's family, so the wrong token ends nothing.
    expect(await refresh(one, "two", "two")).toBeNull();
    expect(await refresh(two, "one", "one")).toBeNull();
    expect(await rolesOf(s, user, one, two)).toEqual(["app_user", "app_user"]);
    for (const [id, name, days] of [
      [two, "two", [1, 30]],
      [one, "one", [30, 30]],
    ] as const) {
      expect(await refresh(id, name, name)).toBe(`key after ${name}`);
      const left = "select expires_at - now() as left from app_public.sessions order by id";
      expect((await s.as(user, left)).map((row) => row.left.days)).toEqual(days);
    }
    expect(await refresh(two, "two", "two+")).toBe("key after two+");
    expect(await refresh(one, "one", "one+")).toBe("key after one+");
  });

  test("does not prolong an expired session, nor one without refresh tokens", async (s) => {
    const { user, refresh } = await begun(s);
    const plain = await s.session(user);
    expect(await s.value(host, REFRESH, [user.id, plain, "family", "first", "k", "n"])).toBeNull();
    await s.as(owner)`update app_public.sessions set expires_at = now()`;
    expect(await refresh("first")).toBeNull();
  });

  test("does not prolong the session of an administrator whose right was taken", async (s) => {
    const { user, refresh } = await begun(s);
    await s.as(owner)`update app_public.sessions set is_admin = true`;
    expect(await refresh("first")).toBeNull();
    await s.as(owner)`update app_public.users set is_admin = true where id = ${user.id}`;
    expect(await refresh("first")).toBe("key of next");
  });
});

test("note_session_use writes once an hour, and only for sessions that exist", async (s) => {
  const user = await s.user();
  const ids = [await s.session(user), await s.session(user), await s.session(user)] as const;
  const age = "update app_public.sessions set used_at = now() - $2::interval where id = $1";
  await s.as(owner, age, [ids[0], "61 minutes"]);
  await s.as(owner, age, [ids[1], "59 minutes"]);
  await s.as(owner, age, [ids[2], "61 minutes"]);
  await s.as(host)`select app_private.note_session_use(${[user.id, user.id, user.id]},
    ${[ids[0], ids[1], 999_999]})`;
  const ages = "select now() - used_at = '0' as is_new from app_public.sessions order by id";
  expect((await s.as(user, ages)).map(({ is_new }) => is_new)).toEqual([true, false, false]);
});

test("purge_sessions deletes only sessions that have expired or whose administrator lost the right", async (s) => {
  const [user, admin, demoted] = [await s.user(), await s.user(true), await s.user(true)];
  const kept = [await s.session(user), await s.session(admin)];
  await s.as(owner)`update app_public.sessions set expires_at = now() + interval '1 minute'`;
  const expired = await s.session(user);
  await s.session(demoted);
  await s.as(owner, DEMOTE, [demoted.id]);
  await s.as(owner)`update app_public.sessions set expires_at = now() where id = ${expired}`;
  expect(await s.value(owner)`select app_private.purge_sessions()`).toBe(2);
  const left = await s.as(owner)`select id::int from app_public.sessions order by id`;
  expect(left.map(({ id }) => id)).toEqual(kept);
});

test("password_to_confirm returns the email and the hash of a session's user until the session ends", async (s) => {
  const user = await s.user(false, "ada@example.org");
  const id = await s.session(user);
  const FIND = "select * from app_private.password_to_confirm($1, $2)";
  expect(await s.as(host, FIND, [user.id, id])).toEqual([
    { email: "ada@example.org", password_hash: HASH, has_factor: false },
  ]);
  expect(await s.as(host, FIND, [user.id, 999_999])).toEqual([]);
  expect(await s.as(host, FIND, [null, null])).toEqual([]);
  await s.as(owner)`delete from app_public.sessions`;
  expect(await s.as(host, FIND, [user.id, id])).toEqual([]);
});

test("claim_user sets the user for its transaction only", async () => {
  const client = await database().ownerPool.connect();
  try {
    await client.query("begin");
    await client.query("select app_private.claim_user('7')");
    expect((await client.query("select app_public.current_user_id() as id")).rows).toEqual([
      { id: 7 },
    ]);
    await client.query("commit");
    expect((await client.query("select app_public.current_user_id() as id")).rows).toEqual([
      { id: null },
    ]);
  } finally {
    client.release(true);
  }
});

describe("login_credentials", () => {
  const FIND = "select * from app_private.login_credentials($1)";

  test("finds a user by the email in any case", async (s) => {
    const admin = await s.user(true, "Ada@Example.org");
    expect(await s.as(host, FIND, ["aDA@example.ORG"])).toEqual([
      { user_id: admin.id, is_admin: true, password_hash: HASH, has_factor: false },
    ]);
  });

  test("finds nobody for an unknown email, for a pattern, and for null", async (s) => {
    await s.user(false, "ada@example.org");
    for (const email of ["nobody@example.org", "%", "", null]) {
      expect(await s.as(host, FIND, [email])).toEqual([]);
    }
  });

  test("is refused to everyone but the host, also to administrators", async (s) => {
    for (const actor of [anonymous, await s.user(), await s.user(true)]) {
      await expect(s.as(actor, FIND, ["a@example.org"])).rejects.toMatchObject(DENIED);
    }
  });
});

test("current_user_id is the user of the claims, and null without claims", async (s) => {
  const user = await s.user();
  expect(await s.value(user)`select app_public.current_user_id()`).toBe(user.id);
  expect(await s.value(anonymous)`select app_public.current_user_id()`).toBeNull();
});

test("a connection without claims has no user and no session", async () => {
  const client = new pg.Client(database().ownerPool.options as pg.ClientConfig);
  await client.connect();
  try {
    const { rows } = await client.query(
      "select app_public.current_user_id() as user_id, app_private.current_session_id() as session_id",
    );
    expect(rows).toEqual([{ user_id: null, session_id: null }]);
  } finally {
    await client.end();
  }
});
