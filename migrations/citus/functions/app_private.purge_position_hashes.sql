-- As in the fixture, but it asks for the users first: they are on all nodes, and the hashes on the coordinator.
create or replace function app_private.purge_position_hashes(from_block integer default 0, most integer default 500) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  next_block constant bigint := from_block + most;
  first_place constant tid := format('(%s,0)', from_block)::tid;
  next_place constant tid := format('(%s,0)', next_block)::tid;
  oldest_kept constant timestamptz := (
    select now() - case when s.last_position_only then interval '1 day' else least(s.position_retention, s.coarse_after) end
      from app_private.settings s);
  lone_kept constant timestamptz := greatest(oldest_kept, now() - interval '1 day');
  user_ids integer[];
begin
  user_ids := array(
    select distinct h.user_id from app_private.position_hashes h
      where h.ctid >= first_place and h.ctid < next_place and h.created_at < lone_kept);
  user_ids := array(select u.id from app_public.users u where u.id = any (user_ids) and u.last_position_only);
  delete from app_private.position_hashes h
    where h.ctid >= first_place and h.ctid < next_place
      and (h.created_at < oldest_kept or h.created_at < lone_kept and h.user_id = any (user_ids));
  return case when next_block * current_setting('block_size')::integer < pg_relation_size('app_private.position_hashes') then next_block end;
end
$$;
