--! Previous: sha1:f8296f98cb7f472da28776aa17a5ce16c9159cc8
--! Hash: sha1:1de3d692dbcfd2001bb6e82c71dfddc8765cc9b3
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
