--! Previous: sha1:02e1b7b55b7d8b1f337d28568c221ef8b41ed603
--! Hash: sha1:6cace65cc7ec504e9b0c73a5b200b4a8222cbf11
--! Message: last positions in the list of positions

--! split: 1-current.sql
--! Included positions/app_private.keeps_last_only.sql
create or replace function app_private.keeps_last_only() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.last_position_only from app_private.settings s
$$;
comment on function app_private.keeps_last_only() is 'True if the service keeps no history of anyone, by the setting last_position_only.';
grant execute on function app_private.keeps_last_only() to app_admin;
--! EndIncluded positions/app_private.keeps_last_only.sql
drop policy if exists read_all on app_private.lone_positions;
create policy read_all on app_private.lone_positions for select to app_admin using (true);
grant select on app_private.lone_positions to app_admin;
--! Included positions/app_private.listed_positions.sql
-- PostgreSQL reads both parts in the order of their indexes: the first has no condition, and last_positions has no index by id.
create or replace view app_private.listed_positions with (security_invoker) as
  select p.id, p.user_id, p.created_at, p.taken_at, p.latitude, p.longitude, p.accuracy, p.moving_activity
    from app_public.positions p
  union all
  select o.position_id, l.user_id, l.created_at, l.taken_at, l.latitude, l.longitude, l.accuracy, l.moving_activity
    from app_private.lone_positions o join app_public.last_positions l on l.user_id = o.user_id and l.position_id = o.position_id
    where (select app_private.keeps_last_only());
comment on view app_private.listed_positions is
  'What lists of positions read, under the policies of whoever reads: the history, or each user''s last position if the service keeps no history.';
comment on column app_private.listed_positions.id is 'The id of the position.';
comment on column app_private.listed_positions.user_id is 'The id of the user who reported it.';
comment on column app_private.listed_positions.created_at is 'When the service received it.';
comment on column app_private.listed_positions.taken_at is 'When the device took it.';
comment on column app_private.listed_positions.latitude is 'Degrees north, WGS 84.';
comment on column app_private.listed_positions.longitude is 'Degrees east, WGS 84.';
comment on column app_private.listed_positions.accuracy is 'The radius of its accuracy in metres. Null if the device did not report it.';
comment on column app_private.listed_positions.moving_activity is 'How the user was moving.';
grant select on app_private.listed_positions to app_admin;
--! EndIncluded positions/app_private.listed_positions.sql
--! Included positions/app_private.list_last_positions.sql
create or replace function app_private.list_last_positions() returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  insert into app_private.lone_positions as o (user_id, position_id)
    select l.user_id, l.position_id from app_public.last_positions l
    on conflict (user_id) do update set position_id = excluded.position_id where excluded.position_id > o.position_id
$$;
comment on function app_private.list_last_positions() is
  'Lists everyone''s last position among those of users of whom only the last position is kept. Reports do so from then on.';
--! EndIncluded positions/app_private.list_last_positions.sql
--! Included retention/app_private.forget_when_set.sql
-- A trigger, because database administrators update the settings by a plain statement.
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
  'Lists last positions, and queues the deletion of everyone''s history, when only last positions are to be kept.';

drop trigger if exists forget_when_set on app_private.settings;
create trigger forget_when_set after update on app_private.settings
  for each row when (new.last_position_only and not old.last_position_only)
  execute function app_private.forget_when_set();
--! EndIncluded retention/app_private.forget_when_set.sql
select app_private.list_last_positions() where app_private.keeps_last_only();
comment on table app_public.positions is E'@newestFirst\n@listForAdmins\n@filterBy moving_activity[]\n@listedFrom app_private.listed_positions\nA position that a user reported. Positions are history: rows are only added, and purged after a time.';
--! Included positions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  taken_at constant timestamptz := app_private.moment_taken(input.taken_at);
  fault constant text := coalesce(
    app_private.position_fault(input.latitude, input.longitude, input.accuracy, taken_at, now()),
    case when input.moving_activity is null then 'movingActivity is missing: send one of its values.' end);
  once record;
  is_history boolean;
  reported app_public.positions;
begin
  if fault is not null then
    raise exception using errcode = 'LA400', message = fault;
  end if;
  if input.client_id is not null then
    if app_private.client_id_fault(input.client_id) is not null then
      raise exception using errcode = 'LA400', message = app_private.client_id_fault(input.client_id);
    end if;
    once := app_private.keep_positions(caller_id, array[input]);
    return coalesce(once.kept[1], (app_private.positions_reported(caller_id, array[input], once.ids))[1]);
  end if;
  perform app_private.share_report_lock(caller_id);
  is_history := app_private.apply_report_settings(caller_id);
  if is_history then
    insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      values (caller_id, input.latitude, input.longitude, input.accuracy, input.moving_activity, taken_at)
      returning * into reported;
  else
    reported := row(
      nextval('app_public.positions_id_seq'), caller_id, now(), taken_at,
      input.latitude, input.longitude, input.accuracy, input.moving_activity);
  end if;
  perform app_private.apply_position_report(reported, is_history);
  return reported;
end
$$;
comment on function app_public.new_position(app_public.position_input) is
  E'@argument input The position.\nReports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only. A position with a clientId that was reported before is not stored again, and the answer is the one that was. If only your last position is kept, the answer has an id too, and no history lists it.';
grant execute on function app_public.new_position(app_public.position_input) to app_user;
--! EndIncluded positions/app_public.new_position.sql
--! Included positions/app_public.new_positions.sql
create or replace function app_public.new_positions(input app_public.position_input[]) returns setof app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp rows 100
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  bad text;
  result record;
begin
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  bad := app_private.first_bad_position(input);
  if bad is not null then
    raise exception using errcode = 'LA400', message = bad;
  end if;
  result := app_private.keep_positions(caller_id, input);
  if cardinality(result.kept) = cardinality(input) then
    return query select k.* from unnest(result.kept) k;
  else
    return query select p.* from unnest(app_private.positions_reported(caller_id, input, result.ids)) p;
  end if;
end
$$;
comment on function app_public.new_positions(app_public.position_input[]) is
  E'@argument input The positions, in any order.\nReports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. A position with a clientId or a takenAt that was reported before is not stored again, and the answer has the one that was. One bad entry refuses them all, and the error names its index. If only your last position is kept, the answers have ids too, and no history lists them.';
grant execute on function app_public.new_positions(app_public.position_input[]) to app_user;
--! EndIncluded positions/app_public.new_positions.sql
