--! Previous: sha1:5de8401178f1f9cc5ebdb204cda84771a355a5bc
--! Hash: sha1:b3ed35f5fef000bf85142ad826d0c01bb0f5ff45
--! Message: Positions

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.moving_activity as enum ('IN_VEHICLE', 'ON_BICYCLE', 'ON_FOOT', 'RUNNING', 'STILL', 'TILTING', 'UNKNOWN', 'WALKING');
comment on type app_public.moving_activity is
  E'@value IN_VEHICLE In a vehicle.\n@value ON_BICYCLE On a bicycle.\n@value ON_FOOT On foot, walking or running.\n@value RUNNING Running.\n@value STILL Not moving.\n@value TILTING The device is tilting, for example because it was picked up.\n@value UNKNOWN The device cannot tell.\n@value WALKING Walking.\nHow a user is moving, as the device''s activity recognition reports it.';

create type app_public.position_input as (
  latitude double precision,
  longitude double precision,
  moving_activity app_public.moving_activity,
  taken_at bigint,
  accuracy double precision,
  client_id text
);
comment on type app_public.position_input is E'@inputTypeName PositionInput\nA position to report.';
comment on column app_public.position_input.latitude is E'@notNull\nDegrees north, WGS 84, from -90 to 90.';
comment on column app_public.position_input.longitude is E'@notNull\nDegrees east, WGS 84, from -180 to 180.';
comment on column app_public.position_input.moving_activity is E'@notNull\nHow you are moving.';
comment on column app_public.position_input.taken_at is
  'When the device took it. Now, if it is left out. Up to a day ahead counts as now, for clocks that are fast. More than ten years ago is refused, except that 1,024 weeks are added if this gives now to within a day, for receivers of GPS that lost count of the weeks.';
comment on column app_public.position_input.accuracy is 'The radius of its accuracy in metres.';
comment on column app_public.position_input.client_id is
  'Your own id of this position, such as a UUID, of 1 to 100 characters. A position that you report again with the same id is stored once.';

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
      then 'takenAt is in the future or more than ten years ago: send seconds since 1970-01-01 UTC.'
  end;
end
$$;
comment on function app_private.position_fault(double precision, double precision, double precision, timestamptz, timestamptz) is
  'Returns the fault of a position, or null. The table has one check constraint for all rules, because each constraint adds to the cost of a report.';
--! EndIncluded positions/app_private.position_fault.sql

create table app_public.positions (
  id bigint not null generated always as identity,
  user_id integer not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz not null default now(),
  latitude double precision not null,
  longitude double precision not null,
  accuracy double precision,
  moving_activity app_public.moving_activity not null,
  constraint positions_fault check (app_private.position_fault(latitude, longitude, accuracy, taken_at, created_at) is null),
  constraint positions_pkey primary key (user_id, id, created_at)
) partition by range (created_at);
create index positions_id on app_public.positions (id);
create index positions_moving_activity on app_public.positions (moving_activity, id);
alter table app_public.positions enable row level security;

create policy read_all on app_public.positions for select to app_admin using (true);
grant select on app_public.positions to app_admin;

comment on table app_public.positions is
  E'@newestFirst\n@listForAdmins\n@filterBy moving_activity[]\n@listedFrom app_private.listed_positions\nA position that a user reported. Positions are history: rows are only added, and purged after a time.';
comment on column app_public.positions.id is 'The id of the position. Ids grow with time.';
comment on column app_public.positions.user_id is 'The id of the user who reported it.';
comment on column app_public.positions.created_at is 'When the service received it.';
comment on column app_public.positions.taken_at is
  'When the device took it. It equals createdAt if the device did not say.';
comment on column app_public.positions.latitude is 'Degrees north, WGS 84.';
comment on column app_public.positions.longitude is 'Degrees east, WGS 84.';
comment on column app_public.positions.accuracy is
  'The radius of its accuracy in metres, as the device reported it. Null if it did not.';
comment on column app_public.positions.moving_activity is 'How the user was moving.';
comment on constraint positions_fault on app_public.positions is
  'The position is off the globe, or its accuracy or time is out of range.';

create table app_public.positions_default partition of app_public.positions default;
alter table app_public.positions_default enable row level security;
comment on table app_public.positions_default is E'@behavior -*\nPositions of weeks without a partition.';

create table app_public.last_positions (
  user_id integer not null,
  position_id bigint not null,
  created_at timestamptz not null,
  taken_at timestamptz not null,
  location public.geometry(Point,4326) not null,
  accuracy double precision,
  moving_activity app_public.moving_activity not null,
  latitude double precision generated always as (public.st_y(location)) stored not null,
  longitude double precision generated always as (public.st_x(location)) stored not null,
  alive_at timestamptz,
  constraint last_positions_pkey primary key (user_id),
  constraint last_positions_user_id_fkey foreign key (user_id) references app_public.users(id) on delete restrict
) with (fillfactor='50');
create index last_positions_location on app_public.last_positions using gist (location);
alter table app_public.last_positions enable row level security;

create policy read_all on app_public.last_positions for select to app_admin using (true);
grant select on app_public.last_positions to app_admin;

comment on table app_public.last_positions is
  E'@behavior -query:resource:connection\n@orderedBy user_id\n@listForAdmins\n@filterBy user_id\nThe last position of a user, by the time it was taken. It outlives the purge of positions, and is deleted if the user has not reported for a long time.';
comment on column app_public.last_positions.user_id is 'The id of the user.';
comment on column app_public.last_positions.position_id is E'@behavior -*\nThe position report that it comes from.';
comment on column app_public.last_positions.created_at is
  'When the service received it.';
comment on column app_public.last_positions.taken_at is 'When the device took it.';
comment on column app_public.last_positions.location is E'@behavior -*\nLongitude and latitude in degrees, WGS 84.';
comment on column app_public.last_positions.accuracy is
  'The radius of its accuracy in metres, as the device reported it. Null if it did not.';
comment on column app_public.last_positions.moving_activity is 'How the user was moving.';
comment on column app_public.last_positions.latitude is 'Degrees north, WGS 84.';
comment on column app_public.last_positions.longitude is 'Degrees east, WGS 84.';
comment on column app_public.last_positions.alive_at is
  'When an app last confirmed that it runs without a newer position. Alerts count the age of the position from then. Null if none has.';
comment on constraint last_positions_user_id_fkey on app_public.last_positions is
  E'@fieldName user\n@backwardBehavior -*\nThe user.';

create table app_private.lone_positions (
  user_id integer not null,
  position_id bigint not null,
  constraint lone_positions_pkey primary key (user_id)
);
create index lone_positions_position_id on app_private.lone_positions (position_id);
alter table app_private.lone_positions enable row level security;

create policy read_all on app_private.lone_positions for select to app_admin using (true);
grant select on app_private.lone_positions to app_admin;

comment on table app_private.lone_positions is
  'The id of the newest report of each user of whom only the last position is kept. Hosts poll it for new reports, as positions has none of these users.';
comment on column app_private.lone_positions.user_id is 'The user.';
comment on column app_private.lone_positions.position_id is
  'The id of the report. The place is in app_public.last_positions.';

create table app_private.position_hashes (
  user_id integer not null,
  hash uuid not null,
  position_id bigint not null,
  created_at timestamptz not null default now(),
  constraint position_hashes_pkey primary key (user_id, hash)
);
alter table app_private.position_hashes enable row level security;

comment on table app_private.position_hashes is
  'The digests of positions that were reported with a clientId, in a batch with takenAt, or by an app. The primary key detects a repeated report. positions cannot have such a key, as it is partitioned by created_at. Rows are purged with the positions.';
comment on column app_private.position_hashes.user_id is 'The user.';
comment on column app_private.position_hashes.hash is 'The result of app_private.position_hash() for the position.';
comment on column app_private.position_hashes.position_id is 'The position that was stored.';
comment on column app_private.position_hashes.created_at is 'When it was stored.';

--! Included positions/app_private.apply_position_report.sql
create or replace function app_private.apply_position_report(reported app_public.positions, is_history boolean) returns void
language plpgsql volatile
as $$
declare
  last_position app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      public.st_setsrid(public.st_makepoint(reported.longitude, reported.latitude), 4326),
      reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      -- takenAt has whole seconds, and now() has fractions: compare at one precision.
      where excluded.taken_at >= pg_catalog.date_trunc('second', l.taken_at)
    returning l.* into last_position;
  -- A position older than the last one is history only.
  if last_position.user_id is not null then
    if not is_history then
      insert into app_private.lone_positions as l (user_id, position_id) values (reported.user_id, reported.id)
        on conflict (user_id) do update set position_id = excluded.position_id;
    end if;
    perform app_private.notify_of_active_alerts(last_position);
  end if;
end
$$;
comment on function app_private.apply_position_report(app_public.positions, boolean) is
  'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if the last position is later. is_history is what app_private.apply_report_settings() returned. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.apply_position_report.sql
--! Included positions/app_private.apply_report_settings.sql
create or replace function app_private.apply_report_settings(user_id integer) returns boolean
language plpgsql volatile
as $$
declare
  commit_mode text;
  is_last_only boolean;
begin
  -- The condition on only_row makes this an index scan. With enable_seqscan off, the cost of a sequential scan exceeds
  -- jit_above_cost, so PostgreSQL would compile the statement at each report.
  select s.report_synchronous_commit, s.last_position_only or u.last_position_only into commit_mode, is_last_only
    from app_private.settings s, app_public.users u where s.only_row and u.id = apply_report_settings.user_id;
  -- A transaction that has written something already, such as an alert or a notification, keeps its synchronous_commit.
  if commit_mode is not null and pg_catalog.pg_current_xact_id_if_assigned() is null then
    perform pg_catalog.set_config('synchronous_commit', commit_mode, true);
  end if;
  -- Of an erased user there is no row: the report fails at its insert.
  return coalesce(not is_last_only, false);
end
$$;
comment on function app_private.apply_report_settings(integer) is
  'Sets synchronous_commit for a report''s transaction, if app_private.settings has a value for reports, and returns true if the user''s positions are kept as history, false if only the last one is. A report calls it before it writes, and after app_private.share_report_lock(): then app_private.drain_reports() waits for every report that has read the settings before a change. A late entry sets synchronous_commit to on again by app_private.commit_synchronously().';
--! EndIncluded positions/app_private.apply_report_settings.sql
--! Included positions/app_private.client_id_fault.sql
create or replace function app_private.client_id_fault(client_id text) returns text
language sql immutable parallel safe
as $$
  select case when char_length(client_id_fault.client_id) not between 1 and 100
    then 'clientId is empty or has more than 100 characters: send a UUID.' end
$$;
comment on function app_private.client_id_fault(text) is 'Returns the fault of a clientId, or null.';
--! EndIncluded positions/app_private.client_id_fault.sql
--! Included positions/app_private.drop_position_partitions.sql
create or replace function app_private.drop_position_partitions() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
-- Reports queue behind this lock. The timeout is short, so that a long-running reader does not delay them.
set lock_timeout = '100ms'
as $$
declare
  cutoff constant timestamptz := app_private.oldest_position_kept();
  expired record;
  dropped integer := 0;
begin
  for expired in
    select c.oid::regclass as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'app_public.positions'::regclass
        and c.relname ~ '^positions_\d{4}_\d\d_\d\d$'
        and to_timestamp(c.relname, '"positions_"YYYY_MM_DD') + interval '1 week' <= cutoff
  loop
    execute format('drop table %s', expired.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
comment on function app_private.drop_position_partitions() is
  'Drops the weekly partitions of positions that are past the retention, and returns their number. Call it in a transaction of its own, as reports wait for its end. Error 55P03 (lock_not_available) if a transaction that reads positions takes long: try again later.';
--! EndIncluded positions/app_private.drop_position_partitions.sql
--! Included positions/app_private.first_bad_position.sql
create or replace function app_private.first_bad_position(input app_public.position_input[]) returns text
language sql stable
as $$
  select format('input[%s].%s', p.ordinality - 1, f.fault)
    from unnest(input) with ordinality as p
    cross join lateral (
      select coalesce(
        app_private.position_fault(p.latitude, p.longitude, p.accuracy, app_private.moment_taken(p.taken_at), now()),
        case when p.moving_activity is null then 'movingActivity is missing: send one of its values.' end,
        app_private.client_id_fault(p.client_id))
    ) f (fault)
    where f.fault is not null
    order by p.ordinality
    limit 1
$$;
comment on function app_private.first_bad_position(app_public.position_input[]) is
  'Returns the fault of the first invalid entry, with its index, which the error of a constraint would not name. Null if all entries are valid.';
--! EndIncluded positions/app_private.first_bad_position.sql
--! Included positions/app_private.keep_positions.sql
create or replace function app_private.keep_positions(
  user_id integer, input app_public.position_input[], out kept app_public.positions[], out ids bigint[]
)
language plpgsql volatile
as $$
declare
  hashes constant uuid[] := array(
    select app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      from unnest(input) with ordinality as i order by i.ordinality);
  first_ids bigint[] := '{}';
  first_id bigint;
  is_history boolean;
  latest app_public.positions;
begin
  perform app_private.share_report_lock(keep_positions.user_id);
  is_history := app_private.apply_report_settings(keep_positions.user_id);
  ids := array(select nextval('app_public.positions_id_seq') from generate_series(1, cardinality(input)));
  -- Inserted in the order of the hashes, so that two requests with the same positions do not deadlock. The primary key
  -- detects duplicates.
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
    select row(ids[i.ordinality], keep_positions.user_id, now(), app_private.moment_taken(i.taken_at),
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions
      from unnest(input) with ordinality as i
      where hashes[i.ordinality] is null or ids[i.ordinality] = any (first_ids)
      order by i.ordinality);
  if is_history then
    insert into app_public.positions (id, user_id, created_at, taken_at, latitude, longitude, accuracy, moving_activity)
      overriding system value
      select k.id, k.user_id, k.created_at, k.taken_at, k.latitude, k.longitude, k.accuracy, k.moving_activity from unnest(kept) k;
  end if;
  -- Only the latest position can notify. All with a takenAt ahead of the server's clock count as taken now: takenAt orders
  -- them. An entry without takenAt is taken at the report, so it is later than these.
  select k.* into latest
    from unnest(input) with ordinality as i
    join unnest(kept) k on k.id = ids[i.ordinality]
    order by k.taken_at desc, i.taken_at desc nulls first, i.ordinality desc limit 1;
  if latest.id is not null then
    perform app_private.apply_position_report(latest, is_history);
  end if;
  if cardinality(kept) is distinct from cardinality(input) then
    -- An entry that was reported before has the id of its first report.
    ids := array(
      select coalesce(h.position_id, i.id)
        from unnest(hashes, ids) with ordinality i (hash, id, index)
        left join app_private.position_hashes h on h.user_id = keep_positions.user_id and h.hash = i.hash
        order by i.index);
  end if;
end
$$;
comment on function app_private.keep_positions(integer, app_public.position_input[]) is
  'Stores those positions of a user that were not reported before, and matches the latest of them against the active alerts. Returns the new positions, and for each entry the id of its position. The caller has validated the entries.';
--! EndIncluded positions/app_private.keep_positions.sql
--! Included positions/app_private.keeps_last_only.sql
create or replace function app_private.keeps_last_only() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.last_position_only from app_private.settings s
$$;
comment on function app_private.keeps_last_only() is 'True if the setting last_position_only disables the history of all users. The grant guards it: it is for administrators only.';
grant execute on function app_private.keeps_last_only() to app_admin;
--! EndIncluded positions/app_private.keeps_last_only.sql
--! Included positions/app_private.list_last_positions.sql
create or replace function app_private.list_last_positions() returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  insert into app_private.lone_positions as o (user_id, position_id)
    select l.user_id, l.position_id from app_public.last_positions l
    on conflict (user_id) do update set position_id = excluded.position_id where excluded.position_id > o.position_id
$$;
comment on function app_private.list_last_positions() is
  'Upserts the last position of every user into app_private.lone_positions, when the history is switched off. Later reports do the same.';
--! EndIncluded positions/app_private.list_last_positions.sql
--! Included positions/app_private.listed_positions.sql
-- PostgreSQL merges both branches in the order of their indexes on id, so the first has no condition. lone_positions has the index
-- by id that last_positions lacks.
create or replace view app_private.listed_positions with (security_invoker) as
  select p.id, p.user_id, p.created_at, p.taken_at, p.latitude, p.longitude, p.accuracy, p.moving_activity
    from app_public.positions p
  union all
  select o.position_id, l.user_id, l.created_at, l.taken_at, l.latitude, l.longitude, l.accuracy, l.moving_activity
    from app_private.lone_positions o join app_public.last_positions l on l.user_id = o.user_id and l.position_id = o.position_id
    where (select app_private.keeps_last_only());
comment on view app_private.listed_positions is
  'The source of lists of positions, under the row-level security of the reader: the history, or each user''s last position if the service keeps no history.';
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
--! Included positions/app_private.make_position_partitions.sql
create or replace function app_private.make_position_partitions(ahead interval default '13 weeks') returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '5s'
as $$
declare
  week timestamptz;
  partition_name text;
  new_partitions text[] := '{}';
  week_starts timestamptz[] := '{}';
begin
  -- One process at a time makes partitions. Reports do not wait for this lock.
  lock table only app_public.positions in share update exclusive mode;
  for week in select generate_series(date_trunc('week', now()), now() + ahead, '1 week') loop
    -- A week with rows in the default partition gets no partition: moving its rows would block reports.
    continue when exists (
      select 1 from app_public.positions_default d where d.created_at >= week and d.created_at < week + interval '1 week');
    partition_name := 'positions_' || to_char(week, 'YYYY_MM_DD');
    continue when to_regclass(format('app_public.%I', partition_name)) is not null;
    -- The partition is attached later, so that this takes no lock on positions that a report or a reader waits for.
    -- Positions are insert-only, so the first vacuum freezes them. A later one would otherwise rewrite all pages.
    execute format(
      'create table app_public.%I (like app_public.positions including defaults including constraints including indexes)
        with (autovacuum_freeze_min_age = 0)',
      partition_name);
    -- Access goes only through the parent, so its policies and grants apply.
    execute format('alter table app_public.%I enable row level security', partition_name);
    execute format('comment on table app_public.%I is %L', partition_name, E'@behavior -*\nPositions of one week.');
    execute format(
      'alter table app_public.%I owner to %s', partition_name,
      (select c.relowner::regrole from pg_class c where c.oid = 'app_public.positions'::regclass));
    new_partitions := new_partitions || partition_name;
    week_starts := week_starts || week;
  end loop;

  -- Attaching locks the default partition. Reports do not use it while their week has a partition, but readers of all positions
  -- do: the timeout is short, so that a long-running reader does not delay the others.
  set local lock_timeout = '200ms';
  for i in 1 .. cardinality(new_partitions) loop
    execute format(
      'alter table app_public.positions attach partition app_public.%I for values from (%L) to (%L)',
      new_partitions[i], week_starts[i], week_starts[i] + interval '1 week');
  end loop;
  return cardinality(new_partitions);
end
$$;
comment on function app_private.make_position_partitions(interval) is
  'Makes the weekly partitions of positions from this week on, as far ahead as given. Returns the number of new ones. Error 55P03 (lock_not_available) if a transaction that reads positions takes long: try again later.';
--! EndIncluded positions/app_private.make_position_partitions.sql
--! Included positions/app_private.moment_taken.sql
create or replace function app_private.moment_taken(seconds bigint) returns timestamptz
language sql stable parallel safe
as $$
  select case
    when seconds is null then pg_catalog.now()
    -- A position from a fast clock counts as taken now. to_timestamp() fails past the year 294276.
    when seconds between extract(epoch from pg_catalog.now()) - 315576000 and extract(epoch from pg_catalog.now()) + 86400
      then least(pg_catalog.to_timestamp(seconds), pg_catalog.now())
    -- GPS counts weeks up to 1,024. Receivers that miss a turn are 619,315,200 seconds behind.
    when seconds between extract(epoch from pg_catalog.now()) - 619401600 and extract(epoch from pg_catalog.now()) - 619228800
      then least(pg_catalog.to_timestamp(seconds + 619315200), pg_catalog.now())
    else 'infinity'::timestamptz
  end
$$;
comment on function app_private.moment_taken(bigint) is
  'Returns when a position was taken, from the device''s seconds since 1970-01-01 UTC. Null and up to a day ahead mean now. Within a day of 1,024 weeks ago means that GPS''s count of weeks has turned, and these weeks are added. Anything else that is in the future or more than ten years ago gives infinity, which the table refuses.';
--! EndIncluded positions/app_private.moment_taken.sql
--! Included positions/app_private.note_alive.sql
create or replace function app_private.note_alive(user_id integer, at timestamptz) returns void
language plpgsql volatile
as $$
declare
  last_position app_public.last_positions;
begin
  update app_public.last_positions l set alive_at = note_alive.at
    where l.user_id = note_alive.user_id and greatest(l.taken_at, l.alive_at) < note_alive.at
    returning l.* into last_position;
  -- An alert that was published while the position was too old may match now.
  if last_position.user_id is not null then
    perform app_private.notify_of_active_alerts(last_position);
  end if;
end
$$;
comment on function app_private.note_alive(integer, timestamptz) is
  'Records that an app of a user ran at a time without a newer position: the last position counts as taken then. Notifies the user of the active alerts there. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.note_alive.sql
--! Included positions/app_private.oldest_position_kept.sql
create or replace function app_private.oldest_position_kept() returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  return (select case when s.last_position_only then now() else app_private.purge_time() - s.position_retention end from app_private.settings s);
end
$$;
comment on function app_private.oldest_position_kept() is
  'Returns the cutoff of the retention of positions: now, if the service keeps no history.';
--! EndIncluded positions/app_private.oldest_position_kept.sql
--! Included positions/app_private.position_hash.sql
create or replace function app_private.position_hash(
  client_id text, taken_at bigint, latitude double precision, longitude double precision
) returns uuid
language sql stable parallel safe
as $$
  select pg_catalog.md5(coalesce(
    'client ' || client_id,
    'place ' || taken_at || ' ' || latitude || ' ' || longitude))::pg_catalog.uuid
$$;
comment on function app_private.position_hash(text, bigint, double precision, double precision) is
  'Returns the digest by which a repeated report of a position is detected: of its clientId, or else of takenAt and the place. Null without clientId and takenAt, as such reports are never duplicates.';
--! EndIncluded positions/app_private.position_hash.sql
--! Included positions/app_private.positions_reported.sql
create or replace function app_private.positions_reported(
  user_id integer, input app_public.position_input[], ids bigint[]
) returns app_public.positions[]
language plpgsql stable
as $$
begin
  return array(
    select case when p.id is not null then p else row(
          ids[i.ordinality], positions_reported.user_id, coalesce(h.created_at, now()),
          case when i.taken_at is null then coalesce(h.created_at, now()) else app_private.moment_taken(i.taken_at) end,
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions end
      from unnest(input) with ordinality as i
      left join app_public.positions p on p.user_id = positions_reported.user_id and p.id = ids[i.ordinality]
      left join app_private.position_hashes h on p.id is null and h.user_id = positions_reported.user_id
        and h.hash = app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      order by i.ordinality);
end
$$;
comment on function app_private.positions_reported(integer, app_public.position_input[], bigint[]) is
  'Returns the reported positions with these ids, in the order of the input. A position that the history does not have is made from its input entry.';
--! EndIncluded positions/app_private.positions_reported.sql
--! Included positions/app_private.purge_positions.sql
create or replace function app_private.purge_positions(max_rows integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  cutoff constant timestamptz := app_private.oldest_position_kept();
  week constant timestamptz := date_trunc('week', cutoff);
  first_id bigint;
  last_id bigint;
  purged integer;
  purged_default_rows integer;
begin
  -- Partitions of earlier weeks are dropped; app_private.drop_position_partitions() does so. Ids are in the order of created_at.
  select min(o.id), max(o.id) into first_id, last_id from (
    select p.id from app_public.positions p
      where p.created_at >= week and p.created_at < week + interval '1 week' order by p.id limit purge_positions.max_rows
  ) o;
  delete from app_public.positions p
    where p.id between first_id and last_id and p.created_at >= week and p.created_at < cutoff;
  get diagnostics purged = row_count;
  delete from app_public.positions_default d where d.id in (
    select o.id from app_public.positions_default o where o.created_at < cutoff order by o.id limit purge_positions.max_rows);
  get diagnostics purged_default_rows = row_count;
  return purged + purged_default_rows;
end
$$;
comment on function app_private.purge_positions(integer) is
  'Deletes the oldest positions past the retention, except in weekly partitions that app_private.drop_position_partitions() drops. Returns their number. Call it until it returns 0, each time in a transaction of its own.';
--! EndIncluded positions/app_private.purge_positions.sql
--! Included positions/app_private.refuse_isolation.sql
create or replace function app_private.refuse_isolation() returns void
language plpgsql volatile
as $$
begin
  raise exception using errcode = 'active_sql_transaction',
    message = 'Reports and publications run at the isolation level READ COMMITTED only: at another one a report misses an alert that is published meanwhile. Begin the transaction with it, and check default_transaction_isolation.';
end
$$;
comment on function app_private.refuse_isolation() is
  'Raises error 25001 for a report or a publication whose transaction uses one snapshot for all its statements.';
grant execute on function app_private.refuse_isolation() to app_user;
--! EndIncluded positions/app_private.refuse_isolation.sql
--! Included positions/app_private.report_lock.sql
create or replace function app_private.report_lock(user_id integer) returns bigint
language sql immutable parallel safe
as $$
  select (4155::pg_catalog.int8 << 32) | ((user_id >> 11) & 255)
$$;
comment on function app_private.report_lock(integer) is
  'Returns the key of the advisory lock of a user''s reports. Users of neighbouring ids share one: there are 256, few enough for one transaction to hold all.';
grant execute on function app_private.report_lock(integer) to app_user;
--! EndIncluded positions/app_private.report_lock.sql
--! Included positions/app_private.report_with_key.sql
create or replace function app_private.report_with_key(
  user_id integer, key_hash bytea, input json, alive_at bigint default null,
  out is_known boolean, out kept integer, out faults text[]
)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  key_id bigint;
  is_recently_used boolean;
  entries constant app_public.position_input[] := array(
    select e from json_populate_recordset(null::app_public.position_input, input) e);
  valid_entries app_public.position_input[];
  alive_time timestamptz;
begin
  select k.id, k.last_used_at > now() - interval '1 minute' into key_id, is_recently_used
    from app_private.device_keys k
    where k.user_id = report_with_key.user_id and k.key_hash = report_with_key.key_hash;
  is_known := found;
  if not is_known then
    return;
  end if;
  select array_agg(entries[i.place] order by i.place) filter (where i.fault is null),
      array_agg(distinct i.fault) filter (where i.fault is not null)
    into valid_entries, faults
    from (
      select e.ordinality as place,
          app_private.position_fault(e.latitude, e.longitude, e.accuracy, app_private.moment_taken(e.taken_at), now()) as fault
        from unnest(entries) with ordinality as e
    ) i;
  -- Before any row lock: an erasure takes this lock first, and then the row of the key.
  perform app_private.share_report_lock(report_with_key.user_id);
  perform app_private.apply_report_settings(report_with_key.user_id);
  if is_recently_used is not true then
    update app_private.device_keys k set last_used_at = now()
      where k.user_id = report_with_key.user_id and k.id = key_id;
  end if;
  kept := 0;
  if valid_entries is not null then
    kept := coalesce(cardinality((app_private.keep_positions(report_with_key.user_id, valid_entries)).kept), 0);
  end if;
  -- An invalid time is infinity, and is ignored.
  alive_time := nullif(app_private.moment_taken(report_with_key.alive_at), 'infinity');
  if report_with_key.alive_at is not null and alive_time is not null then
    perform app_private.note_alive(report_with_key.user_id, alive_time);
  end if;
end
$$;
comment on function app_private.report_with_key(integer, bytea, json, bigint) is
  'Reports the positions of an app with a device key, as newPositions does, except that invalid entries are skipped. alive_at is when the app ran without a newer position. Returns whether the key is known, the number of new positions, and the faults of the skipped entries.';
grant execute on function app_private.report_with_key(integer, bytea, json, bigint) to app_host;
--! EndIncluded positions/app_private.report_with_key.sql
--! Included positions/app_private.share_report_lock.sql
create or replace function app_private.share_report_lock(user_id integer) returns void
language sql volatile
as $$
  select case pg_catalog.current_setting('transaction_isolation') when 'read committed'
    then pg_catalog.pg_advisory_xact_lock_shared(app_private.report_lock(user_id)) else app_private.refuse_isolation() end
$$;
comment on function app_private.share_report_lock(integer) is
  'Begins a report of a user: takes the shared advisory lock, and waits while a publication holds the exclusive one. A report calls it first, so that its later statements see every alert whose publication has begun. Error 25001 at another isolation level than READ COMMITTED. See app_private.drain_reports().';
grant execute on function app_private.share_report_lock(integer) to app_user;
--! EndIncluded positions/app_private.share_report_lock.sql
--! Included positions/app_private.user_of_each_lock.sql
create or replace function app_private.user_of_each_lock(first_id integer, last_id integer) returns integer[]
language sql immutable parallel safe
as $$
  -- 2048 users share a lock.
  select array(select pg_catalog.generate_series(first_id, last_id, 2048) union all select last_id)
$$;
comment on function app_private.user_of_each_lock(integer, integer) is
  'Returns one user id for each advisory lock that the reports of a range of users share. See app_private.report_lock().';
--! EndIncluded positions/app_private.user_of_each_lock.sql
--! Included positions/app_public.last_reported_at.sql
create or replace function app_public.last_reported_at() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller_id constant integer := app_private.require_user_id();
begin
  return (select greatest(l.taken_at, l.alive_at) from app_public.last_positions l where l.user_id = caller_id);
end
$$;
comment on function app_public.last_reported_at() is
  'When your last position was taken, or last confirmed by an app that had no newer one. Alerts count the age of your position from then. Null before the first one.';
grant execute on function app_public.last_reported_at() to app_user;
--! EndIncluded positions/app_public.last_reported_at.sql
--! Included positions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  taken_at constant timestamptz := app_private.moment_taken(input.taken_at);
  fault constant text := coalesce(
    app_private.position_fault(input.latitude, input.longitude, input.accuracy, taken_at, now()),
    case when input.moving_activity is null then 'movingActivity is missing: send one of its values.' end);
  result record;
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
    result := app_private.keep_positions(caller_id, array[input]);
    return coalesce(result.kept[1], (app_private.positions_reported(caller_id, array[input], result.ids))[1]);
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
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  fault text;
  result record;
begin
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  fault := app_private.first_bad_position(input);
  if fault is not null then
    raise exception using errcode = 'LA400', message = fault;
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

-- The host makes the later ones.
select app_private.make_position_partitions('4 weeks');
