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
    update app_public.users set is_admin = false;
    select setval(pg_get_serial_sequence('app_public.users', 'id'), 1, false);
    insert into app_private.publications (alert_id) select id from app_public.alerts`);
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
        "rows: there is no administrator",
      ]),
    );
    expect(stdout).toContain("This database is not complete: ");
    expect(code).toBe(1);
  },
);
