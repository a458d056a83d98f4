import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  additions,
  type Catalogue,
  catalogueFaults,
  readCatalogue,
} from "../../src/cli/restore-check/catalogue.ts";
import { countRows, dataFaults, readData, revived } from "../../src/cli/restore-check/data.ts";
import type { Database } from "../../src/database/open.ts";
import { insertUser, openClone } from "../helpers/database.ts";

let database: Database;
beforeAll(async () => {
  database = await openClone();
});
afterAll(() => database.close());

const query = (sql: string) => database.ownerPool.query(sql);

/** Reads the catalogue after statements, and rolls them back, because roles belong to all databases of the server. */
async function catalogueAfter(sql: string): Promise<Catalogue> {
  const client = await database.ownerPool.connect();
  try {
    await client.query(`begin; ${sql}`);
    const pool = { connect: async () => ({ query: client.query.bind(client), release() {} }) };
    return await readCatalogue(pool as never);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("rows are counted by the names that pg_dump writes, whatever the owner's search path is", async () => {
  const client = await database.ownerPool.connect();
  try {
    await client.query("begin; set local search_path = app_public, app_private");
    expect([...(await countRows(client)).keys()]).toEqual(
      expect.arrayContaining([
        ...["app_public.users", "app_private.settings"],
        ...["graphile_worker._private_jobs", "graphile_migrate.migrations"],
      ]),
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("missing, different and unknown objects are named", async () => {
  const pool = database.ownerPool;
  const expected = await readCatalogue(pool);
  // The catalogue does not depend on the owner's search path.
  const elsewhere = await catalogueAfter("set local search_path = app_public, app_private");
  expect(catalogueFaults(elsewhere, expected)).toEqual([]);

  expect(
    catalogueFaults(
      await catalogueAfter("alter role app_host inherit; revoke app_user from app_admin"),
      expected,
    ),
  ).toEqual(
    expect.arrayContaining(["differs: role app_host", "missing: role app_admin in app_user"]),
  );

  await insertUser(database);
  await query(`
    drop policy read_own on app_public.notifications;
    revoke select on app_public.alerts from app_user;
    grant execute on function app_public.why_notified(integer, integer) to public;
    create or replace function app_public.require_admin() returns boolean language sql stable as 'select true';
    drop index app_public.positions_id, app_public.users_administrators;
    create index users_administrators on app_public.users (id);
    alter table app_public.positions_default disable row level security;
    alter default privileges grant execute on functions to public;
    create function app_private.other() returns integer language sql as 'select 1';
    alter default privileges grant execute on functions to app_user;
    insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select (select min(id) from app_public.users), now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3'
        from public.st_makeenvelope(1, 0, 3, 2, 4326) z, generate_series(1, 3);
    insert into app_private.publications (alert_id, completed_at) select id, case id when 3 then now() end from app_public.alerts;
    select app_private.queue_publication(2);
    select setval(pg_get_serial_sequence('app_public.alerts', 'id'), 2);
    update app_public.users set is_admin = false;
    alter policy read_own on app_public.users using (true);
    alter policy read_all on app_public.users to app_user;
    drop policy read_all on app_public.saved_areas;
    create policy read_all on app_public.saved_areas to app_admin using (true);
    drop policy read_all on app_public.shared_drafts;
    create policy read_all on app_public.shared_drafts as restrictive for select to app_admin using (true);
    alter table app_public.last_positions disable row level security;
    alter table app_public.audit_entries disable trigger refuse_to_change_audit;
    drop trigger audit_publication on app_private.publications;
    drop trigger audit_settings on app_private.settings;
    create trigger audit_settings before update on app_private.settings
      for each row execute function app_private.audit_settings();
    alter table app_public.users drop constraint users_address_length;
    alter table app_public.users alter column address set default 'unknown';
    alter table app_public.users alter column name drop not null;
    alter table app_public.saved_areas alter column version type bigint;
    alter table app_public.sessions alter column id drop identity;
    alter table app_public.alerts alter column zone3_box drop expression;
    alter table app_public.alerts reset (autovacuum_vacuum_scale_factor);
    comment on column app_public.users.is_admin is 'Another';
    comment on constraint users_email_form on app_public.users is null;
    alter table app_private.devices drop constraint devices_token_length, add constraint devices_token_length check (token <> '');
    revoke select on app_public.users from app_user;
    grant insert on app_public.users to app_admin;
    grant delete on app_public.notifications to app_user;
    revoke usage on schema analytics from app_analyst;
    alter type app_public.moving_activity add value 'FLYING';
    alter type app_public.user_edit add attribute other text;
    comment on view analytics.hours is 'Another';
    comment on function app_private.purge_audit(integer) is null;
    create sequence app_private.others;
    delete from app_private.settings`);
  const found = await readCatalogue(pool);
  expect(catalogueFaults(found, expected).sort()).toEqual([
    "differs: column app_public.alerts.zone3_box",
    "differs: column app_public.saved_areas.version",
    "differs: column app_public.sessions.id",
    "differs: column app_public.users.address",
    "differs: column app_public.users.is_admin",
    "differs: column app_public.users.name",
    "differs: constraint devices_token_length on app_private.devices",
    "differs: constraint users_email_form on app_public.users",
    "differs: enum app_public.moving_activity",
    "differs: function app_private.purge_audit(integer)",
    "differs: function app_public.require_admin()",
    "differs: grant on app_public.notifications to app_user",
    "differs: index app_public.users_administrators",
    "differs: policy read_all on app_public.saved_areas",
    "differs: policy read_all on app_public.shared_drafts",
    "differs: policy read_all on app_public.users",
    "differs: policy read_own on app_public.users",
    "differs: table app_public.alerts",
    "differs: table app_public.last_positions",
    "differs: trigger audit_settings on app_private.settings",
    "differs: trigger refuse_to_change_audit on app_public.audit_entries",
    "differs: view analytics.hours",
    "missing: constraint users_address_length on app_public.users",
    "missing: default privileges of new functions",
    "missing: grant on app_public.alerts to app_user",
    "missing: grant on app_public.users to app_user",
    "missing: grant on schema analytics to app_analyst",
    "missing: index app_public.positions_id",
    "missing: policy read_own on app_public.notifications",
    "missing: sequence app_public.sessions_id_seq",
    "missing: trigger audit_publication on app_private.publications",
  ]);
  expect(additions(found, expected).sort()).toEqual([
    "column app_public.user_edit.other",
    "function app_private.other()",
    "grant on app_private.other() to public",
    "grant on app_public.users to app_admin",
    "grant on app_public.why_notified(integer,integer) to public",
    "sequence app_private.others",
  ]);
  expect(await dataFaults(pool)).toEqual([
    "policies: the partition app_public.positions_default has no row-level security",
    "rows: there is no administrator",
    "rows: app_private.settings is empty",
    "jobs: the publication of alert 1 is not complete, and has no job. Queue it: select app_private.queue_publication(1);",
    "sequence: app_public.alerts_id_seq is at 2, but app_public.alerts has 3",
  ]);
});

test("a table that belongs to another role is named as a fault", async () => {
  const client = await database.ownerPool.connect();
  try {
    await client.query("begin; set local role app_host");
    // The other statements read what this role may not.
    const read = async (text: string) =>
      text.includes("'owner: ") ? await client.query(text) : { rows: [] };
    expect(await dataFaults({ query: read } as never)).toContain(
      "owner: app_public.users belongs to app_owner, not to app_host, who migrates",
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
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
    const alerts = [
      "alert 1 is active until 2100-01-31 03:04 UTC: Flood",
      "alert 2 is active until 2100-01-31 00:00 UTC: Stay  in.",
    ];
    const publication = "the publication of alert 1 is not complete";
    const jobs = [
      "1 job of publish_held in the queue",
      "1 job of push_expo in the queue",
      "2 jobs of push_fcm in the queue",
      "1 job of send_mail in the queue",
    ];
    expect(await revived(own.ownerPool)).toEqual([...alerts, publication, ...jobs]);
    // Ends them as docs/operators.md says.
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

test("tables that cannot be read are named, and the others are read", async () => {
  const own = await openClone();
  try {
    await insertUser(own);
    await own.ownerPool.query("alter table app_public.alerts rename to gone");
    await own.ownerPool.query(
      "alter table app_private.publications drop column completed_at cascade",
    );
    const { rows, faults, revived } = await readData(own.ownerPool);
    expect(rows.get("app_public.users")).toBe(1);
    expect(rows.has("app_public.alerts")).toBe(false);
    expect(faults).toEqual([
      "unread: column p.completed_at does not exist",
      'unread: relation "app_public.alerts" does not exist',
      "rows: there is no administrator",
    ]);
    expect(revived).toEqual([]);
  } finally {
    await own.close();
  }
});

test("errors for missing tables or rights are named as faults, and a lost connection is thrown", async () => {
  const failing = (code: string, message: string) => ({
    async query(text: string) {
      if (text.includes("quote_ident(c.relname)")) return { rows: [{ name: "app_public.users" }] };
      throw Object.assign(new Error(message), { code });
    },
  });
  for (const code of ["3F000", "42501", "42703", "42883", "42P01"]) {
    const refused = await readData(failing(code, "permission denied for table users") as never);
    expect([...refused.rows]).toEqual([]);
    expect(refused.faults).toContain("unread: permission denied for table users");
  }
  await expect(readData(failing("57P01", "terminating connection") as never)).rejects.toThrow(
    "terminating connection",
  );
});
