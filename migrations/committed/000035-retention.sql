--! Previous: sha1:19e76578629e65062f2000003a4ef10d8e1a82c9
--! Hash: sha1:8b91235f18c0d96b44eb34ef6d248100217a3e24
--! Message: Retention

-- Each kind of personal data has its time. Null keeps it for good.
alter table app_private.settings
  add column last_position_retention interval default '90 days'
    constraint settings_last_position_retention check (last_position_retention >= '1 day'),
  add column notification_place_retention interval default '1 year'
    constraint settings_notification_place_retention check (notification_place_retention >= '1 day'),
  add column delivery_retention interval default '90 days'
    constraint settings_delivery_retention check (delivery_retention >= '7 days'),
  add column speech_retention interval default '30 days'
    constraint settings_speech_retention check (speech_retention >= '1 day'),
  add column last_position_only boolean not null default false,
  add column coarse_after interval
    constraint settings_coarse_after check (coarse_after >= '1 day'),
  add column coarse_cell double precision not null default 1000
    constraint settings_coarse_cell check (coarse_cell between 10 and 100000);
comment on column app_private.settings.position_retention is 'How long positions are kept as history. 30 days explain a recent alert, and show who reports regularly.';
comment on column app_private.settings.last_position_retention is 'How long a last position is kept from which no report has come since. 90 days are more than any alert matches, and show whose app has fallen silent. Null keeps it for good.';
comment on column app_private.settings.notification_place_retention is 'How long a notification keeps the place of its user. Within a year people ask why they were warned, or were not. Afterwards its level, rule and class of distance answer. Null keeps it for good.';
comment on column app_private.settings.delivery_retention is 'How long deliveries are kept after their alert has ended. 90 days are enough to look into pushes that failed; the alert''s figures stay. Null keeps them for good.';
comment on column app_private.settings.speech_retention is 'How long the speeches of an alert are kept after it has ended. People hear them while it lasts, and their texts stay. Null keeps them for good.';
comment on column app_private.settings.last_position_only is 'True to keep only the last position of each user, and no history. Switched on, it deletes the history.';
comment on column app_private.settings.coarse_after is 'The age from which positions are moved to a grid. Null leaves them as they were reported.';
comment on column app_private.settings.coarse_cell is 'The distance of the points of that grid, in metres.';
comment on constraint settings_last_position_retention on app_private.settings is 'last_position_retention is shorter than a day: write a longer interval, or null to keep last positions for good.';
comment on constraint settings_notification_place_retention on app_private.settings is 'notification_place_retention is shorter than a day: write a longer interval, or null to keep places for good.';
comment on constraint settings_delivery_retention on app_private.settings is 'delivery_retention is shorter than seven days, in which results still change: write a longer interval, or null to keep deliveries for good.';
comment on constraint settings_speech_retention on app_private.settings is 'speech_retention is shorter than a day: write a longer interval, or null to keep speeches for good.';
comment on constraint settings_coarse_after on app_private.settings is 'coarse_after is shorter than a day: write a longer interval, or null to leave positions as they are.';
comment on constraint settings_coarse_cell on app_private.settings is 'coarse_cell is not from 10 to 100,000: write a number of metres between them.';

alter table app_public.users add column last_position_only boolean not null default false;
comment on column app_public.users.last_position_only is 'True if only the last position of the user is kept, and no history, as the user chose by userEdit.';
alter type app_public.user_edit add attribute last_position_only boolean;
comment on column app_public.user_edit.last_position_only is 'True to keep only your last position from now on, and to delete your history. For your own user only, also for administrators.';
comment on table app_public.positions is
  E'@newestFirst\n@listForAdmins\n@filterBy moving_activity[]\nA position that a user reported. Positions are history: rows are only added, made coarse if the settings say so, and purged after a time.';
comment on table app_public.last_positions is
  E'@behavior -query:resource:connection\n@orderedBy user_id\n@listForAdmins\n@filterBy user_id\nThe last position of a user, by the time it was taken. It outlives the purge of positions, and is deleted if the user has not reported for a long time.';

-- What the deliveries of an alert added up to. It is one row an alert, with no person in it.
create table app_private.delivery_results (
  alert_id integer primary key references app_public.alerts on delete cascade,
  levels jsonb not null,
  failures jsonb not null,
  pushed jsonb not null,
  kept_at timestamptz not null default now(),
  purged_at timestamptz
);
comment on table app_private.delivery_results is 'What the deliveries of an alert added up to before they were deleted, which its figures show from then on.';
comment on column app_private.delivery_results.alert_id is 'The alert.';
comment on column app_private.delivery_results.levels is 'What app_private.delivery_of_alert() returned.';
comment on column app_private.delivery_results.failures is 'What app_private.push_failures_of_alert() returned.';
comment on column app_private.delivery_results.pushed is 'For each minute of the alert in which a push first left for some users: their number, and the last such moment.';
comment on column app_private.delivery_results.kept_at is 'When this was stored. The deliveries are deleted after that.';
comment on column app_private.delivery_results.purged_at is 'When all deliveries of the alert were deleted. Null while some are left.';
alter table app_private.delivery_results enable row level security;

create table app_private.retention_progress (
  task text primary key,
  last_id bigint not null default 0,
  cell double precision
);
comment on table app_private.retention_progress is 'How far the jobs have come that change old rows in the order of their ids, so that they look at each once.';
comment on column app_private.retention_progress.task is 'What is done: coarse_positions or notification_places.';
comment on column app_private.retention_progress.last_id is 'The last id that was looked at.';
comment on column app_private.retention_progress.cell is 'The grid of coarse_positions. With another one it begins again.';
alter table app_private.retention_progress enable row level security;
insert into app_private.retention_progress (task) values ('coarse_positions'), ('notification_places');

-- Reports that are no history are found by their ids here. The index has nobody else, so other reports do not pay for it.
alter table app_public.last_positions add column is_history boolean not null default true;
comment on column app_public.last_positions.is_history is E'@behavior -*\nTrue if the report was kept as history too. False if only the last position of the user is kept.';
-- No row is in it yet. A report waits for one reading of the table, without a write.
-- squawk-ignore require-concurrent-index-creation
create index last_positions_alone on app_public.last_positions (position_id) where not is_history;
drop function app_private.apply_position_report(app_public.positions);

--! Included positions/app_private.apply_report_settings.sql
create or replace function app_private.apply_report_settings(user_id integer) returns boolean
language plpgsql volatile
as $$
declare
  safety text;
  is_alone boolean;
begin
  -- By the key no scan looks so dear that it is compiled: a report switches sequential scans off.
  select s.report_synchronous_commit, s.last_position_only or u.last_position_only into safety, is_alone
    from app_private.settings s, app_public.users u where s.only_row and u.id = apply_report_settings.user_id;
  -- A transaction that has written something already, such as an alert or a notification, keeps its synchronous_commit.
  if safety is not null and pg_catalog.pg_current_xact_id_if_assigned() is null then
    perform pg_catalog.set_config('synchronous_commit', safety, true);
  end if;
  -- The report of someone who was erased meanwhile fails where it is stored.
  return coalesce(not is_alone, false);
end
$$;
comment on function app_private.apply_report_settings(integer) is
  'Sets synchronous_commit for a report''s transaction, if app_private.settings has a value for reports, and returns true if the user''s positions are kept as history, false if only the last one is. A report calls it before it writes, and after app_private.share_report_lock(), so that app_private.drain_reports() parts the reports before a change from those after it. A late entry sets synchronous_commit to on again by app_private.commit_synchronously().';
--! EndIncluded positions/app_private.apply_report_settings.sql
--! Included positions/app_private.apply_position_report.sql
create or replace function app_private.apply_position_report(reported app_public.positions, is_history boolean) returns void
language plpgsql volatile
as $$
declare
  here app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity, is_history)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      public.st_setsrid(public.st_makepoint(reported.longitude, reported.latitude), 4326),
      reported.accuracy, reported.moving_activity, apply_position_report.is_history)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity, is_history = excluded.is_history
      where excluded.taken_at >= l.taken_at
    returning l.* into here;
  -- An older position than the last one is only history.
  if here.user_id is not null then
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.apply_position_report(app_public.positions, boolean) is
  'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if a later position is known. is_history is what app_private.apply_report_settings() returned. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.apply_position_report.sql
--! Included positions/app_private.positions_reported.sql
create or replace function app_private.positions_reported(
  user_id integer, input app_public.position_input[], ids bigint[]
) returns app_public.positions[]
language plpgsql stable
as $$
begin
  return array(
    select case when p.id is not null then p else row(
          i.id, positions_reported.user_id, coalesce(h.created_at, now()),
          case when i.taken_at is null then coalesce(h.created_at, now()) else app_private.moment_taken(i.taken_at) end,
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions end
      from rows from (unnest(input), unnest(ids)) with ordinality
        as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, id, index)
      left join app_public.positions p on p.user_id = positions_reported.user_id and p.id = i.id
      left join app_private.position_hashes h on p.id is null and h.user_id = positions_reported.user_id
        and h.hash = app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      order by i.index);
end
$$;
comment on function app_private.positions_reported(integer, app_public.position_input[], bigint[]) is
  'Returns the positions with these ids that a user has reported, in their order. One that is not kept as history has the place of its entry.';
--! EndIncluded positions/app_private.positions_reported.sql
--! Included positions/app_private.keep_positions.sql
create or replace function app_private.keep_positions(
  user_id integer, input app_public.position_input[], out kept app_public.positions[], out ids bigint[]
)
language plpgsql volatile
as $$
declare
  hashes constant uuid[] := array(
    select app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      from unnest(input) with ordinality
        as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, index)
      order by i.index);
  first_ids bigint[] := '{}';
  first_id bigint;
  is_history boolean;
  reported app_public.positions;
  latest app_public.positions;
begin
  perform app_private.share_report_lock(keep_positions.user_id);
  is_history := app_private.apply_report_settings(keep_positions.user_id);
  ids := array(select nextval('app_public.positions_id_seq') from generate_series(1, cardinality(input)));
  -- In the order of the hashes, so that two requests with the same positions take turns. The key of the table decides.
  for first_id in
    insert into app_private.position_hashes (user_id, hash, position_id)
      select keep_positions.user_id, h.hash, min(h.id) from unnest(hashes, ids) h (hash, id)
        where h.hash is not null group by h.hash order by h.hash
      on conflict do nothing
      returning position_id
  loop
    first_ids := first_ids || first_id;
  end loop;
  kept := array(
    select row(i.id, keep_positions.user_id, now(), app_private.moment_taken(i.taken_at),
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions
      from rows from (unnest(input), unnest(hashes), unnest(ids)) with ordinality
        as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, hash, id, index)
      where i.hash is null or i.id = any (first_ids)
      order by i.index);
  if is_history then
    insert into app_public.positions (id, user_id, created_at, taken_at, latitude, longitude, accuracy, moving_activity)
      overriding system value
      select k.id, k.user_id, k.created_at, k.taken_at, k.latitude, k.longitude, k.accuracy, k.moving_activity from unnest(kept) k;
  end if;
  foreach reported in array kept loop
    -- Only the latest position can notify. The others are history.
    if latest.id is null or reported.taken_at >= latest.taken_at then
      latest := reported;
    end if;
  end loop;
  if latest.id is not null then
    perform app_private.apply_position_report(latest, is_history);
  end if;
  if cardinality(kept) is distinct from cardinality(input) then
    -- What was reported before has the id that it got then.
    ids := array(
      select coalesce(h.position_id, i.id)
        from unnest(hashes, ids) with ordinality i (hash, id, index)
        left join app_private.position_hashes h on h.user_id = keep_positions.user_id and h.hash = i.hash
        order by i.index);
  end if;
end
$$;
comment on function app_private.keep_positions(integer, app_public.position_input[]) is
  'Stores the positions of a user that were not reported before, and notifies the user at the latest of them. Returns these positions, and for each entry the id of its position. The caller has checked the entries.';
--! EndIncluded positions/app_private.keep_positions.sql
--! Included positions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  taken_at constant timestamptz := app_private.moment_taken(input.taken_at);
  fault constant text := app_private.position_fault(input.latitude, input.longitude, input.accuracy, taken_at, now());
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
  E'@argument input The position.\nReports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only. A position with a clientId that was reported before is not stored again, and the answer is the one that was. If only your last position is kept, the answer has an id too, and positions never lists it.';
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
  E'@argument input The positions, in any order.\nReports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. A position with a clientId or a takenAt that was reported before is not stored again, and the answer has the one that was. One bad entry refuses them all, and the error names its index. If only your last position is kept, the answers have ids too, and positions never lists them.';
grant execute on function app_public.new_positions(app_public.position_input[]) to app_user;
--! EndIncluded positions/app_public.new_positions.sql
--! Included positions/app_private.oldest_position_kept.sql
create or replace function app_private.oldest_position_kept() returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  return (select now() - case when s.last_position_only then interval '0' else s.position_retention end from app_private.settings s);
end
$$;
comment on function app_private.oldest_position_kept() is
  'Returns the time since which positions are kept as history: now, if only last positions are.';
--! EndIncluded positions/app_private.oldest_position_kept.sql
--! Included positions/app_private.report_with_key.sql
create or replace function app_private.report_with_key(
  user_id integer, key_hash bytea, input json, out is_known boolean, out kept integer, out faults text[]
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  key_id bigint;
  is_used_lately boolean;
  good app_public.position_input[];
begin
  select k.id, k.last_used_at > now() - interval '1 minute' into key_id, is_used_lately
    from app_private.device_keys k
    where k.user_id = report_with_key.user_id and k.key_hash = report_with_key.key_hash;
  is_known := found;
  if not is_known then
    return;
  end if;
  select array_agg(row(i.latitude, i.longitude, i.moving_activity, i.taken_at, i.accuracy, i.client_id)::app_public.position_input
        order by i.index) filter (where i.fault is null),
      array_agg(distinct i.fault) filter (where i.fault is not null)
    into good, faults
    from (
      select e.*, app_private.position_fault(e.latitude, e.longitude, e.accuracy, app_private.moment_taken(e.taken_at), now()) as fault
        from rows from (json_populate_recordset(null::app_public.position_input, input)) with ordinality
          as e (latitude, longitude, moving_activity, taken_at, accuracy, client_id, index)
    ) i;
  perform app_private.apply_report_settings(report_with_key.user_id);
  if is_used_lately is not true then
    update app_private.device_keys k set last_used_at = now()
      where k.user_id = report_with_key.user_id and k.id = key_id;
  end if;
  kept := 0;
  if good is not null then
    kept := coalesce(cardinality((app_private.keep_positions(report_with_key.user_id, good)).kept), 0);
  end if;
end
$$;
comment on function app_private.report_with_key(integer, bytea, json) is
  'Reports the positions of an app that has a device key, as newPositions does, except that an entry that cannot be stored does not refuse the others. Returns if the key is known, how many positions were new, and what is wrong with the entries that were left out.';
grant execute on function app_private.report_with_key(integer, bytea, json) to app_host;
--! EndIncluded positions/app_private.report_with_key.sql
drop function app_private.set_report_commit();
drop function app_private.purge_positions();
--! Included positions/app_private.purge_positions.sql
create or replace function app_private.purge_positions(most integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  oldest_kept constant timestamptz := app_private.oldest_position_kept();
  week constant timestamptz := date_trunc('week', oldest_kept);
  first_id bigint;
  last_id bigint;
  purged integer;
  purged_by_default integer;
begin
  -- Earlier weeks have partitions that are dropped as a whole, or are in the default partition. Ids grow with time.
  select min(o.id), max(o.id) into first_id, last_id from (
    select p.id from app_public.positions p
      where p.created_at >= week and p.created_at < week + interval '1 week' order by p.id limit purge_positions.most
  ) o;
  delete from app_public.positions p
    where p.id between first_id and last_id and p.created_at >= week and p.created_at < oldest_kept;
  get diagnostics purged = row_count;
  delete from app_public.positions_default d where d.id in (
    select o.id from app_public.positions_default o where o.created_at < oldest_kept order by o.id limit purge_positions.most);
  get diagnostics purged_by_default = row_count;
  return purged + purged_by_default;
end
$$;
comment on function app_private.purge_positions(integer) is
  'Deletes the oldest positions past the retention, except in weekly partitions that app_private.drop_position_partitions() drops. Returns their number. Call it until it returns 0, each time in a transaction of its own.';
--! EndIncluded positions/app_private.purge_positions.sql
--! Included positions/app_private.drop_position_partitions.sql
create or replace function app_private.drop_position_partitions() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
-- Reports wait for this lock too. Behind a long reader it gives up before anyone notices.
set lock_timeout = '100ms'
as $$
declare
  oldest_kept constant timestamptz := app_private.oldest_position_kept();
  old_partition record;
  dropped integer := 0;
begin
  for old_partition in
    select c.oid::regclass as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'app_public.positions'::regclass
        and c.relname ~ '^positions_\d{4}_\d\d_\d\d$'
        and to_timestamp(c.relname, '"positions_"YYYY_MM_DD') + interval '1 week' <= oldest_kept
  loop
    execute format('drop table %s', old_partition.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
comment on function app_private.drop_position_partitions() is
  'Drops the weekly partitions of positions that are past the retention, and returns their number. Call it in a transaction of its own, as reports wait for its end. Error 55P03 (lock_not_available) if a transaction that reads positions takes long: try again later.';
--! EndIncluded positions/app_private.drop_position_partitions.sql
--! Included retention/app_private.queue_forgetting.sql
create or replace function app_private.queue_forgetting(user_id integer default null) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'forget_history', json_build_object('userId', queue_forgetting.user_id), job_key => concat_ws(':', 'forget_history', user_id))
$$;
comment on function app_private.queue_forgetting(integer) is
  'Queues the job that deletes the history of a user of whom only the last position is kept; without a user, the history of everyone.';
--! EndIncluded retention/app_private.queue_forgetting.sql
--! Included retention/app_private.forget_when_set.sql
-- A trigger, because database administrators update the settings by a plain statement.
create or replace function app_private.forget_when_set() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.queue_forgetting();
  return null;
end
$$;
comment on function app_private.forget_when_set() is
  'Queues the deletion of everyone''s history when only last positions are to be kept.';

drop trigger if exists forget_when_set on app_private.settings;
create trigger forget_when_set after update on app_private.settings
  for each row when (new.last_position_only and not old.last_position_only)
  execute function app_private.forget_when_set();
--! EndIncluded retention/app_private.forget_when_set.sql
--! Included retention/app_private.forget_history.sql
create or replace function app_private.forget_history(user_id integer, most integer default 1000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  forgotten integer;
begin
  delete from app_public.positions p
    where p.user_id = forget_history.user_id
      and exists (select from app_public.users u where u.id = forget_history.user_id and u.last_position_only)
      and p.id in (
        select o.id from app_public.positions o where o.user_id = forget_history.user_id order by o.id limit forget_history.most);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
comment on function app_private.forget_history(integer, integer) is
  'Deletes the oldest positions of a user of whom only the last position is kept, and returns their number. Call it until it returns 0, each time in a transaction of its own.';
--! EndIncluded retention/app_private.forget_history.sql
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
  select max(l.position_id) into lone from app_public.last_positions l where not l.is_history;
  return greatest(kept, lone, 0);
end
$$;
comment on function app_private.newest_position_id() is
  'Returns the id of the newest position report, with which app_private.last_positions_after() and app_private.lone_positions_after() begin.';
grant execute on function app_private.newest_position_id() to app_host;
--! EndIncluded live/app_private.newest_position_id.sql
--! Included live/app_private.lone_positions_after.sql
create or replace function app_private.lone_positions_after(position_id bigint)
returns table (id bigint, user_id integer, created_at timestamptz)
language plpgsql stable security definer rows 1000
-- The settings force the index of these rows, as statistics do not cover the newest ones.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    select l.position_id, l.user_id, l.created_at from app_public.last_positions l
      where not l.is_history and l.position_id > lone_positions_after.position_id
      order by l.position_id;
end
$$;
comment on function app_private.lone_positions_after(bigint) is
  'Returns the last positions with a higher id of the report, of users of whom only the last position is kept. Hosts call it beside app_private.last_positions_after(), which does not find these.';
grant execute on function app_private.lone_positions_after(bigint) to app_host;
--! EndIncluded live/app_private.lone_positions_after.sql
--! Included users/app_public.user_edit.sql
-- Security definer, to reserve the email. So it checks by itself what the policies of users say.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  edited app_public.users;
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and caller.is_admin then
    raise exception using errcode = 'LA403', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if caller.id = user_edit.id or caller.is_admin then
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address),
          last_position_only = coalesce(user_edit.input.last_position_only, u.last_position_only)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
  end if;
  if not app_private.has_email(edited.id, edited.email) then
    delete from app_private.user_emails e where e.user_id = edited.id;
    insert into app_private.user_emails (email, user_id) values (lower(edited.email), edited.id);
  end if;
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
--! Included retention/app_private.purge_position_hashes.sql
create or replace function app_private.purge_position_hashes(from_block integer default 0, most integer default 500) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  next_block constant bigint := from_block + most;
  -- A hash of an exact place and moment tells it to whoever tries all places nearby.
  oldest_kept constant timestamptz := (
    select now() - case when s.last_position_only then interval '1 day' else least(s.position_retention, s.coarse_after) end
      from app_private.settings s);
begin
  delete from app_private.position_hashes h
    where h.ctid >= format('(%s,0)', from_block)::tid and h.ctid < format('(%s,0)', next_block)::tid
      and h.created_at < case
        when exists (select from app_public.users u where u.id = h.user_id and u.last_position_only)
        then greatest(oldest_kept, now() - interval '1 day') else oldest_kept end;
  return case when next_block * current_setting('block_size')::integer < pg_relation_size('app_private.position_hashes') then next_block end;
end
$$;
comment on function app_private.purge_position_hashes(integer, integer) is
  'Deletes what tells repeated reports, in the next blocks of its table, if the positions are purged or coarse: of users of whom only the last position is kept, after a day. Returns the next block, null after the end. Call it until then.';
--! EndIncluded retention/app_private.purge_position_hashes.sql
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
  perform app_private.announce_gone_positions(gone_ids);
  return last_user_id;
end
$$;
comment on function app_private.purge_last_positions(integer, integer) is
  'Deletes the last positions past the retention among the next users, so that nobody counts on them. Returns the last of these users, null after the end. Call it until then, each time in a transaction of its own. Error 55P03 (lock_not_available) if one of them is reporting: try again later.';
--! EndIncluded retention/app_private.purge_last_positions.sql
--! Included retention/app_private.purge_notification_places.sql
create or replace function app_private.purge_notification_places(most integer default 2000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  oldest_kept constant timestamptz := (select now() - s.notification_place_retention from app_private.settings s);
  done app_private.retention_progress;
  old record;
begin
  if oldest_kept is null then
    return 0;
  end if;
  -- Two jobs take turns.
  select p.* into done from app_private.retention_progress p where p.task = 'notification_places' for update;
  -- Up to the first notification that keeps its place for now. Ids grow with time.
  select array_agg(n.user_id) as user_ids, array_agg(n.id) as ids, max(n.id) as last_id into old
    from (
      select m.id, m.user_id, bool_and(m.created_at < oldest_kept) over (order by m.id) as is_old
        from (
          select o.id, o.user_id, o.created_at from app_public.notifications o
            where o.id > done.last_id order by o.id limit purge_notification_places.most
        ) m
    ) n
    where n.is_old;
  if old.ids is null then
    return 0;
  end if;
  perform app_private.clear_places(old.user_ids, old.ids);
  update app_private.retention_progress p set last_id = old.last_id where p.task = 'notification_places';
  return cardinality(old.ids);
end
$$;
comment on function app_private.purge_notification_places(integer) is
  'Clears the places of the next notifications past the retention by app_private.clear_places(), and returns how many it looked at. Call it until it returns 0, each time in a transaction of its own.';
--! EndIncluded retention/app_private.purge_notification_places.sql
--! Included deliveries/app_private.pushed_people.sql
create or replace function app_private.pushed_people(alert app_public.alerts) returns table (at timestamptz, people integer)
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  kept constant jsonb := (select r.pushed from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if kept is not null then
    return query select k.at, k.people from jsonb_to_recordset(kept) k (at timestamptz, people integer);
  else
    return query
      select min(coalesce(e.accepted_at, e.settled_at)), 1
        from app_private.deliveries e
        join app_public.notifications n on n.user_id = e.user_id and n.id = e.notification_id
        where e.alert_id = alert.id and n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
          and (e.accepted_at is not null or e.state = 'accepted')
        group by e.user_id;
  end if;
end
$$;
comment on function app_private.pushed_people(app_public.alerts) is
  'Returns when a push first left for each user who was notified of an alert, without all-clears; once the deliveries are deleted, for the users of a minute together.';
--! EndIncluded deliveries/app_private.pushed_people.sql
--! Included deliveries/app_private.push_failures_of_alert.sql
create or replace function app_private.push_failures_of_alert(alert_id integer) returns setof app_public.push_failure
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  kept constant jsonb := (select r.failures from app_private.delivery_results r where r.alert_id = push_failures_of_alert.alert_id);
begin
  if kept is not null then
    return query select * from jsonb_populate_recordset(null::app_public.push_failure, kept);
    return;
  end if;
  return query
    with failures as (
      select d.provider, d.why, d.state <> 'queued' as is_final, d.user_id, count(*) as pushes
        from app_private.deliveries d
        where d.alert_id = push_failures_of_alert.alert_id and d.why is not null and d.state in ('queued', 'failed', 'dead')
        group by 1, 2, 3, 4
    ), reasons as materialized (
      -- Most pushes fail alike, so this looks at few texts.
      select w.why, app_private.push_reason(w.why) as reason from (select distinct f.why from failures f) w
    ), people as (
      select f.provider, r.reason, f.is_final, f.user_id, sum(f.pushes) as pushes
        from failures f join reasons r on r.why = f.why group by 1, 2, 3, 4
    )
    select p.provider::text, p.reason, p.is_final, sum(p.pushes)::integer, count(*)::integer
      from people p group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 50;
end
$$;
comment on function app_private.push_failures_of_alert(integer) is
  'Returns why pushes of an alert have failed, or wait to be tried again, the most frequent reason first.';
grant execute on function app_private.push_failures_of_alert(integer) to app_admin;
--! EndIncluded deliveries/app_private.push_failures_of_alert.sql
--! Included deliveries/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- What pushes came to, if their deliveries are deleted. Users may still see a notification afterwards.
  kept constant jsonb := (select r.levels from app_private.delivery_results r where r.alert_id = alert.id);
begin
  return query
    with told as (
      select n.id, n.user_id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed, d.waits
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when coalesce(n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= v.created_at, true) and n.created_at <= coalesce(p.completed_at, 'infinity') then coalesce(v.created_at, alert.created_at)
          else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.accepted_at is not null or e.state = 'accepted') as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed, bool_or(e.state in ('queued', 'sent')) as waits
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    ), people as (
      -- Each user once, at the innermost level, so that the levels add up to the users that the alert reached.
      select min(t.level) as level, coalesce(bool_or(t.sent), false) as is_pushed, coalesce(bool_or(t.waits), false) as waits,
          coalesce(bool_or(t.failed), false) and not bool_or(t.accepted) as is_failed, bool_or(t.seen) as has_seen
        from told t group by t.user_id
    ), people_by_level as (
      select p.level, count(*)::integer as users, count(*) filter (where p.is_pushed)::integer as pushed,
          count(*) filter (where p.waits and not p.is_pushed)::integer as waiting,
          count(*) filter (where p.is_failed and not p.waits)::integer as failed,
          count(*) filter (where p.has_seen)::integer as seen
        from people p group by p.level
    ), figures as (
      select l.level, count(t.id)::integer as targeted, count(*) filter (where t.sent)::integer as sent,
          count(*) filter (where t.accepted)::integer as accepted, count(*) filter (where t.failed)::integer as failed,
          count(*) filter (where t.seen)::integer as seen,
          percentile_cont(0.5) within group (order by t.accepted_after) as accepted_after_median,
          percentile_cont(0.95) within group (order by t.accepted_after) as accepted_after_p95,
          percentile_cont(0.5) within group (order by t.seen_after) as seen_after_median,
          percentile_cont(0.95) within group (order by t.seen_after) as seen_after_p95
        from unnest(enum_range(null::app_public.level_alert)) l (level)
        left join told t on t.level = l.level
        group by l.level
    )
    select f.level, f.targeted, coalesce(k.sent, f.sent), coalesce(k.accepted, f.accepted), coalesce(k.failed, f.failed), f.seen,
        case when kept is null then f.accepted_after_median else k.accepted_after_median end,
        case when kept is null then f.accepted_after_p95 else k.accepted_after_p95 end,
        f.seen_after_median, f.seen_after_p95, coalesce(b.users, 0), coalesce(k.users_pushed, b.pushed, 0),
        coalesce(k.users_waiting, b.waiting, 0), coalesce(k.users_failed, b.failed, 0), coalesce(b.seen, 0)
      from figures f
      left join people_by_level b on b.level = f.level
      left join jsonb_populate_recordset(null::app_public.level_delivery, kept) k on k.level = f.level
      order by f.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'Returns the results of an alert''s notifications, one row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded deliveries/app_private.delivery_of_alert.sql
--! Included alerts/app_private.timeline_of_alert.sql
create or replace function app_private.timeline_of_alert(alert app_public.alerts) returns setof app_public.timeline_step
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    with people as (
      select min(n.created_at) as told_at, min(n.seen_at) as seen_at
        from app_public.notifications n where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
        group by n.user_id
    ), events as materialized (
      select e.at, e.what, 1 as people
        from people p cross join lateral (values (p.told_at, 'told'), (p.seen_at, 'seen')) e (at, what)
        where e.at is not null
      union all
      select p.at, 'pushed', p.people from app_private.pushed_people(alert) p
    ), width as (
      -- The shortest steps of which there are no more than a plot can show.
      select min(w.seconds) as seconds
        from unnest(array[60, 300, 900, 3600, 21600, 86400, 604800]) w (seconds)
        where w.seconds * 120 >= (select extract(epoch from max(e.at) - min(alert.created_at)) from events e) or w.seconds = 604800
    )
    select s.began_at, w.seconds, coalesce(sum(e.people) filter (where e.what = 'told'), 0)::integer,
        coalesce(sum(e.people) filter (where e.what = 'pushed'), 0)::integer, coalesce(sum(e.people) filter (where e.what = 'seen'), 0)::integer
      from width w, events e
      cross join lateral (select date_bin(make_interval(secs => w.seconds), e.at, alert.created_at) as began_at) s
      group by s.began_at, w.seconds order by s.began_at;
end
$$;
comment on function app_private.timeline_of_alert(app_public.alerts) is
  'Returns how many users were notified, pushed to and saw it in each step of an alert''s time, without all-clears. Steps without any are left out.';
grant execute on function app_private.timeline_of_alert(app_public.alerts) to app_admin;
--! EndIncluded alerts/app_private.timeline_of_alert.sql
--! Included alerts/app_private.alert_months.sql
create or replace function app_private.alert_months(since timestamptz) returns setof app_public.alert_month
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    with published as (
      select a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at
        from app_public.alerts a where a.created_at >= alert_months.since
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- For a late entry, time would count from its own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1 and coalesce(n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= p.created_at, true)) - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    )
    select p.began_at, p.status, count(*)::integer, coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median
      order by p.began_at desc, p.status;
end
$$;
comment on function app_private.alert_months(timestamptz) is
  'Returns the alerts published since a time and their results, by month (in UTC) and status.';
grant execute on function app_private.alert_months(timestamptz) to app_admin;
--! EndIncluded alerts/app_private.alert_months.sql
--! Included deliveries/app_private.keep_delivery_results.sql
create or replace function app_private.keep_delivery_results(alert app_public.alerts) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp set jit = off
as $$
begin
  insert into app_private.delivery_results (alert_id, levels, failures, pushed)
    values (
      alert.id,
      (select jsonb_agg(d order by d.level) from app_private.delivery_of_alert(alert) d),
      coalesce((select jsonb_agg(f) from app_private.push_failures_of_alert(alert.id) f), '[]'),
      coalesce(
        -- Minutes of the alert's time, of which the steps of the timeline are made.
        (select jsonb_agg(jsonb_build_object('at', m.at, 'people', m.people) order by m.at)
          from (
            select max(t.at) as at, count(*) as people
              from app_private.pushed_people(alert) t group by date_bin('1 minute', t.at, alert.created_at)
          ) m),
        '[]'))
    on conflict do nothing;
end
$$;
comment on function app_private.keep_delivery_results(app_public.alerts) is
  'Stores what the deliveries of an alert add up to, so that its figures stay the same without them.';
--! EndIncluded deliveries/app_private.keep_delivery_results.sql
--! Included retention/app_private.purge_deliveries.sql
create or replace function app_private.purge_deliveries(most integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  past constant timestamptz := now() - (select s.delivery_retention from app_private.settings s);
  alert app_public.alerts;
  purged integer;
begin
  select a.* into alert
    from app_public.alerts a
    left join app_private.delivery_results r on r.alert_id = a.id
    left join app_private.publications p on p.alert_id = a.id
    where least(a.expires_at, a.cancelled_at) < past and (p.alert_id is null or p.completed_at < past) and r.purged_at is null
    order by a.id limit 1;
  if alert.id is null then
    return 0;
  end if;
  -- The figures first, in a step of their own.
  if not exists (select from app_private.delivery_results r where r.alert_id = alert.id) then
    perform app_private.keep_delivery_results(alert);
    return 1;
  end if;
  delete from app_private.deliveries d where (d.user_id, d.id) in (
    select o.user_id, o.id from app_private.deliveries o where o.alert_id = alert.id limit purge_deliveries.most);
  get diagnostics purged = row_count;
  if purged = 0 then
    update app_private.delivery_results r set purged_at = now() where r.alert_id = alert.id;
  end if;
  return purged + 1;
end
$$;
comment on function app_private.purge_deliveries(integer) is
  'Deletes deliveries of the first alert that has ended longer ago than they are kept, after it has stored what they add up to. Returns 0 if there is nothing left to do. Call it until then, each time in a transaction of its own.';
--! EndIncluded retention/app_private.purge_deliveries.sql
--! Included retention/app_private.purge_speeches.sql
create or replace function app_private.purge_speeches(most integer default 20) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  past constant timestamptz := now() - (select s.speech_retention from app_private.settings s);
  unused uuid[];
  parted integer;
  purged integer;
begin
  delete from app_private.alert_speeches s where (s.alert_id, s.level) in (
    select o.alert_id, o.level from app_private.alert_speeches o join app_public.alerts a on a.id = o.alert_id
      where least(a.expires_at, a.cancelled_at) < past limit purge_speeches.most);
  get diagnostics parted = row_count;
  -- Another alert may begin to use a speech now: the lock comes first, then a look at what has been committed until then.
  unused := array(
    select s.id from app_private.speeches s
      where past is not null and not exists (select from app_private.alert_speeches a where a.speech_id = s.id)
      limit purge_speeches.most for update skip locked);
  delete from app_private.speeches s
    where s.id = any (unused) and not exists (select from app_private.alert_speeches a where a.speech_id = s.id);
  get diagnostics purged = row_count;
  return parted + purged;
end
$$;
comment on function app_private.purge_speeches(integer) is
  'Deletes speeches that only alerts use which have ended longer ago than speeches are kept. Returns 0 if there is nothing left to do. Call it until then, each time in a transaction of its own.';
--! EndIncluded retention/app_private.purge_speeches.sql
--! Included retention/app_private.coarse_place.sql
create or replace function app_private.coarse_place(inout latitude double precision, inout longitude double precision, cell double precision)
language plpgsql immutable parallel safe
as $$
declare
  -- A degree of latitude has about 111,195 metres everywhere, one of longitude as many at the equator only.
  rows constant double precision := ceil(180 * 111195 / cell);
  -- The 180th meridian and the poles are on the grid.
  columns double precision;
begin
  latitude := -90 + round((latitude + 90) * rows / 180) * 180 / rows;
  columns := greatest(1, ceil(360 * 111195 * cosd(latitude) / cell));
  longitude := -180 + round((longitude + 180) * columns / 360) * 360 / columns;
end
$$;
comment on function app_private.coarse_place(double precision, double precision, double precision) is
  'Returns the nearest point of a grid whose points are at most so many metres apart. A point of the grid stays.';
--! EndIncluded retention/app_private.coarse_place.sql
--! Included retention/app_private.coarsen_positions.sql
create or replace function app_private.coarsen_positions(most integer default 2000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  grid_cell constant double precision := (select s.coarse_cell from app_private.settings s);
  oldest_exact constant timestamptz := (select now() - s.coarse_after from app_private.settings s);
  done app_private.retention_progress;
  reached_id bigint;
  looked_at integer;
begin
  if oldest_exact is null then
    return 0;
  end if;
  -- Two jobs take turns. A new grid begins with the oldest position.
  select p.* into done from app_private.retention_progress p where p.task = 'coarse_positions' for update;
  if done.cell is distinct from grid_cell then
    done.last_id := 0;
  end if;
  -- Up to the first position that stays exact for now. Ids grow with time.
  select max(n.id), count(*) into reached_id, looked_at
    from (
      select m.id, bool_and(m.created_at < oldest_exact) over (order by m.id) as is_old
        from (
          select o.id, o.created_at from app_public.positions o
            where o.id > done.last_id order by o.id limit coarsen_positions.most
        ) m
    ) n
    where n.is_old;
  if looked_at = 0 then
    return 0;
  end if;
  update app_public.positions p
    set latitude = c.latitude, longitude = c.longitude,
      -- A point of the grid is at most half a diagonal of a cell away.
      accuracy = least(coalesce(p.accuracy, 0) + grid_cell / sqrt(2), 20000000)
    from (
      select o.user_id, o.id, o.created_at, g.latitude, g.longitude
        from app_public.positions o cross join lateral app_private.coarse_place(o.latitude, o.longitude, grid_cell) g
        where o.id > done.last_id and o.id <= reached_id and o.created_at < oldest_exact
    ) c
    where p.user_id = c.user_id and p.id = c.id and p.created_at = c.created_at
      -- Not one that is there already.
      and abs(p.latitude - c.latitude) + abs(p.longitude - c.longitude) > 1e-9;
  update app_private.retention_progress p set last_id = reached_id, cell = grid_cell where p.task = 'coarse_positions';
  return looked_at;
end
$$;
comment on function app_private.coarsen_positions(integer) is
  'Moves the next positions that are old enough to the grid of the settings, each once, and widens their accuracy by as much. Returns how many it looked at. Call it until it returns 0, each time in a transaction of its own.';
--! EndIncluded retention/app_private.coarsen_positions.sql
--! Included audit/app_private.purge_audit.sql
create or replace function app_private.purge_audit(most integer default 10000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  oldest_kept constant timestamptz := now() - (select s.audit_retention from app_private.settings s);
  first_place bigint;
  last app_private.audit_chain;
begin
  lock table app_private.audit_chain in share row exclusive mode;
  select min(m.place) into first_place from app_private.audit_chain m;
  -- The places before the first entry that is kept. The last place of the chain stays, as the next entry continues it.
  select c.* into last
    from app_private.audit_chain c
    where c.place < least(
      (select min(f.place) from app_private.audit_chain f join app_public.audit_entries e on e.id = f.entry_id
        where f.place < first_place + purge_audit.most and e.created_at >= oldest_kept),
      (select max(m.place) from app_private.audit_chain m),
      first_place + purge_audit.most)
    order by c.place desc limit 1;
  if last.place is null then
    return 0;
  end if;
  delete from app_public.audit_entries e using app_private.audit_chain c where c.place <= last.place and e.id = c.entry_id;
  delete from app_private.audit_chain c where c.place <= last.place;
  perform app_private.audit('ENTRIES_PURGED', facts => jsonb_build_object('place', last.place, 'hash', encode(last.hash, 'hex')));
  return last.place;
end
$$;
comment on function app_private.purge_audit(integer) is
  'Deletes the oldest entries that are past the retention, and records the last place and its hash, from which the rest of the chain is verified. Returns that place, 0 if there was nothing to delete. Call it until then, each time in a transaction of its own.';
--! EndIncluded audit/app_private.purge_audit.sql
