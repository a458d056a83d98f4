--! Previous: sha1:bf4459d0f4b6d7eef57060bdab30daa8c628bb6f
--! Hash: sha1:c5772626ebd1d093014aacc64049cd887ad0b544
--! Message: Lone positions

-- A partial index of last_positions found these reports, and every report paid for it: also the new place of a phone that had not moved
-- changed each index, because the id of the report was in one.
create table app_private.lone_positions (
  user_id integer primary key,
  position_id bigint not null
);
create index lone_positions_position_id on app_private.lone_positions (position_id);
comment on table app_private.lone_positions is 'The newest report of each user of whom only the last position is kept. Hosts find new ones here, as positions has none of them.';
comment on column app_private.lone_positions.user_id is 'The user.';
comment on column app_private.lone_positions.position_id is 'The id of the report. The place is in app_public.last_positions.';
alter table app_private.lone_positions enable row level security;
insert into app_private.lone_positions (user_id, position_id)
  select l.user_id, l.position_id from app_public.last_positions l where not l.is_history;

drop function app_private.lone_positions_after(bigint);
--! Included live/app_private.lone_positions_after.sql
create or replace function app_private.lone_positions_after(position_id bigint)
returns table (id bigint, user_id integer)
language plpgsql stable security definer rows 1000
-- The settings force the index, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    select l.position_id, l.user_id from app_private.lone_positions l
      where l.position_id > lone_positions_after.position_id
      order by l.position_id;
end
$$;
comment on function app_private.lone_positions_after(bigint) is
  'Returns the last positions with a higher id of the report, of users of whom only the last position is kept. Hosts call it beside app_private.last_positions_after(), which does not find these.';
grant execute on function app_private.lone_positions_after(bigint) to app_host;
--! EndIncluded live/app_private.lone_positions_after.sql
--! Included live/app_private.newest_position_id.sql
create or replace function app_private.newest_position_id() returns bigint
language plpgsql stable security definer
-- The settings force the indexes on ids, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  kept bigint;
  lone bigint;
begin
  -- A statement for each table, as they may be distributed.
  select max(p.id) into kept from app_public.positions p;
  select max(l.position_id) into lone from app_private.lone_positions l;
  return greatest(kept, lone, 0);
end
$$;
comment on function app_private.newest_position_id() is
  'Returns the id of the newest position report, with which app_private.last_positions_after() and app_private.lone_positions_after() begin.';
grant execute on function app_private.newest_position_id() to app_host;
--! EndIncluded live/app_private.newest_position_id.sql
--! Included positions/app_private.apply_position_report.sql
create or replace function app_private.apply_position_report(reported app_public.positions, is_history boolean) returns void
language plpgsql volatile
as $$
declare
  here app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      public.st_setsrid(public.st_makepoint(reported.longitude, reported.latitude), 4326),
      reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      where excluded.taken_at >= l.taken_at
    returning l.* into here;
  -- An older position than the last one is only history.
  if here.user_id is not null then
    if not is_history then
      insert into app_private.lone_positions as l (user_id, position_id) values (reported.user_id, reported.id)
        on conflict (user_id) do update set position_id = excluded.position_id;
    end if;
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.apply_position_report(app_public.positions, boolean) is
  'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if a later position is known. is_history is what app_private.apply_report_settings() returned. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.apply_position_report.sql
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
begin
  if kept is null then
    return null;
  end if;
  gone_ids := array(
    select l.user_id from app_public.last_positions l
      where l.user_id > purge_last_positions.after_user_id and l.user_id <= last_user_id and l.created_at < now() - kept);
  -- Who has reported since then stays.
  delete from app_public.last_positions l where l.user_id = any (gone_ids) and l.created_at < now() - kept;
  delete from app_private.lone_positions l
    where l.user_id = any (gone_ids) and not exists (select from app_public.last_positions p where p.user_id = l.user_id);
  perform app_private.announce_gone_positions(gone_ids);
  return last_user_id;
end
$$;
comment on function app_private.purge_last_positions(integer, integer) is
  'Deletes the last positions past the retention among the next users, so that nobody counts on them. Returns the last of these users, null after the end. Call it until then, each time in a transaction of its own. Error 55P03 (lock_not_available) if one of them is reporting: try again later.';
--! EndIncluded retention/app_private.purge_last_positions.sql
--! Included erasure/app_private.forget_positions.sql
create or replace function app_private.forget_positions(user_id integer) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  forgotten integer;
begin
  delete from app_public.positions p where p.user_id = forget_positions.user_id;
  get diagnostics forgotten = row_count;
  delete from app_private.position_hashes h where h.user_id = forget_positions.user_id;
  delete from app_private.lone_positions l where l.user_id = forget_positions.user_id;
  return forgotten;
end
$$;
comment on function app_private.forget_positions(integer) is
  'Deletes the history of a user''s positions, and what tells repeated reports. Returns the number of positions.';
--! EndIncluded erasure/app_private.forget_positions.sql

-- The new functions do not read it, and the index goes with it.
-- squawk-ignore ban-drop-column
alter table app_public.last_positions drop column is_history;
