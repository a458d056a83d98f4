import { describe, expect, test } from "@jest/globals";
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

const { play } = stage();

const ANONYMOUS = { role: "app_anonymous", user_id: "", token_id: null };
const [PHONE, LAPTOP] = [
  "11111111-1111-4111-8111-111111111111",
  "22222222-2222-4222-8222-222222222222",
] as const;
const OTHER_HASH = HASH.replaceAll("x", "y");

/** What a verified token stands for. */
async function authenticate(
  s: Scene,
  userId: unknown,
  version: unknown,
  tokenId: string | null = null,
): Promise<Row | undefined> {
  const sql = "select * from app_private.authenticate($1, $2, $3)";
  return (await s.as(host, sql, [userId, version, tokenId]))[0];
}

async function versionOf(s: Scene, { id }: Actor): Promise<number> {
  const sql = "select token_version from app_private.user_credentials where user_id = $1";
  return await s.value(owner, sql, [id]);
}

describe("authenticate", () => {
  test(
    "returns a user's role and id for a token of the present version",
    play(async (s) => {
      const [user, admin] = [await s.user(), await s.user(true)];
      expect(await authenticate(s, user.id, 1, PHONE)).toEqual({
        role: "app_user",
        user_id: `${user.id}`,
        token_id: PHONE,
      });
      expect(await authenticate(s, admin.id, 1)).toEqual({
        role: "app_admin",
        user_id: `${admin.id}`,
        token_id: null,
      });
    }),
  );

  test(
    "returns app_anonymous for another version, an unknown user, and no token",
    play(async (s) => {
      const admin = await s.user(true);
      expect(await authenticate(s, admin.id, 0)).toEqual(ANONYMOUS);
      expect(await authenticate(s, admin.id, 2)).toEqual(ANONYMOUS);
      expect(await authenticate(s, admin.id, 2, PHONE)).toEqual(ANONYMOUS);
      expect(await authenticate(s, 999_999, 1)).toEqual(ANONYMOUS);
      expect(await authenticate(s, admin.id, null)).toEqual(ANONYMOUS);
      expect(await authenticate(s, null, null)).toEqual(ANONYMOUS);
    }),
  );

  test(
    "is callable by the host only",
    play(async (s) => {
      for (const actor of [anonymous, await s.user(), await s.user(true)]) {
        await expect(
          s.as(actor, "select * from app_private.authenticate(1, 1)"),
        ).rejects.toMatchObject(DENIED);
      }
    }),
  );
});

describe("a change of rights", () => {
  test.each([
    ["the owner", "update app_public.users set is_admin = false where id = $1"],
    ["a statement on many", "update app_public.users set is_admin = false where id >= $1"],
  ])("by %s that takes them away revokes older tokens at once", async (_, demote) =>
    play(async (s) => {
      const admin = await s.user(true);
      await s.as(owner, demote, [admin.id]);
      expect(await authenticate(s, admin.id, 1)).toEqual(ANONYMOUS);
      expect(await authenticate(s, admin.id, 2)).toMatchObject({
        role: "app_user",
        user_id: `${admin.id}`,
      });
    })(),
  );

  test(
    "that makes an administrator applies at once to present tokens",
    play(async (s) => {
      const user = await s.user();
      await s.as(owner, "update app_public.users set is_admin = true where id = $1", [user.id]);
      expect(await authenticate(s, user.id, 1)).toMatchObject({
        role: "app_admin",
        user_id: `${user.id}`,
      });
    }),
  );

  test(
    "that changes nothing revokes nothing",
    play(async (s) => {
      const [user, admin] = [await s.user(), await s.user(true)];
      await s.as(owner, "update app_public.users set is_admin = is_admin, name = 'X'");
      expect([await versionOf(s, user), await versionOf(s, admin)]).toEqual([1, 1]);
    }),
  );
});

describe("user_rights", () => {
  const RIGHTS = "select app_public.user_rights($1, row($2, null))";
  const demote = "update app_public.users set is_admin = false where id = $1";

  test(
    "revokes the tokens of an administrator who loses that right, and of nobody else",
    play(async (s) => {
      const [boss, admin, user] = [await s.user(true), await s.user(true), await s.user()];
      await s.as(boss, RIGHTS, [admin.id, false]);
      await s.as(boss, RIGHTS, [user.id, true]);
      expect([
        await versionOf(s, boss),
        await versionOf(s, admin),
        await versionOf(s, user),
      ]).toEqual([1, 2, 1]);
      expect(await authenticate(s, admin.id, 1)).toEqual(ANONYMOUS);
      expect(await authenticate(s, user.id, 1)).toMatchObject({ role: "app_admin" });
      await s.as(owner, demote, [user.id]);
      expect(await authenticate(s, user.id, 1)).toEqual(ANONYMOUS);
    }),
  );

  test.each([
    ["itself", RIGHTS, [false]],
    ["a statement of a DBA", demote, []],
  ] as const)("does not revive what a demotion by %s revoked", async (_, sql, values) =>
    play(async (s) => {
      const [boss, admin] = [await s.user(true), await s.user(true)];
      await s.as(values.length > 0 ? boss : owner, sql, [admin.id, ...values]);
      await s.as(boss, RIGHTS, [admin.id, true]);
      expect(await authenticate(s, admin.id, 1)).toEqual(ANONYMOUS);
      expect(await authenticate(s, admin.id, 2)).toMatchObject({ role: "app_admin" });
    })(),
  );

  test(
    "after a statement of a DBA, a new login and a new password count from the version that is valid",
    play(async (s) => {
      const admin = await s.user(true, "was-admin@example.org");
      await s.as(owner, demote, [admin.id]);
      const login =
        "select token_version from app_private.login_credentials('was-admin@example.org')";
      expect(await s.value(host, login)).toBe(2);
      await s.as({ ...admin, role: "app_user" }, "select app_public.user_password_edit($1)", [
        HASH,
      ]);
      expect(await s.value(host, login)).toBe(3);
      expect(await authenticate(s, admin.id, 2)).toEqual(ANONYMOUS);
    }),
  );
});

test(
  "revoke_tokens revokes all tokens of a user, and tells the new version",
  play(async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    expect(await s.value(owner, "select app_private.revoke_tokens($1)", [user.id])).toBe(2);
    expect(await authenticate(s, user.id, 1)).toEqual(ANONYMOUS);
    expect(await authenticate(s, other.id, 1)).toMatchObject({ role: "app_user" });
    expect(await s.value(owner, "select app_private.revoke_tokens(999999)")).toBeNull();
  }),
);

describe("user_password_edit", () => {
  const EDIT = "select id from app_public.user_password_edit($1)";

  test(
    "replaces the hash, and revokes older tokens",
    play(async (s) => {
      const [user, other] = [await s.user(false, "u@example.org"), await s.user()];
      expect(await s.value(user, EDIT, [OTHER_HASH])).toBe(user.id);
      expect(await authenticate(s, user.id, 1)).toEqual(ANONYMOUS);
      expect(await authenticate(s, user.id, 2)).toMatchObject({ role: "app_user" });
      expect(await versionOf(s, other)).toBe(1);
      expect(
        await s.as(
          host,
          "select password_hash, token_version from app_private.login_credentials('u@example.org')",
        ),
      ).toEqual([{ password_hash: OTHER_HASH, token_version: 2 }]);
    }),
  );

  test(
    "keeps the token that the claims name, and no other",
    play(async (s) => {
      const [user, other] = [await s.user(), await s.user()];
      await s.as({ ...user, tokenId: PHONE }, EDIT, [OTHER_HASH]);
      expect(await authenticate(s, user.id, 1, PHONE)).toEqual({
        role: "app_user",
        user_id: `${user.id}`,
        token_id: PHONE,
      });
      expect(await authenticate(s, user.id, 1, LAPTOP)).toEqual(ANONYMOUS);
      expect(await authenticate(s, user.id, 1)).toEqual(ANONYMOUS);
      expect(await authenticate(s, other.id, 0, PHONE)).toEqual(ANONYMOUS);
    }),
  );

  test(
    "keeps a token over the next change by itself, and ends it at a change by another",
    play(async (s) => {
      const user = await s.user();
      const roleOf = async (version: number, tokenId: string) =>
        (await authenticate(s, user.id, version, tokenId))?.role;
      await s.as({ ...user, tokenId: PHONE }, EDIT, [OTHER_HASH]);
      await s.as({ ...user, tokenId: PHONE }, EDIT, [HASH]);
      expect(await roleOf(1, PHONE)).toBe("app_user");
      await s.as({ ...user, tokenId: LAPTOP }, EDIT, [OTHER_HASH]);
      expect([await roleOf(1, PHONE), await roleOf(3, LAPTOP)]).toEqual([
        "app_anonymous",
        "app_user",
      ]);
    }),
  );

  test.each([
    ["a reset", "select app_public.user_password_reset($1, '", `${HASH}')`],
    ["a demotion", "update app_public.users set is_admin = false where id = $1", ""],
    [
      "a DBA who raises the version",
      "update app_private.user_credentials set token_version = token_version + 1 where user_id = $1",
      "",
    ],
  ])("does not keep the token over %s", async (_what, ...sql) =>
    play(async (s) => {
      const admin = await s.user(true);
      await s.as({ ...admin, tokenId: PHONE }, EDIT, [OTHER_HASH]);
      expect(await authenticate(s, admin.id, 1, PHONE)).toMatchObject({ role: "app_admin" });
      await s.as(owner, sql.join(""), [admin.id]);
      expect(await authenticate(s, admin.id, 1, PHONE)).toEqual(ANONYMOUS);
    })(),
  );

  test(
    "takes bcrypt's hash only, never a password",
    play(async (s) => {
      const user = await s.user();
      await expect(s.as(user, EDIT, ["new password"])).rejects.toMatchObject(
        refusal("23514", { constraint: "user_credentials_password_hash" }),
      );
      expect(await versionOf(s, user)).toBe(1);
    }),
  );

  test(
    "needs a token",
    play(async (s) => {
      await expect(s.as(anonymous, EDIT, [OTHER_HASH])).rejects.toMatchObject(DENIED);
      await expect(s.as({ role: "app_user" }, EDIT, [OTHER_HASH])).rejects.toMatchObject(
        refusal("LA401"),
      );
    }),
  );
});

describe("login_credentials", () => {
  const FIND = "select * from app_private.login_credentials($1)";

  test(
    "finds a user by the email in any case",
    play(async (s) => {
      const admin = await s.user(true, "Ada@Example.org");
      expect(await s.as(host, FIND, ["aDA@example.ORG"])).toEqual([
        { user_id: admin.id, is_admin: true, password_hash: HASH, token_version: 1 },
      ]);
    }),
  );

  test(
    "finds nobody for an unknown email, for a pattern, and for null",
    play(async (s) => {
      await s.user(false, "ada@example.org");
      for (const email of ["nobody@example.org", "%", "", null]) {
        expect(await s.as(host, FIND, [email])).toEqual([]);
      }
    }),
  );

  test(
    "is refused to everyone but the host, also to administrators",
    play(async (s) => {
      for (const actor of [anonymous, await s.user(), await s.user(true)]) {
        await expect(s.as(actor, FIND, ["a@example.org"])).rejects.toMatchObject(DENIED);
      }
    }),
  );
});

test(
  "current_user_id is the user of the claims, and null without claims",
  play(async (s) => {
    const user = await s.user();
    expect(await s.value(user, "select app_public.current_user_id()")).toBe(user.id);
    expect(await s.value(anonymous, "select app_public.current_user_id()")).toBeNull();
  }),
);
