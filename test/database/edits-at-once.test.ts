/** @database server only */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { insertUser } from "../helpers/database.ts";
import { refusal } from "./scene.ts";
import { transactions } from "./transactions.ts";

// The embedded database has one connection, so nothing runs at the same time.
const AREA = '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}';

/** What several administrators edit, with a statement that makes it and one that edits its first version. */
const SAVED: [what: string, made: string, edited: string][] = [
  [
    "an area",
    `select id from app_public.new_saved_area(row('One', '${AREA}')::app_public.saved_area_input)`,
    `select app_public.saved_area_edit($1, json_populate_record(null::app_public.saved_area_edit, '{"name": "Two", "expected_version": 1}'))`,
  ],
  [
    "a template",
    `select id from app_public.new_alert_template(json_populate_record(null::app_public.alert_template_input, '{"name": "One"}'))`,
    `select app_public.alert_template_edit($1, json_populate_record(null::app_public.alert_template_input, '{"name": "Two"}'), 1)`,
  ],
  [
    "a shared draft",
    "select id from app_public.new_shared_draft(row('One', '{}', null, null)::app_public.shared_draft_input)",
    "select app_public.shared_draft_edit($1, row('Two', null, 1, null)::app_public.shared_draft_edit)",
  ],
];

describe("edits at the same time (on native PostgreSQL only)", () => {
  const { database, begin, end, inTurn } = transactions();
  let admin: number;
  beforeAll(async () => {
    admin = await insertUser(database(), { isAdmin: true });
  });

  test.each(SAVED)(
    "of %s: the second is refused, as it was made for the version before",
    async (_, made, edited) => {
      const [making, first, second] = [await begin(admin), await begin(admin), await begin(admin)];
      for (const client of [making, first, second]) await client.query("set local role app_admin");
      const { rows } = await making.query(made);
      await end(making);
      await first.query(edited, [rows[0].id]);
      const { error } = await inTurn([first, second], edited, [rows[0].id]);
      expect(error).toMatchObject(refusal("LA409"));
    },
  );

  test("of a user's own email: the second counts the mail of the first", async () => {
    const user = await insertUser(database());
    await database().ownerPool.query(
      `select app_private.begin_mail();
      select app_private.count_attempt('mail by user', '${user}') from generate_series(1, 4)`,
    );
    const EDIT =
      "select app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', $2::text)), $1)";
    const [first, second] = [await begin(user), await begin(user)];
    await first.query(EDIT, [user, "first@example.org"]);
    const { error } = await inTurn([first, second], EDIT, [user, "second@example.org"]);
    expect(error).toMatchObject(refusal("LA409", { message: /Too many mails/ }));
  });
});
