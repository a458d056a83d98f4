create or replace function app_private.other_on_node(user_id integer) returns integer
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  own_shard constant bigint := get_shard_id_for_distribution_column('app_public.notifications', user_id);
  own_node constant integer := (select p.groupid from pg_dist_placement p where p.shardid = own_shard);
  shard bigint;
begin
  for other in user_id + 1 .. user_id + 64 loop
    shard := get_shard_id_for_distribution_column('app_public.notifications', other);
    if shard <> own_shard and exists (select from pg_dist_placement p where p.shardid = shard and p.groupid = own_node) then
      return other;
    end if;
  end loop;
  return null;
end
$$;
comment on function app_private.other_on_node(integer) is
  'Returns a number whose rows would be in another shard on the same node as those of a user. Null if none was found.';
