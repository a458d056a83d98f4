/** @database server */
import { createHash, generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import { environmentOf, run } from "../commands/run.ts";
import type { startOpenIdProvider, Told } from "../helpers/openid-provider.ts";
import { type Answer, refusals, startTestService, type TestService } from "../helpers/service.ts";
import { type LocalServer, startLocalServer } from "../push/servers/local-server.ts";

const PUBLIC_URL = "https://alerts.example";
const SETTINGS = { clientId: "alerts", clientSecret: "very-secret" };
const GROUPS = {
  approvers: { authority: 1, role: "APPROVER" },
  viewers: { authority: 1, role: "VIEWER" },
  bosses: { authority: 1, role: "MANAGER" },
};

type Start = typeof startOpenIdProvider;
let provider: Awaited<ReturnType<Start>>;
let forger: LocalServer;
let service: TestService;

beforeAll(async () => {
  // Its library does not know the objects of Jest's modules as plain ones.
  const { startOpenIdProvider: start } = await importOnce<{ startOpenIdProvider: Start }>(
    new URL("../helpers/openid-provider.ts", import.meta.url).href,
  );
  provider = await start(`${PUBLIC_URL}/oidc/city/callback`);
  forger = await startLocalServer(forge);
  const providers = [
    { ...SETTINGS, name: "city", issuer: provider.issuer, groups: GROUPS },
    { ...SETTINGS, name: "forger", issuer: forger.url, groups: GROUPS },
    { ...SETTINGS, name: "gone", issuer: "http://127.0.0.1:9", groups: GROUPS },
  ];
  service = await startTestService({ PUBLIC_URL, OIDC_PROVIDERS: JSON.stringify(providers) });
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
  await forger?.close();
});
beforeEach(() => {
  forged = {};
});

const open = (path: string, cookie = "") =>
  fetch(`${service.url}${path}`, { redirect: "manual", headers: { cookie } });

/** Begins a login: where the browser goes, and its cookie. */
async function begin(name: string) {
  const { headers } = await open(`/oidc/${name}`);
  const [cookie = ""] = headers.getSetCookie();
  return { url: headers.get("location") ?? "", cookie };
}
/** Comes back from a provider. Returns what is behind the # of the console then: a ticket, or a reason. */
async function comeBack(name: string, query: string, cookie: string): Promise<string> {
  const { headers } = await open(`/oidc/${name}/callback${query}`, cookie.split(";")[0]);
  return headers.get("location")?.split(`${PUBLIC_URL}/console/#/oidc/`)[1] ?? "nowhere";
}
async function comeFromCity(sub: string, told: Told): Promise<string> {
  provider.logsIn(sub, told);
  const { url, cookie } = await begin("city");
  return await comeBack("city", (await provider.follow(url)).search, cookie);
}

const BODY = "{ accessToken expiresIn refreshToken userId }";
const take = (ticket: string) =>
  service.graphql(`mutation ($ticket: String!) { oidcSession(ticket: $ticket) ${BODY} }`, {
    ticket,
  });
async function logIn(sub: string, told: Told) {
  const { data } = await take(await comeFromCity(sub, told));
  return { ...data.oidcSession, token: data.oidcSession.accessToken };
}
/** Refreshes a session, as if nobody had in the last seconds. */
async function refresh(refreshToken: string): Promise<Answer> {
  await service.owner.query("update app_private.oidc_identities set claimed_at = '-infinity'");
  return await service.graphql(
    `mutation ($token: String!) { sessionRefresh(refreshToken: $token) ${BODY} }`,
    { token: refreshToken },
  );
}
const roles = async (userId: number) =>
  (
    await service.owner.query(
      `select string_agg(concat_ws(' ', authority_id, role, from_group), ', ' order by authority_id) as roles
        from app_public.memberships where user_id = $1`,
      [userId],
    )
  ).rows[0].roles;
const audited = async (action: string, userId: number) =>
  (
    await service.owner.query(
      "select facts from app_public.audit_entries where action::text = $1 and object_id = $2 order by id",
      [action, userId],
    )
  ).rows.map(({ facts }) => facts);
const user = (...args: string[]) => run("user", args, environmentOf(service.config));
const login = (email: string, password: string) =>
  service.graphql("mutation ($input: LoginCredentials!) { login(input: $input) { userId } }", {
    input: { email, password },
  });
const reasonOf = ({ errors }: Answer) => errors?.[0]?.extensions.reason;
const anna = {
  email: "anna@city.example",
  email_verified: true,
  name: "Anna",
  groups: ["approvers", "viewers", "choir"],
};

test("a login makes a user whose groups give a role, and its ticket begins one session", async () => {
  expect((await service.graphql("{ loginProviders }")).data.loginProviders).toContain("city");
  const ticket = await comeFromCity("anna", anna);
  const { data } = await take(ticket);
  expect(data.oidcSession).toMatchObject({ expiresIn: 900, refreshToken: expect.any(String) });
  expect(reasonOf(await take(ticket))).toBe("SESSION_ENDED");
  const { userId, accessToken: token } = data.oidcSession;
  expect(
    (
      await service.graphql(
        "{ me { email name emailVerified memberships { role } } }",
        {},
        { token },
      )
    ).data.me,
  ).toEqual({
    ...{ email: anna.email, name: "Anna", emailVerified: true },
    memberships: [{ role: "APPROVER" }],
  });
  expect(await roles(userId)).toBe("1 APPROVER t");
  expect(await audited("LOGGED_IN", userId)).toEqual([{ way: "OIDC", issuer: provider.issuer }]);
  const again = await logIn("anna", { ...anna, email: "anna.b@city.example" });
  expect(again.userId).toBe(userId);
});

test("the cookie of a login is for its provider only, and hides what it holds", async () => {
  const { url, cookie } = await begin("city");
  expect(cookie).toMatch(/; Path=\/oidc\/city\/callback; .*; HttpOnly; Secure; SameSite=Lax$/);
  const { state, nonce, code_challenge_method } = Object.fromEntries(new URL(url).searchParams);
  expect(code_challenge_method).toBe("S256");
  const value = Buffer.from(cookie.split(/[=;]/)[1] ?? "", "base64url").toString("latin1");
  expect([state, nonce].filter((secret) => value.includes(secret as string))).toEqual([]);
});

test("a code is refused without the cookie of its login, and with another login's", async () => {
  provider.logsIn("anna", anna);
  const { url, cookie } = await begin("city");
  const { search } = await provider.follow(url);
  const other = await begin("city");
  expect(await comeBack("city", search, "")).toBe("OIDC_FAILED");
  expect(await comeBack("city", search, other.cookie)).toBe("OIDC_FAILED");
  expect(await comeBack("city", "?error=access_denied", cookie)).toBe("OIDC_FAILED");
});

test("an email of another user, and groups without a role, log nobody in", async () => {
  const known = await service.newUser();
  const told = { ...anna, email: known.email.toUpperCase() };
  expect(await comeFromCity("impostor", told)).toBe("OIDC_EMAIL_TAKEN");
  expect(await audited("LOGIN_FAILED", known.id)).toMatchObject([{ reason: "OIDC_EMAIL_TAKEN" }]);
  expect(await comeFromCity("guest", { email: "guest@city.example", groups: ["choir"] })).toBe(
    "OIDC_NO_ROLE",
  );
});

test("an administrator links a user, who then logs in there and by no password", async () => {
  const known = await service.newUser();
  await service.owner.query("insert into app_public.memberships values ($1, 1, 'AUTHOR')", [
    known.id,
  ]);
  expect(await user("link-oidc", known.email, provider.issuer, "linked")).toMatchObject({
    code: 0,
  });
  expect(refusals(await service.graphql("{ me { id } }", {}, known))).toEqual([
    "UNAUTHENTICATED at me",
  ]);
  const { userId } = await logIn("linked", { ...anna, email: known.email });
  expect(userId).toBe(known.id);
  // A role that a manager gave is neither changed nor lost.
  expect(await roles(known.id)).toBe("1 AUTHOR f");
  expect(reasonOf(await login(known.email, "wrong-password"))).toBe("WRONG_LOGIN");
  expect(reasonOf(await login(known.email, known.password))).toBe("LOCAL_LOGIN_OFF");
  expect(await audited("LOGIN_FAILED", known.id)).toEqual([{}]);
  expect(await audited("USER_EDITED", known.id)).toMatchObject([{ issuer: provider.issuer }]);
});

test("whoever leaves a group loses its role at the next refresh, and the session as its administrator", async () => {
  const { userId, refreshToken } = await logIn("bea", { ...anna, email: "bea@city.example" });
  provider.logsIn("bea", { email: "bea@city.example", groups: ["viewers"] });
  const { data } = await refresh(refreshToken);
  expect(await roles(userId)).toBe("1 VIEWER t");
  provider.logsIn("bea", { email: "bea@city.example", groups: [] });
  expect((await refresh(data.sessionRefresh.refreshToken)).data.sessionRefresh).not.toBeNull();
  expect(await roles(userId)).toBeNull();
  expect(await audited("RIGHTS_CHANGED", userId)).toMatchObject([
    { role: "APPROVER", from_group: true },
    { role: "VIEWER" },
    { role: null },
  ]);
  const boss = await logIn("carl", { email: "carl@city.example", groups: ["bosses"] });
  provider.logsIn("carl", { email: "carl@city.example", groups: ["viewers"] });
  expect(reasonOf(await refresh(boss.refreshToken))).toBe("SESSION_ENDED");
});

test("whom the provider no longer knows loses the session and the roles of groups", async () => {
  const { userId, refreshToken, token } = await logIn("dora", {
    ...anna,
    email: "dora@city.example",
  });
  delete provider.people.dora;
  expect(reasonOf(await refresh(refreshToken))).toBe("SESSION_ENDED");
  expect(refusals(await service.graphql("{ me { id } }", {}, { token }))).toEqual([
    "UNAUTHENTICATED at me",
  ]);
  expect(await roles(userId)).toBeNull();
});

test("while the provider is down, a session lasts for an hour, and whoever breaks the glass logs in", async () => {
  const { userId, refreshToken } = await logIn("emil", { ...anna, email: "emil@city.example" });
  const { issuer } = provider;
  await service.owner.query(
    "update app_private.oidc_identities set issuer = 'http://127.0.0.1:9' where user_id = $1",
    [userId],
  );
  const { data } = await refresh(refreshToken);
  expect(service.logged).toContainEqual(
    expect.stringMatching(/^login: gone did not confirm a user/),
  );
  await service.owner.query(
    "update app_private.oidc_identities set checked_at = now() - interval '61 minutes'",
  );
  expect(reasonOf(await refresh(data.sessionRefresh.refreshToken))).toBe("SESSION_ENDED");
  await service.owner.query(
    "update app_private.oidc_identities set issuer = $2 where user_id = $1",
    [userId, issuer],
  );
  const { headers } = await open("/oidc/gone");
  expect(headers.get("location")).toBe(`${PUBLIC_URL}/console/#/oidc/OIDC_DOWN`);

  await service.owner.query("update app_private.settings set local_login = false");
  const person = await service.newUser();
  const refused = await service.newUser({ email: "manager@city.example" });
  await service.owner.query("insert into app_public.memberships values ($1, 1, 'MANAGER')", [
    refused.id,
  ]);
  expect(reasonOf(await login(refused.email, refused.password))).toBe("LOCAL_LOGIN_OFF");
  expect((await login(person.email, person.password)).data.login.userId).toBe(person.id);
  expect(await user("break-glass", refused.email, "on")).toMatchObject({ code: 0 });
  expect((await login(refused.email, refused.password)).data.login.userId).toBe(refused.id);
  expect(await audited("RIGHTS_CHANGED", refused.id)).toMatchObject([{ break_glass: true }]);
  expect(await user("break-glass", "emil@city.example", "on")).toMatchObject({ code: 1 });
  await service.owner.query("update app_private.settings set local_login = true");
});

/** What the forger changes of an honest answer. */
interface Forged {
  discovery?: object;
  claims?: object;
  key?: string;
  algorithm?: jwt.Algorithm;
  query?: string;
}
let forged: Forged = {};
let asked: Record<string, string> = {};
let nonce = "";
const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const { privateKey, publicKey } = newKey();
const pem = (key: typeof privateKey) => key.export({ type: "pkcs8", format: "pem" }).toString();
const OTHER_KEY = pem(newKey().privateKey);

/** Answers as a provider that may cheat. */
function forge({ path, body }: { path: string; body: Buffer }) {
  const issuer = forger.url;
  if (path.endsWith("openid-configuration")) {
    const at = {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    };
    const algorithms = { id_token_signing_alg_values_supported: ["RS256"] };
    return { status: 200, body: { issuer, ...at, ...algorithms, ...forged.discovery } };
  }
  if (path === "/jwks") {
    const key = { ...publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" };
    return { status: 200, body: { keys: [key] } };
  }
  asked = Object.fromEntries(new URLSearchParams(body.toString()));
  const now = Math.floor(Date.now() / 1000);
  const id = { iss: issuer, sub: "zoe", aud: "alerts", iat: now, exp: now + 60, nonce };
  const told = { email: "zoe@city.example", groups: ["viewers"] };
  const claims = { ...id, ...told, ...forged.claims };
  const { algorithm = "RS256", key = pem(privateKey) } = forged;
  const idToken = jwt.sign(claims, algorithm === "none" ? "" : key, { algorithm, keyid: "k" });
  const tokens = { access_token: "a", token_type: "Bearer", refresh_token: "r", id_token: idToken };
  return { status: 200, body: tokens };
}

describe("a provider's answer", () => {
  const ago = (seconds: number) => {
    const iat = Math.floor(Date.now() / 1000) - seconds;
    return { iat, exp: iat + 30 };
  };
  const answered = async () => {
    const { url, cookie } = await begin("forger");
    if (!url.startsWith(forger.url)) return url.split("/").at(-1);
    const {
      state = "",
      code_challenge: challenge,
      ...given
    } = Object.fromEntries(new URL(url).searchParams);
    nonce = given.nonce ?? "";
    const found = await comeBack("forger", `?code=c&state=${state}${forged.query ?? ""}`, cookie);
    const verifier = createHash("sha256")
      .update(asked.code_verifier ?? "")
      .digest("base64url");
    expect(verifier).toBe(challenge);
    return found;
  };

  test("with another issuer in its own words is refused", async () => {
    forged = { discovery: { issuer: "https://other.example" } };
    expect(await answered()).toBe("OIDC_DOWN");
  });

  test.each<[string, () => Forged]>([
    ["is honest", () => ({})],
    ["is of a clock a minute behind", () => ({ claims: ago(60) })],
    ["is of a clock a minute ahead", () => ({ claims: ago(-60) })],
  ])("that %s is accepted", async (_what, how) => {
    forged = how();
    expect(await answered()).toMatch(/^[\w-]{43}$/);
  });

  test.each<[string, () => Forged]>([
    ["without a signature", () => ({ algorithm: "none" })],
    ["signed by another key", () => ({ key: OTHER_KEY })],
    ["signed by the client's secret", () => ({ algorithm: "HS256", key: SETTINGS.clientSecret })],
    ["of another issuer", () => ({ claims: { iss: "https://other.example" } })],
    ["for another client", () => ({ claims: { aud: "another" } })],
    ["for another login", () => ({ claims: { nonce: "another" } })],
    ["that is over", () => ({ claims: ago(600) })],
  ])("with an ID token %s is refused", async (_what, how) => {
    forged = how();
    expect(await answered()).toBe("OIDC_FAILED");
  });

  test("never has the client's secret or a token logged", () => {
    expect(JSON.stringify([service.logged, service.requests, service.errors])).not.toMatch(
      /very-secret|eyJ/,
    );
  });
});
