--! Previous: sha1:44d707f02584b5ec9bb5efb40f85fbe243721115
--! Hash: sha1:01bed53092d52f09d5b94c9060318112e5f67712
--! Message: Privacy

set local check_function_bodies = off; -- Functions call later ones.

create type app_private.erasure as (
  user_id integer,
  erased_at timestamptz,
  positions integer,
  notifications integer
);
comment on type app_private.erasure is 'What an erasure did.';
comment on column app_private.erasure.user_id is 'The id that the user had.';
comment on column app_private.erasure.erased_at is 'When the user was erased.';
comment on column app_private.erasure.positions is 'How many positions of the history were deleted.';
comment on column app_private.erasure.notifications is 'How many notifications stay, without their places.';

create table app_private.erased_users (
  user_id integer not null,
  erased_at timestamptz not null default now(),
  erasure_key uuid,
  constraint erased_users_pkey primary key (user_id)
);
create index erased_users_unlisted on app_private.erased_users (user_id) where (erasure_key is not null);
alter table app_private.erased_users enable row level security;

comment on table app_private.erased_users is
  'The tombstones of erased people. Their notifications still have these ids.';
comment on column app_private.erased_users.user_id is 'The id that the user had.';
comment on column app_private.erased_users.erased_at is 'When they were erased.';
comment on column app_private.erased_users.erasure_key is
  'The key that the user had, until the erasure is listed outside of the database.';

create table app_private.retention_progress (
  task text not null,
  last_id bigint not null default 0,
  constraint retention_progress_pkey primary key (task)
);
alter table app_private.retention_progress enable row level security;

comment on table app_private.retention_progress is
  'The progress of jobs that update old rows in the order of their ids.';
comment on column app_private.retention_progress.task is 'The job: notification_places.';
comment on column app_private.retention_progress.last_id is 'The last id that the job has processed.';

insert into app_private.retention_progress (task) values ('notification_places');

--! Included privacy/app_private.begin_export.sql
create or replace function app_private.begin_export(token_user_id integer, session_id bigint, user_id integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if app_private.may_export(token_user_id, begin_export.session_id, begin_export.user_id) is not true then
    return false;
  end if;
  -- The entry must be on disk before the export begins.
  perform app_private.commit_synchronously();
  perform app_private.audit('USER_EXPORTED', 'USER', begin_export.user_id,
    actor_id => token_user_id, session_id => begin_export.session_id);
  return true;
end
$$;
comment on function app_private.begin_export(integer, bigint, integer) is
  'Records in the audit log that the data of a user is exported in this session. False if the session may not export it.';
grant execute on function app_private.begin_export(integer, bigint, integer) to app_host;
--! EndIncluded privacy/app_private.begin_export.sql
--! Included privacy/app_private.erase_me.sql
create or replace function app_private.erase_me() returns app_private.erasure
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return app_private.erase_person(app_private.require_user_id());
end
$$;
comment on function app_private.erase_me() is
  'Erases the user of this request, whose password the host has checked. See app_private.erase_person().';
grant execute on function app_private.erase_me() to app_user;
--! EndIncluded privacy/app_private.erase_me.sql
--! Included privacy/app_private.erase_person.sql
create or replace function app_private.erase_person(user_id integer) returns app_private.erasure
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  person app_public.users;
  erased app_private.erasure;
begin
  if not exists (select from app_public.users u where u.id = erase_person.user_id) then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  perform app_private.commit_synchronously();
  -- Most of a long history is deleted before any lock that reports wait for.
  erased.positions := app_private.forget_positions(erase_person.user_id);
  -- The lock serializes two administrators who erase each other, so that one remains.
  perform from app_private.settings for update;
  perform app_private.lock_user(erase_person.user_id);
  -- Waits for reports and publications in flight. Later ones do not find the user.
  perform app_private.drain_reports(array[erase_person.user_id]);
  select u.* into person from app_public.users u where u.id = erase_person.user_id;
  if person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  delete from app_public.last_positions l where l.user_id = person.id;
  perform app_private.announce_gone_positions(array[person.id]);
  erased.positions := erased.positions + app_private.forget_positions(person.id);
  perform app_private.clear_places(
    array[person.id], array(select n.id from app_public.notifications n where n.user_id = person.id and n.place_kept));
  erased.notifications := (select count(*) from app_public.notifications n where n.user_id = person.id);
  -- Results of pushes may contain device tokens.
  update app_private.deliveries d
    set why = app_private.push_reason(d.why), receipt = null,
      failures = array(select app_private.push_reason(f.failure) from unnest(d.failures) with ordinality f (failure, place) order by f.place)
    where d.user_id = person.id and (d.why is not null or d.receipt is not null or d.failures <> '{}');
  perform app_private.forget_account(person.id, person.email);
  if person.is_admin then
    if not exists (select from app_public.users u where u.is_admin) then
      raise exception using errcode = 'LA409', message = 'This is the last administrator: make another user an administrator first.';
    end if;
    perform app_private.require_trained_administrator();
  end if;
  insert into app_private.erased_users as e (user_id, erasure_key)
    values (person.id, coalesce(person.erasure_key, gen_random_uuid()))
    returning e.user_id, e.erased_at into erased.user_id, erased.erased_at;
  perform app_private.audit('USER_ERASED', 'USER', person.id,
    jsonb_build_object('positions', erased.positions, 'notifications', erased.notifications));
  perform pg_notify('token_revoked', person.id::text);
  return erased;
end
$$;
comment on function app_private.erase_person(integer) is
  'Erases a person: deletes all their data except for notifications and deliveries, which stay without place and device as the proof of who was notified. Returns what it did. Error LA404 for an unknown or erased user, LA409 for the last administrator. A host then lists the erasure outside of the database.';
--! EndIncluded privacy/app_private.erase_person.sql
--! Included privacy/app_private.export_item.sql
create or replace function app_private.export_item(item jsonb) returns text
language sql immutable parallel safe
as $$
  -- A column such as last_position_only becomes a field such as lastPositionOnly.
  select (
    select jsonb_object_agg(left(f.name, 1) || substr(replace(initcap(f.name collate "C"), '_', ''), 2), f.value)
      from jsonb_each(item - array[
        -- Secrets.
        'erasure_key', 'key_hash', 'secret_hash', 'token', 'receipt', 'failures',
        -- Other people.
        'actor_id', 'editor_id', 'made_by', 'settled_by', 'user_id',
        -- The content of alerts, which are public.
        'all_clear', 'area', 'changes', 'correction', 'location', 'new_alert', 'text1', 'text2', 'text3', 'zone1',
        -- Internal numbers.
        'job_id', 'key', 'position_id', 'seen_change'
      ]) f (name, value))::text
$$;
comment on function app_private.export_item(jsonb) is
  'Returns a row of a table as an item of an export: all columns except for a list of secrets.';
--! EndIncluded privacy/app_private.export_item.sql
--! Included privacy/app_private.export_page.sql
-- Each part has its own statement, whose plan reads one user's rows by an index.
create or replace function app_private.export_page(
  token_user_id integer, session_id bigint, user_id integer, part text, after bigint, max_items integer,
  out is_allowed boolean, out items text[], out last_id bigint
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  person constant integer := export_page.user_id;
begin
  is_allowed := coalesce(app_private.may_export(token_user_id, export_page.session_id, person), false);
  if not is_allowed then
    return;
  end if;
  case part
  when 'user' then
    select array_agg(app_private.export_item(to_jsonb(u) || jsonb_build_object(
        'joined_by', (select j.invitation_id from app_private.joined_users j where j.user_id = u.id),
        'has_password', exists (select from app_private.user_credentials c where c.user_id = person),
        'password_link_expires_at', (select max(l.expires_at) from app_private.password_links l where l.user_id = u.id),
        'email_link_expires_at', (select l.expires_at from app_private.email_links l where l.user_id = u.id))))
      into items from app_public.users u where u.id = person;
  when 'lastPosition' then
    select array_agg(app_private.export_item(to_jsonb(l))) into items from app_public.last_positions l where l.user_id = person;
  when 'quietHours' then
    select array_agg(app_private.export_item(to_jsonb(q) - '{starts,ends}'::text[] || jsonb_build_object('from', q.starts, 'to', q.ends)))
      into items from app_public.quiet_hours q where q.user_id = person;
  when 'sessions' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.sessions s where s.user_id = person;
  when 'loginAddresses' then
    select array_agg(app_private.export_item(to_jsonb(a)) order by a.last_at)
      into items from app_private.login_addresses a where a.user_id = person;
  when 'devices' then
    select array_agg(app_private.export_item(d.device) order by d.created_at, d.id)
      into items
      from (
        select v.created_at, v.id, to_jsonb(v) || '{"left_at": null}' as device from app_private.devices v where v.user_id = person
        union all
        select l.created_at, l.id, to_jsonb(l) from app_private.left_devices l where l.user_id = person
      ) d;
  when 'deviceKeys' then
    select array_agg(app_private.export_item(to_jsonb(k)) order by k.id) into items from app_private.device_keys k where k.user_id = person;
  when 'positions' then
    select array_agg(app_private.export_item(to_jsonb(p)) order by p.id), max(p.id)
      into items, last_id
      from (select o.* from app_public.positions o where o.user_id = person and o.id > after order by o.id limit max_items) p;
  when 'notifications' then
    with page as materialized (
      select n.* from app_public.notifications n where n.user_id = person and n.id > after order by n.id limit max_items
    )
    select array_agg(app_private.export_item(to_jsonb(p)
        || case when p.place_kept then '{}' else '{"latitude": null, "longitude": null, "moving_activity": null}' end::jsonb
        || jsonb_build_object('title', a.title, 'event', a.event, 'status', a.status, 'text',
          case when p.kind = 'ALL_CLEAR' then coalesce(v.all_clear, a.all_clear) else coalesce(
            app_private.text_of(p.level, v.text1, v.text2, v.text3), app_private.text_of(p.level, a.text1, a.text2, a.text3)) end))
          order by p.id), max(p.id)
      into items, last_id
      from page p
      join app_public.alerts a on a.id = p.alert_id
      left join app_public.alert_versions v on v.alert_id = p.alert_id and v.version = p.version;
  when 'deliveries' then
    select array_agg(app_private.export_item(to_jsonb(d) || jsonb_build_object('why', app_private.push_reason(d.why))) order by d.id), max(d.id)
      into items, last_id
      from (select o.* from app_private.deliveries o where o.user_id = person and o.id > after order by o.id limit max_items) d;
  when 'auditEntries' then
    -- Of other actors, only the entries about this person.
    select array_agg(app_private.export_item(to_jsonb(e) - '{facts,session_id,request_id}'::text[] || jsonb_build_object(
        'is_yours', coalesce(e.actor_id = person, false), 'fields', e.facts -> 'fields')) order by e.id), max(e.id)
      into items, last_id
      from (
        (select a.* from app_public.audit_entries a where a.actor_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.object_type = 'USER' and a.object_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED') and a.facts -> 'user_ids' @> to_jsonb(person)
            and a.id > after order by a.id limit max_items)
        order by id limit max_items
      ) e;
  when 'alertVersions' then
    select array_agg(app_private.export_item(to_jsonb(v)) order by v.alert_id, v.version)
      into items from app_public.alert_versions v where v.user_id = person;
  when 'heldPublications' then
    select array_agg(app_private.export_item(to_jsonb(h)) order by h.id)
      into items from app_private.held_publications h where person in (h.user_id, h.settled_by);
  when 'sharedDrafts' then
    select array_agg(app_private.export_item(to_jsonb(d)) order by d.id)
      into items from app_public.shared_drafts d where person in (d.user_id, d.editor_id);
  when 'alertTemplates' then
    select array_agg(app_private.export_item(to_jsonb(m)) order by m.id) into items from app_public.alert_templates m where m.user_id = person;
  when 'savedAreas' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.saved_areas s where s.user_id = person;
  when 'invitations' then
    select array_agg(app_private.export_item(to_jsonb(i)) order by i.id) into items from app_private.invitations i where i.made_by = person;
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next page of a part of a user''s export, as JSON, and the id of its last item; after is 0 for the first page. app_private.export_item() leaves secrets out. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded privacy/app_private.export_page.sql
--! Included privacy/app_private.forget_account.sql
create or replace function app_private.forget_account(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.lock_user(forget_account.user_id);
  -- Waits for a registration that moves one of these devices, as it then inserts a row for this user.
  perform from app_private.devices d where d.user_id = forget_account.user_id order by d.token for update;
  delete from app_public.users u where u.id = forget_account.user_id;
  delete from app_private.login_failures f
    where f.counter = 'account' and f.key = app_private.key_hash(app_private.email_key(forget_account.email));
  -- In the lock order of app_private.count_own_mail().
  delete from app_private.login_failures f
    where f.counter = 'mail by user' and f.key = app_private.key_hash(forget_account.user_id::text);
  delete from app_private.login_failures f
    where f.counter = 'mail by email' and f.key = app_private.key_hash(app_private.email_key(forget_account.email));
  -- The jobs of unsent mails contain the email.
  perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(app_private.email_key(forget_account.email)), 'hex'));
  perform graphile_worker.remove_job('verification:' || forget_account.user_id);
end
$$;
comment on function app_private.forget_account(integer, text) is
  'Deletes a user and, by foreign keys, their credentials, sessions, login addresses, links, devices, device keys and quiet hours; and the counters of their logins and mails.';
--! EndIncluded privacy/app_private.forget_account.sql
--! Included privacy/app_private.forget_history.sql
create or replace function app_private.forget_history(user_id integer, max_rows integer default 1000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  deleted_count integer;
begin
  delete from app_public.positions p
    where p.user_id = forget_history.user_id
      and exists (select from app_public.users u where u.id = forget_history.user_id and u.last_position_only)
      and p.id in (
        select o.id from app_public.positions o where o.user_id = forget_history.user_id order by o.id limit forget_history.max_rows);
  get diagnostics deleted_count = row_count;
  return deleted_count;
end
$$;
comment on function app_private.forget_history(integer, integer) is
  'Deletes the oldest positions of a user of whom only the last position is kept, and returns their number. Call it until it returns 0, each time in a transaction of its own.';
--! EndIncluded privacy/app_private.forget_history.sql
--! Included privacy/app_private.forget_positions.sql
create or replace function app_private.forget_positions(user_id integer) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  deleted_count integer;
begin
  delete from app_public.positions p where p.user_id = forget_positions.user_id;
  get diagnostics deleted_count = row_count;
  delete from app_private.position_hashes h where h.user_id = forget_positions.user_id;
  delete from app_private.lone_positions l where l.user_id = forget_positions.user_id;
  return deleted_count;
end
$$;
comment on function app_private.forget_positions(integer) is
  'Deletes the history of a user''s positions and their hashes. Returns the number of positions.';
--! EndIncluded privacy/app_private.forget_positions.sql
--! Included privacy/app_private.forget_when_set.sql
-- A trigger, because database administrators update the settings by SQL.
create or replace function app_private.forget_when_set() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.list_last_positions();
  perform app_private.queue_forgetting();
  return null;
end
$$;
comment on function app_private.forget_when_set() is
  'Fills app_private.lone_positions and queues the deletion of all history, when last_position_only is switched on. Only its trigger calls it, as the owner, for whoever may change the row.';

drop trigger if exists forget_when_set on app_private.settings;
create trigger forget_when_set after update on app_private.settings
  for each row when (new.last_position_only and not old.last_position_only)
  execute function app_private.forget_when_set();
--! EndIncluded privacy/app_private.forget_when_set.sql
--! Included privacy/app_private.give_erasure_keys.sql
create or replace function app_private.give_erasure_keys(max_rows integer) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  updated_count integer;
begin
  update app_public.users u set erasure_key = gen_random_uuid()
    where u.erasure_key is null and u.id = any (array(
      select o.id from app_public.users o where o.erasure_key is null order by o.id limit max_rows));
  get diagnostics updated_count = row_count;
  return updated_count;
end
$$;
comment on function app_private.give_erasure_keys(integer) is
  'Sets the erasure key of at most max_rows users without one. Returns their number. Call it until it returns 0.';
--! EndIncluded privacy/app_private.give_erasure_keys.sql
--! Included privacy/app_private.may_export.sql
create or replace function app_private.may_export(token_user_id integer, session_id bigint, user_id integer) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant record := app_private.authenticate(token_user_id, may_export.session_id);
begin
  return (caller.role = 'app_admin' or caller.user_id = may_export.user_id::text)
    and exists (select from app_public.users u where u.id = may_export.user_id);
end
$$;
comment on function app_private.may_export(integer, bigint, integer) is
  'True if this session is valid and may export the data of a user: it is the user''s or an administrator''s, and the user is not erased.';
--! EndIncluded privacy/app_private.may_export.sql
--! Included privacy/app_private.purge_deliveries.sql
create or replace function app_private.purge_deliveries(max_rows integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  cutoff constant timestamptz := app_private.purge_time() - (select s.delivery_retention from app_private.settings s);
  alert app_public.alerts;
  purged_count integer;
begin
  select a.* into alert
    from app_public.alerts a
    left join app_private.delivery_results r on r.alert_id = a.id
    left join app_private.publications p on p.alert_id = a.id
    where least(a.expires_at, a.cancelled_at) < cutoff and (p.alert_id is null or p.completed_at < cutoff) and r.purged_at is null
    order by a.id limit 1;
  if alert.id is null then
    return 0;
  end if;
  -- The figures are stored first, in their own transaction.
  if not exists (select from app_private.delivery_results r where r.alert_id = alert.id) then
    perform app_private.keep_delivery_results(alert);
    return 1;
  end if;
  delete from app_private.deliveries d where (d.user_id, d.id) in (
    select o.user_id, o.id from app_private.deliveries o where o.alert_id = alert.id limit purge_deliveries.max_rows);
  get diagnostics purged_count = row_count;
  if purged_count = 0 then
    update app_private.delivery_results r set purged_at = now() where r.alert_id = alert.id;
  end if;
  return purged_count + 1;
end
$$;
comment on function app_private.purge_deliveries(integer) is
  'Deletes the next max_rows deliveries of the oldest alert that ended before the retention, after it has stored their figures. Returns 0 if nothing is left to do. Call it until then, each time in a transaction of its own.';
--! EndIncluded privacy/app_private.purge_deliveries.sql
--! Included privacy/app_private.purge_last_positions.sql
create or replace function app_private.purge_last_positions(after_user_id integer default 0, max_users integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- A report of one of these users holds its row. The purge gives up rather than make others wait.
set lock_timeout = '100ms'
as $$
declare
  -- A last position that an active alert, or a new one, may still match is kept.
  retention constant interval := (
    select greatest(s.last_position_retention, s.max_position_age, (select max(a.max_position_age) from app_public.alerts a where a.active))
      from app_private.settings s where s.last_position_retention is not null);
  last_user_id constant integer := (
    select max(n.user_id) from (
      select l.user_id from app_public.last_positions l
        where l.user_id > purge_last_positions.after_user_id order by l.user_id limit purge_last_positions.max_users
    ) n);
  cutoff constant timestamptz := app_private.purge_time() - retention;
  expired_ids integer[];
begin
  if retention is null then
    return null;
  end if;
  expired_ids := array(
    select l.user_id from app_public.last_positions l
      where l.user_id > purge_last_positions.after_user_id and l.user_id <= last_user_id and greatest(l.created_at, l.alive_at) < cutoff);
  -- The age is checked again, as a user may have reported since.
  delete from app_public.last_positions l where l.user_id = any (expired_ids) and greatest(l.created_at, l.alive_at) < cutoff;
  delete from app_private.lone_positions o
    where o.user_id = any (expired_ids) and not exists (select from app_public.last_positions l where l.user_id = o.user_id);
  perform app_private.announce_gone_positions(expired_ids);
  return last_user_id;
end
$$;
comment on function app_private.purge_last_positions(integer, integer) is
  'Deletes the last positions past the retention among the next max_users users, in the order of their ids. Returns the last of these ids, or null at the end. Call it until then, each time in a transaction of its own. Error 55P03 (lock_not_available) if one of the users is reporting: try again later.';
--! EndIncluded privacy/app_private.purge_last_positions.sql
--! Included privacy/app_private.purge_notification_places.sql
create or replace function app_private.purge_notification_places(max_rows integer default 2000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  cutoff constant timestamptz := (select app_private.purge_time() - s.notification_place_retention from app_private.settings s);
  progress app_private.retention_progress;
  expired record;
begin
  if cutoff is null then
    return 0;
  end if;
  -- The row lock serializes concurrent jobs.
  select p.* into progress from app_private.retention_progress p where p.task = 'notification_places' for update;
  -- Up to the first notification within the retention. Ids are nearly in the order of created_at.
  select array_agg(n.user_id) as user_ids, array_agg(n.id) as ids, max(n.id) as last_id into expired
    from (
      select m.id, m.user_id, bool_and(m.created_at < cutoff) over (order by m.id) as is_expired
        from (
          select o.id, o.user_id, o.created_at from app_public.notifications o
            where o.id > progress.last_id order by o.id limit purge_notification_places.max_rows
        ) m
    ) n
    where n.is_expired;
  if expired.ids is null then
    return 0;
  end if;
  perform app_private.clear_places(expired.user_ids, expired.ids);
  update app_private.retention_progress p set last_id = expired.last_id where p.task = 'notification_places';
  return cardinality(expired.ids);
end
$$;
comment on function app_private.purge_notification_places(integer) is
  'Clears the places of the next notifications past the retention by app_private.clear_places(), and returns their number. Call it until it returns 0, each time in a transaction of its own.';
--! EndIncluded privacy/app_private.purge_notification_places.sql
--! Included privacy/app_private.purge_position_hashes.sql
create or replace function app_private.purge_position_hashes(from_block integer default 0, max_blocks integer default 500) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  next_block constant bigint := from_block + max_blocks;
  -- A hash of a place and a time reveals them to anyone who hashes all candidates, so it expires with the position.
  cutoff constant timestamptz := (
    select app_private.purge_time() - case when s.last_position_only then interval '1 day' else s.position_retention end
      from app_private.settings s);
begin
  delete from app_private.position_hashes h
    where h.ctid >= format('(%s,0)', from_block)::tid and h.ctid < format('(%s,0)', next_block)::tid
      and h.created_at < case
        when exists (select from app_public.users u where u.id = h.user_id and u.last_position_only)
        then greatest(cutoff, now() - interval '1 day') else cutoff end;
  return case when next_block * current_setting('block_size')::integer < pg_relation_size('app_private.position_hashes') then next_block end;
end
$$;
comment on function app_private.purge_position_hashes(integer, integer) is
  'Deletes expired position hashes from the next max_blocks blocks of their table. A hash expires with the retention of positions, or after a day if only the last position of its user is kept. Returns the next block, or null at the end of the table. Call it until then.';
--! EndIncluded privacy/app_private.purge_position_hashes.sql
--! Included privacy/app_private.purge_speeches.sql
create or replace function app_private.purge_speeches(max_rows integer default 20) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  cutoff constant timestamptz := app_private.purge_time() - (select s.speech_retention from app_private.settings s);
  unused_ids uuid[];
  unlinked_count integer;
  purged_count integer;
begin
  delete from app_private.alert_speeches s where (s.alert_id, s.level) in (
    select o.alert_id, o.level from app_private.alert_speeches o join app_public.alerts a on a.id = o.alert_id
      where least(a.expires_at, a.cancelled_at) < cutoff limit purge_speeches.max_rows);
  get diagnostics unlinked_count = row_count;
  -- Another alert may begin to use a speech: the row lock comes first, and the delete checks again in a new snapshot.
  unused_ids := array(
    select s.id from app_private.speeches s
      where cutoff is not null and not exists (select from app_private.alert_speeches a where a.speech_id = s.id)
      limit purge_speeches.max_rows for update skip locked);
  delete from app_private.speeches s
    where s.id = any (unused_ids) and not exists (select from app_private.alert_speeches a where a.speech_id = s.id);
  get diagnostics purged_count = row_count;
  return unlinked_count + purged_count;
end
$$;
comment on function app_private.purge_speeches(integer) is
  'Deletes speeches that only expired alerts use: those that ended before the retention. Returns 0 if nothing is left to do. Call it until then, each time in a transaction of its own.';
--! EndIncluded privacy/app_private.purge_speeches.sql
--! Included privacy/app_private.queue_forgetting.sql
create or replace function app_private.queue_forgetting(user_id integer default null) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'forget_history', json_build_object('userId', queue_forgetting.user_id), job_key => concat_ws(':', 'forget_history', user_id))
$$;
comment on function app_private.queue_forgetting(integer) is
  'Queues the job that deletes the history of a user of whom only the last position is kept; without a user, the history of everyone.';
--! EndIncluded privacy/app_private.queue_forgetting.sql
--! Included privacy/app_private.user_erase.sql
create or replace function app_private.user_erase(id integer) returns app_private.erasure
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.refuse_training_users();
  return app_private.erase_person(user_erase.id);
end
$$;
comment on function app_private.user_erase(integer) is
  'Erases a person, for administrators who are no training users. See app_private.erase_person().';
grant execute on function app_private.user_erase(integer) to app_admin;
--! EndIncluded privacy/app_private.user_erase.sql
