/** @database server only */
import { describe, expect, test } from "@jest/globals";
import { insertUser } from "../helpers/database.ts";
import { HASH } from "./scene.ts";
import { transactions } from "./transactions.ts";

/** Mailed links, used or made at the same time as something that ends them. */

// The embedded database has one connection, so nothing runs at the same time.
describe("mailed links at the same time (on native PostgreSQL only):", () => {
  const { database, begin, end, start, inTurn } = transactions();

  const earlier = (id: number) => `earlier-${id}@example.org`;
  const EDIT =
    "select app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', $1::text)), $2)";
  const MAIL = "select * from app_private.make_password_mail($1)";

  interface Person {
    id: number;
    admin: number;
    passwordToken: string;
    emailToken: string;
  }

  /** Stores a user with a link of each kind. */
  async function person(): Promise<Person> {
    const [id, admin] = [
      await insertUser(database()),
      await insertUser(database(), { isAdmin: true }),
    ];
    const client = await begin(id);
    await client.query(EDIT, [earlier(id), id]);
    const { rows: password } = await client.query(MAIL, [earlier(id)]);
    const { rows: email } = await client.query(
      "select * from app_private.make_verification_mail($1)",
      [id],
    );
    await end(client);
    return { id, admin, passwordToken: password[0].token, emailToken: email[0].token };
  }

  test("a change of an address waits for a password link that is being made, and then ends the link", async () => {
    const { id } = await person();
    const [mailing, editing] = [await begin(), await begin(id)];
    const { rows } = await mailing.query(MAIL, [earlier(id)]);
    const { error } = await inTurn([mailing, editing], EDIT, [`later-${id}@example.org`, id]);
    expect(error).toBeUndefined();
    const { rows: owners } = await database().ownerPool.query(
      "select app_private.password_link_email($1) as email",
      [rows[0].token],
    );
    expect(owners).toEqual([{ email: null }]);
  });

  test("no password link is made for an address that changes meanwhile", async () => {
    const { id } = await person();
    const [mailing, editing] = [await begin(), await begin(id)];
    await editing.query(EDIT, [`later-${id}@example.org`, id]);
    const mailed = await inTurn([editing, mailing], MAIL, [earlier(id)]);
    expect(mailed).toEqual({ rows: [], error: undefined });
  });

  const OTHER_HASH = HASH.replaceAll("x", "y");
  const ENDS: [what: string, sql: string, values: (person: Person) => unknown[]][] = [
    ["a password mail", MAIL, ({ id }) => [earlier(id)]],
    [
      "a verification mail",
      "select * from app_private.make_verification_mail($1)",
      ({ id }) => [id],
    ],
    [
      "a use of its password link",
      `select app_private.set_first_password($1, '${OTHER_HASH}')`,
      (p) => [p.passwordToken],
    ],
    ["a use of its email link", "select app_private.verify_email($1)", (p) => [p.emailToken]],
    ["an edit", EDIT, ({ id }) => [`later-${id}@example.org`, id]],
    ["a new password", `select app_public.user_password_edit('${OTHER_HASH}')`, () => []],
    ["a reset", `select app_public.user_password_reset($1, '${OTHER_HASH}')`, ({ id }) => [id]],
    ["an erasure", "select app_private.erase_person($1)", ({ id }) => [id]],
    ["a deletion", "select app_private.delete_user($1)", ({ id }) => [id]],
  ];

  const ROWS = [
    ["app_public.users", "id"],
    ["app_private.password_links", "user_id"],
    ["app_private.email_links", "user_id"],
    ["app_private.user_credentials", "user_id"],
  ] as const;

  // Transactions that lock in the same order never wait for each other in a circle.
  test.each(ENDS)("%s locks the email before the user's other rows", async (_, sql, values) => {
    const stored = await person();
    const ofManager = sql.includes("password_reset");
    const [first, second] = [await begin(), await begin(ofManager ? undefined : stored.id)];
    await first.query("select app_private.lock_user($1)", [stored.id]);
    const late = start(second, sql, values(stored));
    await late.waits();
    // Transactions of other users do not wait.
    await person();
    for (const [table, key] of ROWS) {
      const locked = await first.query(`select from ${table} where ${key} = $1 for update nowait`, [
        stored.id,
      ]);
      expect({ table, rows: locked.rowCount }).toEqual({ table, rows: 1 });
    }
    await end(first, "rollback");
    expect((await late.settled).error).toBeUndefined();
  });

  test.each(ENDS.slice(2, 4))("done twice, %s succeeds only once", async (_, sql, values) => {
    const stored = await person();
    const [first, second] = [await begin(), await begin()];
    const { rows } = await first.query(sql, values(stored));
    const late = await inTurn([first, second], sql, values(stored));
    const answers = [...rows, ...late.rows].map((row) => Object.values(row));
    expect(answers).toEqual([[earlier(stored.id)], [null]]);
  });

  test("no link is made for a user who is given a password meanwhile", async () => {
    const { id, admin } = await person();
    await database().ownerPool.query(
      "delete from app_private.user_credentials where user_id = $1",
      [id],
    );
    const [resetting, linking] = [await begin(admin), await begin(admin)];
    await resetting.query("select app_public.user_password_reset($1, $2)", [id, HASH]);
    const LINKS = "select app_public.new_password_links($1)";
    const { error } = await inTurn([resetting, linking], LINKS, [[admin, id]]);
    expect(error).toMatchObject({ code: "LA409" });
  });

  test("two batches of links to the same users in different orders do not deadlock", async () => {
    const people = [await person(), await person(), await person()];
    const [one, other] = people.map(({ id }) => id).sort((a, b) => a - b) as [number, number];
    const admin = people[0]?.admin;
    await database().ownerPool.query(
      "delete from app_private.user_credentials where user_id = any ($1)",
      [[one, other]],
    );
    const [holder, first, second] = [await begin(), await begin(admin), await begin(admin)];
    await holder.query("select app_private.lock_user($1)", [one]);
    const LINKS = "select app_public.new_password_links($1)";
    const earlierLinks = start(first, LINKS, [[one, other]]);
    await earlierLinks.waits();
    const laterLinks = start(second, LINKS, [[other, one]]);
    await laterLinks.waits();
    // The second transaction holds nothing while it waits.
    await holder.query("select app_private.lock_user($1)", [other]);
    await end(holder);
    // The transaction that has waited longer goes first, and keeps its locks until it ends.
    expect((await earlierLinks.settled).error).toBeUndefined();
    await end(first);
    expect((await laterLinks.settled).error).toBeUndefined();
    await end(second);
  });
});
