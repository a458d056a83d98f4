/** @database server */
import { describe, expect } from "@jest/globals";
import { anyDate } from "../helpers/any-date.ts";
import { type Actor, HASH, host, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

/** Links that are mailed: what makes them, what uses them, and how many may be asked for. */

const { test } = stage();

const NEW_HASH = HASH.replaceAll("x", "y");
const HERE = "192.0.2.1/32";

/** Asks for a mail. Returns the seconds to wait; 0 if it is queued. */
const ask = (s: Scene, email: string, address = HERE): Promise<number> =>
  s.value(host)`select app_private.ask_for_password_mail(${email}, ${address})`;
const passwordMail = async (s: Scene, email: string) =>
  (await s.as(owner)`select * from app_private.make_password_mail(${email})`)[0] as
    | { address: string; token: string }
    | undefined;
const verificationMail = async (s: Scene, { id }: Actor) =>
  (await s.as(owner)`select * from app_private.make_verification_mail(${id})`)[0] as
    | { address: string; token: string }
    | undefined;
const setPassword = (s: Scene, token = ""): Promise<string | null> =>
  s.value(host)`select app_private.set_first_password(${token}, ${NEW_HASH})`;
const verify = (s: Scene, token = ""): Promise<string | null> =>
  s.value(host)`select app_private.verify_email(${token})`;
const hashOf = (s: Scene, { id }: Actor) =>
  s.value(owner)`select password_hash from app_private.user_credentials where user_id = ${id}`;
const emailOf = (s: Scene, { id }: Actor): Promise<string> =>
  s.value(owner)`select email from app_public.users where id = ${id}`;
const isVerified = (s: Scene, { id }: Actor): Promise<boolean> =>
  s.value(owner)`select email_verified from app_public.users where id = ${id}`;
const turnMailOn = (s: Scene) => s.as(owner)`select app_private.begin_mail()`;
/** Returns the queued mails. */
const queued = (s: Scene): Promise<Row[]> =>
  s.as(owner)`select p.payload, p.max_attempts from graphile_worker._private_jobs p
    join graphile_worker._private_tasks t on t.id = p.task_id where t.identifier = 'send_mail' order by p.id`;
const audited = (s: Scene, action: string): Promise<Row[]> =>
  s.as(owner)`select actor_id, object_type, object_id::int from app_public.audit_entries
    where action = ${action}`;
/** Lets time pass for those who wait. */
const pass = (s: Scene, time: string) =>
  s.as(owner)`update app_private.login_failures set last_at = last_at - ${time}::interval`;

const secret = (token = "") => token.split(".")[1];
/** Returns what is like a user's token, and is none: mixed with another user's, or damaged. */
const unlike = (user: Actor, token = "", other: Actor, othersToken = "") => [
  `${user.id}.${secret(othersToken)}`,
  `${other.id}.${secret(token)}`,
  `${token}0`,
  secret(token),
  "",
  "x.y",
  ".",
  `${"9".repeat(10)}.${secret(token)}`,
  `${"9".repeat(30)}.${secret(token)}`,
];

describe("a mail to set a new password", () => {
  test("is queued once per email, ignoring case and surrounding spaces, also for an email that nobody has", async (s) => {
    await s.user(false, "Ada@Example.org");
    expect(await ask(s, " ADA@example.org ")).toBe(0);
    expect(await ask(s, "ada@example.org")).toBe(0);
    expect(await ask(s, "nobody@example.org")).toBe(0);
    expect(await queued(s)).toEqual([
      { payload: { kind: "password", email: "ada@example.org" }, max_attempts: 8 },
      { payload: { kind: "password", email: "nobody@example.org" }, max_attempts: 8 },
    ]);
    const keys = await s.as(owner)`select key from graphile_worker._private_jobs`;
    expect(JSON.stringify(keys)).not.toContain("example.org");
  });

  test("is queued at most three times per email, from any IP addresses, and again after a wait", async (s) => {
    const wait = (n: number) => ask(s, n % 2 ? "ADA@example.org" : "ada@example.org", `::${n}`);
    expect([await wait(1), await wait(2), await wait(3)]).toEqual([0, 0, 0]);
    expect(await wait(4)).toBe(1);
    // A request that is refused does not count.
    expect([await wait(5), await wait(6)]).toEqual([1, 1]);
    expect(await ask(s, "other@example.org", "::4")).toBe(0);
    await pass(s, "1 second");
    expect(await wait(7)).toBe(0);
    expect(await wait(8)).toBe(2);
    await pass(s, "1 hour");
    expect(await wait(9)).toBe(0);
  });

  test("is queued at most twenty times per IP address, for any emails, and again after a wait", async (s) => {
    for (let n = 0; n < 20; n++) expect(await ask(s, `${n}@example.org`)).toBe(0);
    expect(await ask(s, "20@example.org")).toBe(1);
    expect(await ask(s, "20@example.org", "192.0.2.2/32")).toBe(0);
    expect(await queued(s)).toHaveLength(21);
    await pass(s, "0.5 seconds");
    expect(await ask(s, "20@example.org")).toBe(1);
    await pass(s, "20 minutes");
    expect(await ask(s, "20@example.org")).toBe(0);
    // After a day the address has its twenty mails again, and no more.
    await pass(s, "1 day");
    for (let n = 30; n < 50; n++) expect(await ask(s, `${n}@example.org`)).toBe(0);
    expect(await ask(s, "50@example.org")).toBe(1);
  });

  test("is not delayed by failed logins, which are counted separately", async (s) => {
    const FAIL = "select app_private.fail_login('ada@example.org', $1) from generate_series(1, 60)";
    await s.as(host, FAIL, [HERE]);
    expect(await ask(s, "ada@example.org")).toBe(0);
  });

  test("is allowed again before the announced wait of an IP address is over, as counted requests are forgiven", async (s) => {
    const COUNT =
      "select app_private.count_attempt('mail by address', $1) from generate_series(1, 30)";
    await s.as(host, COUNT, [HERE]);
    expect(await ask(s, "ada@example.org")).toBe(600);
    await pass(s, "5 minutes");
    expect(await ask(s, "ada@example.org")).toBe(0);
  });

  test("waits an hour at most, after any number of requests", async (s) => {
    const COUNT =
      "select app_private.count_attempt('mail by email', 'ada@example.org') from generate_series(1, 2000)";
    await s.as(host, COUNT);
    expect(await ask(s, "ada@example.org")).toBe(3600);
  });

  test("is not queued for a text that is too long for an email, although the answer is the usual one", async (s) => {
    const long = (length: number) => `${"x".repeat(length - 12)}@example.org`;
    expect([await ask(s, long(254)), await ask(s, long(255))]).toEqual([0, 0]);
    expect(await queued(s)).toHaveLength(1);
    expect(await s.value(owner)`select count(*)::int from app_private.login_failures`).toBe(3);
  });
});

describe("a link to set a new password", () => {
  test("goes to the user's email as they wrote it, is valid for an hour, and is not made for an unknown email", async (s) => {
    const user = await s.user(false, "Ada@Example.org");
    await s.user(false, "other@example.org");
    const mail = await passwordMail(s, "ADA@example.ORG");
    expect(mail).toEqual({
      address: "Ada@Example.org",
      token: expect.stringMatching(`^${user.id}\\.[0-9a-f]{64}$`),
    });
    expect(await passwordMail(s, "nobody@example.org")).toBeUndefined();
    expect(
      await s.as(owner)`select user_id, is_mailed,
        expires_at - now() = '1 hour' as is_for_an_hour from app_private.password_links`,
    ).toEqual([{ user_id: user.id, is_mailed: true, is_for_an_hour: true }]);
  });

  test("sets the password once, ends all sessions, and verifies the email", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const [session, others] = [await s.session(user), await s.session(other)];
    const mail = await passwordMail(s, await emailOf(s, user));
    await passwordMail(s, await emailOf(s, other));
    expect(await setPassword(s, mail?.token)).toBe(await emailOf(s, user));
    expect([await hashOf(s, user), await hashOf(s, other)]).toEqual([NEW_HASH, HASH]);
    expect([await isVerified(s, user), await isVerified(s, other)]).toEqual([true, false]);
    const sessions = await s.as(owner)`select id::int from app_public.sessions`;
    expect(sessions).toEqual([{ id: others }]);
    expect(session).not.toBe(others);
    expect(await setPassword(s, mail?.token)).toBeNull();
    expect(await audited(s, "PASSWORD_SET")).toEqual([
      { actor_id: user.id, object_type: "USER", object_id: user.id },
    ]);
    // The link of the other user is still there.
    expect(await s.as(owner)`select user_id from app_private.password_links`).toEqual([
      { user_id: other.id },
    ]);
  });

  test("is void after it expires, after a newer link, and with another user's id or secret", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const [email, othersEmail] = [await emailOf(s, user), await emailOf(s, other)];
    const early = await passwordMail(s, email);
    const mail = await passwordMail(s, email);
    const others = await passwordMail(s, othersEmail);
    await s.as(owner)`update app_private.password_links set expires_at = now()
      where user_id = ${other.id}`;
    const wrong = unlike(user, mail?.token, other, others?.token);
    for (const token of [early?.token, others?.token, ...wrong]) {
      expect(await setPassword(s, token)).toBeNull();
    }
    expect([await hashOf(s, user), await hashOf(s, other)]).toEqual([HASH, HASH]);
    expect(await audited(s, "PASSWORD_SET")).toEqual([]);
    expect(await setPassword(s, mail?.token)).toBe(email);
    // A new link replaces the expired one.
    expect(await setPassword(s, (await passwordMail(s, othersEmail))?.token)).toBe(othersEmail);
  });

  test("that an administrator handed over does not verify the email: a mail is queued for that, and a mailed link is void", async (s) => {
    await turnMailOn(s);
    const [admin, user] = [await s.user(true), await s.user()];
    await s.as(owner)`delete from app_private.user_credentials where user_id = ${user.id}`;
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    const mail = await passwordMail(s, await emailOf(s, user));
    const [link] = await s.as(admin)`select l.token
      from app_public.new_password_links(array[${user.id}::int]) l`;
    expect(await setPassword(s, link?.token)).toBe(await emailOf(s, user));
    expect(await hashOf(s, user)).toBe(NEW_HASH);
    expect(await isVerified(s, user)).toBe(false);
    expect(await queued(s)).toMatchObject([{ payload: { kind: "verification", userId: user.id } }]);
    expect(await setPassword(s, mail?.token)).toBeNull();
  });

  test("that is mailed leaves an administrator's link valid until it is used, and verifies the email", async (s) => {
    const [admin, user] = [await s.user(true), await s.user()];
    await s.as(owner)`delete from app_private.user_credentials where user_id = ${user.id}`;
    const [link] = await s.as(admin)`select l.token
      from app_public.new_password_links(array[${user.id}::int]) l`;
    // Anyone may ask for a mail to any email.
    const first = await passwordMail(s, await emailOf(s, user));
    const mail = await passwordMail(s, await emailOf(s, user));
    expect(await s.value(owner)`select app_private.password_link_email(${link?.token})`).toBe(
      await emailOf(s, user),
    );
    expect(await setPassword(s, first?.token)).toBeNull();
    expect(await setPassword(s, mail?.token)).not.toBeNull();
    expect(await isVerified(s, user)).toBe(true);
    expect(await setPassword(s, link?.token)).toBeNull();
  });
});

describe("a link to confirm an email", () => {
  test("confirms it once, is valid for three days, and its use is in the audit log", async (s) => {
    const [user, other] = [await s.user(false, "Ada@Example.org"), await s.user()];
    const mail = await verificationMail(s, user);
    expect(mail).toEqual({
      address: "Ada@Example.org",
      token: expect.stringMatching(`^${user.id}\\.[0-9a-f]{64}$`),
    });
    expect(
      await s.as(owner)`select user_id, email,
        expires_at - now() = '3 days' as is_for_three_days from app_private.email_links`,
    ).toEqual([{ user_id: user.id, email: "ada@example.org", is_for_three_days: true }]);
    expect(await verify(s, mail?.token)).toBe("Ada@Example.org");
    expect([await isVerified(s, user), await isVerified(s, other)]).toEqual([true, false]);
    expect(await verify(s, mail?.token)).toBeNull();
    expect(await audited(s, "EMAIL_VERIFIED")).toEqual([
      { actor_id: user.id, object_type: "USER", object_id: user.id },
    ]);
    // Nothing is left to confirm.
    expect(await verificationMail(s, user)).toBeUndefined();
    expect(await verificationMail(s, { role: "app_user", id: 999_999 })).toBeUndefined();
  });

  test("is void after it expires, after a newer link, with another user's id or secret, and for another email", async (s) => {
    const [user, other, third] = [await s.user(), await s.user(), await s.user()];
    const early = await verificationMail(s, user);
    const mail = await verificationMail(s, user);
    const others = await verificationMail(s, other);
    const fourth = await s.user();
    const thirds = await verificationMail(s, third);
    await verificationMail(s, fourth);
    await s.as(owner)`update app_private.email_links set expires_at = now()
      where user_id = ${other.id}`;
    // As if the email had been changed by a plain statement, so that the link stayed.
    await s.as(owner)`update app_public.users set email = 'changed' || id || '@example.org'
      where id = any (${[third.id, fourth.id]})`;
    const wrong = unlike(user, mail?.token, other, others?.token);
    for (const token of [early?.token, others?.token, thirds?.token, ...wrong]) {
      expect(await verify(s, token)).toBeNull();
    }
    expect(await audited(s, "EMAIL_VERIFIED")).toEqual([]);
    expect([await isVerified(s, user), await isVerified(s, third)]).toEqual([false, false]);
    expect(await verify(s, mail?.token)).toBe(await emailOf(s, user));
    // A new link replaces the expired one, and the one to an earlier email.
    for (const one of [other, third, fourth]) {
      expect(await verify(s, (await verificationMail(s, one))?.token)).toBe(await emailOf(s, one));
    }
  });

  test("is queued once per user, but not if mail was never turned on", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const queue = ({ id }: Actor) => s.as(owner)`select app_private.queue_verification(${id})`;
    await queue(user);
    expect(await queued(s)).toEqual([]);
    await turnMailOn(s);
    for (const one of [user, user, other]) await queue(one);
    expect(await queued(s)).toEqual([
      { payload: { kind: "verification", userId: user.id }, max_attempts: 8 },
      { payload: { kind: "verification", userId: other.id }, max_attempts: 8 },
    ]);
  });

  test("is queued for a user who joins by an invitation", async (s) => {
    await turnMailOn(s);
    const admin = await s.user(true);
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    const secret = await s.value(admin)`select (app_public.invitation_add(row('Hall', null,
      null)::app_public.invitation_input)).secret`;
    const id = await s.value(host)`select app_private.take_invitation(${secret},
      'ada@example.org', ${HASH}, 'Ada', null)`;
    expect(await queued(s)).toMatchObject([{ payload: { kind: "verification", userId: id } }]);
    expect(await s.value(owner)`select address from app_public.users where id = ${id}`) //
      .toBe("");
  });

  test("can be requested until the email is confirmed, after three mails of both kinds only after a wait", async (s) => {
    await turnMailOn(s);
    const user = await s.user(false, "Ada@Example.org");
    const SEND = "select id from app_public.email_verification_send()";
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    expect(await s.as(user, SEND)).toEqual([{ id: user.id }]);
    expect(await queued(s)).toMatchObject([{ payload: { kind: "verification", userId: user.id } }]);
    // Mails of both kinds count together.
    await ask(s, "ada@example.org");
    await s.as(user, SEND);
    await expect(s.as(user, SEND)).rejects.toMatchObject(
      refusal("LA409", { message: /try again in 1 seconds/ }),
    );
    expect(await ask(s, "ada@example.org")).toBe(1);
    await pass(s, "1 hour");
    await verify(s, (await verificationMail(s, user))?.token);
    await expect(s.as(user, SEND)).rejects.toMatchObject(
      refusal("LA409", { message: /confirmed already/ }),
    );
    await expect(s.as({ role: "app_user" }, SEND)).rejects.toMatchObject(refusal("LA401"));
  });
});

describe("users who change their own email", () => {
  const EDIT =
    "select email, email_verified from app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', $2::text)), $1)";
  const change = (s: Scene, user: Actor, email: string, by = user) =>
    s.as(by, EDIT, [user.id, email]);
  const tooMany = refusal("LA409", { message: /Too many mails.* try again in 1 seconds/ });

  test("are refused after five mails to new emails, until some time has passed", async (s) => {
    await turnMailOn(s);
    const [user, other] = [await s.user(), await s.user()];
    for (let n = 0; n < 5; n++) await change(s, user, `${n}@example.org`);
    await expect(change(s, user, "5@example.org")).rejects.toMatchObject(tooMany);
    expect(await emailOf(s, user)).toBe("4@example.org");
    const SEND = "select from app_public.email_verification_send()";
    await expect(s.as(user, SEND)).rejects.toMatchObject(tooMany);
    // The same email in another case, and other fields, cause no mail.
    expect(await change(s, user, "4@EXAMPLE.org")).toMatchObject([{ email: "4@EXAMPLE.org" }]);
    await change(s, other, "other@example.org");
    await pass(s, "1 second");
    await change(s, user, "5@example.org");
    await expect(change(s, user, "6@example.org")).rejects.toMatchObject(
      refusal("LA409", { message: /try again in 2 seconds/ }),
    );
  });

  test("can cause at most three mails to one email, counting those that others requested", async (s) => {
    await turnMailOn(s);
    const user = await s.user(false, "ada@example.org");
    for (const n of [1, 2]) await ask(s, "eve@example.org", `::${n}`);
    await change(s, user, "Eve@example.org");
    await change(s, user, "ada@example.org");
    await expect(change(s, user, "EVE@example.org")).rejects.toMatchObject(tooMany);
    expect(await ask(s, "eve@example.org", "::3")).toBe(1);
  });

  test("are not limited while mail is off, and administrators who change the emails of others never are", async (s) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    for (let n = 0; n < 6; n++) await change(s, user, `${n}@example.org`);
    await turnMailOn(s);
    for (let n = 6; n < 12; n++) await change(s, user, `${n}@example.org`, admin);
    expect(await emailOf(s, user)).toBe("11@example.org");
    for (let n = 0; n < 5; n++) await change(s, admin, `admin${n}@example.org`);
    await expect(change(s, admin, "admin5@example.org")).rejects.toMatchObject(tooMany);
  });
});

test("the state of mail says since when mail fails and why it failed last, until a mail succeeds", async (s) => {
  const admin = await s.user(true);
  const state = () => s.value(admin)`select app_private.failing_mail()`;
  const note = (why: string | null) => s.as(owner)`select app_private.note_mail_outcome(${why})`;
  expect(await state()).toBeNull();
  // It fails even if it never worked.
  await note("no answer");
  expect(await state()).toEqual({ since: expect.any(String), why: "no answer" });
  expect(await s.value(host)`select failing_mail from app_private.readiness()`).toMatchObject({
    why: "no answer",
  });
  await s.as(owner)`delete from app_private.mail_outcome`;
  await turnMailOn(s);
  await turnMailOn(s);
  expect(await state()).toBeNull();
  await note("no answer");
  await s.as(owner)`update app_private.mail_outcome
    set failing_since = '2020-01-01Z', at = '2020-01-01Z'`;
  await note("refused");
  expect(await s.value(owner)`select at > '2021-01-01' from app_private.mail_outcome`).toBe(true);
  expect(await state()).toEqual({
    since: expect.stringMatching(/^(2020-01-01|2019-12-31)/),
    why: "refused",
  });
  // Turning mail on again says nothing about the server.
  await turnMailOn(s);
  expect(await state()).toMatchObject({ why: "refused" });
  await note(null);
  expect(await state()).toBeNull();
  await note("full");
  expect(
    await s.as(owner)`select failing_since > '2021-01-01' as is_new, at
      from app_private.mail_outcome`,
  ) //
    .toEqual([{ is_new: true, at: anyDate }]);
});
