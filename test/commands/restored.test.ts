/** @database server */
import { describe, expect, test } from "@jest/globals";
import { forgiveTokens, moveIds, revived } from "../../src/cli/after-restore.ts";
import { CommandError } from "../../src/cli/run-command.ts";
import { openDatabase } from "../../src/database/open.ts";
import { cloneDatabase, insertUser, openClone, runClone } from "../helpers/database.ts";
import { environmentOf, run } from "./run.ts";

const database = runClone();

const query = (sql: string) => database.ownerPool.query(sql);
const nextOf = async (table: string) =>
  Number((await query(`select nextval(pg_get_serial_sequence('${table}', 'id'))`)).rows[0].nextval);

test("ids jump ahead, so that no id from after the backup is given again", async () => {
  const first = await insertUser(database);
  const moved = await moveIds(database.ownerPool);
  expect(moved).toEqual(
    expect.arrayContaining([
      { table: "app_public.users", before: String(first), after: String(first + 100_000) },
      { table: "app_public.alerts", before: "0", after: "100000" },
      { table: "app_public.notifications", before: "0", after: "10000000" },
      { table: "app_public.sessions", before: "0", after: "10000000" },
      { table: "app_private.devices", before: "0", after: "10000000" },
    ]),
  );
  expect(await insertUser(database)).toBe(first + 100_001);
  expect(await nextOf("app_public.alerts")).toBe(100_001);
  expect(await nextOf("app_public.notifications")).toBe(10_000_001);
  await moveIds(database.ownerPool);
  expect(await nextOf("app_public.notifications")).toBe(20_000_002);
});

test.each([
  ["app_public.notifications", 2 ** 31 - 10_000_000],
  ["app_public.alerts", 2 ** 31 - 100_000],
])("the ids of no table move if those of %s would pass the end of Int", async (table, last) => {
  await query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${last})`);
  const users = await nextOf("app_public.users");
  const refused = moveIds(database.ownerPool);
  await expect(refused).rejects.toThrow(
    `The ids of ${table} are at ${last}, too near to their end. Nothing was changed.`,
  );
  await expect(refused).rejects.toBeInstanceOf(CommandError);
  expect(await nextOf("app_public.users")).toBe(users + 1);
  await query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${last - 1})`);
  await moveIds(database.ownerPool);
  await query(`select setval(pg_get_serial_sequence('${table}', 'id'), 1)`);
});

describe("each session accepts one refresh token from after the backup", () => {
  test("also if the command runs again", async () => {
    const user = await insertUser(database);
    await query(
      `with s as (
        insert into app_public.sessions (user_id, expires_at, is_admin) values (${user}, now() + interval '1 day', false) returning id
      ) insert into app_private.refresh_tokens (user_id, session_id, family_hash, token_hash) select ${user}, id, 'family', 'token' from s`,
    );
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await forgiveTokens(database.ownerPool)).toBe(1);
      const { rows } = await query(
        "select restored_at > now() - interval '1 minute' as is_now from app_private.refresh_tokens",
      );
      expect(rows).toEqual([{ is_now: true }]);
      await query("update app_private.refresh_tokens set restored_at = '2020-01-01Z'");
    }
  });
});

test("active alerts, unfinished publications and waiting jobs are listed as what continues", async () => {
  const own = await openClone();
  try {
    const on = (sql: string) => own.ownerPool.query(sql);
    expect(await revived(own.ownerPool)).toEqual([]);
    await insertUser(own);
    await on(`
      insert into app_public.alerts (user_id, created_at, expires_at, title, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3, active)
        select (select min(id) from app_public.users), '2026-01-01Z', expires_at::timestamptz, title, z, z, z, 1000, 2000, '1 day', text1, '2', '3', active
          from public.st_makeenvelope(1, 0, 3, 2, 4326) z, (values
            ('2100-01-31 03:04Z', 'Flood', 'Leave.', true), ('2100-01-31Z', null, E'Stay\r in.\nAt home.', true),
            ('2026-01-02Z', 'Over', 'Leave.', true), ('2100-01-31Z', 'Cancelled', 'Leave.', false)) v(expires_at, title, text1, active);
      insert into app_private.publications (alert_id, completed_at) values (1, null), (2, now());
      select graphile_worker.add_job(task) from unnest(array['push_fcm', 'push_fcm', 'push_expo', 'publish_held', 'send_mail', 'send_mail', 'purge_audit']) task;
      select graphile_worker.permanently_fail_jobs(array[(select min(id) from graphile_worker.jobs where task_identifier = 'send_mail')], 'No')`);
    const publication = "the publication of alert 1 is not complete";
    const jobs = [
      "1 job of publish_held in the queue",
      "1 job of push_expo in the queue",
      "2 jobs of push_fcm in the queue",
      "1 job of send_mail in the queue",
    ];
    expect(await revived(own.ownerPool)).toEqual([
      "alert 1 is active until 2100-01-31 03:04 UTC: Flood",
      "alert 2 is active until 2100-01-31 00:00 UTC: Stay  in.",
      publication,
      ...jobs,
    ]);
    // Ends them as docs/backup.md says.
    await on("update app_public.alerts set expires_at = now() where id in (1, 2)");
    expect(await revived(own.ownerPool)).toEqual([publication, ...jobs]);
    expect((await on("select app_private.publish_chunk(1) as done")).rows).toEqual([
      { done: true },
    ]);
    expect(await revived(own.ownerPool)).toEqual(jobs);
  } finally {
    await own.close();
  }
});

test("the command says how far ids moved, and what continues", async () => {
  const clone = await cloneDatabase();
  try {
    const job = await openDatabase(clone.config, () => {});
    await job.ownerPool.query("select graphile_worker.add_job('push_fcm')");
    await job.close();
    const { code, stdout, stderr } = await run("restored", [], environmentOf(clone.config));
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^table +last id +now\n/);
    expect(stdout).toMatch(/^app_public\.notifications +0 +10000000$/m);
    expect(stdout).toMatch(
      /\n\nSessions that accept one refresh token from after the backup: 0\ncontinues: 1 job of push_fcm in the queue\nThe service continues these when it starts\. .+\nThe next ids of the (PostgreSQL|embedded) database .+ are above these\.\n$/,
    );
    expect(code).toBe(0);
  } finally {
    await clone.drop();
  }
});

test("the command changes nothing in a database of an earlier version", async () => {
  const clone = await cloneDatabase();
  try {
    const { ownerPool, close } = await openDatabase(clone.config, () => {});
    const last =
      "delete from graphile_migrate.migrations where filename = (select max(filename) from graphile_migrate.migrations)";
    await ownerPool.query(last);
    await close();
    expect(await run("restored", [], environmentOf(clone.config))).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "This database is of an earlier version. Run `npm run migrate -- migrate` now, and this again.\n",
    });
  } finally {
    await clone.drop();
  }
});
