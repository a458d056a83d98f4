import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { PoolClient } from "pg";
import type { Database } from "../../src/database/open.ts";
import { insertUser, isNative, openClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";
import { refusal } from "./scene.ts";

// A test that waits in vain should fail soon.
jest.setTimeout(15_000);

// The embedded database has one connection, so nothing runs at the same time.
const onSeveralConnections = isNative ? describe : describe.skip;

const AREA = '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}';

/** What several administrators edit: how one makes it, and how one edits its first version. */
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
    "select id from app_public.new_shared_draft(row('One', '{}')::app_public.shared_draft_input)",
    "select app_public.shared_draft_edit($1, row('Two', null, 1)::app_public.shared_draft_edit)",
  ],
];

onSeveralConnections("edits at once (on native PostgreSQL only)", () => {
  let database: Database;
  let admin: number;
  const begun = new Set<PoolClient>();
  beforeAll(async () => {
    database = await openClone();
    admin = await insertUser(database, { isAdmin: true });
  });
  afterEach(() => {
    for (const client of begun) client.release(true);
    begun.clear();
  });
  afterAll(() => database.close());

  async function begin(): Promise<PoolClient> {
    const client = await database.ownerPool.connect();
    begun.add(client);
    await client.query("begin; set local lock_timeout = '10s'");
    await client.query("select set_config('jwt.claims.user_id', $1, true)", [`${admin}`]);
    return client;
  }

  test.each(SAVED)(
    "of %s: the second is refused, as it was made for the version before",
    async (_, made, edited) => {
      const [first, second] = [await begin(), await begin()];
      const { rows } = await first.query(made);
      await first.query("commit; begin");
      await first.query("select set_config('jwt.claims.user_id', $1, true)", [`${admin}`]);
      await first.query(edited, [rows[0].id]);
      const { rows: pids } = await second.query("select pg_backend_pid() as pid");
      const refused = expect(second.query(edited, [rows[0].id])).rejects.toMatchObject(
        refusal("LA409"),
      );
      await until(async () => {
        const { rowCount } = await database.ownerPool.query(
          "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
          [pids[0].pid],
        );
        return rowCount === 1;
      });
      await first.query("commit");
      await refused;
    },
  );
});
