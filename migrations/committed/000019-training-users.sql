--! Previous: sha1:779e829eb94adfa360387985a720de1585b29baf
--! Hash: sha1:5c6370f73b4e17c2ef098f2ff6459623a63e0ae2
--! Message: Training users

-- New administrators practise with the real console. Whatever they publish must stay an exercise.
alter table app_public.users add column is_training boolean not null default false;
comment on column app_public.users.is_training is 'True for a training user: every alert that they publish is an exercise, and they cannot change real alerts.';
alter type app_public.user_overview add attribute is_training boolean;
comment on column app_public.user_overview.is_training is E'@notNull\nTrue for a training user, whose alerts are all exercises.';

--! Included alerts/app_private.lock_active_alert.sql
create or replace function app_private.lock_active_alert(alert_id integer) returns app_public.alerts
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
begin
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;
  -- Not "for update": reports insert rows that refer to this one, and the caller waits for reports later.
  select a.* into alert from app_public.alerts a where a.id = lock_active_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  if (app_public.me()).is_training and app_private.applies_to(alert.status, is_tester => false) then
    raise exception using errcode = 'LA403', message = 'You are in training: you cannot change or end a real alert.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', message = 'This alert is already cancelled: publish a new one.';
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    raise exception using errcode = 'LA409', message = 'This alert has expired: publish a new one.';
  end if;
  return alert;
end
$$;
comment on function app_private.lock_active_alert(integer) is
  'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA404 for an unknown alert, LA403 if a training user asks for one that is no exercise or test, LA409 for one that has ended.';
--! EndIncluded alerts/app_private.lock_active_alert.sql
--! Included users/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created app_public.users;
begin
  insert into app_public.users (email, name, address, is_admin, is_training)
    values (new_user.email, new_user.name, new_user.address, new_user.is_admin, coalesce((app_public.me()).is_training, false))
    returning * into created;
  insert into app_private.user_emails (email, user_id) values (lower(created.email), created.id);
  insert into app_private.user_credentials (user_id, password_hash) values (created.id, new_user.password_hash);
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Users whom a training user creates are training users. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_admin;
--! EndIncluded users/app_public.new_user.sql
--! Included users/app_public.users_import.sql
create or replace function app_public.users_import(users app_public.user_import[], dry_run boolean default false)
returns setof app_public.user_import_line
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  most_users constant integer := 5000;
  is_trainee constant boolean := coalesce((app_public.me()).is_training, false);
  entry app_public.user_import;
  line app_public.user_import_line;
  lines app_public.user_import_line[] := '{}';
  has_errors boolean := false;
  refused_by text;
  are_repeated constant boolean[] := array(
    select row_number() over (partition by lower(btrim(u.email)) order by u.ordinality) > 1
      from unnest(users) with ordinality as u order by u.ordinality);
begin
  if cardinality(users) > most_users then
    raise exception using errcode = 'LA400', message = 'users has more than 5,000 entries: import them in several parts.';
  end if;
  -- The block is undone by an error of its own after a dry run, or if an entry is refused.
  begin
    foreach entry in array users loop
      line := row(cardinality(lines), null, null)::app_public.user_import_line;
      begin
        insert into app_public.users as u (email, name, address, is_tester, is_training)
          values (btrim(entry.email), btrim(entry.name), coalesce(btrim(entry.address), ''), coalesce(entry.is_tester, false), is_trainee)
          returning u.id into line.user_id;
        insert into app_private.user_emails (email, user_id) values (lower(btrim(entry.email)), line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics refused_by = column_name;
          line.user_id := null;
          line.error := format('%s is missing.', refused_by);
        when check_violation or unique_violation then
          get stacked diagnostics refused_by = constraint_name;
          line.user_id := null;
          line.error := case
            when refused_by = 'users_email_key' and are_repeated[cardinality(lines) + 1]
            then 'This email comes twice in the list: leave one of them out.'
            else (select obj_description(c.oid, 'pg_constraint') from pg_constraint c
              where c.conname = refused_by and c.connamespace in ('app_public'::regnamespace, 'app_private'::regnamespace))
          end;
      end;
      has_errors := has_errors or line.error is not null;
      lines := lines || line;
    end loop;
    if has_errors or dry_run then
      raise exception using errcode = 'LA000';
    end if;
  exception when sqlstate 'LA000' then
    -- The ids were those of rows that are gone.
    lines := array(select row(l.index, null, l.error)::app_public.user_import_line from unnest(lines) with ordinality as l order by l.ordinality);
  end;
  return query select l.index, l.user_id, l.error from unnest(lines) with ordinality as l order by l.ordinality;
end
$$;
comment on function app_public.users_import(app_public.user_import[], boolean) is
  E'@argument users The users to create, at most 5,000.\n@argument dryRun True to check the users and create none.\nCreates many users, all of them or none. They have no password until they set one by a link: see newPasswordLinks. Returns a line for each entry, in their order. If a line has an error, no user was created. For administrators.';
grant execute on function app_public.users_import(app_public.user_import[], boolean) to app_admin;
--! EndIncluded users/app_public.users_import.sql
--! Included users/app_public.users_overview.sql
-- Each call gets a plan for its own arguments: those that are null cost nothing.
create or replace function app_public.users_overview(
  search text default null, has_device boolean default null, has_password boolean default null, is_tester boolean default null,
  reported_since timestamptz default null, not_reported_since timestamptz default null,
  sort app_public.user_sort default 'ID', "limit" integer default 20, "offset" integer default 0
) returns app_public.user_overview[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        (select l.taken_at from app_public.last_positions l where l.user_id = page.id), page.is_training)::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or l.taken_at >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (l.taken_at >= users_overview.not_reported_since) is not true)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then l.taken_at end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      order by page.place);
end
$$;
comment on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, app_public.user_sort, integer, integer) is
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken at this time or later.\n@argument notReportedSince Only users whose last position was taken before this time, or who have none.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, app_public.user_sort, integer, integer) to app_admin;
--! EndIncluded users/app_public.users_overview.sql
--! Included users/app_private.refuse_training_users.sql
create or replace function app_private.refuse_training_users() returns void
language plpgsql stable
as $$
begin
  if (app_public.me()).is_training then
    raise exception using errcode = 'LA403', message = 'You are in training: another administrator has to change this.';
  end if;
end
$$;
comment on function app_private.refuse_training_users() is
  'Error LA403 if the caller is in training, who must not give rights or end a training.';
--! EndIncluded users/app_private.refuse_training_users.sql
--! Included users/app_private.require_trained_administrator.sql
create or replace function app_private.require_trained_administrator() returns void
language plpgsql stable
as $$
begin
  if not exists (select from app_public.users u where u.is_admin and not u.is_training) then
    raise exception using errcode = 'LA409', message = 'This is the last administrator who is not in training: make another one first.';
  end if;
end
$$;
comment on function app_private.require_trained_administrator() is
  'Error LA409 if no administrator is left who is not in training. The caller has made the change and holds the lock on the settings, so that two changes at once leave one.';
--! EndIncluded users/app_private.require_trained_administrator.sql

--! Included users/app_public.user_training.sql
create or replace function app_public.user_training(id integer, is_training boolean) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.refuse_training_users();
  -- The same lock as in user_rights(), so that one administrator remains who is not in training.
  perform from app_private.settings for update;
  update app_public.users u set is_training = user_training.is_training where u.id = user_training.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  perform app_private.require_trained_administrator();
  return changed;
end
$$;
comment on function app_public.user_training(integer, boolean) is
  E'@argument id The user''s id.\n@argument isTraining True to make every alert of the user an exercise, false to end that.\nBegins or ends a user''s training. For administrators who are no training users. Error CONFLICT for the last administrator who is not in training.';
grant execute on function app_public.user_training(integer, boolean) to app_admin;
--! EndIncluded users/app_public.user_training.sql
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
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is
  E'@argument id The user''s id.\n@argument input The rights to change.\nChanges whether a user is an administrator or a tester. For administrators who are no training users. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_admin;
--! EndIncluded users/app_public.user_rights.sql
