/** @database server */
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { postFrom } from "../helpers/from-address.ts";
import { ready } from "../helpers/ready.ts";
import {
  type Answer,
  refusals,
  startTestService,
  type TestService,
  type TestUser,
} from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type MailServer, startMailServer } from "../mail/server.ts";

let server: MailServer;
let service: TestService;
beforeAll(async () => {
  server = await startMailServer();
  service = await startTestService({
    JOBS: "true",
    MAIL_URL: server.url,
    MAIL_FROM: "alerts@example.org",
    PUBLIC_URL: "https://alerts.example",
  });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});
afterEach(() => service.owner.query("truncate app_private.login_failures"));

const FORGOTTEN = "mutation ($email: String!) { passwordForgotten(email: $email) }";
const SET = "mutation ($input: PasswordSetInput!) { passwordSet(input: $input) }";
const VERIFY = "mutation ($token: String!) { emailVerify(token: $token) }";
const STATE = "{ mailServer { state reason since } }";

const forget = (email: string) => service.graphql(FORGOTTEN, { email });
const setPassword = (token: string, password: string) =>
  service.graphql(SET, { input: { token, password } });
const verify = (token: string) => service.graphql(VERIFY, { token });
const isVerified = async (user: TestUser) =>
  (await service.graphql("{ me { emailVerified } }", {}, user)).data.me.emailVerified;

/** Waits for `count` mails to an address. Returns the tokens of all that arrived, the newest last. */
async function tokensFor(email: string, kind: string, count = 1): Promise<string[]> {
  const found = () =>
    server.mails.flatMap(({ to, body }) =>
      to.includes(email)
        ? (new RegExp(`^https://alerts.example/join#${kind}/(\\S+)`, "m").exec(body)?.[1] ?? [])
        : [],
    );
  return await until(found, (tokens) => tokens.length >= count);
}
/** Makes the jobs that wait for another attempt run at once. */
const hurry = () =>
  service.owner.query(
    "update graphile_worker._private_jobs set run_at = now() where locked_at is null",
  );
const codeOf = (answer: Answer) => refusals(answer)[0]?.split(" ")[0];

test("a new user's email is verified by the mailed link, once", async () => {
  const user = await service.newUser();
  const [token = ""] = await tokensFor(user.email, "verify");
  expect(await isVerified(user)).toBe(false);
  expect(codeOf(await verify(`${token}x`))).toBe("NOT_FOUND");
  expect(codeOf(await verify(token.replace(/^\d+/, "1")))).toBe("NOT_FOUND");
  expect((await verify(token)).data.emailVerify).toBe(user.email);
  expect(await isVerified(user)).toBe(true);
  const { rows } = await service.owner.query(
    "select request_id as id from app_public.audit_entries where action = 'EMAIL_VERIFIED' and actor_id = $1",
    [user.id],
  );
  expect(rows).toEqual([{ id: expect.any(String) }]);
  expect(codeOf(await verify(token))).toBe("NOT_FOUND");
  const again = "mutation { emailVerificationSend { id } }";
  expect(codeOf(await service.graphql(again, {}, user))).toBe("CONFLICT");
  expect(codeOf(await service.graphql(again))).toBe("UNAUTHENTICATED");
});

test("a forgotten password is reset by the mailed link, once, and all sessions end", async () => {
  const user = await service.newUser();
  await forget(` ${user.email.toUpperCase()} `);
  const [token = ""] = await tokensFor(user.email, "password");
  expect(codeOf(await setPassword(token, "short"))).toBe("BAD_USER_INPUT");
  expect((await setPassword(token, "quite a new password")).data.passwordSet).toBe(user.email);
  expect(codeOf(await service.graphql("{ me { emailVerified } }", {}, user))).toBe(
    "UNAUTHENTICATED",
  );
  const back = await service.login(user.email, "quite a new password");
  // Using the link proves that the user reads mail to this email.
  expect(await isVerified(back)).toBe(true);
  expect(codeOf(await setPassword(token, "another new password"))).toBe("NOT_FOUND");
});

test.each(["nobody@example.org", "", "a@b\r\nBcc: c@d"])(
  "a forgotten password of %.20j is answered as that of a known email, and no mail is sent there",
  async (email) => {
    const user = await service.newUser();
    const before = server.mails.length;
    expect(await forget(email)).toEqual(await forget(user.email));
    await tokensFor(user.email, "password");
    await until(
      () =>
        service.owner.query("select from graphile_worker.jobs where task_identifier = 'send_mail'"),
      ({ rows }) => rows.length === 0,
    );
    expect(server.mails.slice(before).flatMap(({ to }) => to)).toEqual(
      expect.not.arrayContaining([email]),
    );
    expect(new Set(server.mails.slice(before).flatMap(({ to }) => to))).toEqual(
      new Set([user.email]),
    );
  },
);

test("too many requests for mail are refused alike for known and unknown emails, after a second", async () => {
  const user = await service.newUser();
  const refusal = async (email: string) => {
    for (let n = 0; n < 3; n++) expect((await forget(email)).data.passwordForgotten).toBe(true);
    const begun = performance.now();
    const answer = await forget(email);
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(codeOf(answer)).toBe("RATE_LIMITED");
    expect(answer.errors?.[0]?.extensions.retryAfter).toBeGreaterThan(0);
    return JSON.stringify(answer).replaceAll(/\d+/g, "N");
  };
  expect(await refusal("nobody@example.org")).toBe(await refusal(user.email));
});

test("a requested mail counts against the address of the request", async () => {
  const variables = { email: "nobody@example.org" };
  await postFrom("127.0.0.31", service, { query: FORGOTTEN, variables });
  const { rows } = await service.owner.query(
    `select failures from app_private.login_failures
      where counter = 'mail by address' and key = app_private.key_hash('127.0.0.31'::cidr::text)`,
  );
  expect(rows).toEqual([{ failures: 1 }]);
});

test("a mail that fails is sent again with another link, and mailServer is FAILING until then", async () => {
  const user = await service.newUser();
  await tokensFor(user.email, "verify");
  server.faults.push({ at: "DATA", code: 451 }, { at: "end of DATA" });
  await forget(user.email);
  const state = async () => (await service.graphql(STATE, {}, service.admin)).data.mailServer;
  await until(state, ({ state }) => state === "FAILING");
  expect((await ready(service.url)).mail).toMatch(/^failing since \d{4}-/);
  const tokens = await until(
    async () => {
      await hurry();
      return await tokensFor(user.email, "password", 0);
    },
    (all) => all.length >= 2,
  );
  await until(state, ({ state }) => state === "ON");
  // The server also accepted the mail before, but closed the connection without an answer.
  expect(codeOf(await setPassword(tokens.at(-2) ?? "", "quite a new password"))).toBe("NOT_FOUND");
  expect((await setPassword(tokens.at(-1) ?? "", "quite a new password")).data.passwordSet).toBe(
    user.email,
  );
  expect(codeOf(await service.graphql(STATE, {}, user))).toBe("UNAUTHENTICATED");
  expect(codeOf(await service.graphql(STATE, {}, await service.newUser()))).toBe("FORBIDDEN");
});

test("the console's config.json says that mail is on", async () => {
  const settings = await (await fetch(`${service.url}/console/config.json`)).json();
  expect(settings).toMatchObject({ hasMail: true });
});

test("no table holds a secret that was mailed", async () => {
  const user = await service.newUser();
  await forget(user.email);
  const [verification = ""] = await tokensFor(user.email, "verify");
  const [reset = ""] = await tokensFor(user.email, "password");
  const { rows } = await service.owner.query(
    `select l::text from app_private.password_links l union all select l::text from app_private.email_links l
      union all select j::text from graphile_worker._private_jobs j`,
  );
  for (const token of [verification, reset]) {
    expect(JSON.stringify(rows)).not.toContain(token.split(".")[1]);
  }
  expect(JSON.stringify([service.logged, service.requests])).not.toContain(reset.split(".")[1]);
});
