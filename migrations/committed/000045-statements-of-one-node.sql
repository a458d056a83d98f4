--! Previous: sha1:f8296f98cb7f472da28776aa17a5ce16c9159cc8
--! Hash: sha1:d25d6da075224979dffce6c8922b452d95fc1f35
--! Message: Statements of one node

-- A cluster runs a statement where its tables are, and these joined tables of several nodes.
--! Included erasure/app_private.erase_person.sql
create or replace function app_private.erase_person(user_id integer) returns app_private.erasure
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  person app_public.users;
  erased app_private.erasure;
  place_ids bigint[];
begin
  if not exists (select from app_public.users u where u.id = erase_person.user_id) then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  perform app_private.commit_synchronously();
  -- Most of a long history goes before the reports of anyone wait.
  erased.positions := app_private.forget_positions(erase_person.user_id);
  -- The lock makes two administrators who erase each other take turns, so that one remains.
  perform from app_private.settings for update;
  -- A report or a publication that is in flight ends first. A later one does not find the user.
  perform app_private.drain_reports(array[erase_person.user_id]);
  select u.* into person from app_public.users u where u.id = erase_person.user_id;
  if person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  delete from app_public.last_positions l where l.user_id = person.id;
  perform app_private.announce_gone_positions(array[person.id]);
  erased.positions := erased.positions + app_private.forget_positions(person.id);
  -- Before the call, because a cluster would run the whole statement where the notifications are.
  place_ids := array(select n.id from app_public.notifications n where n.user_id = person.id and n.place_kept);
  perform app_private.clear_places(array[person.id], place_ids);
  erased.notifications := (select count(*) from app_public.notifications n where n.user_id = person.id);
  -- Old results of pushes may name a device.
  update app_private.deliveries d
    set why = app_private.push_reason(d.why), receipt = null,
      failures = array(select app_private.push_reason(f.failure) from unnest(d.failures) with ordinality f (failure, place) order by f.place)
    where d.user_id = person.id and (d.why is not null or d.receipt is not null or d.failures <> '{}');
  for attempt in 1 .. 10 loop
    begin
      perform app_private.forget_account(person.id, person.email);
      exit;
    exception when foreign_key_violation then
      -- A device or a key was added meanwhile. It is there now.
      if attempt = 10 then
        raise;
      end if;
    end;
  end loop;
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
  'Erases a person: all that is held of them goes, except for their notifications and deliveries without place and device, which prove that somebody was told. Returns what it did. Error LA404 for an unknown or erased user, LA409 for the last administrator. A host then lists the erasure outside of the database.';
--! EndIncluded erasure/app_private.erase_person.sql
--! Included retention/app_private.purge_last_positions.sql
create or replace function app_private.purge_last_positions(after_user_id integer default 0, most integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Someone who reports at this moment after a long silence does not wait for the others of a step.
set lock_timeout = '100ms'
as $$
declare
  -- No alert that may still be published or notify loses a person: each knows the greatest age that it matches.
  kept constant interval := (
    select greatest(s.last_position_retention, s.max_position_age, (select max(a.max_position_age) from app_public.alerts a where a.active))
      from app_private.settings s where s.last_position_retention is not null);
  last_user_id constant integer := (
    select max(n.user_id) from (
      select l.user_id from app_public.last_positions l
        where l.user_id > purge_last_positions.after_user_id order by l.user_id limit purge_last_positions.most
    ) n);
  gone_ids integer[];
  back_ids integer[];
begin
  if kept is null then
    return null;
  end if;
  gone_ids := array(
    select l.user_id from app_public.last_positions l
      where l.user_id > purge_last_positions.after_user_id and l.user_id <= last_user_id and l.created_at < now() - kept);
  -- Who has reported since then stays.
  delete from app_public.last_positions l where l.user_id = any (gone_ids) and l.created_at < now() - kept;
  -- A statement for each table, as they may be distributed.
  back_ids := array(select l.user_id from app_public.last_positions l where l.user_id = any (gone_ids));
  delete from app_private.lone_positions l where l.user_id = any (gone_ids) and l.user_id <> all (back_ids);
  perform app_private.announce_gone_positions(gone_ids);
  return last_user_id;
end
$$;
comment on function app_private.purge_last_positions(integer, integer) is
  'Deletes the last positions past the retention among the next users, so that nobody counts on them. Returns the last of these users, null after the end. Call it until then, each time in a transaction of its own. Error 55P03 (lock_not_available) if one of them is reporting: try again later.';
--! EndIncluded retention/app_private.purge_last_positions.sql
--! Included users/app_private.delete_user.sql
create or replace function app_private.delete_user(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  is_named boolean;
begin
  is_named := exists (select from app_public.alerts a where a.user_id = delete_user.user_id)
    or exists (select from app_public.alert_versions v where v.user_id = delete_user.user_id);
  -- A statement for each of these tables, as they may be distributed.
  is_named := is_named or exists (select 1 from app_public.notifications n where n.user_id = delete_user.user_id);
  is_named := is_named or exists (select 1 from app_public.last_positions l where l.user_id = delete_user.user_id);
  if is_named then
    raise exception using errcode = 'foreign_key_violation',
      message = format('users %s cannot be deleted: alerts, positions or notifications refer to it, and they prove who was told and why.', user_id);
  end if;
  perform app_private.forget_account(delete_user.user_id, (select u.email from app_public.users u where u.id = delete_user.user_id));
  perform app_private.audit('USER_REMOVED', 'USER', delete_user.user_id);
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
comment on function app_private.delete_user(integer) is
  'Deletes a user and their account, for a database administrator: see app_private.forget_account(). Error 23503 if the user published an alert, reported a position or was notified. A plain delete is refused, as it would leave the email and the devices reserved.';
--! EndIncluded users/app_private.delete_user.sql
--! Included since/app_private.notifications_since.sql
create or replace function app_private.notifications_since(since text) returns bigint
language plpgsql stable
as $$
declare
  said constant bigint[] := app_private.read_cursor(since, 'notification');
begin
  if said is null then
    return 0;
  end if;
  if said[2] <> app_public.current_user_id() then
    raise exception using errcode = 'LA400', message = 'since is a cursor of another user: begin again with an empty text.';
  end if;
  -- A database that was restored to an earlier state gives the same numbers again, to other changes. It shows by this row.
  if not exists (
    -- A cluster takes no subquery without a column.
    select 1 from app_public.notifications n
      where n.user_id = app_public.current_user_id() and n.id = said[3] and extract(epoch from n.created_at) * 1000000 = said[4]
        and coalesce(n.seen_change, n.id) >= said[1])
  then
    perform app_private.refuse_unknown_cursor();
  end if;
  return said[1];
end
$$;
comment on function app_private.notifications_since(text) is
  'Returns the number of the change that a cursor of the caller''s notifications names, and 0 for an empty text. Error LA400 for what is no such cursor, LA409 if the change is not here.';
grant execute on function app_private.notifications_since(text) to app_user;
--! EndIncluded since/app_private.notifications_since.sql
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
  said text;
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
        perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics refused_by = column_name, said = message_text;
          refused_by := coalesce(nullif(refused_by, ''), substring(said from ' column "(.+?)"'));
          line.user_id := null;
          line.error := format('%s is missing.', refused_by);
        when check_violation or unique_violation then
          get stacked diagnostics refused_by = constraint_name, said = message_text;
          -- A worker node of a cluster names the constraint in its message only, with a shard.
          refused_by := coalesce(nullif(refused_by, ''), substring(said from ' constraint "(.+?)(?:_\d{6,})?"'));
          line.user_id := null;
          line.error := case
            when refused_by = 'users_email_key' and are_repeated[cardinality(lines) + 1]
            then 'This email comes twice in the list: leave one of them out.'
            -- A shard has the constraint too, without its message.
            else (select max(obj_description(c.oid, 'pg_constraint')) from pg_constraint c
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
