/** @database server */
import { describe, expect } from "@jest/globals";
import { type Actor, HASH, host, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

/** What a change of a user does to their links, mails, confirmation and history. */

const { test } = stage();

const EDIT = `select * from app_public.user_edit(json_populate_record(null::app_public.user_edit, $2), $1)`;
const edit = async (s: Scene, user: Actor, fields: object, as = user): Promise<Row> =>
  (await s.as(as, EDIT, [user.id, JSON.stringify(fields)]))[0] as Row;
/** Returns the ids of users for whom this kind of job is queued. */
const queued = async (s: Scene, task: string): Promise<number[]> =>
  (
    await s.as(owner)`select (p.payload ->> 'userId')::int as id
      from graphile_worker._private_jobs p
      join graphile_worker._private_tasks t on t.id = p.task_id where t.identifier = ${task} order by p.id`
  ).map(({ id }) => id);
/** Returns the ids of users who have a link in a table. */
const linked = async (s: Scene, table: string): Promise<number[]> =>
  (await s.as(owner, `select user_id from app_private.${table} order by 1`)).map(
    ({ user_id }) => user_id,
  );

/** Makes two users with a confirmed email, a link to confirm it, and a mailed link to set a password. */
async function mailed(s: Scene) {
  const [ada, bob] = [await s.user(false, "Ada@example.org"), await s.user()];
  for (const { id } of [ada, bob]) {
    await s.as(owner)`select app_private.make_verification_mail(${id})`;
    await s.as(owner)`select app_private.make_password_mail(email) from app_public.users
      where id = ${id}`;
    await s.as(owner)`update app_public.users set email_verified = true where id = ${id}`;
  }
  await s.as(owner)`select app_private.begin_mail()`;
  await s.as(owner)`delete from graphile_worker._private_jobs`;
  return { ada, bob };
}

describe("a new email", () => {
  test("is not confirmed: a mail is queued, and earlier links of the user are void", async (s) => {
    const { ada, bob } = await mailed(s);
    expect(await edit(s, ada, { email: "new@example.org" })).toMatchObject({
      email: "new@example.org",
      email_verified: false,
    });
    expect(await queued(s, "send_mail")).toEqual([ada.id]);
    expect(await linked(s, "email_links")).toEqual([bob.id]);
    expect(await linked(s, "password_links")).toEqual([bob.id]);
  });

  test("removes a queued mail to the old email", async (s) => {
    const { ada } = await mailed(s);
    for (const email of ["ada@example.org", "nobody@example.org"]) {
      await s.as(host)`select app_private.ask_for_password_mail(${email}, '10.0.0.1')`;
    }
    await edit(s, ada, { name: "Ada" });
    const asked =
      "select payload ->> 'email' as email from graphile_worker._private_jobs where key like 'password:%'";
    expect(await s.as(owner, asked)).toHaveLength(2);
    await edit(s, ada, { email: "new@example.org" });
    expect(await s.as(owner, asked)).toEqual([{ email: "nobody@example.org" }]);
  });

  test("does not void a link that an administrator handed over", async (s) => {
    const { ada, bob } = await mailed(s);
    await s.as(owner)`update app_private.password_links set is_mailed = false`;
    await edit(s, ada, { email: "new@example.org" });
    expect(await linked(s, "password_links")).toEqual([ada.id, bob.id]);
  });
});

test.each([{ name: "Ada" }, { email: "ADA@example.org" }])(
  "the edit %j leaves the email confirmed, keeps its links and queues no mail",
  async (s, fields) => {
    const { ada, bob } = await mailed(s);
    expect(await edit(s, ada, fields)).toMatchObject({ ...fields, email_verified: true });
    expect(await queued(s, "send_mail")).toEqual([]);
    expect(await linked(s, "email_links")).toEqual([ada.id, bob.id]);
    expect(await linked(s, "password_links")).toEqual([ada.id, bob.id]);
  },
);

test("an edit does not confirm an unconfirmed email", async (s) => {
  const user = await s.user();
  expect(await edit(s, user, { name: "Ada" })).toMatchObject({ email_verified: false });
});

test("the choice to keep only the last position survives later edits, and the history is forgotten once", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  await edit(s, user, { last_position_only: true });
  expect(await queued(s, "forget_history")).toEqual([user.id]);
  await s.as(owner)`delete from graphile_worker._private_jobs`;
  for (const as of [user, admin]) {
    expect(await edit(s, user, { name: "Ada" }, as)).toMatchObject({ last_position_only: true });
  }
  expect(await queued(s, "forget_history")).toEqual([]);
});

describe("a new password", () => {
  const EDITED = "select app_public.user_password_edit($1)";
  const RESET = "select app_public.user_password_reset($2, $1)";
  const NEW = HASH.replaceAll("x", "y");
  const hashes = async (s: Scene, users: Actor[]) =>
    (
      await s.as(owner)`select password_hash from app_private.user_credentials
        where user_id = any (${users.map(({ id }) => id)}) order by user_id`
    ).map(({ password_hash }) => password_hash);

  test("set by its user voids their password links, and changes no other password", async (s) => {
    const { ada, bob } = await mailed(s);
    await s.as(ada, EDITED, [NEW]);
    expect(await linked(s, "password_links")).toEqual([bob.id]);
    expect(await hashes(s, [ada, bob])).toEqual([NEW, HASH]);
  });

  test("set by an administrator voids the user's password links, and changes no other password", async (s) => {
    const { ada, bob } = await mailed(s);
    await s.as(await s.user(true), RESET, [NEW, ada.id]);
    expect(await linked(s, "password_links")).toEqual([bob.id]);
    expect(await hashes(s, [ada, bob])).toEqual([NEW, HASH]);
  });
});

test("a new user is not in training, and has to confirm the email", async (s) => {
  await s.as(owner)`select app_private.begin_mail()`;
  const admin = await s.user(true);
  await s.as(owner)`delete from graphile_worker._private_jobs`;
  const make = (email: string) =>
    s.as(admin)`select * from app_public.new_user(${email}, ${HASH}, 'Ada', '', false)`;
  const [first] = await make("first@example.org");
  expect(first).toMatchObject({ is_training: false, email_verified: false });
  expect(await queued(s, "send_mail")).toEqual([first?.id]);
});

test("changing rights or training of an unknown user is refused", async (s) => {
  const admin = await s.user(true);
  for (const sql of [
    "select app_public.user_rights(999999, row(true, null)::app_public.user_rights_input)",
    "select app_public.user_training(999999, true)",
  ]) {
    await expect(s.as(admin, sql)).rejects.toMatchObject(refusal("LA404"));
  }
});
