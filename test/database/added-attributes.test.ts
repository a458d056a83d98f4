import { expect } from "@jest/globals";
import { host, inside, owner, type Row, stage } from "./scene.ts";

const { test } = stage();

test("an attribute that an input gets breaks nothing: positions are reported, users edited, alerts published", async (s) => {
  for (const type of ["position_input", "user_edit", "alert_input", "alert_update_input"])
    await s.as(owner, `alter type app_public.${type} add attribute more text`);
  const [admin, user] = [await s.user(true), await s.user()];
  const position = (fields: object) => ({
    latitude: inside[1],
    longitude: inside[0],
    moving_activity: "STILL",
    more: "x",
    ...fields,
  });
  const BATCH = `select p.* from app_public.new_positions(
      array(select p from json_populate_recordset(null::app_public.position_input, $1) p)) p`;
  const batch = (...entries: object[]) => s.as(user, BATCH, [JSON.stringify(entries)]);
  const [first, again] = await batch(position({ client_id: "1" }), position({ client_id: "1" }));
  expect(first).toMatchObject({ latitude: inside[1], moving_activity: "STILL" });
  expect(again?.id).toBe(first?.id);
  await expect(batch(position({}), position({ latitude: 91 }))).rejects.toThrow(
    /^input\[1\]\.latitude/,
  );
  await s.report(user, inside);
  const key = await s.value(user)`select (app_public.device_key_add('App')).key`;
  const [kept] = (await s.as(
    host,
    "select kept, faults from app_private.report_with_key($1, sha256(convert_to($2, 'UTF8')), $3)",
    [user.id, key, JSON.stringify([position({ longitude: 0 }), position({ latitude: 91 })])],
  )) as [Row];
  expect(kept).toEqual({ kept: 1, faults: [expect.stringMatching(/latitude/)] });
  const EDIT =
    "select name from app_public.user_edit(json_populate_record(null::app_public.user_edit, $1), $2)";
  expect(await s.value(user, EDIT, ['{"name": "New"}', user.id])).toBe("New");
  await s.report(user, inside);
  const id = await s.published(admin);
  expect(await s.reached(id)).toBe(1);
  await s.update(admin, id, { text1: "Run." });
});
