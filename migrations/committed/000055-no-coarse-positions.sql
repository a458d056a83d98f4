--! Previous: sha1:147e49ebdca379b3cf96d1a4687a46aa09f9692f
--! Hash: sha1:3f294ae0870ebc0a46cd1d3988b54fae0ef4d285
--! Message: No coarse positions

--! split: 1-current.sql
-- Retention and last_position_only say how little of the past is kept. Positions that were moved to the grid stay as they are.
--! Included retention/app_private.purge_position_hashes.sql
create or replace function app_private.purge_position_hashes(from_block integer default 0, most integer default 500) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  next_block constant bigint := from_block + most;
  -- A hash of a place and moment tells it to whoever tries all places nearby.
  oldest_kept constant timestamptz := (
    select now() - case when s.last_position_only then interval '1 day' else s.position_retention end
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
  'Deletes what tells repeated reports, in the next blocks of its table, once it is as old as positions are kept: of users of whom only the last position is kept, after a day. Returns the next block, null after the end. Call it until then.';
--! EndIncluded retention/app_private.purge_position_hashes.sql
drop function if exists app_private.coarsen_positions(integer);
drop function if exists app_private.coarse_place(double precision, double precision, double precision);
alter table app_private.settings
  -- squawk-ignore ban-drop-column
  drop column if exists coarse_after,
  -- squawk-ignore ban-drop-column
  drop column if exists coarse_cell;
delete from app_private.retention_progress where task = 'coarse_positions';
-- squawk-ignore ban-drop-column
alter table app_private.retention_progress drop column if exists cell;
comment on column app_private.retention_progress.task is 'What is done: notification_places.';
comment on table app_public.positions is
  E'@newestFirst\n@listForAdmins\n@filterBy moving_activity[]\nA position that a user reported. Positions are history: rows are only added, and purged after a time.';
