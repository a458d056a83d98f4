--! Previous: sha1:e86f151f6b7ce45c186172cef2592f31e1d89a4f
--! Hash: sha1:fb1b68d42faf81bcbd35f7affca8e1ac53a475eb
--! Message: positions

--! split: 1-positions.sql
create type app_public.moving_activity as enum
  ('IN_VEHICLE', 'ON_BICYCLE', 'ON_FOOT', 'RUNNING', 'STILL', 'TILTING', 'UNKNOWN', 'WALKING');
comment on type app_public.moving_activity is 'How a user is moving, as the device''s activity recognition tells it.';

-- No foreign key: the user is the request's, just authenticated, and users are never deleted
-- while they have positions (app_private.refuse_to_lose_history); the check would cost every report.
create table app_public.positions (
  id bigint generated always as identity,
  user_id integer not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz not null default now(),
  latitude double precision not null
    constraint positions_latitude check (latitude between -90 and 90),
  longitude double precision not null
    constraint positions_longitude check (longitude between -180 and 180),
  accuracy double precision
    constraint positions_accuracy check (accuracy between 0 and 20000000),
  moving_activity app_public.moving_activity not null,
  constraint positions_taken_at check (taken_at >= '1970-01-01 00:00:00+00' and taken_at <= created_at),
  primary key (id, created_at)
) partition by range (created_at);
create index positions_moving_activity on app_public.positions (moving_activity, id);

comment on table app_public.positions is E'@newestFirst\n@listForAdmins\n@filterBy moving_activity[]\nWhere a user was: a history, kept for a time, append-only.';
comment on column app_public.positions.created_at is 'Seconds since 1970-01-01 UTC.';
comment on column app_public.positions.taken_at is 'When the device took it, in seconds since 1970-01-01 UTC; as createdAt where it did not say.';
comment on column app_public.positions.latitude is 'Degrees north, WGS 84.';
comment on column app_public.positions.longitude is 'Degrees east, WGS 84.';
comment on column app_public.positions.accuracy is 'Radius in metres, as the device told it.';
comment on constraint positions_latitude on app_public.positions is 'latitude must be a number of degrees from -90 to 90.';
comment on constraint positions_longitude on app_public.positions is 'longitude must be a number of degrees from -180 to 180.';
comment on constraint positions_accuracy on app_public.positions is 'accuracy must be a number of metres from 0 to 20,000,000.';
comment on constraint positions_taken_at on app_public.positions is 'takenAt must be in seconds since 1970-01-01 UTC, and not in the future.';

-- Catches what no partition was made for; emptied when one is.
create table app_public.positions_default partition of app_public.positions default;

create table app_public.last_positions (
  user_id integer primary key references app_public.users on delete restrict,
  position_id bigint not null,
  created_at timestamptz not null,
  taken_at timestamptz not null,
  location geometry(Point, 4326) not null,
  accuracy double precision,
  moving_activity app_public.moving_activity not null
);
-- Half-empty pages let a report update its row in place of writing the table anew.
alter table app_public.last_positions set (fillfactor = 50);
create index last_positions_location on app_public.last_positions using gist (location);
comment on table app_public.last_positions is E'@behavior -*\nWhere each user was last, by the moment it was taken; survives the purge of positions.';

alter table app_public.positions enable row level security;
alter table app_public.positions_default enable row level security;
alter table app_public.last_positions enable row level security;

comment on table app_public.positions_default is E'@behavior -*\nPositions for which no partition was made in time.';

--! Included functions/app_private.make_position_partitions.sql
create or replace function app_private.make_position_partitions(ahead interval default '4 weeks') returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  week timestamptz;
  partition_name text;
  made integer := 0;
begin
  -- One maker at a time; its lock is not the publications'.
  perform pg_advisory_xact_lock(hashtext('app_private.make_position_partitions'));
  for week in select generate_series(date_trunc('week', now()), now() + ahead, '1 week') loop
    partition_name := 'positions_' || to_char(week, 'YYYY_MM_DD');
    continue when to_regclass(format('app_public.%I', partition_name)) is not null;
    -- Making a partition takes this lock anyway; from here on, no report slips into the default one.
    lock table app_public.positions in access exclusive mode;
    create temporary table moved_positions on commit drop as
      select * from app_public.positions_default where created_at >= week and created_at < week + interval '1 week';
    delete from app_public.positions_default where created_at >= week and created_at < week + interval '1 week';
    execute format(
      'create table app_public.%I partition of app_public.positions for values from (%L) to (%L)',
      partition_name, week, week + interval '1 week');
    -- Reached through the parent only, whose policies and grants then apply.
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
  'Makes the weekly partitions of positions from this week on, as far ahead as asked; returns how many were new.';
--! EndIncluded functions/app_private.make_position_partitions.sql
--! Included functions/app_private.purge_positions.sql
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
  'Drops the weekly partitions of positions past the retention, and deletes what else is past it; returns how many rows were deleted singly.';
--! EndIncluded functions/app_private.purge_positions.sql
--! Included policies/app_public.positions.sql
drop policy if exists read_all on app_public.positions;
create policy read_all on app_public.positions for select to app_admin
  using (true);

grant select on app_public.positions to app_admin;
--! EndIncluded policies/app_public.positions.sql
--! Included policies/app_public.last_positions.sql
drop policy if exists read_all on app_public.last_positions;
create policy read_all on app_public.last_positions for select to app_admin
  using (true);

grant select on app_public.last_positions to app_admin;
--! EndIncluded policies/app_public.last_positions.sql

select app_private.make_position_partitions();
