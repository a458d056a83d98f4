/** @database server */
import { expect, test } from "@jest/globals";
import { alertInput } from "../database/scene.ts";
import { transactions } from "../database/transactions.ts";
import { insertUser } from "../helpers/database.ts";

const { database, begin, end, inTurn } = transactions();

test("a text that an update is changing does not get the speech of the old text", async () => {
  const admin = await insertUser(database(), { isAdmin: true });
  const publishing = await begin(admin);
  const { rows } = await publishing.query(
    "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1)) as id",
    [JSON.stringify(alertInput())],
  );
  const { id } = rows[0];
  await end(publishing);

  const updating = await begin(admin);
  await updating.query(
    `select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, '{"text1": "Go."}'))`,
    [id],
  );
  const kept = await inTurn(
    [updating, await begin()],
    "select app_private.keep_speech($1, 'ONE', 'a voice', 'mp3', 'Leave.') as is_spoken",
    [id],
  );
  expect(kept).toEqual({ rows: [{ is_spoken: false }], error: undefined });
  const { rows: speeches } = await database().ownerPool.query(
    "select from app_private.alert_speeches",
  );
  expect(speeches).toEqual([]);
});
