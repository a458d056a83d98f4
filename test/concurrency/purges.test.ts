/** @database server */
import { expect, test } from "@jest/globals";
import type { PoolClient } from "pg";
import { transactions } from "../database/transactions.ts";
import { insertUser } from "../helpers/database.ts";

/**
 * The tests leave steps of purges or requests open, with all the locks that they take. A transaction that must not wait
 * for them has a lock_timeout, which fails the test.
 */

const { database, begin, end, start } = transactions();

const query = async (text: string, values: unknown[] = []) =>
  (await database().ownerPool.query(text, values)).rows;

const REPORT =
  "select id from app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', 1, 'longitude', 1, 'moving_activity', 'STILL', 'client_id', $1::text)))";
const BATCH = `select id from app_public.new_positions(array(
  select json_populate_record(null::app_public.position_input, json_build_object('latitude', 1, 'longitude', 1, 'moving_activity', 'STILL', 'taken_at', 1.7e9 + n)) from generate_series(1, 20) n))`;

/** Begins a transaction that fails if it waits for a lock longer than 100 ms. */
async function beginImpatient(userId?: number): Promise<PoolClient> {
  const client = await begin(userId);
  await client.query("set local lock_timeout = '100ms'");
  return client;
}

/** Inserts old data of every kind. Returns a user who has reported lately, and one who is silent. */
async function fill(): Promise<{ lively: number; silent: number }> {
  const [lively, silent] = [await insertUser(database()), await insertUser(database())];
  await query(
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at, taken_at)
      select u, 1.23456, 2.34567, 'STILL', now() - d * interval '1 day', now() - d * interval '1 day'
        from unnest($1::int[]) u, unnest(array[31, 30, 8, 1]) d`,
    [[lively, silent]],
  );
  await query(
    `insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, moving_activity)
      select u, 1, now() - d * interval '1 day', now() - d * interval '1 day', public.st_setsrid(public.st_makepoint(1, 1), 4326), 'STILL'
        from (values ($1::int, 1), ($2::int, 91)) v (u, d)`,
    [lively, silent],
  );
  await query(
    `insert into app_private.position_hashes (user_id, hash, position_id, created_at)
      select u, gen_random_uuid(), 1, now() - interval '31 days' from unnest($1::int[]) u`,
    [[lively, silent]],
  );
  const [alert] = await query(
    `insert into app_public.alerts (user_id, created_at, expires_at, active, zone1, zone2, zone3, level2_distance, level3_distance,
        max_position_age, text1, text2, text3)
      select $1, now() - interval '3 years', now() - interval '2 years', false, z, z, z, 1000, 2000, '1 day', '1', '2', '3'
        from public.st_makeenvelope(0, 0, 2, 2, 4326) z returning id`,
    [silent],
  );
  await query(
    `insert into app_public.alert_versions (alert_id, version, user_id, created_at, zone1, level2_distance, level3_distance, expires_at, text1, text2, text3, is_renotified)
      select id, 1, user_id, created_at, zone1, 1000, 2000, expires_at, '1', '2', '3', true from app_public.alerts where id = $1`,
    [alert.id],
  );
  await query(
    `with told as (
      insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity, created_at)
        select $1, u, 'ONE', 1, 1, 'STILL', now() - interval '2 years' from unnest($2::int[]) u returning *
    )
    insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider, state)
      select id, 1, alert_id, user_id, level, 'fcm', 'accepted' from told`,
    [alert.id, [lively, silent]],
  );
  for (const level of ["ONE", "TWO", "THREE"]) {
    await query("select app_private.keep_speech($1, $2, 'voice', 'mp3')", [alert.id, level]);
  }
  await query("update app_private.settings set speech_retention = '30 days'");
  return { lively, silent };
}

test("a report waits for no step of any purge", async () => {
  const { lively } = await fill();
  // The first step only stores the figures.
  await query("select app_private.purge_deliveries()");
  const purge = await begin();
  const does = async (sql: string) => (await purge.query(`select ${sql} as done`)).rows[0].done;
  expect(await does("app_private.purge_positions()")).toBeGreaterThan(0);
  await does("app_private.purge_position_hashes()");
  expect(await does("app_private.purge_last_positions()")).toBeGreaterThan(0);
  expect(await does("app_private.purge_notification_places()")).toBeGreaterThan(0);
  expect(await does("app_private.purge_deliveries()")).toBeGreaterThan(0);
  expect(await does("app_private.purge_speeches()")).toBeGreaterThan(0);
  await does("app_private.purge_audit()");
  for (const clientId of [null, "a", "a"]) {
    const reporter = await beginImpatient(lively);
    expect((await reporter.query(REPORT, [clientId])).rows).toHaveLength(1);
    expect((await reporter.query(BATCH)).rows).toHaveLength(20);
    await end(reporter);
  }
  await end(purge, "rollback");
});

test("a user who reports after a long silence keeps the new position, and the purge does not wait", async () => {
  const { silent } = await fill();
  const reporter = await beginImpatient(silent);
  await reporter.query(REPORT, [null]);
  // The last position is locked by the report: the step gives up, and its job tries again.
  await expect(query("select app_private.purge_last_positions()")).rejects.toMatchObject({
    code: "55P03",
  });
  await end(reporter);
  await query("select app_private.purge_last_positions()");
  const rows = await query("select longitude from app_public.last_positions where user_id = $1", [
    silent,
  ]);
  expect(rows).toEqual([{ longitude: 1 }]);
});

test("a user who reports while a purge waits for their lock keeps the new position", async () => {
  const { silent } = await fill();
  await query("update app_public.users set last_position_only = true where id = $1", [silent]);
  const reporter = await begin(silent);
  await reporter.query(REPORT, [null]);
  const purge = await begin();
  const patience = (time: string) =>
    purge.query(`alter function app_private.purge_last_positions set lock_timeout = '${time}'`);
  await patience("10s");
  const purged = start(purge, "select app_private.purge_last_positions()", []);
  await purged.waits();
  await end(reporter);
  expect((await purged.settled).error).toBeUndefined();
  await patience("100ms");
  await end(purge);
  for (const table of ["app_public.last_positions", "app_private.lone_positions"]) {
    expect(await query(`select user_id from ${table} where user_id = $1`, [silent])).toEqual([
      { user_id: silent },
    ]);
  }
});

test("two jobs that clear places at once do a step each", async () => {
  await fill();
  const reached = async () => {
    const [row] = await query(
      "select last_id::int from app_private.retention_progress where task = 'notification_places'",
    );
    return row.last_id;
  };
  const sql = "select app_private.purge_notification_places(1)";
  const [one, two] = [await begin(), await begin()];
  await one.query(sql);
  const other = start(two, sql, []);
  await other.waits();
  await end(one);
  const between = await reached();
  expect((await other.settled).error).toBeUndefined();
  await end(two);
  expect(await reached()).toBeGreaterThan(between);
});

test("a purge leaves a speech that an alert begins to use, and does not wait", async () => {
  await fill();
  const [{ id }] = await query("select id from app_private.speeches limit 1");
  await query("delete from app_private.alert_speeches");
  const [alert, purge] = [await begin(), await beginImpatient()];
  await alert.query("select from app_private.speeches where id = $1 for key share", [id]);
  await purge.query("select app_private.purge_speeches()");
  await end(purge);
  await end(alert);
  expect(await query("select id from app_private.speeches")).toEqual([{ id }]);
});

test("a report that began before its user chose to have no history is forgotten too", async () => {
  const user = await insertUser(database());
  const reporter = await beginImpatient(user);
  await reporter.query(REPORT, [null]);
  const chooser = await beginImpatient(user);
  await chooser.query(
    "select app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('last_position_only', true)), $1)",
    [user],
  );
  await end(chooser);
  // Waits for open reports, as the job does.
  const drained = query("select app_private.drain_reports(array[$1::int])", [user]);
  let isDrained = false;
  void drained.then(() => {
    isDrained = true;
  });
  // forget_history() reads what is committed, and the report is not.
  expect(await query("select app_private.forget_history($1)", [user])).toEqual([
    { forget_history: 0 },
  ]);
  expect(isDrained).toBe(false);
  await end(reporter);
  await drained;
  expect(await query("select app_private.forget_history($1)", [user])).toEqual([
    { forget_history: 1 },
  ]);
});
