create or replace function app_private.claim_shard(user_id integer) returns bigint
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  shard constant bigint := get_shard_id_for_distribution_column('app_public.last_positions', claim_shard.user_id);
begin
  -- The ShareLock that Citus takes before it writes. This waits for a move of the shard to end, and then the shard is elsewhere.
  perform lock_shard_metadata(5, array[shard]);
  if exists (
    select from pg_dist_placement p
      where p.shardid = shard and p.groupid = (select g.groupid from pg_dist_local_group g))
  then
    return shard;
  end if;
  return null;
end
$$;
comment on function app_private.claim_shard(integer) is
  'Returns the shard that has the last position of a user, and holds it on this node until the end of the transaction. Null if it is on another node.';
select create_distributed_function('app_private.claim_shard(integer)');
