--! Previous: sha1:7525fc1c14c84b14166ea8effde5c9fd0d5475da
--! Hash: sha1:0b0737a2eb4957baa0117684ffbd8ce7812153e9
--! Message: Autovacuum of hot tables

-- How the tables that change most are vacuumed. Measured with 40,000 pushes a time, and with 2,600 reports a second of 50,000 users.
--
-- The others stay as they are: last_positions has room on its pages for every user once more, its updates change the index of
-- places in any case, and PostgreSQL's defaults kept its size; jobs and workers are few rows.

-- A push is a row and one update of it. With room for both on one page, pushes to FCM and Web Push change no index (100 % instead of
-- 41 %), and leave a tenth of the dead rows. Expo's receipts are indexed. Deliveries are kept, so a fifth of them (the default) is more
-- than a publication leaves dead: a fiftieth is vacuumed after each large one.
alter table app_private.deliveries set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- New partitions have it from app_private.make_position_partitions().
do $$
declare
  week regclass;
begin
  for week in
    select i.inhrelid from pg_inherits i
      where i.inhparent = 'app_public.positions'::regclass and i.inhrelid <> 'app_public.positions_default'::regclass
  loop
    execute format('alter table %s set (autovacuum_freeze_min_age = 0)', week);
  end loop;
end
$$;
