import { beforeAll, expect, jest, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import supertest from "supertest";
import { loadBcrypt } from "../helpers/code.ts";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser({ email: "Ada.Lovelace@example.org" });
});

const LOGIN = `mutation ($input: LoginCredentials!) {
  login(input: $input) { accessToken tokenType userId __typename }
}`;
const attempt = (email: string, password: string) =>
  service.graphql(LOGIN, { input: { email, password } });

test("login returns a Bearer token and the user's id", async () => {
  const { data } = await attempt(user.email, user.password);
  expect(data.login).toEqual({
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    tokenType: "Bearer",
    userId: user.id,
    __typename: "AuthBody",
  });
});

test("login returns a token that works, with a lifetime of two days", async () => {
  const { data } = await attempt(user.email, user.password);
  const { iat, exp } = jwt.decode(data.login.accessToken) as { iat: number; exp: number };
  expect(exp - iat).toBe(2 * 86_400);
  const me = await service.graphql("{ me { id email } }", {}, { token: data.login.accessToken });
  expect(me.data.me).toEqual({ id: user.id, email: "Ada.Lovelace@example.org" });
});

test("login accepts the email in another case", async () => {
  const { data } = await attempt("aDA.lOVELACE@EXAMPLE.ORG", user.password);
  expect(data.login.userId).toBe(user.id);
});

test("login answers the same for an unknown email and a wrong password", async () => {
  const unknown = await attempt("nobody@example.org", user.password);
  const wrong = await attempt(user.email, "another password");
  expect(refusals(wrong)).toEqual(["UNAUTHENTICATED at login"]);
  expect(unknown).toEqual(wrong);
});

test("login answers as for a wrong password if the password changes while it is checked", async () => {
  const wrong = await attempt(user.email, "another password");
  const SIGNATURE =
    "app_private.begin_session(integer, text, interval, text, bytea, bytea, app_public.login_way)";
  await service.owner.query(`alter function ${SIGNATURE} rename to gone;
    create function ${SIGNATURE} returns bigint language sql return null::bigint;
    grant execute on function ${SIGNATURE} to app_host`);
  expect(await attempt(user.email, user.password)).toEqual(wrong);
  await service.owner.query(
    `drop function ${SIGNATURE}; alter function app_private.gone rename to begin_session`,
  );
});

test("a login writes an audit entry with its request's id, whether it succeeds or fails", async () => {
  // Only one wrong login a minute is recorded for each user.
  const { email, password } = await service.newUser();
  for (const [id, given] of [
    ["login-1", password],
    ["login-2", "another password"],
  ] as const) {
    await supertest(service.url)
      .post("/graphql")
      .set("X-Request-Id", id)
      .send({ query: LOGIN, variables: { input: { email, password: given } } })
      .expect(200);
  }
  const { rows } = await service.owner.query(
    "select request_id as id, action from app_public.audit_entries where request_id like 'login-%' order by 1",
  );
  expect(rows).toEqual([
    { id: "login-1", action: "LOGGED_IN" },
    { id: "login-2", action: "LOGIN_FAILED" },
  ]);
});

test("login compares with a hash for an unknown email too, which costs as much as one of a user", async () => {
  const bcrypt = await loadBcrypt();
  const compare = jest.spyOn(bcrypt, "compare");
  await attempt("unknown@example.org", "another password");
  const rounds = compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash));
  compare.mockRestore();
  expect(rounds).toEqual([11]);
});

test.each([
  ["an empty email", "", "user-password"],
  ["an empty password", "Ada.Lovelace@example.org", ""],
  ["a password with a NUL after it", "Ada.Lovelace@example.org", "user-password\0"],
  ["an email with a pattern", "%@example.org", "user-password"],
  ["an email with a blank after it", "Ada.Lovelace@example.org ", "user-password"],
  ["a very long email", `${"a".repeat(50_000)}@example.org`, "user-password"],
  ["a very long password", "Ada.Lovelace@example.org", "a".repeat(50_000)],
])("does not log in with %s", async (_what, email, password) => {
  expect(refusals(await attempt(email, password))).toEqual(["UNAUTHENTICATED at login"]);
});
