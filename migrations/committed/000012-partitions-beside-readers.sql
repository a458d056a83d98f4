--! Previous: sha1:10889fdf419c98145400f9c3e48ac6a881ca2a85
--! Hash: sha1:4cb7d49c7387488501719056bb9606710412614c
--! Message: Partitions beside readers

-- A partition of positions was made and dropped under a lock that a long reader, such as pg_dump, holds up, and with it
-- every report. Partitions are now made apart and attached, months ahead, and dropped only if the lock is free at once.

--! Included positions/app_private.make_position_partitions.sql
create or replace function app_private.make_position_partitions(ahead interval default '13 weeks') returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '5s'
as $$
declare
  week timestamptz;
  partition_name text;
  made text[] := '{}';
  starts timestamptz[] := '{}';
begin
  -- One process at a time makes partitions. Reports do not wait for this lock.
  lock table only app_public.positions in share update exclusive mode;
  for week in
    select w from generate_series(date_trunc('week', now()), now() + ahead, '1 week') w
      -- A week that began in the default partition stays there: to move its rows would hold up its reports.
      where not exists (
        select from app_public.positions_default d where d.created_at >= w and d.created_at < w + interval '1 week')
  loop
    partition_name := 'positions_' || to_char(week, 'YYYY_MM_DD');
    continue when to_regclass(format('app_public.%I', partition_name)) is not null;
    -- Apart from positions, so that this takes no lock that a report or a reader waits for.
    -- Positions never change, so the first vacuum freezes them: else a later one would read and write them all again.
    execute format(
      'create table app_public.%I (like app_public.positions including defaults including constraints including indexes)
        with (autovacuum_freeze_min_age = 0)',
      partition_name);
    -- Access goes only through the parent, so its policies and grants apply.
    execute format('alter table app_public.%I enable row level security', partition_name);
    execute format('comment on table app_public.%I is %L', partition_name, E'@behavior -*\nPositions of one week.');
    made := made || partition_name;
    starts := starts || week;
  end loop;

  -- Attaching locks the default partition, which reports do not use while their week has one of its own. Readers of all
  -- positions do: behind a long one this gives up, so that the others do not wait.
  set local lock_timeout = '200ms';
  for i in 1 .. cardinality(made) loop
    execute format(
      'alter table app_public.positions attach partition app_public.%I for values from (%L) to (%L)',
      made[i], starts[i], starts[i] + interval '1 week');
  end loop;
  return cardinality(made);
end
$$;
comment on function app_private.make_position_partitions(interval) is
  'Makes the weekly partitions of positions from this week on, as far ahead as given. Returns the number of new ones. Error 55P03 (lock_not_available) if a transaction that reads positions takes long: try again later.';
--! EndIncluded positions/app_private.make_position_partitions.sql
--! Included positions/app_private.purge_positions.sql
create or replace function app_private.purge_positions() returns bigint
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  oldest_kept timestamptz;
  purged bigint;
  purged_by_default bigint;
begin
  select now() - s.position_retention into oldest_kept from app_private.settings s;
  -- Earlier weeks have partitions that are dropped as a whole, or are in the default partition.
  delete from app_public.positions where created_at < oldest_kept and created_at >= date_trunc('week', oldest_kept);
  get diagnostics purged = row_count;
  delete from app_public.positions_default where created_at < oldest_kept;
  get diagnostics purged_by_default = row_count;
  return purged + purged_by_default;
end
$$;
comment on function app_private.purge_positions() is
  'Deletes positions past the retention, except in weekly partitions that app_private.drop_position_partitions() drops. Returns their number.';
--! EndIncluded positions/app_private.purge_positions.sql
--! Included positions/app_private.drop_position_partitions.sql
create or replace function app_private.drop_position_partitions() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
-- Reports wait for this lock too. Behind a long reader it gives up before anyone notices.
set lock_timeout = '100ms'
as $$
declare
  oldest_kept timestamptz;
  old_partition record;
  dropped integer := 0;
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
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
comment on function app_private.drop_position_partitions() is
  'Drops the weekly partitions of positions that are past the retention, and returns their number. Call it in a transaction of its own, as reports wait for its end. Error 55P03 (lock_not_available) if a transaction that reads positions takes long: try again later.';
--! EndIncluded positions/app_private.drop_position_partitions.sql
