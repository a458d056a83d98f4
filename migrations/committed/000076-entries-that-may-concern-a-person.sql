--! Previous: sha1:85d2d3c35c45a525993fc8aa7c7301b4c27a7792
--! Hash: sha1:59785c4e591c60d380321985d3a715f243b868b6
--! Message: entries that may concern a person

--! split: 1-current.sql
-- Who looked at a person's position was hard to ask, and who changed settings and rights by psql was not told.
--! Included audit/app_public.audit_entries_about.sql
-- Neither strict nor with settings of its own, so that a page of it is read by the indexes of the table.
create or replace function app_public.audit_entries_about(user_id integer) returns setof app_public.audit_entries
language sql stable
as $$
  select e.* from app_public.audit_entries e
    where e.object_type = 'USER' and e.object_id = audit_entries_about.user_id
      or e.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED')
        and (e.facts -> 'user_ids' @> to_jsonb(audit_entries_about.user_id)
          or e.object_type is distinct from 'USER' and not e.facts ? 'user_ids')
$$;
comment on function app_public.audit_entries_about(integer) is
  E'@itemsNotNull\n@behavior -connection\n@argument userId The user''s id.\nWhat was done to a user, and who looked at their data: entries that name the user, and those that may concern the user. These are reads of lists and maps, which name nobody, as they may have shown anyone. The newest first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.audit_entries_about(integer) to app_admin;
--! EndIncluded audit/app_public.audit_entries_about.sql
--! Included audit/app_private.database_login.sql
create or replace function app_private.database_login() returns jsonb
language sql stable set search_path = pg_catalog, pg_temp
as $$
  -- The service names a request in each of its own.
  select case when coalesce(current_setting('app.request_id', true), '') = '' then jsonb_build_object('login', session_user) else '{}' end
$$;
comment on function app_private.database_login() is
  'Returns the login of the database that makes a change without a request to the service, such as by psql, as a fact of the audit log.';
--! EndIncluded audit/app_private.database_login.sql
--! Included audit/app_private.audit_settings.sql
-- A trigger, because database administrators update the settings by a plain statement.
create or replace function app_private.audit_settings() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changes constant jsonb := (
    select jsonb_object_agg(n.key, jsonb_build_array(o.value, n.value))
      from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o on o.key = n.key and o.value <> n.value);
begin
  if changes is not null then
    perform app_private.audit('SETTINGS_CHANGED', facts => changes || app_private.database_login());
  end if;
  return null;
end
$$;
comment on function app_private.audit_settings() is
  'Records which settings changed, each with its old and its new value, and the login of the database that changed them.';

drop trigger if exists audit_settings on app_private.settings;
create trigger audit_settings after update on app_private.settings
  for each row execute function app_private.audit_settings();
--! EndIncluded audit/app_private.audit_settings.sql
--! Included users/app_public.user_rights.sql
create or replace function app_public.user_rights(id integer, input app_public.user_rights_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  had_right boolean;
  changed app_public.users;
begin
  perform app_private.refuse_training_users();
  -- The lock makes two administrators who demote each other take turns, so that one remains.
  perform from app_private.settings for update;
  select u.is_admin into had_right from app_public.users u where u.id = user_rights.id;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  if not exists (select from app_public.users u where u.is_admin) then
    raise exception using errcode = 'LA409', message = 'This is the last administrator: make another user an administrator first.';
  end if;
  perform app_private.require_trained_administrator();
  if changed.is_admin <> had_right then
    -- Losing the right ends the sessions, be it now or in an update of users alone that came before.
    delete from app_public.sessions s where s.user_id = changed.id and (had_right or s.is_admin);
    update app_public.sessions s set is_admin = changed.is_admin where s.user_id = changed.id;
    perform pg_notify('token_revoked', changed.id::text);
  end if;
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', changed.id,
    jsonb_build_object('is_admin', changed.is_admin, 'is_tester', changed.is_tester) || app_private.database_login());
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is
  E'@argument id The user''s id.\n@argument input The rights to change.\nChanges whether a user is an administrator or a tester. For administrators who are no training users. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_admin;
--! EndIncluded users/app_public.user_rights.sql
comment on table app_public.audit_entries is
  E'@newestFirst\n@listForAdmins\n@filterBy actor_id session_id request_id action object_type object_id created_at..\nAn entry of the audit log: who did what, and when. Entries hold ids only, and are never changed. Reads of lists and maps name nobody, and may concern anyone.';
comment on column app_public.audit_entries.facts is
  'What else is known of it: numbers, hashes and names of fields, and the login of the database for changes of settings and rights by psql. Never a name, an address, a place or a text of a person.';
