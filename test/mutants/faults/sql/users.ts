import { inFunction, inSchema } from "../../fault.ts";

const SESSIONS = "test/database/sessions.test.ts";
const USERS = "test/database/users.test.ts";
const LIFE = "test/database/alert-life.test.ts";
const RLS = "test/database/rls-matrix.test.ts";
const POLICIES = "test/database/policies.test.ts";
const AT_ONCE = "test/database/concurrency.test.ts";
const DEVICES = "test/database/devices.test.ts";
const ERASURE = "test/database/erasure.test.ts";
const ANNOUNCED = "test/database/announcements.test.ts";

/** Faults in users, tokens, rights and policies. */
export const faults = [
  ...inFunction(
    "app_private.login_wait",
    ["test/database/logins.test.ts"],
    [
      [
        "strangers keep an account closed",
        "case c.counter when 'account' then (select o.last_at from own o) else c.last_at end",
        "c.last_at",
      ],
      [
        "an address's failures delay those who are known there",
        " and (c.counter <> 'address' or not is_known)",
        "",
      ],
      ["the delay grows without end", "least(c.longest_delay, ", "greatest(c.longest_delay, "],
      ["one failure more is free", "c.failures >= c.free_failures", "c.failures > c.free_failures"],
    ],
  ),
  ...inFunction(
    "app_private.complete_login",
    ["test/database/logins.test.ts"],
    [
      ["any number of addresses is remembered", "offset most - 1", "offset 1000000"],
      ["a right password forgives nothing", "greatest(0, f.failures - forgiven)", "f.failures"],
    ],
  ),
  ...inFunction(
    "app_private.delete_user",
    [POLICIES, ANNOUNCED],
    [
      [
        "a notified user is deleted",
        "or exists (select 1 from app_public.notifications n where n.user_id = delete_user.user_id)",
        "",
      ],
      [
        "a user with a position is deleted",
        "or exists (select 1 from app_public.last_positions l where l.user_id = delete_user.user_id)",
        "",
      ],
      [
        "an author of a version is deleted",
        "or exists (select from app_public.alert_versions v where v.user_id = delete_user.user_id)",
        "",
      ],
      [
        "open connections stay open",
        "perform pg_notify('token_revoked', delete_user.user_id::text);",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.forget_account",
    [POLICIES, ERASURE],
    [
      [
        "the email stays reserved",
        "delete from app_private.user_emails e where e.user_id = forget_account.user_id;",
        "",
      ],
      [
        "the quiet hours stay",
        "delete from app_public.quiet_hours q where q.user_id = forget_account.user_id;",
        "",
      ],
      [
        "the sessions stay",
        "delete from app_public.sessions s where s.user_id = forget_account.user_id;",
        "",
      ],
      [
        "links for a new password stay",
        "delete from app_private.password_links l where l.user_id = forget_account.user_id;",
        "",
      ],
      [
        "a queued mail keeps the email",
        "perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(lower(forget_account.email)), 'hex'));",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.has_email",
    [USERS, POLICIES],
    [
      ["an email in capitals is not one's own", "lower(has_email.email)", "has_email.email"],
      ["any user has an email", " and e.user_id = has_email.user_id", ""],
    ],
  ),
  ...inFunction(
    "app_private.login_credentials",
    [SESSIONS, POLICIES],
    [
      [
        "an email in capitals is unknown",
        "lower(login_credentials.email)",
        "login_credentials.email",
      ],
    ],
  ),
  ...inFunction(
    "app_private.require_user",
    [DEVICES],
    [
      [
        "an unknown user is anyone",
        "if caller.id is null then",
        "if app_public.current_user_id() is null then",
      ],
    ],
  ),
  ...inFunction(
    "app_public.find_user",
    [USERS],
    [["an unknown user is null", "if found_user.id is null then", "if false then"]],
  ),
  ...inFunction(
    "app_public.new_user",
    [USERS, POLICIES],
    [
      [
        "an email is free in another case",
        "values (lower(created.email), created.id)",
        "values (created.email, created.id)",
      ],
    ],
  ),
  ...inFunction(
    "app_public.require_admin",
    [LIFE],
    [["users are administrators", "'app_admin', 'usage'", "'app_user', 'usage'"]],
  ),
  ...inFunction(
    "app_public.user_edit",
    [USERS, POLICIES],
    [
      [
        "anyone edits anyone",
        "if caller.id = user_edit.id or caller.is_admin then",
        "if true then",
      ],
      [
        "an administrator edits only themselves",
        "caller.id = user_edit.id or caller.is_admin",
        "caller.id = user_edit.id",
      ],
      [
        "the old email stays reserved",
        "update app_private.user_emails e set email = lower(edited.email)\n    where e.user_id = edited.id and e.email <> lower(edited.email);",
        "insert into app_private.user_emails (email, user_id) values (lower(edited.email), edited.id) on conflict do nothing;",
      ],
      ["the new email is not reserved", "and e.email <> lower(edited.email)", "and false"],
      ["the new email is reserved for all", "e.user_id = edited.id and e.email", "e.email"],
      [
        "an email is reserved as written",
        "set email = lower(edited.email)",
        "set email = edited.email",
      ],
      [
        "a name left out is emptied",
        "coalesce(user_edit.input.name, u.name)",
        "coalesce(user_edit.input.name, '')",
      ],
      [
        "an address left out is null",
        "coalesce(user_edit.input.address, u.address)",
        "user_edit.input.address",
      ],
    ],
  ),
  ...inFunction(
    "app_public.user_password_edit",
    [SESSIONS],
    [
      ["the caller's session ends", ", kept_id => app_private.current_session_id()", ""],
      [
        "other sessions stay",
        "perform app_private.end_sessions(owner.id, kept_id => app_private.current_session_id());",
        "",
      ],
      [
        "the hash stays",
        "set password_hash = user_password_edit.password_hash",
        "set password_hash = c.password_hash",
      ],
    ],
  ),
  ...inFunction(
    "app_public.user_password_reset",
    [SESSIONS, POLICIES],
    [
      ["a reset ends nothing", "perform app_private.end_sessions(changed.id);", ""],
      ["an unknown user is reset", "if changed.id is null then", "if false then"],
      [
        "a reset keeps the password",
        "set password_hash = excluded.password_hash",
        "set password_hash = c.password_hash",
      ],
    ],
  ),
  ...inFunction(
    "app_public.users_import",
    ["test/api/users-import.test.ts"],
    [
      ["a dry run creates users", "if has_errors or dry_run then", "if has_errors then"],
      ["a list with errors is imported", "if has_errors or dry_run then", "if dry_run then"],
      ["an email twice is said to be taken", "are_repeated[cardinality(lines) + 1]", "false"],
    ],
  ),
  ...inFunction(
    "app_public.new_password_links",
    ["test/api/users-import.test.ts"],
    [
      [
        "a link takes over a user with a password",
        "if exists (select from app_private.user_credentials",
        "if false and exists (select from app_private.user_credentials",
      ],
    ],
  ),
  ...inFunction(
    "app_private.password_link_email",
    ["test/api/users-import.test.ts"],
    [
      ["a link never expires", " and now() < l.expires_at", ""],
      ["any secret opens a link", " and l.token_hash = sha256(convert_to(secret, 'UTF8'))", ""],
    ],
  ),
  ...inFunction(
    "app_private.refuse_training_users",
    ["test/api/training.test.ts"],
    [["trainees end their training", "if (app_public.me()).is_training then", "if false then"]],
  ),
  ...inFunction(
    "app_private.require_trained_administrator",
    ["test/api/training.test.ts"],
    [["all administrators are in training", " and not u.is_training", ""]],
  ),
  ...inFunction(
    "app_public.user_rights",
    [SESSIONS, POLICIES, ANNOUNCED, LIFE, AT_ONCE],
    [
      ["two administrators demote each other", "perform from app_private.settings for update;", ""],
      [
        "the last administrator goes",
        "if not exists (select from app_public.users u where u.is_admin) then",
        "if false then",
      ],
      [
        "a demotion is not announced",
        "perform pg_notify('token_revoked', changed.id::text);",
        "null;",
      ],
      [
        "a right that is left out is taken",
        "coalesce(input.is_admin, u.is_admin)",
        "coalesce(input.is_admin, false)",
      ],
      [
        "the testers' right that is left out is taken",
        "coalesce(input.is_tester, u.is_tester)",
        "coalesce(input.is_tester, false)",
      ],
      ["a promotion revives sessions", "(had_right or s.is_admin)", "had_right"],
      [
        "a demotion keeps sessions from before the right",
        "(had_right or s.is_admin)",
        "s.is_admin",
      ],
      ["a change of rights ends the sessions of others", "s.user_id = changed.id and (", "("],
      [
        "a promotion is forgotten",
        "set is_admin = changed.is_admin where",
        "set is_admin = s.is_admin where",
      ],
    ],
  ),
  ...inSchema(
    "the policies",
    [POLICIES, RLS],
    [
      [
        "an update of users without where touches all",
        "create policy everyone on app_public.users for update to app_user using (true) with check (true); create policy everyone_read on app_public.users for select to app_user using (true)",
      ],
      [
        "an update of notifications without where touches all",
        "create policy everyone on app_public.notifications for update to app_user using (true) with check (true); create policy everyone_read on app_public.notifications for select to app_user using (true)",
      ],
      ["users choose their own rights", "grant update (is_admin) on app_public.users to app_user"],
      [
        "users read the quiet hours of others",
        "create policy leak on app_public.quiet_hours for select to app_user using (true)",
      ],
      ["a table of hashes can be read", "grant select on app_private.user_credentials to app_user"],
      [
        "everyone runs a publication",
        "grant execute on function app_private.publish_chunk(integer, integer) to public",
      ],
      [
        "users publish alerts",
        "grant execute on function app_private.new_alert(app_public.alert_input) to app_user",
      ],
      [
        "a table has no row-level security",
        "alter table app_public.notifications disable row level security",
      ],
    ],
  ),
];
