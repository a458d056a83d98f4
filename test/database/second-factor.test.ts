/** @database server */
import { describe, expect, test as plainTest } from "@jest/globals";
import { insertUser } from "../helpers/database.ts";
import {
  type Actor,
  alertInput,
  HASH,
  host,
  NEW_ALERT,
  owner,
  refusal,
  type Scene,
  stage,
} from "./scene.ts";
import { transactions } from "./transactions.ts";

const { test } = stage();

const ADD = `select app_private.add_factor($1, $2, 'TOTP', 'Phone', 'sealed', $3)`;
const COMPLETE = `select app_private.complete_factor($1, '192.0.2.1', $2, $3, $4, $5, null, $6)`;
const NEEDED = refusal("LA403", { constraint: "second_factor_needed" });

/** Adds an authenticator app to somebody, whose last code was that of step 100. Returns them in their session. */
async function enrol(s: Scene, actor: Required<Actor>) {
  const sessionId = await s.session(actor);
  const codes: string[] = await s.value(host, ADD, [actor.id, sessionId, 100]);
  const factor = await s.value(
    owner,
  )`select id from app_public.second_factors where user_id = ${actor.id}`;
  return { ...actor, sessionId, factor, codes };
}
/** Makes the factor that somebody has shown so old. */
const age = (s: Scene, { id }: Actor, time: string) =>
  s.as(
    owner,
  )`update app_public.sessions set second_factor_at = now() - ${time}::interval where user_id = ${id}`;

test("a code counts once, and so does each before it", async (s) => {
  const user = await enrol(s, await s.user());
  const show = (step: number) =>
    s.value(host, COMPLETE, [user.id, "TOTP", user.factor, step, null, null]);
  expect([
    await show(100),
    await show(101),
    await show(101),
    await show(99),
    await show(102),
  ]).toEqual([false, true, false, false, true]);
  const [failed] = await s.as(owner)`select object_id::int, facts from app_public.audit_entries
    where action = 'LOGIN_FAILED'`;
  expect(failed).toEqual({ object_id: user.id, facts: { way: "TOTP" } });
});

test("recovery codes are hashed, count once, and end with their renewal", async (s) => {
  const user = await enrol(s, await s.user());
  const show = (code = "") =>
    s.value(host, COMPLETE, [user.id, "RECOVERY_CODE", null, null, code.replaceAll("-", ""), null]);
  const [first, second] = user.codes;
  expect(user.codes).toHaveLength(10);
  expect(first).toMatch(/^([0-9a-f]{5}-){3}[0-9a-f]{5}$/);
  expect([await show(first), await show(first), await show("")]).toEqual([true, false, false]);
  const [third]: string[] = await s.value(user)`select app_public.recovery_codes_renew()`;
  expect([await show(second), await show(third)]).toEqual([false, true]);
});

test("a session of a user with a second factor does not begin with the password alone", async (s) => {
  const user = await enrol(s, await s.user());
  expect(await s.session(user)).toBeNull();
  const way = "select app_private.begin_session($1, $2, '1 day', way => 'TOTP')::int";
  const id = await s.value(host, way, [user.id, HASH]);
  const [entry] = await s.as(owner)`select facts from app_public.audit_entries
    where action = 'LOGGED_IN' and session_id = ${id}`;
  expect(entry).toEqual({ facts: { way: "TOTP" } });
});

test("what publishes, or touches others, asks for a fresh factor: also by psql", async (s) => {
  const admin = await enrol(s, await s.user(true));
  const publish = (as: Actor) => s.as(as, NEW_ALERT, [JSON.stringify(alertInput())]);
  await age(s, admin, "14 minutes");
  await publish(admin);
  const { sessionId: _, ...withoutSession } = admin;
  await expect(publish(withoutSession)).rejects.toMatchObject(NEEDED);
  await age(s, admin, "16 minutes");
  const other = await s.user();
  for (const sql of [
    `select app_public.user_rights(${other.id}, row(true, null))`,
    `select app_public.membership_set(${other.id}, 1, 'VIEWER')`,
    `select app_public.user_password_reset(${other.id}, '${HASH}')`,
    `select app_public.new_user('new@example.org', '${HASH}', 'New', '', true)`,
    `select app_public.new_password_links('{${other.id}}')`,
    `select app_public.second_factor_rule_set('MANAGER', 'NONE')`,
    `select app_public.second_factor_remove(${admin.factor})`,
    `select app_private.user_erase(${other.id})`,
    `select app_private.require_fresh_factor()`,
  ]) {
    await expect(s.as(admin, sql)).rejects.toMatchObject(NEEDED);
  }
  await expect(publish(admin)).rejects.toMatchObject(NEEDED);
  expect(
    await s.value(host, COMPLETE, [admin.id, "TOTP", admin.factor, 101, null, admin.sessionId]),
  ).toBe(true);
  await publish(admin);
  // Whoever has none is not asked.
  await publish(await s.user(true));
});

test("an all-clear never asks for a factor", async (s) => {
  const admin = await enrol(s, await s.user(true));
  const alert = await s.alert(admin);
  await age(s, admin, "1 day");
  expect(await s.cancel(admin, alert)).toBe(alert);
});

test("whoever lacks the factor that their role demands loses its rights a day later, until they add one", async (s) => {
  const [admin, other, user] = [await s.user(true), await s.user(true), await s.user()];
  const session = await s.session(other);
  const roleOf = () =>
    s.value(host)`select role from app_private.authenticate(${other.id}, ${session})`;
  const rule = (demand: string) =>
    s.value(
      admin,
    )`select (app_public.second_factor_rule_set('MANAGER', ${demand})).demanded_from::text`;
  await rule("DEMANDED");
  expect(await roleOf()).toBe("app_admin");
  await s.as(
    owner,
  )`update app_public.second_factor_rules set demanded_from = now() where role = 'MANAGER'`;
  expect(await roleOf()).toBe("app_user");
  const asUser = { role: "app_user" as const, id: other.id, sessionId: session };
  const edit = `select app_public.user_edit(
    json_populate_record(null::app_public.user_edit, '{"name": "Ada"}'), $1)`;
  await expect(s.as(asUser, edit, [user.id])).rejects.toMatchObject(refusal("LA404"));
  await s.as(host, ADD, [other.id, session, 100]);
  expect(await roleOf()).toBe("app_admin");
  expect(await rule("OFFERED")).toBeNull();
  const [entry] = await s.as(owner)`select actor_id, facts from app_public.audit_entries
    where action = 'SETTINGS_CHANGED' order by id desc limit 1`;
  expect(entry).toEqual({
    actor_id: admin.id,
    facts: { second_factor_of_manager: ["DEMANDED", "OFFERED"] },
  });
});

test("nobody of a role without second factors adds one", async (s) => {
  const admin = await s.user(true);
  await s.as(admin)`select app_public.second_factor_rule_set('MANAGER', 'NONE')`;
  await expect(enrol(s, admin)).rejects.toMatchObject(
    refusal("LA403", { constraint: "second_factor_off" }),
  );
  await enrol(s, await s.user());
});

test("removing the last factor, and a reset by the operator, end recovery codes too, in the audit log", async (s) => {
  const [user, lost] = [await enrol(s, await s.user()), await enrol(s, await s.user())];
  await expect(
    s.as(lost)`select app_public.second_factor_remove(${user.factor})`,
  ).rejects.toMatchObject(refusal("LA404"));
  expect(
    await s.as(user)`select kind, secret from app_public.second_factor_remove(${user.factor})`,
  ).toEqual([{ kind: "TOTP", secret: null }]);
  await s.as(owner)`select app_private.reset_second_factors(${lost.id})`;
  for (const table of ["app_public.second_factors", "app_private.recovery_codes"]) {
    expect(await s.as(owner, `select from ${table}`)).toEqual([]);
  }
  expect(await s.as(owner)`select id from app_public.sessions where user_id = ${lost.id}`).toEqual(
    [],
  );
  expect(
    await s.as(
      owner,
    )`select actor_id, object_id::int, facts -> 'way' as way, facts ? 'login' as by_command
      from app_public.audit_entries where action = 'SECOND_FACTOR_REMOVED' order by id`,
  ).toEqual([
    { actor_id: user.id, object_id: user.id, way: "TOTP", by_command: false },
    { actor_id: null, object_id: lost.id, way: null, by_command: true },
  ]);
});

describe("at once (on native PostgreSQL only)", () => {
  const { database, begin, inTurn } = transactions();

  plainTest("a recovery code that two logins send counts for one", async () => {
    const user = await insertUser(database());
    await database().ownerPool.query(
      "insert into app_private.recovery_codes values ($1, app_private.key_hash('abc'))",
      [user],
    );
    const values = [user, "RECOVERY_CODE", null, null, "abc", null];
    const [first, second] = [await begin(), await begin()];
    expect((await first.query(COMPLETE, values)).rows).toEqual([{ complete_factor: true }]);
    expect((await inTurn([first, second], COMPLETE, values)).rows).toEqual([
      { complete_factor: false },
    ]);
  });
});
