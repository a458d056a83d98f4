/** @database server */
import { describe, expect, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import supertest from "supertest";
import { forgiveTokens } from "../../src/cli/after-restore.ts";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService({ ACCESS_TOKEN_LIFETIME: "600" });

const SESSIONS = "{ sessions { id createdAt usedAt expiresAt isAdmin client isCurrent } }";
const END = "mutation ($id: Int64!) { sessionEnd(id: $id) { id } }";
const BODY = "accessToken tokenType expiresIn refreshToken userId";
const BEGIN = `mutation ($input: LoginCredentials!) { sessionBegin(input: $input) { ${BODY} } }`;
const REFRESH = `mutation ($refreshToken: String!) { sessionRefresh(refreshToken: $refreshToken) { ${BODY} } }`;

interface Session {
  accessToken: string;
  refreshToken: string;
  userId: number;
}

async function begin({ email, password }: TestUser): Promise<Session> {
  const { data } = await service.graphql(BEGIN, { input: { email, password } });
  return data.sessionBegin;
}
const refresh = (refreshToken: string) => service.graphql(REFRESH, { refreshToken });
async function refreshed(refreshToken: string): Promise<Session> {
  return (await refresh(refreshToken)).data.sessionRefresh;
}

// The helper sends a query twice, to compare the fast path with Grafast, unless it begins with a comment. A session may
// end between the two.
const ME = "# once\n{ me { id } }";

/** Returns "valid" or the refusal for each access token. */
const states = (...tokens: string[]) =>
  Promise.all(
    tokens.map(async (token) => {
      const answer = await service.graphql(ME, {}, { token });
      return refusals(answer)[0] ?? "valid";
    }),
  );
const ENDED = "UNAUTHENTICATED at me";
const REFUSED = ["UNAUTHENTICATED at sessionRefresh"];

describe("sessions", () => {
  test("lists the user's own sessions, newest first, with their client and which one is current", async () => {
    const user = await service.newUser();
    const { body } = await supertest(service.url)
      .post("/graphql")
      .set("User-Agent", "Phone/2.0")
      .send({
        query: "mutation ($input: LoginCredentials!) { login(input: $input) { accessToken } }",
        variables: { input: { email: user.email, password: user.password } },
      });
    const { data } = await service.graphql(SESSIONS, {}, { token: body.data.login.accessToken });
    expect(data.sessions).toEqual([
      {
        id: expect.any(Number),
        createdAt: expect.any(Number),
        usedAt: expect.any(Number),
        expiresAt: data.sessions[0].createdAt + 2 * 86_400,
        isAdmin: false,
        client: "Phone/2.0",
        isCurrent: true,
      },
      expect.objectContaining({ isAdmin: false, isCurrent: false }),
    ]);
    expect(data.sessions[0].id).toBeGreaterThan(data.sessions[1].id);
  });
});

test("logout ends the session of the request at once, and no other", async () => {
  const user = await service.newUser();
  const other = await service.login(user.email, user.password);
  const { data } = await service.graphql("mutation { logout { id } }", {}, user);
  expect(data.logout.id).toBe(user.id);
  expect(await states(user.token, other.token)).toEqual([ENDED, "valid"]);
  expect(refusals(await service.graphql("mutation { logout { id } }", {}, user))).toEqual([
    "UNAUTHENTICATED at logout",
  ]);
});

test("sessionEnd ends one of the user's own sessions", async () => {
  const user = await service.newUser();
  const other = await service.login(user.email, user.password);
  const { data } = await service.graphql(SESSIONS, {}, user);
  const [{ id }] = data.sessions;
  for (const as of [await service.newUser(), service.admin]) {
    expect(refusals(await service.graphql(END, { id }, as))).toEqual(["NOT_FOUND at sessionEnd"]);
  }
  // Older clients declare their ids Int.
  const asInt = END.replace("Int64!", "Int!");
  expect((await service.graphql(asInt, { id }, user)).data.sessionEnd).toEqual({ id });
  expect(await states(user.token, other.token)).toEqual(["valid", ENDED]);
  expect(refusals(await service.graphql(END, { id }, user))).toEqual(["NOT_FOUND at sessionEnd"]);
});

describe("sessionBegin", () => {
  test("returns a short access token and a refresh token", async () => {
    const user = await service.newUser();
    const session = await begin(user);
    expect(session).toEqual({
      accessToken: expect.any(String),
      tokenType: "Bearer",
      expiresIn: 600,
      refreshToken: expect.any(String),
      userId: user.id,
    });
    const { iat, exp } = jwt.decode(session.accessToken) as { iat: number; exp: number };
    expect(exp - iat).toBe(600);
    expect(await states(session.accessToken)).toEqual(["valid"]);
    const { data } = await service.graphql(SESSIONS, {}, { token: session.accessToken });
    expect(data.sessions[0].expiresAt - data.sessions[0].createdAt).toBe(90 * 86_400);
  });

  test("keeps the refresh token as hashes only", async () => {
    const session = await begin(await service.newUser());
    const { refreshToken } = await refreshed(session.refreshToken);
    const { rows } = await service.owner.query(
      "select t::text as row from app_private.refresh_tokens t",
    );
    const stored = rows.map(({ row }) => row).join();
    for (const part of [session.refreshToken, refreshToken].flatMap((token) => token.split("."))) {
      if (part.length < 20) continue;
      expect(stored).not.toContain(part);
      expect(stored).not.toContain(Buffer.from(part).toString("hex"));
      expect(stored).not.toContain(Buffer.from(part, "base64url").toString("hex"));
    }
  });

  test("answers a wrong password as login does", async () => {
    const { email } = await service.newUser();
    const answer = await service.graphql(BEGIN, { input: { email, password: "wrong" } });
    expect(refusals(answer)).toEqual(["UNAUTHENTICATED at sessionBegin"]);
  });
});

describe("sessionRefresh", () => {
  test("returns new tokens, and earlier access tokens stay valid", async () => {
    const first = await begin(await service.newUser());
    const second = await refreshed(first.refreshToken);
    const third = await refreshed(second.refreshToken);
    expect(new Set([first, second, third].map((one) => one.refreshToken)).size).toBe(3);
    expect(third.userId).toBe(first.userId);
    const { data } = await service.graphql(SESSIONS, {}, { token: third.accessToken });
    const { createdAt, expiresAt } = data.sessions[0];
    expect(expiresAt - createdAt).toBeGreaterThanOrEqual(90 * 86_400);
    expect(expiresAt - createdAt).toBeLessThan(91 * 86_400);
    expect(await states(first.accessToken, second.accessToken, third.accessToken)).toEqual([
      "valid",
      "valid",
      "valid",
    ]);
  });

  test("keeps the administrator claim in the access token, and gives it to nobody else", async () => {
    const isAdmin = ({ accessToken }: Session) =>
      (jwt.decode(accessToken) as { adm?: boolean }).adm ?? false;
    for (const [user, expected] of [
      [service.admin, true],
      [await service.newUser(), false],
    ] as const) {
      const session = await begin(user);
      expect([session, await refreshed(session.refreshToken)].map(isAdmin)).toEqual([
        expected,
        expected,
      ]);
    }
  });

  test("returns the same refresh token again if an answer was lost, until the next token is used", async () => {
    const first = await begin(await service.newUser());
    const lost = await refreshed(first.refreshToken);
    const again = await refreshed(first.refreshToken);
    expect(again.refreshToken).toBe(lost.refreshToken);
    const third = await refreshed(again.refreshToken);
    // The answer with the third token was lost too.
    expect((await refreshed(lost.refreshToken)).refreshToken).toBe(third.refreshToken);
    expect(await states(first.accessToken, third.accessToken)).toEqual(["valid", "valid"]);
  });

  test("gives tabs that refresh at the same time the same refresh token", async () => {
    const first = await begin(await service.newUser());
    const tabs = await Promise.all([
      refreshed(first.refreshToken),
      refreshed(first.refreshToken),
      refreshed(first.refreshToken),
    ]);
    expect(new Set(tabs.map((tab) => tab.refreshToken)).size).toBe(1);
    const tab = tabs[0];
    const next = await Promise.all([refreshed(tab.refreshToken), refreshed(tab.refreshToken)]);
    expect(new Set(next.map((one) => one.refreshToken)).size).toBe(1);
    expect(await states(...next.map((one) => one.accessToken))).toEqual(["valid", "valid"]);
  });

  describe("after a restore", () => {
    /** Begins a session whose client has refreshed twice since the backup. Returns the client's newest tokens. */
    async function restored(prepare: () => Promise<unknown>) {
      const user = await service.newUser();
      const first = await begin(user);
      const [, sessionId] = first.refreshToken.split(".");
      const table = "app_private.refresh_tokens";
      const { rows } = await service.owner.query(
        `select to_jsonb(t) as row from ${table} t where user_id = $1 and session_id = $2`,
        [user.id, sessionId],
      );
      const second = await refreshed(first.refreshToken);
      const third = await refreshed(second.refreshToken);
      await service.owner.query(`delete from ${table} where user_id = $1`, [user.id]);
      await service.owner.query(
        `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(rows[0].row)],
      );
      await prepare();
      return third;
    }

    test("accepts the client's newest token once `npm run restored` has run", async () => {
      const third = await restored(() => forgiveTokens(service.owner));
      const fourth = await refreshed(third.refreshToken);
      const fifth = await refreshed(fourth.refreshToken);
      expect(await states(third.accessToken, fifth.accessToken)).toEqual(["valid", "valid"]);
    });
  });

  test.each([
    [
      "guessed",
      (token: string) => token.replace(/[^.]+\.[^.]+$/, `${"a".repeat(22)}.${"b".repeat(43)}`),
    ],
    ["an access token", (_token: string, access: string) => access],
  ])("refuses a token that is %s, and keeps the session", async (_what, change) => {
    const first = await begin(await service.newUser());
    const token = change(first.refreshToken, first.accessToken);
    expect(refusals(await refresh(token))).toEqual(REFUSED);
    expect(refusals(await refresh(first.refreshToken))).toEqual([]);
  });
});

test("a new password keeps the session that asked for it, with its refresh token", async () => {
  const session = await begin(await service.newUser());
  const answer = await service.graphql(
    'mutation { userPasswordEdit(input: { password1: "a new password", password2: "a new password" }) { id } }',
    {},
    { token: session.accessToken },
  );
  expect(refusals(answer)).toEqual([]);
  expect(refusals(await refresh(session.refreshToken))).toEqual([]);
});

test("logins during a password change leave no session of the old password", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const user = await service.newUser();
    const attempts = Array.from({ length: 4 }, () =>
      service.login(user.email, user.password).catch(() => undefined),
    );
    const answer = await service.graphql(
      'mutation { userPasswordEdit(input: { password1: "a new password", password2: "a new password" }) { id } }',
      {},
      user,
    );
    expect(refusals(answer)).toEqual([]);
    const begun = (await Promise.all(attempts)).flatMap((one) => (one ? [one.token] : []));
    for (const state of await states(...begun)) expect(state).toBe(ENDED);
    expect(await states(user.token)).toEqual(["valid"]);
  }
});

test("a request does not itself write the last use of its session", async () => {
  const user = await service.newUser();
  const old =
    "update app_public.sessions set used_at = now() - interval '2 hours' where user_id = $1";
  await service.owner.query(old, [user.id]);
  await states(user.token);
  const { rows } = await service.owner.query(
    "select used_at < now() - interval '1 hour' as is_old from app_public.sessions where user_id = $1",
    [user.id],
  );
  expect(rows).toEqual([{ is_old: true }]);
});
