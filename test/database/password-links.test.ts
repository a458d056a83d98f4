/** @database server */
import { expect } from "@jest/globals";
import { HASH, host, owner, refusal, type Scene, stage } from "./scene.ts";

/** Links that administrators hand over to users who have no password yet. */

const { test } = stage();

const MAKE = "select * from app_public.new_password_links($1::int[])";

/** Makes an administrator and a user without a password. */
async function people(s: Scene) {
  const [admin, user] = [await s.user(true), await s.user()];
  await s.as(owner)`delete from app_private.user_credentials where user_id = ${user.id}`;
  const link = async (ids = [user.id]) => (await s.as(admin, MAKE, [ids]))[0]?.token;
  return { admin, user, link };
}
const setPassword = (s: Scene, token: string): Promise<string | null> =>
  s.value(host)`select app_private.set_first_password(${token}, ${HASH})`;

test("a password link is valid for as long as the settings say, and is recorded in the audit log", async (s) => {
  await s.as(owner)`update app_private.settings set password_link_lifetime = '2 days'`;
  const { admin, user, link } = await people(s);
  await link();
  expect(
    await s.as(owner)`select user_id, is_mailed,
      expires_at - now() = '2 days' as is_for_two_days from app_private.password_links`,
  ).toEqual([{ user_id: user.id, is_mailed: false, is_for_two_days: true }]);
  expect(
    await s.as(owner)`select actor_id, object_type, object_id::int from app_public.audit_entries
      where action = 'PASSWORD_LINK_MADE'`,
  ).toEqual([{ actor_id: admin.id, object_type: "USER", object_id: user.id }]);
});

test("an id that comes twice has one link, and ids of ten digits have links that work", async (s) => {
  const { admin, user } = await people(s);
  await s.as(owner)`select setval('app_public.users_id_seq', 1999999999)`;
  const other = await s.user();
  expect(other.id).toBe(2_000_000_000);
  await s.as(owner)`delete from app_private.user_credentials where user_id = ${other.id}`;
  const links = await s.as(admin, MAKE, [[other.id, user.id, other.id]]);
  expect(links.map((link) => link.user_id)).toEqual([other.id, user.id]);
  for (const { token } of links) expect(await setPassword(s, token)).not.toBeNull();
  expect(await setPassword(s, `9999999999.${"0".repeat(64)}`)).toBeNull();
});

test("a password link has a secret of 64 hex digits, which is not stored itself", async (s) => {
  const { user, link } = await people(s);
  const token: string = await link();
  expect(token).toMatch(new RegExp(`^${user.id}\\.[0-9a-f]{64}$`));
  const [row] = await s.as(owner)`select l::text as text from app_private.password_links l`;
  expect(row?.text).not.toContain(token.split(".")[1]);
});

test("a second password link replaces the first, even an expired one", async (s) => {
  const { user, link } = await people(s);
  const first = await link();
  await s.as(owner)`update app_private.password_links set expires_at = now()`;
  const second = await link();
  expect(await setPassword(s, first)).toBeNull();
  expect(await setPassword(s, second)).toBe(
    await s.value(owner)`select email from app_public.users where id = ${user.id}`,
  );
});

test("no password link is made if one of the users is unknown or has a password", async (s) => {
  const { admin, user, link } = await people(s);
  await expect(link([user.id, 999_999])).rejects.toMatchObject(refusal("LA404"));
  await expect(link([user.id, admin.id])).rejects.toMatchObject(refusal("LA409"));
  expect(await s.as(owner)`select from app_private.password_links`).toEqual([]);
});

test("5,000 password links may be requested at once, and 5,001 are refused", async (s) => {
  const { link } = await people(s);
  const unknown = (count: number) => Array<number>(count).fill(999_999);
  await expect(link(unknown(5000))).rejects.toMatchObject(refusal("LA404"));
  await expect(link(unknown(5001))).rejects.toMatchObject(refusal("LA400"));
});
