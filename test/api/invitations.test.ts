/** @database server */
import { afterEach, expect, jest, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import { loadBcrypt } from "../helpers/code.ts";
import { postFrom } from "../helpers/from-address.ts";
import { refusals, runTestService } from "../helpers/service.ts";

const service = runTestService();
afterEach(() => service.owner.query("truncate app_private.login_failures"));

const ADD = `mutation ($input: InvitationInput!) {
  invitationAdd(input: $input) { id name secret places used madeBy createdAt expiresAt revokedAt }
}`;
const TAKE = `mutation ($input: InvitationTakeInput!) {
  invitationTake(input: $input) { accessToken tokenType userId }
}`;
const LIST = "{ invitations { id secret used revokedAt } }";
const PASSWORD = "quite a long password";

let people = 0;
const someone = () => `joins${++people}@example.org`;
const inputOf = (secret: string, fields: object = {}) => ({
  input: { secret, email: someone(), password: PASSWORD, name: "Ada", ...fields },
});

async function add(fields: object = {}) {
  const { data } = await service.graphql(
    ADD,
    { input: { name: "Town hall", ...fields } },
    service.admin,
  );
  return data.invitationAdd;
}
const take = (secret: string, fields?: object) => service.graphql(TAKE, inputOf(secret, fields));
const users = async () =>
  (await service.owner.query("select count(*)::int from app_public.users")).rows[0].count;

test("a person joins with an invitation, is logged in, and can log in again", async () => {
  const invitation = await add({ places: 5 });
  const email = someone();
  const { data } = await take(invitation.secret, { email: ` ${email} `, address: "Home 1" });
  const { accessToken: token, userId, tokenType } = data.invitationTake;
  expect(tokenType).toBe("Bearer");
  const claims = jwt.decode(token) as { iat: number; exp: number };
  expect(claims).not.toHaveProperty("adm");
  expect(claims.exp - claims.iat).toBe(2 * 86_400);
  const { rows } = await service.owner.query(
    "select action, request_id as id from app_public.audit_entries where actor_id = $1 order by 1",
    [userId],
  );
  expect(rows).toEqual(
    ["LOGGED_IN", "USER_JOINED"].map((action) => ({ action, id: expect.any(String) })),
  );
  const me = await service.graphql("{ me { id email name address isAdmin } }", {}, { token });
  expect(me.data.me).toEqual({ id: userId, email, name: "Ada", address: "Home 1", isAdmin: false });
  expect((await service.login(email, PASSWORD)).id).toBe(userId);
  const list = await service.graphql(LIST, {}, service.admin);
  expect(list.data.invitations[0]).toEqual({
    id: invitation.id,
    secret: null,
    used: 1,
    revokedAt: null,
  });
});

test("anyone may ask whether an invitation is open", async () => {
  const { id, secret } = await add();
  const isOpen = async (text: string) =>
    (await service.graphql(`{ invitationIsOpen(secret: ${JSON.stringify(text)}) }`)).data;
  expect(await isOpen(secret)).toEqual({ invitationIsOpen: true });
  await service.graphql(`mutation { invitationRevoke(id: ${id}) { id } }`, {}, service.admin);
  for (const text of [secret, ""]) expect(await isOpen(text)).toEqual({ invitationIsOpen: false });
});

test("unknown, full, expired and revoked invitations are refused with the same error, before hashing", async () => {
  const [full, over, revoked] = [await add(), await add(), await add()];
  await take(full.secret);
  await service.owner.query("update app_private.invitations set expires_at = now() where id = $1", [
    over.id,
  ]);
  await service.graphql(
    `mutation { invitationRevoke(id: ${revoked.id}) { id } }`,
    {},
    service.admin,
  );
  const before = await users();
  const hash = jest.spyOn(await loadBcrypt(), "hash");
  try {
    await take((await add()).secret);
    expect(hash).toHaveBeenCalledTimes(1);
    hash.mockClear();
    const answers = [];
    for (const { secret } of [
      full,
      over,
      revoked,
      { secret: "" },
      { secret: "x".repeat(10_000) },
    ]) {
      answers.push(await take(secret));
    }
    expect(hash).not.toHaveBeenCalled();
    expect(refusals(answers[0] as never)).toEqual(["NOT_FOUND at invitationTake"]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  } finally {
    hash.mockRestore();
  }
  expect(await users()).toBe(before + 1);
});

test.each([
  ["a taken email", { email: "ADMIN@example.org" }, "CONFLICT"],
  ["no name", { name: " " }, "BAD_USER_INPUT"],
  ["an easy password", { password: "password123" }, "BAD_USER_INPUT"],
  [
    "its email as password, with blanks around it",
    { email: " ada.lovelace@example.org ", password: "ada.lovelace@example.org" },
    "BAD_USER_INPUT",
  ],
])("joining with %s is refused, and uses up no place", async (_what, fields, code) => {
  const { id, secret } = await add();
  const before = await users();
  expect(refusals(await take(secret, fields))).toEqual([`${code} at invitationTake`]);
  expect(await users()).toBe(before);
  const { rows } = await service.owner.query(
    "select used from app_private.invitations where id = $1",
    [id],
  );
  expect(rows).toEqual([{ used: 0 }]);
});

test.each([
  ["a taken email counts against the address", { email: "ADMIN@example.org" }, "CONFLICT", 1],
  ["an email that is none counts too", { email: "nobody" }, "BAD_USER_INPUT", 1],
  ["a text that cannot be stored counts too", { name: "A\0" }, "BAD_USER_INPUT", 1],
  ["a fault of ours does not", {}, "INTERNAL_SERVER_ERROR", 0],
])("counting of failed joins: %s", async (_what, fields, code, count) => {
  const { secret } = await add();
  const rename = (from: string, to: string) =>
    service.owner.query(`alter function app_private.${from} rename to ${to}`);
  if (count === 0) await rename("take_invitation", "gone");
  expect(refusals(await take(secret, fields))).toEqual([`${code} at invitationTake`]);
  if (count === 0) await rename("gone", "take_invitation");
  const { rows } = await service.owner.query(
    "select failures from app_private.login_failures where counter = 'join'",
  );
  expect(rows).toHaveLength(count);
});

test("joining just after the last place was taken is refused like a full invitation, and is counted", async () => {
  const { secret } = await add();
  const full = await take("unknown");
  await service.owner.query("truncate app_private.login_failures");
  const SIGNATURE = "app_private.take_invitation(text, text, text, text, text)";
  await service.owner.query(`alter function ${SIGNATURE} rename to gone;
    create function ${SIGNATURE} returns integer language sql return null::integer;
    grant execute on function ${SIGNATURE} to app_host`);
  expect(await take(secret)).toEqual(full);
  await service.owner.query(
    `drop function ${SIGNATURE}; alter function app_private.gone rename to take_invitation`,
  );
  const { rows } = await service.owner.query(
    "select from app_private.login_failures where counter = 'join'",
  );
  expect(rows).toHaveLength(1);
});

test("an address with too many refused joins has to wait, even with a valid invitation", async () => {
  const { secret } = await add();
  const from = (address: string, text: string) =>
    postFrom(address, service, { query: TAKE, variables: inputOf(text) });
  expect(refusals(await from("127.0.0.7", "unknown"))).toEqual(["NOT_FOUND at invitationTake"]);
  await service.owner.query("update app_private.login_failures set failures = 60, last_at = now()");
  const begun = performance.now();
  const refused = await from("127.0.0.7", secret);
  expect(performance.now() - begun).toBeGreaterThan(990);
  expect(refusals(refused)).toEqual(["RATE_LIMITED at invitationTake"]);
  expect(refused.errors?.[0]?.extensions.retryAfter).toBeGreaterThan(0);
  expect((await from("127.0.0.8", secret)).data.invitationTake.userId).toBeGreaterThan(0);
});

test("a join that becomes limited while it waits for its turn is refused after a second too", async () => {
  const { secret } = await add();
  const SIGNATURE = "app_private.begin_joining(text, text, cidr)";
  await service.owner.query(`alter function ${SIGNATURE} rename to gone;
    create sequence app_private.begun;
    create function ${SIGNATURE} returns table (retry_after integer, is_open boolean) language sql security definer
      as $$ select case when nextval('app_private.begun') > 1 then 7 else 0 end, true $$;
    grant execute on function ${SIGNATURE} to app_host`);
  const begun = performance.now();
  const refused = await take(secret);
  expect(performance.now() - begun).toBeGreaterThan(990);
  expect(refusals(refused)).toEqual(["RATE_LIMITED at invitationTake"]);
  expect(refused.errors?.[0]?.message).toBe("Too many attempts: try again in 7 seconds.");
  expect(refused.errors?.[0]?.extensions.retryAfter).toBe(7);
  await service.owner.query(`drop function ${SIGNATURE}; drop sequence app_private.begun;
    alter function app_private.gone rename to begin_joining`);
});

test("a document may take only one invitation", async () => {
  const { secret } = await add({ places: 2 });
  const { errors } = await service.graphql(
    `mutation ($a: InvitationTakeInput!, $b: InvitationTakeInput!) {
      a: invitationTake(input: $a) { userId } b: invitationTake(input: $b) { userId }
    }`,
    { a: inputOf(secret).input, b: inputOf(secret).input },
  );
  expect(errors?.[0]?.message).toMatch(/logins/);
});
