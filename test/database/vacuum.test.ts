/** @database both */
import { expect } from "@jest/globals";
import { owner, stage } from "./scene.ts";

const { test } = stage();

test("the update of a delivery mostly finds room on its page, and changes no index", async (s) => {
  const user = await s.user();
  const deliveries = await s.as(owner)`insert into app_private.deliveries (notification_id,
    device_id, alert_id, user_id, level, provider, state, attempts, sent_at)
    select n, n, 1, ${user.id}, 'ONE', 'fcm', 'sent', 1, now() from generate_series(1, 1000) n returning user_id, id`;
  await s.as(owner, "select app_private.record_deliveries('fcm', $1)", [
    JSON.stringify(deliveries.map((row) => ({ ...row, state: "accepted", ago: 0 }))),
  ]);
  const updates = `select n_tup_hot_upd::int from pg_stat_xact_user_tables
      where relid = 'app_private.deliveries'::regclass`;
  expect(await s.value(owner, updates)).toBeGreaterThan(900);
});

test("every weekly partition of positions is set to freeze at its first vacuum, as positions never change", async (s) => {
  await s.as(owner)`select app_private.make_position_partitions('20 weeks')`;
  const options = `select count(*)::int, array_agg(distinct c.reloptions) as options
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'app_public.positions'::regclass and c.relname <> 'positions_default'`;
  expect(await s.as(owner, options)).toEqual([
    { count: 21, options: [["autovacuum_freeze_min_age=0"]] },
  ]);
});
