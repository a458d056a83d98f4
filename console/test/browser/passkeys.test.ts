/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { CDPSession, Page } from "playwright-core";
import type { Answer, TestUser } from "../../../test/helpers/service.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";

/** Passkeys of Chromium's virtual authenticator, by the API alone. */

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({}, { drawsMaps: false });
});
afterAll(() => console?.stop());

const LOGIN = `mutation ($input: LoginCredentials!) { login(input: $input) { userId } }`;
const BEGIN = `mutation ($password: String) { passkeyBegin(currentPassword: $password) { ticket options } }`;
const ADD = `mutation ($ticket: String!, $passkey: JSON!) { passkeyAdd(ticket: $ticket, passkey: $passkey, name: "Key ring") }`;
const ASK = `mutation ($ticket: String) { passkeyAsk(ticket: $ticket) { ticket options } }`;
const LOGIN_PASSKEY = `mutation ($ticket: String!, $passkey: JSON!) {
  loginPasskey(ticket: $ticket, passkey: $passkey, staysLoggedIn: true) { userId accessToken refreshToken }
}`;
const CONFIRM = `mutation ($ticket: String!, $passkey: JSON!) { passkeyConfirm(ticket: $ticket, passkey: $passkey) }`;
const RENEW = "mutation { recoveryCodesRenew }";

const reasonOf = ({ errors }: Answer) => errors?.[0]?.extensions.reason;

/** Sends a document from the page, so that the browser names its origin. */
const send = (page: Page, query: string, variables: object = {}, as?: { token: string }) =>
  page.evaluate(
    async ([body, token]) => {
      const authorization = token ? { authorization: `Bearer ${token}` } : undefined;
      const headers = { "content-type": "application/json", ...authorization };
      return (await fetch("/graphql", { method: "POST", headers, body })).json();
    },
    [JSON.stringify({ query, variables }), as?.token ?? ""] as const,
  ) as Promise<Answer>;

interface Question {
  ticket: string;
  options: never;
}
/** Makes a passkey in the browser. */
const make = async (page: Page, { ticket, options }: Question) => ({
  ticket,
  passkey: await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
  }, options),
});
/** Shows a passkey of the browser. */
const show = async (page: Page, { ticket, options }: Question) => ({
  ticket,
  passkey: await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
  }, options),
});

/** Opens a page, whose browser has an authenticator of its own. */
async function openWithKey(hasUserVerification = true): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await console.open();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: hasUserVerification,
      hasUserVerification,
      isUserVerified: hasUserVerification,
    },
  });
  return { page, cdp };
}

async function enrol(page: Page, user: TestUser): Promise<Answer> {
  const begun = await send(page, BEGIN, { password: user.password }, user);
  return await send(page, ADD, await make(page, begun.data.passkeyBegin), user);
}
async function secondTicket(page: Page, { email, password }: TestUser): Promise<string> {
  const answer = await send(page, LOGIN, { input: { email, password } });
  expect(reasonOf(answer)).toBe("SECOND_FACTOR");
  return answer.errors?.[0]?.extensions.ticket as string;
}
const ask = async (page: Page, ticket?: string, as?: { token: string }): Promise<Question> =>
  (await send(page, ASK, { ticket }, as)).data.passkeyAsk;

browserTest("a passkey is a login of its own, counts once, and ends with its removal", async () => {
  const { page } = await openWithKey();
  const user = await console.service.newUser({ isAdmin: true });
  expect(reasonOf(await send(page, BEGIN, {}, user))).toBe("CURRENT_PASSWORD_MISSING");
  expect((await enrol(page, user)).data.passkeyAdd).toHaveLength(10);

  const shown = await show(page, await ask(page));
  const { userId, accessToken, refreshToken } = (await send(page, LOGIN_PASSKEY, shown)).data
    .loginPasskey;
  expect([userId, typeof refreshToken]).toEqual([user.id, "string"]);
  expect(reasonOf(await send(page, LOGIN_PASSKEY, shown))).toBe("WRONG_PASSKEY");
  const { ticket } = await ask(page);
  const other = { ticket, passkey: (await show(page, await ask(page))).passkey };
  expect(reasonOf(await send(page, LOGIN_PASSKEY, other))).toBe("WRONG_PASSKEY");

  const me = { token: accessToken };
  const ME = "{ me { secondFactors { id kind name } } sessions(limit: 1) { loginWay } }";
  const { data } = await send(page, ME, {}, me);
  expect(data.sessions).toEqual([{ loginWay: "PASSKEY" }]);
  const [factor] = data.me.secondFactors;
  expect(factor).toMatchObject({ kind: "PASSKEY", name: "Key ring" });
  const before = await show(page, await ask(page));
  await send(page, `mutation { secondFactorRemove(id: ${factor.id}) { id } }`, {}, me);
  expect(reasonOf(await send(page, LOGIN_PASSKEY, before))).toBe("WRONG_PASSKEY");
});

browserTest("a passkey ends a login by password of its own user only", async () => {
  const { page } = await openWithKey();
  const [user, other] = await console.service.newUsers(2);
  if (!user || !other) throw new Error("There are two.");
  await enrol(page, user);
  const question = await ask(page, await secondTicket(page, user));
  const { data } = await send(page, LOGIN_PASSKEY, await show(page, question));
  expect(data.loginPasskey.userId).toBe(user.id);

  const { page: theirs } = await openWithKey();
  await enrol(theirs, other);
  const { ticket } = await ask(page, await secondTicket(page, user));
  const { options } = await ask(theirs, await secondTicket(theirs, other));
  const { passkey } = await show(theirs, { ticket, options });
  expect(reasonOf(await send(page, LOGIN_PASSKEY, { ticket, passkey }))).toBe("WRONG_PASSKEY");
});

browserTest(
  "a key that does not know its owner is a second factor, and no login of its own",
  async () => {
    const { page } = await openWithKey(false);
    const user = await console.service.newUser();
    await enrol(page, user);
    const question = await ask(page, await secondTicket(page, user));
    const { ticket } = await ask(page);
    const alone = await show(page, question);
    expect(reasonOf(await send(page, LOGIN_PASSKEY, { ...alone, ticket }))).toBe("WRONG_PASSKEY");
    const { data } = await send(page, LOGIN_PASSKEY, alone);
    expect(data.loginPasskey.userId).toBe(user.id);
  },
);

browserTest("a passkey shown again in the session opens what only its owner may do", async () => {
  const { page } = await openWithKey();
  const user = await console.service.newUser();
  await enrol(page, user);
  await console.service.owner.query("update app_public.sessions set second_factor_at = null");
  expect(reasonOf(await send(page, RENEW, {}, user))).toBe("SECOND_FACTOR_NEEDED");
  const shown = await show(page, await ask(page, undefined, user));
  expect(reasonOf(await send(page, LOGIN_PASSKEY, shown))).toBe("TICKET_EXPIRED");
  const login = await show(page, await ask(page));
  expect(reasonOf(await send(page, CONFIRM, login, user))).toBe("TICKET_EXPIRED");
  expect((await send(page, CONFIRM, shown, user)).data.passkeyConfirm).toBeGreaterThan(
    Date.now() / 1000 + 800,
  );
  expect((await send(page, RENEW, {}, user)).data.recoveryCodesRenew).toHaveLength(10);
});
