import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { environmentOf, type Outcome, run } from "./run.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const check = (): Promise<Outcome> => run("restore-check", [], environmentOf(service.config));

// Each takes seconds, for the reference. The first compares versions of PostgreSQL, because the reference is embedded.
(isNative ? test : test.skip)(
  "finds a migrated database complete, beside the running service",
  async () => {
    const { code, stdout } = await check();
    expect(stdout).toMatch(/^app_public\.users +1$/m);
    expect(stdout).toMatch(/^This database is complete: it has the \d+ things/m);
    expect(code).toBe(0);
  },
);

(isNative && !process.env.FULL ? test.skip : test)(
  "names what lacks, what differs, and what is not ours",
  async () => {
    await service.owner.query(`
    drop policy read_own on app_public.notifications;
    revoke select on app_public.alerts from app_user;
    grant execute on function app_private.why_notified(integer, integer) to public;
    create or replace function app_public.require_admin() returns boolean language sql stable as 'select true';
    drop index app_public.positions_id;
    alter table app_public.positions_default disable row level security;
    alter default privileges grant execute on functions to public, app_user;
    insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select u.id, now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3'
        from app_public.users u, public.st_makeenvelope(1, 0, 3, 2, 4326) z, generate_series(1, 3);
    insert into app_private.publications (alert_id, completed_at) select id, case id when 3 then now() end from app_public.alerts;
    select app_private.queue_publication(2);
    select setval(pg_get_serial_sequence('app_public.alerts', 'id'), 2);
    update app_public.users set is_admin = false;
    alter policy read_own on app_public.users using (true);
    alter table app_public.last_positions disable row level security;
    alter table app_public.audit_entries disable trigger refuse_to_change_audit;
    drop trigger audit_publication on app_private.publications;
    alter table app_public.users drop constraint users_address_length;
    alter table app_public.users alter column address set default 'unknown';
    comment on column app_public.users.name is 'Another';
    revoke update (name) on app_public.users from app_user;
    revoke usage on schema analytics from app_analyst;
    alter type app_public.moving_activity add value 'FLYING';
    comment on view analytics.hours is 'Another';
    comment on function app_private.purge_audit(integer) is null;
    create sequence app_private.others;
    delete from app_private.settings`);
    const { code, stdout } = await check();
    const lines = stdout.split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "missing: policy read_own on app_public.notifications",
        "missing: grant on app_public.alerts to app_user",
        "not ours: grant on app_private.why_notified(integer,integer) to public",
        "differs: function app_public.require_admin()",
        "missing: index app_public.positions_id",
        "policies: the partition app_public.positions_default has no row-level security",
        "missing: default privileges of new functions",
        "differs: policy read_own on app_public.users",
        "differs: table app_public.last_positions",
        "differs: trigger refuse_to_change_audit on app_public.audit_entries",
        "missing: trigger audit_publication on app_private.publications",
        "missing: constraint users_address_length on app_public.users",
        "differs: column app_public.users.address",
        "differs: column app_public.users.name",
        "missing: grant on app_public.users.name to app_user",
        "missing: grant on schema analytics to app_analyst",
        "differs: enum app_public.moving_activity",
        "differs: view analytics.hours",
        "differs: function app_private.purge_audit(integer)",
        "not ours: sequence app_private.others",
        "rows: there is no administrator",
        "rows: app_private.settings is empty",
        "sequence: app_public.alerts_id_seq is at 2, but app_public.alerts has 3",
      ]),
    );
    expect(lines.filter((line) => line.startsWith("jobs: "))).toEqual([
      expect.stringMatching(/^jobs: the publication of alert 1 is not complete, and has no job\./),
    ]);
    expect(stdout).toContain("This database is not complete: ");
    expect(code).toBe(1);
  },
);
