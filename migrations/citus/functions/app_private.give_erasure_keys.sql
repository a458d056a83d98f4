-- As in the fixture, but the coordinator makes the keys, so that all nodes store the same.
create or replace function app_private.give_erasure_keys(most integer) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  ids constant integer[] := array(
    select u.id from app_public.users u where u.erasure_key is null order by u.id limit most);
  keys constant uuid[] := array(select gen_random_uuid() from unnest(ids));
begin
  update app_public.users u set erasure_key = k.key from unnest(ids, keys) k (id, key) where u.id = k.id;
  return cardinality(ids);
end
$$;
