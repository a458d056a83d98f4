--! Previous: sha1:10613ab887fe60e0a4fd44e2caff0b5370c8ccc4
--! Hash: sha1:6f11d7fd7e8f35b687b623ef6fe829414cce62cc
--! Message: Positions

create type app_public.moving_activity as enum ('IN_VEHICLE', 'ON_BICYCLE', 'ON_FOOT', 'RUNNING', 'STILL', 'TILTING', 'UNKNOWN', 'WALKING');
comment on type app_public.moving_activity is E'@value IN_VEHICLE In a vehicle.\n@value ON_BICYCLE On a bicycle.\n@value ON_FOOT On foot, walking or running.\n@value RUNNING Running.\n@value STILL Not moving.\n@value TILTING The device is tilting, for example because it was picked up.\n@value UNKNOWN The device cannot tell.\n@value WALKING Walking.\nHow a user is moving, as the device''s activity recognition reports it.';

create type app_public.position_input as (
  latitude double precision,
  longitude double precision,
  moving_activity app_public.moving_activity,
  taken_at bigint,
  accuracy double precision
);
comment on type app_public.position_input is E'@inputTypeName PositionInput\nA position to report.';
comment on column app_public.position_input.latitude is E'@notNull\nDegrees north, WGS 84, from -90 to 90.';
comment on column app_public.position_input.longitude is E'@notNull\nDegrees east, WGS 84, from -180 to 180.';
comment on column app_public.position_input.moving_activity is E'@notNull\nHow you are moving.';
comment on column app_public.position_input.taken_at is 'When the device took it, in seconds since 1970-01-01 UTC. Now, if it is left out. Up to a day ahead counts as now, for clocks that are fast.';
comment on column app_public.position_input.accuracy is 'The radius of its accuracy in metres.';

--! Included positions/app_private.position_fault.sql
create or replace function app_private.position_fault(
  latitude double precision, longitude double precision, accuracy double precision, taken_at timestamptz, created_at timestamptz
) returns text
language plpgsql immutable parallel safe
as $$
begin
  return case
    when latitude between -90 and 90 is not true then 'latitude is out of range: send degrees from -90 to 90.'
    when longitude between -180 and 180 is not true then 'longitude is out of range: send degrees from -180 to 180.'
    when accuracy not between 0 and 20000000 then 'accuracy is out of range: send metres from 0 to 20,000,000.'
    when taken_at between '1970-01-01 00:00:00+00' and created_at is not true
      then 'takenAt is in the future or before 1970: send seconds since 1970-01-01 UTC.'
  end;
end
$$;
comment on function app_private.position_fault(double precision, double precision, double precision, timestamptz, timestamptz) is
  'Returns what is wrong with a position, or null. The table has one constraint for it, because each constraint takes time at each report.';
--! EndIncluded positions/app_private.position_fault.sql

create table app_public.positions (
  id bigint generated always as identity,
  user_id integer not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz not null default now(),
  latitude double precision not null,
  longitude double precision not null,
  accuracy double precision,
  moving_activity app_public.moving_activity not null,
  primary key (user_id, id, created_at),
  constraint positions_fault check (app_private.position_fault(latitude, longitude, accuracy, taken_at, created_at) is null)
) partition by range (created_at);
comment on table app_public.positions is
  E'@newestFirst\n@listForAdmins\n@filterBy moving_activity[]\nA position that a user reported. Positions are history: rows are only added, and purged after a time.';
comment on column app_public.positions.id is 'The id of the position. Ids grow with time.';
comment on column app_public.positions.user_id is 'The id of the user who reported it.';
comment on column app_public.positions.created_at is 'When the service received it, in seconds since 1970-01-01 UTC.';
comment on column app_public.positions.taken_at is 'When the device took it, in seconds since 1970-01-01 UTC. It equals createdAt if the device did not say.';
comment on column app_public.positions.latitude is 'Degrees north, WGS 84.';
comment on column app_public.positions.longitude is 'Degrees east, WGS 84.';
comment on column app_public.positions.accuracy is 'The radius of its accuracy in metres, as the device reported it. Null if it did not.';
comment on column app_public.positions.moving_activity is 'How the user was moving.';
comment on constraint positions_fault on app_public.positions is 'The position is off the globe, or its accuracy or time is out of range.';
create index positions_id on app_public.positions (id);
create index positions_moving_activity on app_public.positions (moving_activity, id);
alter table app_public.positions enable row level security;
create policy read_all on app_public.positions for select to app_admin
  using (true);
grant select on app_public.positions to app_admin;

create table app_public.positions_default partition of app_public.positions default;
comment on table app_public.positions_default is
  E'@behavior -*\nPositions for which no partition was made in time.';
alter table app_public.positions_default enable row level security;

create table app_public.last_positions (
  user_id integer primary key references app_public.users on delete restrict,
  position_id bigint not null,
  created_at timestamptz not null,
  taken_at timestamptz not null,
  location public.geometry(Point, 4326) not null,
  accuracy double precision,
  moving_activity app_public.moving_activity not null,
  latitude double precision not null generated always as (public.st_y(location)) stored,
  longitude double precision not null generated always as (public.st_x(location)) stored
) with (fillfactor=50);
comment on table app_public.last_positions is
  E'@behavior -query:resource:connection\n@orderedBy user_id\n@listForAdmins\n@filterBy user_id\nThe last position of a user, by the time it was taken. It survives the purge of positions.';
comment on column app_public.last_positions.user_id is 'The id of the user.';
comment on column app_public.last_positions.position_id is E'@behavior -*\nThe position report that it comes from.';
comment on column app_public.last_positions.created_at is 'When the service received it, in seconds since 1970-01-01 UTC.';
comment on column app_public.last_positions.taken_at is 'When the device took it, in seconds since 1970-01-01 UTC.';
comment on column app_public.last_positions.location is E'@behavior -*\nLongitude and latitude in degrees, WGS 84.';
comment on column app_public.last_positions.accuracy is 'The radius of its accuracy in metres, as the device reported it. Null if it did not.';
comment on column app_public.last_positions.moving_activity is 'How the user was moving.';
comment on column app_public.last_positions.latitude is 'Degrees north, WGS 84.';
comment on column app_public.last_positions.longitude is 'Degrees east, WGS 84.';
comment on constraint last_positions_user_id_fkey on app_public.last_positions is E'@fieldName user\n@backwardBehavior -*\nThe user.';
create index last_positions_location on app_public.last_positions using gist (location);
alter table app_public.last_positions enable row level security;
create policy read_all on app_public.last_positions for select to app_admin
  using (true);
grant select on app_public.last_positions to app_admin;

--! Included positions/app_private.moment_taken.sql
create or replace function app_private.moment_taken(seconds bigint) returns timestamptz
language sql stable parallel safe
as $$
  select case
    when seconds is null then pg_catalog.now()
    -- A position from a fast clock counts as taken now. to_timestamp() fails past the year 294276.
    when seconds between 0 and extract(epoch from pg_catalog.now()) + 86400
      then least(pg_catalog.to_timestamp(seconds), pg_catalog.now())
    else 'infinity'::timestamptz
  end
$$;
comment on function app_private.moment_taken(bigint) is
  'Returns when a position was taken, from the device''s seconds since 1970-01-01 UTC. Null and up to a day ahead mean now. Anything else gives infinity, which the table refuses.';
--! EndIncluded positions/app_private.moment_taken.sql
--! Included positions/app_private.first_bad_position.sql
create or replace function app_private.first_bad_position(input app_public.position_input[]) returns text
language sql stable
as $$
  select format('input[%s].%s', p.index - 1, f.fault)
    from unnest(input) with ordinality as p (latitude, longitude, moving_activity, taken_at, accuracy, index)
    cross join lateral (
      select coalesce(
        app_private.position_fault(p.latitude, p.longitude, p.accuracy, app_private.moment_taken(p.taken_at), now()),
        case when p.moving_activity is null then 'movingActivity is missing: send one of its values.' end)
    ) f (fault)
    where f.fault is not null
    order by p.index
    limit 1
$$;
comment on function app_private.first_bad_position(app_public.position_input[]) is
  'Returns what is wrong with the first entry that the table would refuse, as a constraint cannot name the entry. Null if all are good.';
--! EndIncluded positions/app_private.first_bad_position.sql
--! Included positions/app_private.report_lock.sql
create or replace function app_private.report_lock(user_id integer) returns bigint
language sql immutable parallel safe
as $$
  select (4155::pg_catalog.int8 << 32) | ((user_id >> 11) & 255)
$$;
comment on function app_private.report_lock(integer) is
  'Returns the key of the advisory lock of a user''s reports. Users of neighbouring ids share one: there are 256, few enough for one transaction to hold all.';
--! EndIncluded positions/app_private.report_lock.sql
--! Included positions/app_private.share_report_lock.sql
create or replace function app_private.share_report_lock(user_id integer) returns void
language plpgsql volatile
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(app_private.report_lock(user_id));
end
$$;
comment on function app_private.share_report_lock(integer) is
  'Begins a report of a user: it waits while a publication holds the user''s reports. A report calls it first, so that its later statements see every alert that a publication has made known. See app_private.drain_reports().';
--! EndIncluded positions/app_private.share_report_lock.sql
--! Included positions/app_private.apply_position_report.sql
create or replace function app_private.apply_position_report(reported app_public.positions) returns void
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
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.apply_position_report(app_public.positions) is
  'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if a later position is known. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.apply_position_report.sql
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
  reported app_public.positions;
begin
  if fault is not null then
    raise exception using errcode = 'LA400', message = fault;
  end if;
  perform app_private.share_report_lock(caller_id);
  insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
    values (caller_id, input.latitude, input.longitude, input.accuracy, input.moving_activity, taken_at)
    returning * into reported;
  perform app_private.apply_position_report(reported);
  return reported;
end
$$;
comment on function app_public.new_position(app_public.position_input) is
  E'@argument input The position.\nReports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only.';
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
  reported app_public.positions;
  latest app_public.positions;
begin
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  bad := app_private.first_bad_position(input);
  if bad is not null then
    raise exception using errcode = 'LA400', message = bad;
  end if;
  perform app_private.share_report_lock(caller_id);
  for reported in
    insert into app_public.positions as p (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      select caller_id, i.latitude, i.longitude, i.accuracy, i.moving_activity, app_private.moment_taken(i.taken_at)
        from unnest(input) with ordinality as i (latitude, longitude, moving_activity, taken_at, accuracy, index)
        order by i.index
      returning p.*
  loop
    -- Only the latest position can notify. The others are history.
    if latest.id is null or reported.taken_at >= latest.taken_at then
      latest := reported;
    end if;
    return next reported;
  end loop;
  if latest.id is not null then
    perform app_private.apply_position_report(latest);
  end if;
end
$$;
comment on function app_public.new_positions(app_public.position_input[]) is
  E'@argument input The positions, in any order.\nReports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. One bad entry refuses them all, and the error names its index.';
grant execute on function app_public.new_positions(app_public.position_input[]) to app_user;
--! EndIncluded positions/app_public.new_positions.sql
--! Included positions/app_private.make_position_partitions.sql
create or replace function app_private.make_position_partitions(ahead interval default '4 weeks') returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  week timestamptz;
  partition_name text;
  made integer := 0;
begin
  -- One process at a time makes partitions. Reports do not wait for this lock.
  lock table only app_public.positions in share update exclusive mode;
  for week in select generate_series(date_trunc('week', now()), now() + ahead, '1 week') loop
    partition_name := 'positions_' || to_char(week, 'YYYY_MM_DD');
    continue when to_regclass(format('app_public.%I', partition_name)) is not null;
    -- Creating a partition takes this lock anyway. Taken now, it keeps new reports out of the default partition.
    lock table app_public.positions in access exclusive mode;
    create temporary table moved_positions on commit drop as
      select * from app_public.positions_default where created_at >= week and created_at < week + interval '1 week';
    delete from app_public.positions_default where created_at >= week and created_at < week + interval '1 week';
    execute format(
      'create table app_public.%I partition of app_public.positions for values from (%L) to (%L)',
      partition_name, week, week + interval '1 week');
    -- Access goes only through the parent, so its policies and grants apply.
    execute format('alter table app_public.%I enable row level security', partition_name);
    execute format('comment on table app_public.%I is %L', partition_name, E'@behavior -*\nPositions of one week.');
    insert into app_public.positions overriding system value select * from moved_positions;
    drop table moved_positions;
    made := made + 1;
  end loop;
  return made;
end
$$;
comment on function app_private.make_position_partitions(interval) is
  'Makes the weekly partitions of positions from this week on, as far ahead as given. Returns the number of new ones.';
--! EndIncluded positions/app_private.make_position_partitions.sql
--! Included positions/app_private.purge_positions.sql
create or replace function app_private.purge_positions() returns bigint
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  oldest_kept timestamptz;
  old_partition record;
  purged bigint;
begin
  select now() - s.position_retention into oldest_kept from app_private.settings s;
  for old_partition in
    select c.oid::regclass as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'app_public.positions'::regclass
        and c.relname ~ '^positions_\d{4}_\d\d_\d\d$'
        and to_timestamp(c.relname, '"positions_"YYYY_MM_DD') + interval '1 week' <= oldest_kept
  loop
    execute format('drop table %s', old_partition.name);
  end loop;
  delete from app_public.positions where created_at < oldest_kept;
  get diagnostics purged = row_count;
  return purged;
end
$$;
comment on function app_private.purge_positions() is
  'Drops the weekly partitions of positions that are past the retention, and deletes other rows past it. Returns the number of deleted rows, without those of dropped partitions.';
--! EndIncluded positions/app_private.purge_positions.sql
